package org.mailvane.api.errors;

import java.io.IOException;
import java.util.Locale;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;

/**
 * Answers what Tomcat refuses before any part of the program sees it, such as a request line that
 * is none, in the shape of all problems instead of Tomcat's page.
 */
public final class RefusedByContainer extends ErrorReportValve {

    private static final Logger log = LoggerFactory.getLogger(RefusedByContainer.class);

    private static final int FIRST_ERROR = 400;

    private final ProblemWriter problems;

    public RefusedByContainer(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        int status = response.getStatus();
        if (status < FIRST_ERROR
                || response.getContentWritten() > 0
                || !response.setErrorReported()) {
            return;
        }
        if (status == HttpStatus.INTERNAL_SERVER_ERROR.value()) {
            log.error("{} failed before the program saw it", LoggedPath.of(request), failure);
        }
        try {
            response.setHeader("X-Content-Type-Options", "nosniff");
            problems.write(problemOf(HttpStatus.resolve(status), request), request, response);
            response.finishResponse();
        } catch (IOException | IllegalStateException gone) {
            log.debug("A refusal could not be written", gone);
        }
    }

    private static ApiProblem problemOf(@Nullable HttpStatus status, Request request) {
        if (status == null || status == HttpStatus.INTERNAL_SERVER_ERROR) {
            return ProblemHandler.unexpected();
        }
        if (status == HttpStatus.BAD_REQUEST) {
            ApiProblem path = Unreadable.path(request.getRequestURI());
            if (path != null) {
                return path;
            }
            return ApiProblem.of(
                    status,
                    "The request can't be read: its request line or a header is not valid"
                            + " HTTP, or its header section is larger than "
                            + ApiConfiguration.HEAD_LIMIT_KB
                            + " KB.");
        }
        return ApiProblem.of(
                status,
                status.name().toLowerCase(Locale.ROOT),
                "The request can't be processed: " + status.getReasonPhrase() + ".");
    }
}
