package org.mailvane.detail;

import java.util.Arrays;
import org.mailvane.traffic.Messages;

/**
 * Rows of four numbers and a sum; rows with the same numbers are one. The numbers of a row lie side
 * by side, since to reach for memory is what takes time here; and rows in chunks, so that none is
 * ever copied.
 */
final class RowIndex {

    private static final int CHUNK_BITS = 14;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int IN_CHUNK = CHUNK - 1;
    private static final int FIRST_PLACES = 1 << 11;
    private static final int NONE = -1;

    private static final int FROM = 0;
    private static final int SENDER = 1;
    private static final int RESULTS = 2;
    private static final int KIND = 3;
    private static final int NUMBERS = 4;

    private int[][] numbers = new int[1][];
    private long[][] messages = new long[1][];
    private int size;

    /** Which row lies at a place; a power of two, at least twice as many as rows. */
    private int[] table = emptyTable(FIRST_PLACES);

    private static int[] emptyTable(int length) {
        int[] table = new int[length];
        Arrays.fill(table, NONE);
        return table;
    }

    /** Adds messages to a row. */
    void add(int from, int sender, int results, int kind, long count) {
        int mask = table.length - 1;
        int place = hash(from, sender, results, kind) & mask;
        int row = table[place];
        while (row != NONE && !is(row, from, sender, results, kind)) {
            place = (place + 1) & mask;
            row = table[place];
        }
        if (row == NONE) {
            row = append(from, sender, results, kind);
            table[place] = row;
            if (size * 2 > table.length) {
                grow();
            }
        }
        long[] sums = messages[row >> CHUNK_BITS];
        sums[row & IN_CHUNK] = Messages.sum(sums[row & IN_CHUNK], count);
    }

    private boolean is(int row, int from, int sender, int results, int kind) {
        int[] chunk = numbers[row >> CHUNK_BITS];
        int at = (row & IN_CHUNK) * NUMBERS;
        return chunk[at + SENDER] == sender
                && chunk[at + RESULTS] == results
                && chunk[at + FROM] == from
                && chunk[at + KIND] == kind;
    }

    private int append(int from, int sender, int results, int kind) {
        int row = size++;
        int chunk = row >> CHUNK_BITS;
        if ((row & IN_CHUNK) == 0) {
            if (chunk == numbers.length) {
                numbers = Arrays.copyOf(numbers, chunk * 2);
                messages = Arrays.copyOf(messages, chunk * 2);
            }
            numbers[chunk] = new int[CHUNK * NUMBERS];
            messages[chunk] = new long[CHUNK];
        }
        int at = (row & IN_CHUNK) * NUMBERS;
        numbers[chunk][at + FROM] = from;
        numbers[chunk][at + SENDER] = sender;
        numbers[chunk][at + RESULTS] = results;
        numbers[chunk][at + KIND] = kind;
        return row;
    }

    private static int hash(int from, int sender, int results, int kind) {
        long mixed = sender * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ results) * 0xC2B2AE3D27D4EB4FL;
        mixed = (mixed ^ ((long) from << 20) ^ kind) * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32);
    }

    private void grow() {
        int[] larger = emptyTable(table.length * 2);
        int mask = larger.length - 1;
        for (int row = 0; row < size; row++) {
            int place =
                    hash(
                                    number(row, FROM),
                                    number(row, SENDER),
                                    number(row, RESULTS),
                                    number(row, KIND))
                            & mask;
            while (larger[place] != NONE) {
                place = (place + 1) & mask;
            }
            larger[place] = row;
        }
        table = larger;
    }

    private int number(int row, int which) {
        return numbers[row >> CHUNK_BITS][(row & IN_CHUNK) * NUMBERS + which];
    }

    int size() {
        return size;
    }

    int sender(int row) {
        return number(row, SENDER);
    }

    int results(int row) {
        return number(row, RESULTS);
    }

    int kind(int row) {
        return number(row, KIND);
    }

    long messages(int row) {
        return messages[row >> CHUNK_BITS][row & IN_CHUNK];
    }

    /** The first number of each row, as it is called now. */
    int[] from(int[] names) {
        return renamed(FROM, names);
    }

    /** As {@link #from}, the second. */
    int[] sender(int[] names) {
        return renamed(SENDER, names);
    }

    /** As {@link #from}, the third. */
    int[] results(int[] names) {
        return renamed(RESULTS, names);
    }

    /** As {@link #from}, the fourth. */
    int[] kind(int[] names) {
        return renamed(KIND, names);
    }

    private int[] renamed(int which, int[] names) {
        int[] renamed = new int[size];
        for (int row = 0; row < size; row++) {
            renamed[row] = names[number(row, which)];
        }
        return renamed;
    }
}
