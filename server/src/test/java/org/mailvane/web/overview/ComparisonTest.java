package org.mailvane.web.overview;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mailvane.domains.DomainCounts;
import org.mailvane.domains.DomainMail;
import org.mailvane.web.frame.Period;

/** A period beside the one before. */
class ComparisonTest {

    private static final LocalDate TODAY = LocalDate.of(2026, 11, 20);

    /** A message on each of so many days. */
    private static Map<LocalDate, DomainMail> daily(int days) {
        Map<LocalDate, DomainMail> perDay = new HashMap<>();
        TODAY.minusDays(days - 1L)
                .datesUntil(TODAY.plusDays(1))
                .forEach(day -> perDay.put(day, new DomainMail(new DomainCounts(1, 0, 0, 0), 1)));
        return perDay;
    }

    @Test
    void longPeriodsAreNotCompared() {
        Map<LocalDate, DomainMail> perDay = daily(10 * Comparison.MAX_DAYS);
        Period longest = new Period(Comparison.MAX_DAYS, TODAY);
        assertThat(Comparison.of(longest, perDay))
                .hasValueSatisfying(compared -> assertThat(compared.growth()).isZero());
        assertThat(Comparison.firstDay(longest))
                .isBefore(longest.first().minusDays(Comparison.MAX_DAYS));
        Period longer = new Period(Comparison.MAX_DAYS + 1, TODAY);
        assertThat(Comparison.of(longer, perDay)).isEmpty();
        assertThat(Comparison.firstDay(longer))
                .as("no more days are added up than are shown")
                .isEqualTo(longer.first());
    }
}
