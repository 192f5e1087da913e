package org.mailvane.traffic;

import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.mailvane.domains.Discovery;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.domains.StoreOutcome;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.sources.Knowledge;
import org.mailvane.sources.SourceKnowledge;
import org.mailvane.store.KeptDays;
import org.mailvane.store.Partitions;
import org.mailvane.store.Scope;
import org.mailvane.traffic.Incoming.Message;
import org.mailvane.traffic.Incoming.PlacedConsumer;
import org.mailvane.traffic.Incoming.Records;
import org.mailvane.traffic.ReportTable.NewReport;
import org.springframework.stereotype.Service;

/** Stores what aggregate reports say. */
@Service
public class Traffic {

    /** Remark of a report whose period is too long to say anything about days. */
    static final String PERIOD_TOO_LONG = "period.too_long";

    /** Remark of a report with records of other organisations' From domains. */
    static final String FOREIGN_HEADER_FROM = "header_from.outside_policy_domain";

    private final Domains domains;
    private final SourceKnowledge sources;
    private final Partitions partitions;
    private final ReportTable reports;
    private final FactTable facts;
    private final DailyTable daily;
    private final PackedRows packed;
    private final Settling settling;
    private final KeptDays keptDays;
    private final Clock clock;

    Traffic(
            Domains domains,
            SourceKnowledge sources,
            Partitions partitions,
            ReportTable reports,
            FactTable facts,
            DailyTable daily,
            PackedRows packed,
            Settling settling,
            KeptDays keptDays,
            Clock clock) {
        this.domains = domains;
        this.sources = sources;
        this.partitions = partitions;
        this.reports = reports;
        this.facts = facts;
        this.daily = daily;
        this.packed = packed;
        this.settling = settling;
        this.keptDays = keptDays;
        this.clock = clock;
    }

    /** Where a batch of reports is going to be stored; see {@link #prepare}. */
    public static final class Prepared {

        private final Discovery discovery;
        private final KeptDays.Range kept;

        private Prepared(Discovery discovery, KeptDays.Range kept) {
            this.discovery = discovery;
            this.kept = kept;
        }
    }

    /**
     * Makes what storing needs and must not be made in its transaction: partitions of new months.
     *
     * @param discovery which rows the reports' names count with
     */
    public Prepared prepare(Discovery discovery, Collection<Incoming> incoming) {
        KeptDays.Range kept = keptDays.now();
        Set<LocalDate> days = new TreeSet<>();
        for (Incoming one : incoming) {
            for (LocalDate day : days(one.report()).days()) {
                if (kept.contains(day)) {
                    days.add(day);
                }
            }
        }
        partitions.ensure(days);
        return new Prepared(discovery, kept);
    }

    /**
     * Stores reports within the transaction that runs on this thread, in which their domains are
     * locked: each with its rows and sums, or, where it is there already, not at all.
     *
     * @return what became of each, in the order given
     */
    public List<StoreOutcome> store(Scope scope, Prepared prepared, List<Incoming> incoming) {
        StoreOutcome[] outcomes = new StoreOutcome[incoming.size()];
        List<Integer> places = new ArrayList<>();
        List<NewReport> given = new ArrayList<>();
        for (int i = 0; i < outcomes.length; i++) {
            Optional<NewReport> report = newReport(prepared, incoming.get(i));
            if (report.isEmpty()) {
                outcomes[i] = new StoreOutcome.UnknownDomain();
            } else {
                places.add(i);
                given.add(report.get());
            }
        }
        Map<Integer, Boolean> stored = reports.storedAbove(scope, given);
        List<NewReport> fresh = new ArrayList<>();
        List<Integer> freshPlaces = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            Boolean same = stored.get(i);
            if (same == null) {
                fresh.add(given.get(i));
                freshPlaces.add(places.get(i));
            } else {
                outcomes[places.get(i)] = alreadyStored(same);
            }
        }
        Map<Integer, Long> added = reports.insert(scope, fresh, clock.instant());
        Set<Integer> same =
                added.size() == fresh.size() ? Set.of() : reports.sameContent(scope, fresh);
        List<ReportFacts> toWrite = new ArrayList<>();
        Set<DomainId> touched = new TreeSet<>();
        for (int i = 0; i < fresh.size(); i++) {
            NewReport report = fresh.get(i);
            Long id = added.get(i);
            if (id == null) {
                outcomes[freshPlaces.get(i)] = alreadyStored(same.contains(i));
            } else {
                touched.add(report.domain());
                toWrite.add(
                        new ReportFacts(
                                id,
                                report.domain(),
                                report.incoming(),
                                prepared.kept,
                                prepared.discovery));
                outcomes[freshPlaces.get(i)] =
                        new StoreOutcome.Stored(
                                report.incoming().report().recordCount(), report.notStored());
            }
        }
        writeFacts(scope, toWrite);
        domains.reportsTakenIn(scope, touched, clock.instant());
        return List.of(outcomes);
    }

    private static StoreOutcome alreadyStored(boolean same) {
        return same ? new StoreOutcome.Duplicate() : new StoreOutcome.Different();
    }

    private static Optional<NewReport> newReport(Prepared prepared, Incoming incoming) {
        if (prepared.discovery.waits(incoming.policyDomain())) {
            return Optional.empty();
        }
        List<DomainId> rows = prepared.discovery.rowsOf(incoming.policyDomain());
        ReportDays days = days(incoming.report());
        // A record counts as not stored when any of its days is not kept.
        boolean allKept = days.days().stream().allMatch(prepared.kept::contains);
        long notStored = allKept ? 0 : incoming.report().recordCount();
        return Optional.of(
                new NewReport(
                        rows.getFirst(),
                        rows.subList(1, rows.size()),
                        incoming,
                        notStored,
                        remarks(incoming, days)));
    }

    /** Writes the rows of reports: those that are held, then the rest, message by message. */
    private void writeFacts(Scope scope, List<ReportFacts> toWrite) {
        if (toWrite.isEmpty()) {
            return;
        }
        Set<DomainId> rows = new TreeSet<>();
        toWrite.forEach(report -> rows.addAll(report.rows()));
        Knowledge knowledge = sources.of(scope, rows);
        FactWriter writer = new FactWriter(scope, knowledge, facts, daily, packed, domains);
        Detail.Maker details = new Detail.Maker();
        Map<Message, Map<Integer, ReportFacts>> streamed = new LinkedHashMap<>();
        for (ReportFacts report : toWrite) {
            switch (report.records()) {
                case Records.Held held -> {
                    held.list().forEach(r -> report.add(r, writer, details));
                    report.finish(writer, details);
                }
                case Records.Streamed(Message message, int place) ->
                        streamed.computeIfAbsent(message, m -> new HashMap<>()).put(place, report);
            }
        }
        streamed.forEach((message, reportsByPlace) -> {
            Placed placed = new Placed(reportsByPlace, writer, details);
            message.read(placed);
            placed.finish();
        });
        settling.mark(scope, writer.finish(), knowledge.version());
    }

    /** Takes the records of a message that is read, one report after the other. */
    private static final class Placed implements PlacedConsumer {

        private final Map<Integer, ReportFacts> open;
        private final FactWriter writer;
        private final Detail.Maker details;
        private int current = -1;

        Placed(Map<Integer, ReportFacts> reports, FactWriter writer, Detail.Maker details) {
            this.open = new TreeMap<>(reports);
            this.writer = writer;
            this.details = details;
        }

        @Override
        public void accept(int place, AggregateRecord record) {
            if (place != current) {
                finish(current);
                current = place;
            }
            ReportFacts report = open.get(place);
            if (report != null) {
                report.add(record, writer, details);
            }
        }

        private void finish(int place) {
            ReportFacts report = open.remove(place);
            if (report != null) {
                report.finish(writer, details);
            }
        }

        /** Also the reports that had no record. */
        void finish() {
            open.values().forEach(report -> report.finish(writer, details));
        }
    }

    private static ReportDays days(AggregateReport report) {
        return ReportDays.of(report.begin(), report.end());
    }

    /** Codes of what is odd about a report: what reading it showed, and what storing it shows. */
    private static List<String> remarks(Incoming incoming, ReportDays days) {
        List<String> codes = new ArrayList<>();
        incoming.report().remarks().forEach(remark -> codes.add(remark.code()));
        if (days.tooLong()) {
            codes.add(PERIOD_TOO_LONG);
        }
        DomainName policyDomain = incoming.policyDomain();
        boolean foreign =
                incoming.headerFroms().stream()
                        .anyMatch(
                                from -> !from.equals(policyDomain) && !from.isBelow(policyDomain));
        if (foreign) {
            codes.add(FOREIGN_HEADER_FROM);
        }
        return codes;
    }
}
