package org.mailvane.monitor;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds days with far more mail than is usual, by measures that single such days before do not
 * move: the median, and the median distance from it.
 */
final class VolumeSpikes {

    /** Days before that say what is usual: two months, so that what comes monthly is usual. */
    static final int DAYS = 60;

    /** Days with mail, of whatever kind, among these that it takes to know what is usual. */
    static final int MIN_DAYS = 14;

    /** Fewer messages are never unusual. */
    static final long MIN_MESSAGES = 100;

    /** Median distances above the median, as standard deviations would be counted. */
    private static final double DISTANCES = 6;

    /** What a median distance is to a standard deviation, of normally distributed numbers. */
    private static final double DEVIATION = 1.4826;

    /** It is far more than on the day before it that had the most but one. */
    private static final double ABOVE_SECOND = 1.5;

    private VolumeSpikes() {}

    /**
     * How many messages were usual.
     *
     * @param usual the median of a day
     * @param messages how many it was
     */
    record Spike(long usual, long messages) {}

    /**
     * Whether a day is far above those before it; null where it is not, or where too little is
     * known to say so.
     *
     * @param messages by day; days that are not there had none
     * @param first the first day of which anything is known
     * @param known days with any mail, of which it takes some to know what is usual
     */
    static @Nullable Spike at(
            LocalDate day,
            Map<LocalDate, Long> messages,
            LocalDate first,
            Predicate<LocalDate> known) {
        long now = messages.getOrDefault(day, 0L);
        LocalDate from = day.minusDays(DAYS);
        if (first.isAfter(from)) {
            from = first;
        }
        long[] before = from.datesUntil(day).mapToLong(d -> messages.getOrDefault(d, 0L)).toArray();
        if (now < MIN_MESSAGES
                || before.length < MIN_DAYS
                || from.datesUntil(day).filter(known).count() < MIN_DAYS) {
            return null;
        }
        long usual = median(before);
        long distance = median(Arrays.stream(before).map(n -> Math.abs(n - usual)).toArray());
        long second = before[before.length - 2];
        boolean far =
                now > usual + DISTANCES * DEVIATION * distance
                        && now > 2 * usual
                        && now > ABOVE_SECOND * second;
        return far ? new Spike(usual, now) : null;
    }

    /** Sorts the numbers, and answers the one in the middle. */
    private static long median(long[] numbers) {
        Arrays.sort(numbers);
        return numbers[numbers.length / 2];
    }
}
