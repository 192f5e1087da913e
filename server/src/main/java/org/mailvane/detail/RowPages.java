package org.mailvane.detail;

import java.util.List;
import org.mailvane.api.Ordering;

/** Some rows of a snapshot in some order, of which any part can be had. */
final class RowPages {

    private final Snapshot snapshot;
    private final RowChoice choice;
    private final Ordering<RowOrder> ordering;

    RowPages(Snapshot snapshot, RowChoice choice, Ordering<RowOrder> ordering) {
        this.snapshot = snapshot;
        this.choice = choice;
        this.ordering = ordering;
    }

    /** How many rows there are. */
    long count() {
        throw new UnsupportedOperationException();
    }

    /** Some of the rows. */
    List<ShownRow> fetch(int limit, long offset) {
        throw new UnsupportedOperationException();
    }
}
