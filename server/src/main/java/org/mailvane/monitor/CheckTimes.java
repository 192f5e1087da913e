package org.mailvane.monitor;

import java.time.Duration;
import java.time.Instant;
import org.mailvane.domains.DomainId;

/**
 * When domains are looked up. Each has its own second of the hour, and of the day, so that those
 * that were added together are not looked up together for ever.
 */
final class CheckTimes {

    /** How often a DMARC record is looked up. */
    static final Duration DMARC = Duration.ofHours(1);

    /** How often everything is. */
    static final Duration EVERYTHING = Duration.ofDays(1);

    /** After how long something that was read for the first time is read once more. */
    static final Duration CONFIRM = Duration.ofMinutes(10);

    /** How long to wait after the first failure; after each further one twice as long. */
    static final Duration FIRST_PAUSE = Duration.ofMinutes(1);

    /** The longest pause after failures. */
    static final Duration LONGEST_PAUSE = Duration.ofHours(1);

    /** Spreads numbers that follow each other (Knuth's multiplicative hashing). */
    private static final long SPREAD = 2_654_435_761L;

    private CheckTimes() {}

    /** The next turn of a domain. */
    static Instant next(DomainId domain, Duration every, Instant now) {
        long period = every.toSeconds();
        long place = Math.floorMod(domain.value() * SPREAD, period);
        long seconds = now.getEpochSecond();
        long since = Math.floorMod(seconds - place, period);
        return Instant.ofEpochSecond(seconds - since + period);
    }

    /** How long to wait after so many failures in a row. */
    static Duration pause(int failures) {
        Duration pause = FIRST_PAUSE;
        for (int i = 1; i < failures && pause.compareTo(LONGEST_PAUSE) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }
}
