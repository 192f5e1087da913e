package org.mailvane.detail;

import java.security.SecureRandom;
import java.util.Arrays;
import org.mailvane.mailauth.dns.IpAddress;

/**
 * Numbers of addresses, in the order in which they came. Millions are looked up for a large report,
 * and to follow references takes most of that: so addresses lie in arrays.
 */
final class AddressNumbers {

    private static final int FIRST = 1 << 10;
    private static final int NONE = -1;

    /** Another one in each process: nobody can choose addresses that lie in one place. */
    private static final long SEED = new SecureRandom().nextLong();

    private long[] high = new long[FIRST];
    private long[] low = new long[FIRST];
    private boolean[] isV4 = new boolean[FIRST];
    private int size;

    /** Which number lies at a place; a power of two, at least twice as many as numbers. */
    private int[] table = emptyTable(FIRST * 2);

    private static int[] emptyTable(int length) {
        int[] table = new int[length];
        Arrays.fill(table, NONE);
        return table;
    }

    /** The number of an address, which gets one if it has none. */
    int of(IpAddress address) {
        int place = place(address.isV4(), address.high(), address.low());
        if (table[place] == NONE) {
            if (size == low.length) {
                grow();
                place = place(address.isV4(), address.high(), address.low());
            }
            high[size] = address.high();
            low[size] = address.low();
            isV4[size] = address.isV4();
            table[place] = size++;
        }
        return table[place];
    }

    /** Where an address lies, or would. */
    private int place(boolean v4, long upper, long lower) {
        int mask = table.length - 1;
        long mixed = (upper ^ SEED) * 0xC2B2AE3D27D4EB4FL;
        mixed = (mixed ^ (mixed >>> 29) ^ lower) * 0x9E3779B97F4A7C15L;
        int place = (int) (mixed >>> 32) & mask;
        int number = table[place];
        while (number != NONE
                && !(low[number] == lower && high[number] == upper && isV4[number] == v4)) {
            place = (place + 1) & mask;
            number = table[place];
        }
        return place;
    }

    private void grow() {
        int capacity = size * 2;
        high = Arrays.copyOf(high, capacity);
        low = Arrays.copyOf(low, capacity);
        isV4 = Arrays.copyOf(isV4, capacity);
        table = emptyTable(capacity * 2);
        for (int number = 0; number < size; number++) {
            table[place(isV4[number], high[number], low[number])] = number;
        }
    }

    int size() {
        return size;
    }
}
