package org.mailvane.traffic;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Days (UTC) from the first to the last. */
public record Days(LocalDate first, LocalDate last) {

    /** Every day that a row can have. */
    public static final Days ALL = new Days(LocalDate.of(2000, 1, 1), LocalDate.of(9999, 1, 1));

    public static Days of(LocalDate day) {
        return new Days(day, day);
    }

    public static Days of(YearMonth month) {
        return new Days(month.atDay(1), month.atEndOfMonth());
    }

    public static Days from(LocalDate day) {
        return day.isBefore(ALL.first) ? ALL : new Days(day, ALL.last);
    }

    /** Returns all days that are in one of these, in order, none of them twice. */
    public static List<Days> union(Collection<Days> some) {
        List<Days> all = new ArrayList<>();
        for (Days days : some.stream().sorted(Comparator.comparing(Days::first)).toList()) {
            if (!all.isEmpty() && !days.first.isAfter(all.getLast().last.plusDays(1))) {
                all.add(all.removeLast().with(days));
            } else {
                all.add(days);
            }
        }
        return all;
    }

    public boolean contains(LocalDate day) {
        return !day.isBefore(first) && !day.isAfter(last);
    }

    /** From the first day of both to the last. */
    public Days with(Days other) {
        return new Days(
                first.isBefore(other.first) ? first : other.first,
                last.isAfter(other.last) ? last : other.last);
    }

    /** Returns those of them that lie in a month, if any do. */
    public Optional<Days> within(YearMonth month) {
        LocalDate begin = first.isBefore(month.atDay(1)) ? month.atDay(1) : first;
        LocalDate end = last.isAfter(month.atEndOfMonth()) ? month.atEndOfMonth() : last;
        return begin.isAfter(end) ? Optional.empty() : Optional.of(new Days(begin, end));
    }

    public List<YearMonth> months() {
        List<YearMonth> months = new ArrayList<>();
        for (YearMonth month = YearMonth.from(first);
                !month.isAfter(YearMonth.from(last));
                month = month.plusMonths(1)) {
            months.add(month);
        }
        return months;
    }
}
