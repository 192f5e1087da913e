package org.mailvane.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * An answer that says no. It becomes the response at the edge, with the request's id.
 *
 * <p>Either a {@code detail} for the whole request or texts by field; codes are stable.
 */
public final class ApiProblem extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final HttpStatus status;
    private final String code;
    private final Map<String, List<String>> fields;
    private final OptionalLong retryAfter;

    private ApiProblem(
            HttpStatus status, String code, String detail, Map<String, List<String>> fields) {
        this(status, code, detail, fields, OptionalLong.empty());
    }

    private ApiProblem(
            HttpStatus status,
            String code,
            String detail,
            Map<String, List<String>> fields,
            OptionalLong retryAfter) {
        super(detail, null, false, false);
        this.status = status;
        this.code = code;
        this.fields = new LinkedHashMap<>(fields);
        this.retryAfter = retryAfter;
    }

    /** A problem of the whole request. */
    public static ApiProblem of(HttpStatus status, String code, String detail) {
        return new ApiProblem(status, code, detail, Map.of());
    }

    /** 404, for what does not exist and for what the caller may not see. */
    public static ApiProblem notFound() {
        return of(HttpStatus.NOT_FOUND, "not_found", "Not found.");
    }

    /** 404 with a text of its own. */
    public static ApiProblem notFound(String detail) {
        return of(HttpStatus.NOT_FOUND, "not_found", detail);
    }

    /** 400 for one field or parameter: what was wrong, with which value, what is allowed. */
    public static ApiProblem invalid(String field, String text) {
        return invalid(Map.of(field, List.of(text)));
    }

    /** As {@link #invalid(String, String)}, for several at once. */
    static ApiProblem invalid(Map<String, List<String>> fields) {
        return new ApiProblem(HttpStatus.BAD_REQUEST, "invalid", "Invalid input.", fields);
    }

    /** A problem of which no more is known than its status, which names it. */
    static ApiProblem of(HttpStatus status, @Nullable String detail) {
        return of(
                status,
                status.name().toLowerCase(Locale.ROOT),
                detail == null ? status.getReasonPhrase() + "." : detail);
    }

    /**
     * 429 for one call too many.
     *
     * @param seconds until the next call is possible
     */
    static ApiProblem throttled(long seconds) {
        return new ApiProblem(
                HttpStatus.TOO_MANY_REQUESTS,
                "throttled",
                "Request was throttled. Expected available in "
                        + seconds
                        + (seconds == 1 ? " second." : " seconds."),
                Map.of(),
                OptionalLong.of(seconds));
    }

    HttpStatus status() {
        return status;
    }

    String code() {
        return code;
    }

    String detail() {
        return String.valueOf(getMessage());
    }

    Map<String, List<String>> fields() {
        return fields;
    }

    /** Seconds after which the same request may go better, where that is known. */
    OptionalLong retryAfter() {
        return retryAfter;
    }
}
