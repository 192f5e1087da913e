package org.mailvane.detail;

import java.util.Arrays;
import org.mailvane.traffic.Messages;

/** Rows of four numbers and a sum; rows with the same numbers are one. */
final class RowIndex {

    private static final int FIRST_ROWS = 1 << 10;
    private static final int NONE = -1;

    private int[] from = new int[FIRST_ROWS];
    private int[] sender = new int[FIRST_ROWS];
    private int[] results = new int[FIRST_ROWS];
    private int[] kind = new int[FIRST_ROWS];
    private long[] messages = new long[FIRST_ROWS];
    private int size;

    /** Which row lies at a place; a power of two, at least twice as many as rows. */
    private int[] table = emptyTable(FIRST_ROWS * 2);

    private static int[] emptyTable(int length) {
        int[] table = new int[length];
        Arrays.fill(table, NONE);
        return table;
    }

    /** Adds messages to a row. */
    void add(int from, int sender, int results, int kind, long messages) {
        int place = place(from, sender, results, kind);
        int row = table[place];
        if (row == NONE) {
            if (size == this.from.length) {
                grow();
                place = place(from, sender, results, kind);
            }
            row = size++;
            table[place] = row;
            this.from[row] = from;
            this.sender[row] = sender;
            this.results[row] = results;
            this.kind[row] = kind;
        }
        this.messages[row] = Messages.sum(this.messages[row], messages);
    }

    /** Where the row lies, or would. */
    private int place(int from, int sender, int results, int kind) {
        int mask = table.length - 1;
        int place = hash(from, sender, results, kind) & mask;
        while (true) {
            int row = table[place];
            if (row == NONE
                    || (this.sender[row] == sender
                            && this.results[row] == results
                            && this.from[row] == from
                            && this.kind[row] == kind)) {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    private static int hash(int from, int sender, int results, int kind) {
        long mixed = sender * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ results) * 0xC2B2AE3D27D4EB4FL;
        mixed = (mixed ^ ((long) from << 20) ^ kind) * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32);
    }

    private void grow() {
        int capacity = size * 2;
        from = Arrays.copyOf(from, capacity);
        sender = Arrays.copyOf(sender, capacity);
        results = Arrays.copyOf(results, capacity);
        kind = Arrays.copyOf(kind, capacity);
        messages = Arrays.copyOf(messages, capacity);
        table = emptyTable(capacity * 2);
        for (int row = 0; row < size; row++) {
            table[place(from[row], sender[row], results[row], kind[row])] = row;
        }
    }

    int size() {
        return size;
    }

    int kind(int row) {
        return kind[row];
    }

    long messages(int row) {
        return messages[row];
    }

    /** The first number of each row, as it is called now. */
    int[] from(int[] numbers) {
        return renamed(from, numbers);
    }

    /** As {@link #from}, the second. */
    int[] sender(int[] numbers) {
        return renamed(sender, numbers);
    }

    /** As {@link #from}, the third. */
    int[] results(int[] numbers) {
        return renamed(results, numbers);
    }

    /** As {@link #from}, the fourth. */
    int[] kind(int[] numbers) {
        return renamed(kind, numbers);
    }

    private int[] renamed(int[] column, int[] numbers) {
        int[] renamed = new int[size];
        for (int row = 0; row < size; row++) {
            renamed[row] = numbers[column[row]];
        }
        return renamed;
    }
}
