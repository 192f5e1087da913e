package org.mailvane.traffic.store;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.mailvane.domains.DomainDay;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Messages;
import org.mailvane.domains.StoreOutcome;
import org.mailvane.platform.store.KeptDays;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.traffic.store.ReportTable.NewReport;
import org.mailvane.traffic.sums.DailyTable;
import org.springframework.stereotype.Component;

/**
 * How many facts are stored of one report, of one message, and of a domain's day. What is beyond
 * fails: a part of a report would say what its reporter did not say.
 */
@Component
public class FactBounds {

    /**
     * Facts of one report, when equal records are merged. Of a report of one day the bound on
     * unpacked bytes allows fewer; one of a month has thirty times its records.
     */
    static final long OF_REPORT = 5_000_000;

    /** Facts of the reports of one message: they are written in one transaction. */
    static final long OF_MESSAGE = 10_000_000;

    /** Facts of a domain's day that reports of accepted reporters may add to. */
    public static final long OF_DAY = 10_000_000;

    /** The same for all other reports: accepted reporters still have room then. */
    static final long OF_DAY_UNACCEPTED = 5_000_000;

    private final DailyTable daily;
    private final UnacceptedVolumeTable reporters;

    FactBounds(DailyTable daily, UnacceptedVolumeTable reporters) {
        this.daily = daily;
        this.reporters = reporters;
    }

    /** Returns how many facts a report has at most, by what it says of itself. */
    static long most(KeptDays.Range kept, Incoming incoming) {
        long records = incoming.report().recordCount();
        long days = days(incoming).stream().filter(kept::contains).count();
        // A message counts on one day.
        return Math.min(records * days, Messages.sum(records, incoming.report().messageCount()));
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

        long facts() {
            return facts;
        }

        /** Takes what a record says. */
        void add(int more) {
            facts += more;
            if (facts > OF_REPORT) {
                throw new Exceeded();
            }
        }
    }

    /** Returns the room that the days of these reports have before any of them is written. */
    Room room(Scope scope, KeptDays.Range kept, List<NewReport> all) {
        Set<DomainDay> asked = new HashSet<>();
        Set<Long> senders = new HashSet<>();
        long records = 0;
        for (NewReport report : all) {
            asked.addAll(days(kept, report));
            senders.add(report.reporter());
            records += records(report);
        }
        // Days with fewer facts than this are not full with all of these reports.
        long least = Math.max(0, OF_DAY_UNACCEPTED - records);
        return new Room(
                kept,
                asked.isEmpty() ? Map.of() : daily.withFacts(scope, asked, least),
                reporters.accepted(scope, senders),
                reporters.known(scope, senders));
    }

    /** The facts of days, with those of the reports that have been taken so far. */
    static final class Room {

        private final KeptDays.Range kept;
        private final Map<DomainDay, Long> facts;
        private final Set<Long> accepted;
        private final Set<Long> known;

        private Room(
                KeptDays.Range kept,
                Map<DomainDay, Long> stored,
                Set<Long> accepted,
                Set<Long> known) {
            this.kept = kept;
            this.facts = new HashMap<>(stored);
            this.accepted = accepted;
            this.known = known;
        }

        /**
         * Takes a report that is to be written. It counts with all its records on each of its days.
         *
         * @param replaced the records of the report that it replaces
         * @return why it can't be stored now, if so
         */
        Optional<StoreOutcome> take(NewReport report, long replaced) {
            long more = records(report) - replaced;
            if (more <= 0) {
                return Optional.empty();
            }
            long limit = isAccepted(report) ? OF_DAY : OF_DAY_UNACCEPTED;
            List<DomainDay> days = days(kept, report);
            for (DomainDay day : days) {
                if (facts.getOrDefault(day, 0L) >= limit) {
                    return Optional.of(new StoreOutcome.DayFull(day.day(), limit));
                }
            }
            days.forEach(day -> facts.merge(day, more, Long::sum));
            return Optional.empty();
        }

        private boolean isAccepted(NewReport report) {
            ReportAuthentication authentication = report.incoming().authentication();
            return authentication.isByPerson()
                    || accepted.contains(report.reporter())
                    || (authentication.isVerified() && known.contains(report.reporter()));
        }
    }

    private static long records(NewReport report) {
        return report.incoming().report().recordCount();
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
