package org.mailvane.timeline;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;

/**
 * Which events a list shows.
 *
 * @param domains of these domains, and of those that count with one of them; empty: of all that the
 *     caller may read
 * @param changes of these kinds, as they are stored; none: of all
 * @param begin on this day (UTC) or later; null: any
 * @param end on this day (UTC) or earlier; null: any
 */
public record EventChoice(
        Optional<List<DomainId>> domains,
        List<String> changes,
        @Nullable LocalDate begin,
        @Nullable LocalDate end) {

    /** From when; null: any. */
    @Nullable Instant from() {
        return begin == null ? null : begin.atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    /** Until when, exclusive; null: any. */
    @Nullable Instant until() {
        return end == null ? null : end.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    }
}
