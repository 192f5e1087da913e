package org.mailvane.traffic;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.mailvane.domains.DomainDay;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.StoreOutcome;
import org.mailvane.store.KeptDays;
import org.mailvane.store.Scope;
import org.mailvane.traffic.ReportTable.NewReport;
import org.springframework.stereotype.Component;

/**
 * How many facts are stored of one report, and of a domain's day. What is beyond fails: a part of a
 * report would say what its reporter did not say.
 */
@Component
class FactBounds {

    /**
     * Facts of one report, when equal records are merged. Of a report of one day the bound on
     * unpacked bytes allows fewer; one of a month has thirty times its records.
     */
    static final long OF_REPORT = 5_000_000;

    /** Facts of a domain's day that reports may add to. */
    static final long OF_DAY = 10_000_000;

    /** The same for reports that are not verified: those that are verified still have room then. */
    static final long OF_DAY_UNVERIFIED = 5_000_000;

    private final DailyTable daily;

    FactBounds(DailyTable daily) {
        this.daily = daily;
    }

    /** Whether the facts of a report have to be counted to know that they are not too many. */
    static boolean mayExceed(Incoming incoming) {
        int days = days(incoming).size();
        return incoming.report().recordCount() > OF_REPORT / days;
    }

    /** Counts the facts of a report up to the bound. */
    static final class Count {

        /** There are more facts than a report may have. */
        static final class Exceeded extends RuntimeException {

            private static final long serialVersionUID = 1;

            private Exceeded() {
                super("too many facts", null, false, false);
            }
        }

        private long facts;

        /** Takes what a record says. */
        void add(int more) {
            facts += more;
            if (facts > OF_REPORT) {
                throw new Exceeded();
            }
        }
    }

    /** Returns why each of these reports can't be stored now, where it can't. */
    List<Optional<StoreOutcome>> refused(Scope scope, KeptDays.Range kept, List<NewReport> all) {
        Set<DomainDay> asked = new HashSet<>();
        all.forEach(report -> asked.addAll(days(kept, report)));
        Map<DomainDay, Long> full =
                asked.isEmpty() ? Map.of() : daily.withFacts(scope, asked, OF_DAY_UNVERIFIED);
        List<Optional<StoreOutcome>> outcomes = new ArrayList<>();
        for (NewReport report : all) {
            long limit =
                    report.incoming().authentication().isVerified() ? OF_DAY : OF_DAY_UNVERIFIED;
            outcomes.add(
                    full.isEmpty()
                            ? Optional.empty()
                            : days(kept, report).stream()
                                    .filter(day -> full.getOrDefault(day, 0L) >= limit)
                                    .findFirst()
                                    .map(day -> new StoreOutcome.DayFull(day.day(), limit)));
        }
        return outcomes;
    }

    private static List<DomainDay> days(KeptDays.Range kept, NewReport report) {
        Set<DomainId> rows = new TreeSet<>(report.headerFroms());
        rows.add(report.domain());
        List<DomainDay> days = new ArrayList<>();
        for (LocalDate day : days(report.incoming())) {
            if (kept.contains(day)) {
                rows.forEach(row -> days.add(new DomainDay(row, day)));
            }
        }
        return days;
    }

    private static List<LocalDate> days(Incoming incoming) {
        return ReportDays.of(incoming.report().begin(), incoming.report().end()).days();
    }
}
