package org.mailvane.domains;

/** Numbers of messages. */
public final class Messages {

    private Messages() {}

    /**
     * The sum of two numbers, {@link Long#MAX_VALUE} at most. Reports may claim any number, and one
     * sum that fails would make all later reports and pages fail too. In the database, {@code
     * saturated} does the same.
     */
    public static long sum(long one, long other) {
        long sum = one + other;
        boolean tooLarge = one > 0 && other > 0 && sum < 0;
        return tooLarge ? Long.MAX_VALUE : sum;
    }
}
