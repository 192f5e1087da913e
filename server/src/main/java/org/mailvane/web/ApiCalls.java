package org.mailvane.web;

import java.util.List;

/**
 * What the foot of a page says of the API.
 *
 * @param key how it says it, in the bundles
 * @param paths the calls, local paths with their queries
 */
record ApiCalls(String key, List<String> paths) {

    static final ApiCalls NONE = new ApiCalls("", List.of());

    /** Calls that answer the very rows that the page lists. */
    static ApiCalls same(String... paths) {
        return new ApiCalls("foot.api", List.of(paths));
    }

    /** Calls about what the page is about, that answer more, less or other things about it. */
    static ApiCalls about(String... paths) {
        return new ApiCalls("foot.api.about", List.of(paths));
    }
}
