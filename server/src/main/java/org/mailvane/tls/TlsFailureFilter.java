package org.mailvane.tls;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Field;
import org.mailvane.api.errors.ApiProblem;

/**
 * The days whose failures a list shows; null for no limit.
 *
 * @param begin the first
 * @param end the last
 */
public record TlsFailureFilter(
        @Field(
                        description =
                                "Reports that start on or after this day (UTC). Default: 6 days before"
                                        + " `end`.")
                @Nullable LocalDate begin,
        @Field(
                        description =
                                "Reports that start on or before this day (UTC), at most 60 days after"
                                        + " `begin`. Default: today.")
                @Nullable LocalDate end) {

    /** Days between begin and end at most. */
    public static final int MAX_DAYS_APART = 60;

    /**
     * Days from begin to end where begin is not given: the two and those between them are seven.
     */
    static final int DAYS_APART = 6;

    /**
     * Returns the days that are asked for.
     *
     * @throws ApiProblem 400 when they end before they begin, or are too many
     */
    public DayRange days(LocalDate today) {
        LocalDate last = end == null ? today : end;
        LocalDate first = begin == null ? last.minusDays(DAYS_APART) : begin;
        if (last.isBefore(first)) {
            throw ApiProblem.invalid("end", TlsPolicyFilter.endsTooEarly(first, last));
        }
        if (ChronoUnit.DAYS.between(first, last) > MAX_DAYS_APART) {
            throw ApiProblem.invalid(
                    "end",
                    "%s is not valid: it must be at most %d days after the begin %s."
                            .formatted(last, MAX_DAYS_APART, first));
        }
        return new DayRange(first, last);
    }
}
