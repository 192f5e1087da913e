package org.mailvane.reporters;

/** How much a report may count before somebody has to look at it. */
public final class PlausibleVolume {

    /** What one line of a report may count. */
    public static final long MAX_COUNT = 1_000_000_000;

    /** What a day may count, whatever its domain usually has. */
    public static final long SMALL = 10_000;

    /** So many times its domain's largest day is plausible. */
    public static final long TIMES_USUAL = 10;

    /** Days of which the largest counts. */
    public static final int USUAL_DAYS = 90;

    private PlausibleVolume() {}

    /**
     * Returns the most that a day may plausibly count.
     *
     * @param largestDay what the largest day of the domain counts
     */
    public static long most(long largestDay) {
        long times =
                largestDay > Long.MAX_VALUE / TIMES_USUAL
                        ? Long.MAX_VALUE
                        : largestDay * TIMES_USUAL;
        return Math.max(SMALL, times);
    }
}
