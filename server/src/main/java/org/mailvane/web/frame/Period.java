package org.mailvane.web.frame;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.mailvane.domains.DomainMail;
import org.mailvane.web.charts.DayChart;
import org.mailvane.web.charts.DayChart.Day;

/**
 * The days (UTC) that a page is about, up to today.
 *
 * @param days how many: one of {@link #CHOICES}
 * @param last today
 */
public record Period(int days, LocalDate last) {

    /** How many days there can be. */
    public static final List<Integer> CHOICES = List.of(7, 30, 90);

    private static final int STANDARD = 30;

    /**
     * For so many days reports still arrive: they come once a day (RFC 9990, section 4), of large
     * receivers a day later.
     */
    public static final int WAITING = 2;

    /**
     * Returns the period that an address selects.
     *
     * @param days the parameter; any other text than one of {@link #CHOICES} means 30
     */
    public static Period of(String days, Clock clock) {
        return new Period(
                CHOICES.stream()
                        .filter(each -> String.valueOf(each).equals(days))
                        .findFirst()
                        .orElse(STANDARD),
                LocalDate.now(clock.withZone(ZoneOffset.UTC)));
    }

    public LocalDate first() {
        return last.minusDays(days - 1L);
    }

    /** All messages of these days. */
    public DomainMail sum(Map<LocalDate, DomainMail> perDay) {
        return sum(perDay, first(), last);
    }

    /** All messages of some days. */
    public static DomainMail sum(
            Map<LocalDate, DomainMail> perDay, LocalDate first, LocalDate last) {
        DomainMail sum = DomainMail.NONE;
        for (LocalDate day = first; !day.isAfter(last); day = day.plusDays(1)) {
            sum = sum.plus(perDay.getOrDefault(day, DomainMail.NONE));
        }
        return sum;
    }

    /** The chart of these days. */
    public DayChart chart(Map<LocalDate, DomainMail> perDay) {
        return chart(perDay, 0);
    }

    /**
     * The chart of these days.
     *
     * @param hidden how many categories are not drawn, from below
     */
    public DayChart chart(Map<LocalDate, DomainMail> perDay, int hidden) {
        List<Day> all = new ArrayList<>();
        for (LocalDate day = first(); !day.isAfter(last); day = day.plusDays(1)) {
            DomainMail mail = perDay.getOrDefault(day, DomainMail.NONE);
            all.add(
                    new Day(
                            day,
                            Categories.of(mail.counts()),
                            day.isAfter(last.minusDays(WAITING)),
                            mail.total() - mail.passed()));
        }
        return DayChart.of(all, hidden);
    }
}
