package org.mailvane.web.frame;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the foot of a page says of the API.
 *
 * @param same whether they answer the very rows that the page lists
 * @param paths the calls, local paths with their queries
 */
public record ApiCalls(boolean same, List<String> paths) {

    /** Beyond this number, a page shows only the first calls until the visitor opens the rest. */
    public static final int MAX_AT_ONCE = 2;

    public static final ApiCalls NONE = new ApiCalls(false, List.of());

    /** Calls that answer the very rows that the page lists. */
    public static ApiCalls same(String... paths) {
        return new ApiCalls(true, List.of(paths));
    }

    /** Calls about what the page is about, that answer more, less or other things about it. */
    public static ApiCalls about(String... paths) {
        return new ApiCalls(false, List.of(paths));
    }

    /**
     * The command that calls the API.
     *
     * @param token the token itself while the page shows it anyway; null for a placeholder
     * @param address the whole address
     */
    public static String curl(@Nullable String token, String address) {
        return "curl -H \"Authorization: Token "
                + Objects.requireNonNullElse(token, "$TOKEN")
                + "\" \\\n  "
                + address;
    }
}
