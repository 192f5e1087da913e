package org.mailvane.detailreport.snapshot;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.mailvane.domains.Messages;

/**
 * Rows of four numbers and a sum; rows with the same numbers are one. Memory access takes most of
 * the time here: so all values of a row are side by side, and the table of places alone
 * distinguishes most rows. Rows are stored in chunks, so that none is ever copied.
 */
final class RowIndex {

    private static final int CHUNK_BITS = 14;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int IN_CHUNK = CHUNK - 1;
    private static final int FIRST_PLACES = 1 << 10;

    /** What lies at a place without a row. */
    private static final long NONE = 0;

    /** Longs of a row: two numbers each, then the messages. */
    private static final int FROM_AND_SENDER = 0;

    private static final int RESULTS_AND_KIND = 1;
    private static final int MESSAGES = 2;
    private static final int LONGS = 3;

    /** Another one in each process: nobody can send rows that lie in one place. */
    private static final long SEED = new SecureRandom().nextLong();

    private long[][] chunks = new long[1][];
    private int size;

    /**
     * At each place the upper half of a row's mix, and the row counted from 1. A power of two, of
     * which a quarter is always empty.
     */
    private long[] table = new long[FIRST_PLACES];

    /** Adds messages to a row. */
    void add(int from, int sender, int results, int kind, long count) {
        long first = pair(from, sender);
        long second = pair(results, kind);
        int hash = hash(first, second);
        int mask = table.length - 1;
        int place = hash & mask;
        while (table[place] != NONE) {
            if ((int) (table[place] >>> Integer.SIZE) == hash) {
                int row = (int) table[place] - 1;
                long[] chunk = chunks[row >> CHUNK_BITS];
                int at = (row & IN_CHUNK) * LONGS;
                if (chunk[at + FROM_AND_SENDER] == first
                        && chunk[at + RESULTS_AND_KIND] == second) {
                    chunk[at + MESSAGES] = Messages.sum(chunk[at + MESSAGES], count);
                    return;
                }
            }
            place = (place + 1) & mask;
        }
        append(first, second, count);
        table[place] = pair(hash, size);
        if (size > table.length / 4 * 3) {
            grow();
        }
    }

    private static long pair(int upper, int lower) {
        return (long) upper << Integer.SIZE | Integer.toUnsignedLong(lower);
    }

    private void append(long first, long second, long count) {
        int row = size++;
        int chunk = row >> CHUNK_BITS;
        if ((row & IN_CHUNK) == 0) {
            if (chunk == chunks.length) {
                chunks = Arrays.copyOf(chunks, chunk * 2);
            }
            chunks[chunk] = new long[CHUNK * LONGS];
        }
        int at = (row & IN_CHUNK) * LONGS;
        chunks[chunk][at + FROM_AND_SENDER] = first;
        chunks[chunk][at + RESULTS_AND_KIND] = second;
        chunks[chunk][at + MESSAGES] = count;
    }

    private static int hash(long first, long second) {
        long mixed = (first ^ SEED) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 29) ^ second) * 0xC2B2AE3D27D4EB4FL;
        mixed = (mixed ^ (mixed >>> 32)) * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32);
    }

    private void grow() {
        long[] larger = new long[table.length * 2];
        int mask = larger.length - 1;
        for (long entry : table) {
            if (entry != NONE) {
                int place = (int) (entry >>> Integer.SIZE) & mask;
                while (larger[place] != NONE) {
                    place = (place + 1) & mask;
                }
                larger[place] = entry;
            }
        }
        table = larger;
    }

    int size() {
        return size;
    }

    private long get(int row, int which) {
        return chunks[row >> CHUNK_BITS][(row & IN_CHUNK) * LONGS + which];
    }

    int from(int row) {
        return (int) (get(row, FROM_AND_SENDER) >>> Integer.SIZE);
    }

    int sender(int row) {
        return (int) get(row, FROM_AND_SENDER);
    }

    int results(int row) {
        return (int) (get(row, RESULTS_AND_KIND) >>> Integer.SIZE);
    }

    int kind(int row) {
        return (int) get(row, RESULTS_AND_KIND);
    }

    long messages(int row) {
        return get(row, MESSAGES);
    }

    /** Returns a number of each row, as it is called now. */
    private int[] renamed(IntUnaryOperator number, int[] names) {
        int[] renamed = new int[size];
        for (int row = 0; row < size; row++) {
            renamed[row] = names[number.applyAsInt(row)];
        }
        return renamed;
    }

    /** Returns the first number of each row, as it is called now. */
    int[] from(int[] names) {
        return renamed(this::from, names);
    }

    /** As {@link #from}, the second. */
    int[] sender(int[] names) {
        return renamed(this::sender, names);
    }

    /** As {@link #from}, the third. */
    int[] results(int[] names) {
        return renamed(this::results, names);
    }

    /** As {@link #from}, the fourth. */
    int[] kind(int[] names) {
        return renamed(this::kind, names);
    }
}
