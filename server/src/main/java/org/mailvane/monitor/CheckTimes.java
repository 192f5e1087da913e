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

    /**
     * After how long that is where nothing was known before: somebody has just added the domain,
     * and waits for its state.
     */
    static final Duration CONFIRM_FIRST = Duration.ofMinutes(1);

    /** How long to wait at least after a failure. */
    static final Duration SHORTEST_PAUSE = Duration.ofMinutes(1);

    /** Spreads numbers that follow each other (Knuth's multiplicative hashing). */
    private static final long SPREAD = 2_654_435_761L;

    private CheckTimes() {}

    /** Returns the next turn of a domain. */
    static Instant next(DomainId domain, Duration every, Instant now) {
        long period = every.toSeconds();
        long place = Math.floorMod(domain.value() * SPREAD, period);
        long seconds = now.getEpochSecond();
        long since = Math.floorMod(seconds - place, period);
        return Instant.ofEpochSecond(seconds - since + period);
    }

    /**
     * Returns how long to wait after a failure: as long as it has lasted, so that each pause is
     * twice as long as the one before. What lasts is asked for at its turns alone.
     */
    static Duration pause(Duration lasting) {
        return lasting.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : lasting;
    }
}
