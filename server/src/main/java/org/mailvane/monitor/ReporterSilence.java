package org.mailvane.monitor;

import java.time.LocalDate;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Finds out who has reported regularly and does not any more. */
public final class ReporterSilence {

    /** Days before the silence that are looked at. */
    public static final int DAYS = 28;

    /** Of these, the days with reports from reporters that report regularly. */
    public static final int REGULAR = 20;

    /** Days without a report that are a silence. */
    public static final int SILENT = 5;

    private ReporterSilence() {}

    /** Days that have to be known to judge one. */
    static LocalDate from(LocalDate day) {
        return day.minusDays(SILENT + DAYS - 1L);
    }

    /** Whether reports that came regularly had stopped by the end of this day. */
    static boolean at(LocalDate day, Collection<LocalDate> reported) {
        LocalDate quiet = day.minusDays(SILENT - 1L);
        Set<LocalDate> days = new HashSet<>(reported);
        return quiet.datesUntil(day.plusDays(1)).noneMatch(days::contains)
                && from(day).datesUntil(quiet).filter(days::contains).count() >= REGULAR;
    }

    /** Whether there was a report in the days in which its lack would be a silence. */
    static boolean isOver(LocalDate day, Collection<LocalDate> reported) {
        LocalDate quiet = day.minusDays(SILENT - 1L);
        return reported.stream().anyMatch(d -> !d.isBefore(quiet) && !d.isAfter(day));
    }
}
