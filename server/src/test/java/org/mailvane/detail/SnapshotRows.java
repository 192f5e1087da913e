package org.mailvane.detail;

import java.util.HashMap;
import java.util.Map;
import org.mailvane.api.Ordering;

/** The rows of a snapshot, as its pages show them. */
final class SnapshotRows {

    private SnapshotRows() {}

    /** The messages of each row, which are 0 in the row itself; no two rows show the same. */
    static Map<ShownRow, Long> of(Snapshot snapshot) {
        RowPages pages = new RowPages(snapshot, RowChoice.ALL, Ordering.none());
        Map<ShownRow, Long> rows = new HashMap<>();
        for (ShownRow row : pages.fetch(Integer.MAX_VALUE, 0)) {
            if (rows.put(PlainRows.withoutMessages(row), row.messages()) != null) {
                throw new AssertionError("twice: " + row);
            }
        }
        if (rows.size() != pages.count()) {
            throw new AssertionError("%d rows of %d".formatted(rows.size(), pages.count()));
        }
        return rows;
    }
}
