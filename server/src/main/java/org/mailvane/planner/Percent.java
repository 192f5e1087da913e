package org.mailvane.planner;

import java.math.BigInteger;

/** Compares sums of messages, which may be as large as a number can be. */
final class Percent {

    private static final BigInteger HUNDRED = BigInteger.valueOf(100);

    /** Numbers up to here can be multiplied by a hundred. */
    private static final long SMALL = Long.MAX_VALUE / 100;

    private Percent() {}

    /** Whether a part is at least so many percent of the whole; nothing of nothing is. */
    static boolean isAtLeast(long part, int percent, long whole) {
        return compare(part, percent, whole) >= 0;
    }

    /** Whether a part is more than so many percent of the whole. */
    static boolean isMoreThan(long part, int percent, long whole) {
        return compare(part, percent, whole) > 0;
    }

    private static int compare(long part, int percent, long whole) {
        return part <= SMALL && whole <= SMALL
                ? Long.compare(part * 100, whole * percent)
                : BigInteger.valueOf(part)
                        .multiply(HUNDRED)
                        .compareTo(BigInteger.valueOf(whole).multiply(BigInteger.valueOf(percent)));
    }
}
