package org.mailvane.detailreport.query;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mailvane.detailreport.snapshot.IntColumn;

/** Some rows of a snapshot, in their default order. */
final class RowSet {

    private static final int FIRST_ROWS = 1 << 10;

    /** Their numbers; null where it is the first ones. */
    private final int @Nullable [] rows;

    private final int size;

    private RowSet(int @Nullable [] rows, int size) {
        this.rows = rows;
        this.size = size;
    }

    /** Returns the first rows of a snapshot. */
    static RowSet first(int size) {
        return new RowSet(null, size);
    }

    int size() {
        return size;
    }

    /** Returns the number of one of the rows. */
    int get(int index) {
        return rows == null ? index : rows[index];
    }

    /** Returns those of the rows for which the number in a column is one of the wanted. */
    RowSet with(IntColumn column, boolean[] wanted) {
        int[] found = new int[Math.min(size, FIRST_ROWS)];
        int count = 0;
        for (int i = 0; i < size; i++) {
            int row = get(i);
            if (wanted[column.get(row)]) {
                if (count == found.length) {
                    found = Arrays.copyOf(found, Math.min(size, count * 2));
                }
                found[count++] = row;
            }
        }
        return new RowSet(found, count);
    }

    /** Returns the numbers of some of the rows. */
    int[] part(int begin, int end) {
        int[] part = new int[end - begin];
        for (int i = 0; i < part.length; i++) {
            part[i] = get(begin + i);
        }
        return part;
    }
}
