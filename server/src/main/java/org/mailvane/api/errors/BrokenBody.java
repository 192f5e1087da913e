package org.mailvane.api.errors;

import java.net.SocketTimeoutException;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.coyote.BadRequestException;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiConfiguration;
import org.springframework.http.HttpStatus;

/**
 * A body that is not valid HTTP or is incomplete: the client's fault, whatever exception wraps it.
 */
final class BrokenBody {

    private BrokenBody() {}

    /** What is wrong with the request's body; null where the failure is another. */
    static @Nullable ApiProblem problemOf(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ClientAbortException
                    && cause.getCause() instanceof SocketTimeoutException) {
                return timeout();
            }
            if (cause instanceof ClientAbortException || cause instanceof BadRequestException) {
                return ApiProblem.of(
                        HttpStatus.BAD_REQUEST,
                        "parse_error",
                        "The request body can't be read: it is incomplete, or its chunks"
                                + " (Transfer-Encoding: chunked) are not valid HTTP.");
            }
        }
        return null;
    }

    private static ApiProblem timeout() {
        return ApiProblem.of(
                HttpStatus.REQUEST_TIMEOUT,
                "request_timeout",
                "The request body stopped arriving: at most "
                        + ApiConfiguration.PATIENCE_SECONDS
                        + " seconds may pass between two parts.");
    }
}
