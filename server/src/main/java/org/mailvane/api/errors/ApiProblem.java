package org.mailvane.api.errors;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;
import org.springframework.http.HttpStatus;

/**
 * An answer that says no. It becomes the response at the edge, with the request's id.
 *
 * <p>Either a {@code detail} for the whole request or texts by field; codes are stable.
 */
public final class ApiProblem extends RuntimeException {

    /** The code of what can't be done at this moment. */
    public static final String BUSY = "busy";

    private static final long serialVersionUID = 1;

    private final HttpStatus status;
    private final String code;
    private final transient Map<String, ?> fields;
    private final transient Map<String, Passage> messages;
    private final transient OptionalLong retryAfter;

    private ApiProblem(HttpStatus status, String code, String detail, Map<String, ?> fields) {
        this(status, code, detail, fields, Map.of(), OptionalLong.empty());
    }

    private ApiProblem(
            HttpStatus status,
            String code,
            String detail,
            Map<String, ?> fields,
            Map<String, Passage> messages,
            OptionalLong retryAfter) {
        super(detail, null, false, false);
        this.status = status;
        this.code = code;
        this.fields = fields;
        this.messages = messages;
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

    /** Returns a 404 with the given text. */
    public static ApiProblem notFound(String detail) {
        return of(HttpStatus.NOT_FOUND, "not_found", detail);
    }

    /** 403, for what the caller may see but not do. */
    public static ApiProblem forbidden() {
        return forbidden("You do not have permission to perform this action.");
    }

    /** Returns a 403 with the given text. */
    public static ApiProblem forbidden(String detail) {
        return of(HttpStatus.FORBIDDEN, "permission_denied", detail);
    }

    /** 400 for one field or parameter: what was wrong, with which value, what is allowed. */
    public static ApiProblem invalid(String field, String text) {
        FieldErrors errors = new FieldErrors();
        errors.add(field, text);
        return invalid(errors);
    }

    /** As {@link #invalid(String, String)}, for what pages show too. */
    public static ApiProblem invalid(String field, Message text) {
        FieldErrors errors = new FieldErrors();
        errors.add(field, text);
        return invalid(errors);
    }

    /** As {@link #invalid(String, String)}, for several at once. */
    public static ApiProblem invalid(FieldErrors errors) {
        return new ApiProblem(
                HttpStatus.BAD_REQUEST,
                "invalid",
                "Invalid input.",
                errors.tree(),
                errors.messages(),
                OptionalLong.empty());
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
    public static ApiProblem throttled(long seconds) {
        return throttled("Request was throttled.", seconds);
    }

    /**
     * As {@link #throttled(long)}, saying of what there was too much.
     *
     * @param reason a sentence
     */
    public static ApiProblem throttled(String reason, long seconds) {
        return new ApiProblem(
                HttpStatus.TOO_MANY_REQUESTS,
                "throttled",
                reason
                        + " Expected available in "
                        + seconds
                        + (seconds == 1 ? " second." : " seconds."),
                Map.of(),
                Map.of(),
                OptionalLong.of(seconds));
    }

    /**
     * 503 for what can't be done at this moment though nothing is broken.
     *
     * @param reason a sentence
     * @param seconds after which it may go better
     */
    public static ApiProblem busy(String reason, long seconds) {
        return new ApiProblem(
                HttpStatus.SERVICE_UNAVAILABLE,
                BUSY,
                reason + " Try again in a few seconds.",
                Map.of(),
                Map.of(),
                OptionalLong.of(seconds));
    }

    /** HTTP status. */
    public HttpStatus status() {
        return status;
    }

    /** Says which problem it is, to programs. */
    public String code() {
        return code;
    }

    public String detail() {
        return String.valueOf(getMessage());
    }

    /** Returns English texts by field, and by index within lists. */
    public Map<String, ?> fields() {
        return fields;
    }

    /** Returns what is wrong by field, to be said in a page's language. */
    public Map<String, Passage> messages() {
        return messages;
    }

    /** Seconds after which the same request may go better, where that is known. */
    public OptionalLong retryAfter() {
        return retryAfter;
    }
}
