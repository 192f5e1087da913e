package org.mailvane.api.binding;

import org.mailvane.api.binding.PageRequest.Listing;

/**
 * The whole of a list that the API has, to be answered as the API's CSV: also by pages, and of what
 * the API has no filter for. It is called after the API's list.
 *
 * @param type what it is a list of
 * @param listing the list
 */
public record ListFile<T>(Class<T> type, Listing<T> listing) {

    /** The request for the whole of the API's list at a path. */
    public static PageRequest request(String path) {
        return new PageRequest(PageRequest.MAX_LIMIT, 1, path, "");
    }
}
