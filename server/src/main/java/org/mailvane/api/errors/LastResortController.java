package org.mailvane.api.errors;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/**
 * Answers what went wrong outside of all operations, as in a filter that asks whose token it is
 * while the database is away: the servlet container sends such requests here.
 */
@Controller
class LastResortController implements ErrorController {

    private static final Logger log = LoggerFactory.getLogger(LastResortController.class);

    private final ProblemHandler handler;

    LastResortController(ProblemHandler handler) {
        this.handler = handler;
    }

    @RequestMapping("/error")
    void answer(HttpServletRequest request, HttpServletResponse response) throws Exception {
        if (response.isCommitted()) {
            // Too late to say anything: the connection is cut.
            return;
        }
        Object failure = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
        if (failure instanceof Exception exception) {
            handler.handle(exception, request, response);
            return;
        }
        if (failure instanceof Error error) {
            log.error("{} failed", LoggedPath.of(request), error);
        }
        Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        if (Objects.equals(code, HttpStatus.METHOD_NOT_ALLOWED.value())) {
            // TRACE, of which Tomcat says what it can do itself.
            response.setHeader(HttpHeaders.ALLOW, AllowedMethods.ANYWHERE);
        }
        handler.handle(problemOf(code), request, response);
    }

    private static ApiProblem problemOf(@Nullable Object code) {
        // Without a code somebody has called this path as if it were any other.
        HttpStatus status =
                code instanceof Integer number ? HttpStatus.resolve(number) : HttpStatus.NOT_FOUND;
        if (status == HttpStatus.NOT_FOUND) {
            return ApiProblem.notFound();
        }
        return status == null || status.is5xxServerError()
                ? ProblemHandler.unexpected()
                : ApiProblem.of(status, null);
    }
}
