package org.mailvane.domains;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * Days up to today that messages are added up of; by default those that domains' counts cover.
 *
 * @param first the first
 * @param last the last: today (UTC)
 */
public record CountedDays(LocalDate first, LocalDate last) {

    /** How many they are. */
    public static final int NUMBER = 7;

    /** Those that are counted now. */
    public static CountedDays now(Clock clock) {
        return upToNow(clock, NUMBER);
    }

    /** Another number of days up to today. */
    public static CountedDays upToNow(Clock clock, int number) {
        LocalDate today = LocalDate.now(clock.withZone(ZoneOffset.UTC));
        return new CountedDays(today.minusDays(number - 1L), today);
    }
}
