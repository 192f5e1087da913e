package org.mailvane.mailauth.spf;

/** Sums that stay at their largest value: records that include each other twice double counts. */
final class Counts {

    private Counts() {}

    /** The sum, at most the largest int. */
    static int sum(int one, int other) {
        return (int) Math.min(Integer.MAX_VALUE, (long) one + other);
    }
}
