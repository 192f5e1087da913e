package org.mailvane.traffic.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportDaysTest {

    @ParameterizedTest
    @CsvSource({
        // An ordinary day, a day with the end included, a day that is not from midnight.
        "2026-03-01T00:00:00Z, 2026-03-01T23:59:59Z",
        "2026-03-01T00:00:00Z, 2026-03-02T00:00:00Z",
        "2026-03-01T17:00:00Z, 2026-03-02T16:59:59Z",
        // 25 hours, and no time at all.
        "2026-03-01T12:00:00Z, 2026-03-02T13:00:00Z",
        "2026-03-01T12:00:00Z, 2026-03-01T12:00:00Z",
    })
    void upTo25HoursCountOnTheBeginDay(Instant begin, Instant end) {
        ReportDays days = ReportDays.of(begin, end);
        assertThat(days.days()).containsExactly(LocalDate.of(2026, 3, 1));
        assertThat(days.spread(7)).containsExactly(7);
        assertThat(days.tooLong()).isFalse();
    }

    @Test
    void aPeriodThatIsLongerThanADayIsSpread() {
        Instant begin = Instant.parse("2026-03-01T12:00:00Z");
        Instant end = begin.plus(ReportDays.ONE_DAY_LIMIT);
        assertThat(ReportDays.of(begin, end).days()).hasSize(1);
        assertThat(ReportDays.of(begin, end.plusSeconds(1)).days()).hasSize(2);
    }

    @Test
    void aLongerPeriodIsSpreadByTheTimeThatItCoversOfEachDay() {
        ReportDays days =
                ReportDays.of(
                        Instant.parse("2026-03-01T12:00:00Z"),
                        Instant.parse("2026-03-04T00:00:00Z"));
        assertThat(days.days())
                .containsExactly(
                        LocalDate.of(2026, 3, 1),
                        LocalDate.of(2026, 3, 2),
                        LocalDate.of(2026, 3, 3));
        assertThat(days.spread(10)).containsExactly(2, 4, 4);
    }

    @Test
    void remaindersGoToTheLargestAndAmongEqualsToTheEarlier() {
        ReportDays twoDays =
                ReportDays.of(
                        Instant.parse("2026-03-01T00:00:00Z"),
                        Instant.parse("2026-03-03T00:00:00Z"));
        assertThat(twoDays.spread(1)).containsExactly(1, 0);
        assertThat(twoDays.spread(3)).containsExactly(2, 1);
        assertThat(twoDays.spread(0)).containsExactly(0, 0);
        // 1.5 hours of 25.5 and 24 of them: of 2 messages 0.12 and 1.88.
        ReportDays uneven =
                ReportDays.of(
                        Instant.parse("2026-03-01T22:30:00Z"),
                        Instant.parse("2026-03-03T00:00:00Z"));
        assertThat(uneven.spread(2)).containsExactly(0, 2);
    }

    @Test
    void morethan31DaysCountOnTheBeginDayAndAreFlagged() {
        Instant begin = Instant.parse("2026-03-01T00:00:00Z");
        Instant end = begin.plus(ReportDays.SPREAD_LIMIT);
        ReportDays longest = ReportDays.of(begin, end);
        assertThat(longest.days()).hasSize(31);
        assertThat(longest.tooLong()).isFalse();
        ReportDays tooLong = ReportDays.of(begin, end.plusSeconds(1));
        assertThat(tooLong.days()).containsExactly(LocalDate.of(2026, 3, 1));
        assertThat(tooLong.tooLong()).isTrue();
    }

    @Test
    void partsAlwaysAddUp() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 20_000; i++) {
            Instant begin = Instant.ofEpochSecond(1_700_000_000L + random.nextLong(10_000_000));
            Instant end = begin.plusSeconds(random.nextLong(32L * 86_400));
            long messages = random.nextLong(random.nextBoolean() ? 20 : Long.MAX_VALUE / 4);
            long[] parts = ReportDays.of(begin, end).spread(messages);
            assertThat(Arrays.stream(parts).sum()).isEqualTo(messages);
            assertThat(Arrays.stream(parts).min().orElseThrow()).isNotNegative();
        }
    }
}
