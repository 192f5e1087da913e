package org.mailvane.detail;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Ordering;
import org.mailvane.sources.Category;

/** A source's servers, by the organisations of their confirmed names. */
final class ServerRows {

    private ServerRows() {}

    /**
     * All that match, in the wanted order; else those with the most messages first.
     *
     * @param source number of the source
     * @param category only rows of this category; null: of any
     * @param search part of the server's name, whatever its case; empty for all
     */
    static List<ServerRow> of(
            Snapshot snapshot,
            int source,
            @Nullable Category category,
            String search,
            Ordering<ServerOrder> ordering) {
        throw new UnsupportedOperationException();
    }
}
