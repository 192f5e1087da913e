package org.mailvane.traffic;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.mailvane.domains.DomainId;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.store.Scope;
import org.mailvane.traffic.ReportTable.NewReport;
import org.springframework.stereotype.Component;

/** Finds mailed reports that are not to count until a person has looked at them. */
@Component
class ImplausibleReports {

    /** Reason of a report whose mail fails DMARC, though its From domain asks to refuse such. */
    static final String AUTHENTICATION_FAILED = "authentication_failed";

    /** Reason of a report with a record of more messages than {@link #MAX_COUNT}. */
    static final String COUNT = "count";

    /** Reason of a report with very many more messages than its domain usually has. */
    static final String VOLUME = "volume";

    /** Messages that a record may count. */
    static final long MAX_COUNT = 1_000_000_000;

    /** Messages of a report's day up to which it is plausible, whatever its domain usually has. */
    static final long SMALL_VOLUME = 10_000;

    /** So many times the messages of its domain's largest day are plausible. */
    static final long USUAL_VOLUMES = 10;

    /** Days of which the largest counts. */
    static final int USUAL_DAYS = 90;

    private final DailyTable daily;
    private final Clock clock;

    ImplausibleReports(DailyTable daily, Clock clock) {
        this.daily = daily;
        this.clock = clock;
    }

    /** Notes with reports the reasons for which they are held. */
    <T> List<T> marked(
            Scope scope,
            List<T> all,
            Function<T, NewReport> report,
            BiFunction<T, NewReport, T> with) {
        Set<DomainId> large = new TreeSet<>();
        for (T one : all) {
            if (isLarge(report.apply(one))) {
                large.add(report.apply(one).domain());
            }
        }
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        Map<DomainId, Long> usual =
                large.isEmpty()
                        ? Map.of()
                        : daily.largestDays(scope, large, today.minusDays(USUAL_DAYS));
        return all.stream().map(one -> with.apply(one, marked(report.apply(one), usual))).toList();
    }

    private static boolean isLarge(NewReport report) {
        return !report.incoming().authentication().isByPerson()
                && messagesOfDay(report) > SMALL_VOLUME;
    }

    private static long messagesOfDay(NewReport report) {
        int days =
                ReportDays.of(report.incoming().report().begin(), report.incoming().report().end())
                        .days()
                        .size();
        return report.incoming().report().messageCount() / days;
    }

    private static NewReport marked(NewReport report, Map<DomainId, Long> usual) {
        ReportAuthentication authentication = report.incoming().authentication();
        if (authentication.isByPerson()) {
            return report;
        }
        List<String> reasons = new ArrayList<>();
        if (authentication.result() == ReportAuthentication.Result.FAILED) {
            reasons.add(AUTHENTICATION_FAILED);
        }
        if (report.incoming().largestCount() > MAX_COUNT) {
            reasons.add(COUNT);
        }
        Long largest = usual.get(report.domain());
        if (isLarge(report)
                && largest != null
                // More than so many times the largest, without overflow.
                && (messagesOfDay(report) - 1) / USUAL_VOLUMES >= largest) {
            reasons.add(VOLUME);
        }
        return reasons.isEmpty() ? report : report.heldFor(reasons);
    }
}
