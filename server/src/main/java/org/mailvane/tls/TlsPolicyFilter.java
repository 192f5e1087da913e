package org.mailvane.tls;

import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Field;
import org.mailvane.api.errors.ApiProblem;

/**
 * Which policies a list shows, and of which days; null for what is not asked.
 *
 * @param begin the first day whose reports are summed up
 * @param end the last
 * @param filterId number of a filter of the caller's, whose domains they are of
 */
public record TlsPolicyFilter(
        @Field(description = "Reports that start on or after this day (UTC).")
                @Nullable LocalDate begin,
        @Field(description = "Reports that start on or before this day (UTC).")
                @Nullable LocalDate end,
        @Field(description = "Domains of this filter.") @Nullable Long filterId) {

    /** Beyond them the database has no reports. */
    private static final DayRange ALL =
            new DayRange(LocalDate.of(1900, 1, 1), LocalDate.of(9999, 12, 31));

    /**
     * Makes sure that the days are in order.
     *
     * @throws ApiProblem 400 when they end before they begin
     */
    void check() {
        if (begin != null && end != null && end.isBefore(begin)) {
            throw ApiProblem.invalid("end", endsTooEarly(begin, end));
        }
    }

    static String endsTooEarly(LocalDate begin, LocalDate end) {
        return "%s is not valid: it must not be before the begin %s.".formatted(end, begin);
    }

    /** Whether reports of some days only are summed up. */
    boolean hasDays() {
        return begin != null || end != null;
    }

    /** From when. */
    Instant from() {
        return range().from();
    }

    /** Until when, exclusive. */
    Instant until() {
        return range().until();
    }

    private DayRange range() {
        return new DayRange(begin == null ? ALL.first() : begin, end == null ? ALL.last() : end);
    }
}
