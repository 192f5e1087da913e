package org.mailvane.tls;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * Days (UTC) on which reports begin.
 *
 * @param first the first
 * @param last the last, not before it
 */
public record DayRange(LocalDate first, LocalDate last) {

    /** Returns when they begin. */
    Instant from() {
        return first.atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    /** Returns when the day after them begins. */
    Instant until() {
        return last.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    }
}
