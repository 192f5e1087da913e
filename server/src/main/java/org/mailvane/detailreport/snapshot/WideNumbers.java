package org.mailvane.detailreport.snapshot;

import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Numbers of things that 160 bits identify, in the order in which they came. Millions are looked up
 * for a large report, and following references takes most of that time: so they are in arrays.
 */
final class WideNumbers {

    private static final int FIRST = 1 << 10;
    private static final int NONE = -1;

    /** Another one in each process: nobody can choose things that lie in one place. */
    private static final long SEED = new SecureRandom().nextLong();

    private int[] tags = new int[FIRST];
    private long[] high = new long[FIRST];
    private long[] low = new long[FIRST];
    private int size;

    /** Which number lies at a place; a power of two, at least twice as many as numbers. */
    private int[] table = emptyTable(FIRST * 2);

    private static int[] emptyTable(int length) {
        int[] table = new int[length];
        Arrays.fill(table, NONE);
        return table;
    }

    /** Returns the number of a thing, which gets one if it has none. */
    int of(int tag, long upper, long lower) {
        int place = place(tag, upper, lower);
        if (table[place] == NONE) {
            if (size == low.length) {
                grow();
                place = place(tag, upper, lower);
            }
            tags[size] = tag;
            high[size] = upper;
            low[size] = lower;
            table[place] = size++;
        }
        return table[place];
    }

    /** Returns where a thing lies, or would. */
    private int place(int tag, long upper, long lower) {
        int mask = table.length - 1;
        long mixed = (upper ^ SEED) * 0xC2B2AE3D27D4EB4FL;
        mixed = (mixed ^ (mixed >>> 29) ^ lower) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 32) ^ tag) * 0xD6E8FEB86659FD93L;
        int place = (int) (mixed >>> 32) & mask;
        int number = table[place];
        while (number != NONE
                && !(low[number] == lower && high[number] == upper && tags[number] == tag)) {
            place = (place + 1) & mask;
            number = table[place];
        }
        return place;
    }

    private void grow() {
        int capacity = size * 2;
        tags = Arrays.copyOf(tags, capacity);
        high = Arrays.copyOf(high, capacity);
        low = Arrays.copyOf(low, capacity);
        table = emptyTable(capacity * 2);
        for (int number = 0; number < size; number++) {
            table[place(tags[number], high[number], low[number])] = number;
        }
    }

    int size() {
        return size;
    }

    /** Returns the first 32 bits of what has that number. */
    int tag(int number) {
        return tags[number];
    }

    /** Returns the 64 bits after them. */
    long high(int number) {
        return high[number];
    }

    /** Returns the last 64 bits. */
    long low(int number) {
        return low[number];
    }
}
