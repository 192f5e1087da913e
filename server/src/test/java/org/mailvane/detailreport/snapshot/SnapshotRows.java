package org.mailvane.detailreport.snapshot;

import java.util.HashMap;
import java.util.Map;
import org.mailvane.api.binding.Ordering;
import org.mailvane.detailreport.PlainRows;
import org.mailvane.detailreport.query.RowChoice;
import org.mailvane.detailreport.query.RowPages;
import org.mailvane.detailreport.query.ShownRow;

/** The rows of a snapshot, as its pages show them. */
public final class SnapshotRows {

    private SnapshotRows() {}

    /** The messages of each row, which are 0 in the row itself; no two rows show the same. */
    public static Map<ShownRow, Long> of(Snapshot snapshot) {
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
