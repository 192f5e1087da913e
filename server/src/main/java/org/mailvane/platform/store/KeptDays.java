package org.mailvane.platform.store;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.mailvane.platform.settings.Settings;
import org.springframework.stereotype.Component;

/**
 * Which days are stored: from DMARC's beginnings, or the retention's begin, to two days ahead.
 * Without these bounds, forged dates could make partitions without end.
 */
@Component
public class KeptDays {

    /** Clocks of reporters may be ahead, and it is tomorrow already in parts of the world. */
    public static final int DAYS_AHEAD = 2;

    private final Settings settings;
    private final Clock clock;

    KeptDays(Settings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /** The days that are kept as of now. */
    public Range now() {
        LocalDate today = LocalDate.now(clock.withZone(ZoneOffset.UTC));
        int retention = settings.retentionDays();
        LocalDate begin = retention == 0 ? Partitions.FIRST_DAY : today.minusDays(retention);
        LocalDate first = begin.isBefore(Partitions.FIRST_DAY) ? Partitions.FIRST_DAY : begin;
        return new Range(first, today.plusDays(DAYS_AHEAD));
    }

    /** Days from the first to the last, asked once for a batch: midnight may come meanwhile. */
    public record Range(LocalDate first, LocalDate last) {

        /** Whether a day is kept. */
        public boolean contains(LocalDate day) {
            return !day.isBefore(first) && !day.isAfter(last);
        }
    }
}
