package org.mailvane.api.errors;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.stereotype.Component;

/**
 * Answers requests that Spring Security refuses to look at, because their path or a header holds
 * what attacks are made of: a semicolon, two slashes, a control character; and those of a method
 * that no path has.
 */
@Component
class RejectedRequests implements RequestRejectedHandler {

    private final ProblemWriter problems;

    RejectedRequests(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    public void handle(
            HttpServletRequest request,
            HttpServletResponse response,
            RequestRejectedException rejected)
            throws IOException {
        if (!AllowedMethods.isKnown(request.getMethod())) {
            response.setHeader(HttpHeaders.ALLOW, AllowedMethods.ANYWHERE);
            problems.write(AllowedMethods.refused(request.getMethod()), request, response);
            return;
        }
        ApiProblem path = Unreadable.path(request.getRequestURI());
        problems.write(path == null ? elsewhere() : path, request, response);
    }

    private static ApiProblem elsewhere() {
        return ApiProblem.of(
                HttpStatus.BAD_REQUEST,
                "The request was refused: its path, its host or a header contains a"
                        + " character that is not allowed there, such as a control character.");
    }
}
