package org.mailvane.traffic.store;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The days (UTC) on which a report's messages count.
 *
 * <p>A period of up to 25 hours counts on its begin day: most receivers report days, though not
 * always from midnight. Up to 31 days, messages are spread over the days by the time that the
 * period covers of each. A longer period says nothing about days; it counts on its begin day and is
 * flagged.
 */
public final class ReportDays {

    static final Duration ONE_DAY_LIMIT = Duration.ofHours(25);
    public static final Duration SPREAD_LIMIT = Duration.ofDays(31);

    private final List<LocalDate> days;
    private final long[] weights;
    private final long totalWeight;
    private final boolean tooLong;

    private ReportDays(List<LocalDate> days, long[] weights, boolean tooLong) {
        this.days = days;
        this.weights = weights;
        this.totalWeight = Arrays.stream(weights).sum();
        this.tooLong = tooLong;
    }

    static ReportDays of(Instant begin, Instant end) {
        LocalDate first = LocalDate.ofInstant(begin, ZoneOffset.UTC);
        Duration span = Duration.between(begin, end);
        if (span.compareTo(ONE_DAY_LIMIT) <= 0 || span.compareTo(SPREAD_LIMIT) > 0) {
            return new ReportDays(List.of(first), new long[] {1}, span.compareTo(SPREAD_LIMIT) > 0);
        }
        List<LocalDate> days = new ArrayList<>();
        List<Long> seconds = new ArrayList<>();
        Instant from = begin;
        for (LocalDate day = first; from.isBefore(end); day = day.plusDays(1)) {
            Instant midnight = day.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC);
            Instant until = midnight.isBefore(end) ? midnight : end;
            days.add(day);
            seconds.add(Duration.between(from, until).toSeconds());
            from = until;
        }
        return new ReportDays(
                List.copyOf(days), seconds.stream().mapToLong(Long::longValue).toArray(), false);
    }

    /** Returns the days, ascending. */
    List<LocalDate> days() {
        return days;
    }

    /** Whether the period is too long to say anything about days. */
    boolean tooLong() {
        return tooLong;
    }

    /**
     * Spreads messages over the {@link #days}: whole numbers by largest remainder, earlier days
     * first among equals. Their sum is {@code messages}.
     */
    long[] spread(long messages) {
        long[] parts = new long[weights.length];
        if (parts.length == 1) {
            parts[0] = messages;
            return parts;
        }
        long[] remainders = new long[weights.length];
        long left = messages;
        for (int i = 0; i < parts.length; i++) {
            // Split so that large counts do not overflow: whole rounds first, then the rest.
            long rest = messages % totalWeight * weights[i];
            parts[i] = messages / totalWeight * weights[i] + rest / totalWeight;
            remainders[i] = rest % totalWeight;
            left -= parts[i];
        }
        for (; left > 0; left--) {
            int largest = 0;
            for (int i = 1; i < parts.length; i++) {
                if (remainders[i] > remainders[largest]) {
                    largest = i;
                }
            }
            parts[largest]++;
            remainders[largest] = -1;
        }
        return parts;
    }
}
