package org.mailvane.sourcedata;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.traffic.sums.SourceVolumes.Part;

/**
 * Fetches the pages of a list of sums for one request. Adding up is nearly all the work, whichever
 * page is wanted, so a page and the number of rows are asked for together, and further pages, as of
 * CSV, many at once.
 */
final class SumPages<T> {

    /** Rows that are fetched at once, unless they are the page that was asked for. */
    static final int AHEAD = 10_000;

    private final PageRequest request;
    private final Sums<T> sums;
    private @Nullable Part<T> loaded;
    private long from;

    /** A list of sums. */
    interface Sums<T> {

        /** Returns some of its rows. */
        Part<T> part(int limit, long offset);
    }

    SumPages(PageRequest request, Sums<T> sums) {
        this.request = request;
        this.sums = sums;
    }

    /** Returns how many rows there are. */
    long count() {
        boolean known = request.page() > 0;
        Part<T> part = load(request.limit(), known ? offset() : 0);
        if (part.rows().isEmpty() && from > 0) {
            part = load(1, 0);
        }
        return part.total();
    }

    private long offset() {
        return (request.page() - 1L) * request.limit();
    }

    /** Returns the rows of a page. */
    List<T> fetch(Window window) {
        Part<T> part = loaded;
        if (part == null || !holds(part, window)) {
            part = load(Math.max(AHEAD, window.limit()), window.offset());
        }
        int begin = (int) Math.min(window.offset() - from, part.rows().size());
        int end = Math.min(begin + window.limit(), part.rows().size());
        return part.rows().subList(begin, end);
    }

    private boolean holds(Part<T> part, Window window) {
        long end = Math.min(window.offset() + window.limit(), part.total());
        return window.offset() >= from && end <= from + part.rows().size();
    }

    private Part<T> load(int limit, long offset) {
        Part<T> part = sums.part(limit, offset);
        loaded = part;
        from = offset;
        return part;
    }
}
