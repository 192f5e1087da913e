package org.mailvane.traffic;

/** Numbers of messages. */
public final class Messages {

    private Messages() {}

    /**
     * The sum of two numbers from 0, {@link Long#MAX_VALUE} at most. Reports may claim any number;
     * sums that failed by it would fail for ever, and a report of other people's rows with them.
     */
    public static long sum(long one, long other) {
        long sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
