package org.mailvane.traffic.store;

import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.Discovery;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.domains.StoreOutcome;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.KeptDays;
import org.mailvane.platform.store.Partitions;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.reporters.ReportAuthentication.Result;
import org.mailvane.reporters.ReporterKey;
import org.mailvane.reporters.Reporters;
import org.mailvane.reporters.Trust;
import org.mailvane.reporters.VouchingDomains;
import org.mailvane.reports.Remark;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.sources.classify.ClassificationContext;
import org.mailvane.sources.classify.ClassificationContextLoader;
import org.mailvane.traffic.blocks.PackedRows;
import org.mailvane.traffic.reclassify.Reclassification;
import org.mailvane.traffic.store.Incoming.Message;
import org.mailvane.traffic.store.Incoming.PlacedConsumer;
import org.mailvane.traffic.store.Incoming.Records;
import org.mailvane.traffic.store.ReportTable.Added;
import org.mailvane.traffic.store.ReportTable.NewReport;
import org.mailvane.traffic.store.ReportTable.Stored;
import org.mailvane.traffic.sums.DailyTable;
import org.springframework.stereotype.Service;

/** Stores what aggregate reports say. */
@Service
public class Traffic {

    /** Remark of a report whose period is too long to say anything about days. */
    static final String PERIOD_TOO_LONG = "period.too_long";

    /** Remark of a report with records of other organisations' From domains. */
    static final String FOREIGN_HEADER_FROM = "header_from.outside_policy_domain";

    /** Stored reports that are compared with others of a batch. Further ones are conflicts. */
    public static final int MAX_COMPARISONS = 20;

    private final Domains domains;
    private final ClassificationContextLoader sources;
    private final Partitions partitions;
    private final ReportTable reports;
    private final FactTable facts;
    private final DailyTable daily;
    private final PackedRows packed;
    private final Reclassification settling;
    private final Reporters reporters;
    private final VouchingDomains vouchers;
    private final ReplacedReports replacedReports;
    private final ImplausibleReports implausible;
    private final FactBounds bounds;
    private final TrustedReports trusted;
    private final KeptDays keptDays;
    private final ReportFigures figures;
    private final Db db;
    private final Clock clock;

    Traffic(
            Domains domains,
            ClassificationContextLoader sources,
            Partitions partitions,
            ReportTable reports,
            FactTable facts,
            DailyTable daily,
            PackedRows packed,
            Reclassification settling,
            Reporters reporters,
            VouchingDomains vouchers,
            ReplacedReports replacedReports,
            ImplausibleReports implausible,
            FactBounds bounds,
            TrustedReports trusted,
            KeptDays keptDays,
            ReportFigures figures,
            Db db,
            Clock clock) {
        this.domains = domains;
        this.sources = sources;
        this.partitions = partitions;
        this.reports = reports;
        this.facts = facts;
        this.daily = daily;
        this.packed = packed;
        this.settling = settling;
        this.reporters = reporters;
        this.vouchers = vouchers;
        this.replacedReports = replacedReports;
        this.implausible = implausible;
        this.bounds = bounds;
        this.trusted = trusted;
        this.keptDays = keptDays;
        this.figures = figures;
        this.db = db;
        this.clock = clock;
    }

    /** Where a batch of reports is going to be stored; see {@link #prepare}. */
    public static final class Prepared {

        private final Discovery discovery;
        private final KeptDays.Range kept;
        private final Map<ReporterKey, Long> reporters;

        /** What becomes of reports with too many facts, by their places. */
        private final Map<Integer, StoreOutcome> tooLarge = new HashMap<>();

        private Prepared(
                Discovery discovery, KeptDays.Range kept, Map<ReporterKey, Long> reporters) {
            this.discovery = discovery;
            this.kept = kept;
            this.reporters = reporters;
        }
    }

    /**
     * Makes what storing needs and must not be made in its transaction: partitions of new months,
     * and reporters. Finds out which reports are too large.
     *
     * @param discovery which rows the reports' names count with
     */
    public Prepared prepare(Scope scope, Discovery discovery, List<Incoming> incoming) {
        KeptDays.Range kept = keptDays.now();
        Set<LocalDate> days = new TreeSet<>();
        List<Reporters.Sighting> reporting = new ArrayList<>();
        for (Incoming one : incoming) {
            for (LocalDate day : days(one.report()).days()) {
                if (kept.contains(day)) {
                    days.add(day);
                }
            }
            reporting.add(new Reporters.Sighting(one.reporter(), one.authentication()));
        }
        partitions.ensure(days);
        Prepared prepared = new Prepared(discovery, kept, reporters.numbers(scope, reporting));
        findTooLarge(prepared, incoming);
        return prepared;
    }

    private static void findTooLarge(Prepared prepared, List<Incoming> incoming) {
        Map<Integer, Long> ofMessages = new HashMap<>();
        for (int i = 0; i < incoming.size(); i++) {
            Incoming one = incoming.get(i);
            if (prepared.discovery.waits(one.policyDomain())) {
                continue;
            }
            long facts = FactBounds.most(prepared.kept, one);
            if (facts > FactBounds.OF_REPORT) {
                facts = countFacts(prepared, one);
            }
            long before = ofMessages.getOrDefault(one.message(), 0L);
            if (facts > FactBounds.OF_REPORT) {
                prepared.tooLarge.put(i, new StoreOutcome.TooManyFacts(FactBounds.OF_REPORT));
            } else if (before + facts > FactBounds.OF_MESSAGE) {
                prepared.tooLarge.put(i, new StoreOutcome.MessageFull(FactBounds.OF_MESSAGE));
            } else {
                ofMessages.put(one.message(), before + facts);
            }
        }
    }

    /** Reads a report to count its facts; stops when they are too many. */
    private static long countFacts(Prepared prepared, Incoming incoming) {
        DomainId row = prepared.discovery.rowsOf(incoming.policyDomain()).getFirst();
        FactBounds.Count count = new FactBounds.Count();
        ReportFacts facts =
                new ReportFacts(0, Trust.HELD, row, incoming, prepared.kept, prepared.discovery);
        try {
            read(
                    List.of(facts),
                    (outcomes, detail) -> count.add(outcomes.size()),
                    new Detail.Maker());
            return count.facts();
        } catch (FactBounds.Count.Exceeded exceeded) {
            return FactBounds.OF_REPORT + 1;
        }
    }

    /**
     * Stores reports within the transaction that runs on this thread, in which their domains are
     * locked: each with its rows and sums, or, where it is there already, not at all.
     *
     * @return what became of each, in the order given
     */
    public List<StoreOutcome> store(Scope scope, Prepared prepared, List<Incoming> incoming) {
        StoreOutcome[] outcomes = new StoreOutcome[incoming.size()];
        List<Placed> placed = new ArrayList<>();
        for (int i = 0; i < outcomes.length; i++) {
            Optional<NewReport> report = newReport(prepared, incoming.get(i));
            StoreOutcome tooLarge = prepared.tooLarge.get(i);
            if (tooLarge != null) {
                outcomes[i] = tooLarge;
            } else if (report.isEmpty()) {
                outcomes[i] = new StoreOutcome.UnknownDomain();
            } else {
                placed.add(new Placed(i, report.get()));
            }
        }
        List<Placed> left = implausible.marked(scope, placed, Placed::report, Placed::with);
        Comparisons comparisons = new Comparisons();
        FactBounds.Room room =
                bounds.room(scope, prepared.kept, left.stream().map(Placed::report).toList());
        while (!left.isEmpty()) {
            List<Placed> later = store(scope, prepared, left, comparisons, room, outcomes);
            if (later.size() == left.size()) {
                throw new IllegalStateException(
                        "none of these reports is stored, nor was: " + left);
            }
            left = later;
        }
        Set<DomainId> touched = new TreeSet<>();
        for (Placed one : placed) {
            if (outcomes[one.place()] instanceof StoreOutcome.Stored) {
                touched.add(one.report().domain());
            }
        }
        domains.reportsTakenIn(scope, touched, clock.instant());
        return List.of(outcomes);
    }

    /** A report with its place among those that came in together. */
    private record Placed(int place, NewReport report) {

        Placed with(NewReport other) {
            return new Placed(place, other);
        }
    }

    /** Counts how many stored reports were compared: each is read for it. */
    private static final class Comparisons {

        private int left = MAX_COMPARISONS;

        boolean take() {
            return left-- > 0;
        }
    }

    /** Stores reports; answers those whose key another of them has, which is stored first. */
    private List<Placed> store(
            Scope scope,
            Prepared prepared,
            List<Placed> placed,
            Comparisons comparisons,
            FactBounds.Room room,
            StoreOutcome[] outcomes) {
        List<NewReport> given = placed.stream().map(Placed::report).toList();
        Map<Integer, Rivals> rivals = reports.rivals(scope, given);
        Set<ReportKey> changed = new HashSet<>();
        Set<Stored> replaced = new LinkedHashSet<>();
        List<Runnable> copies = new ArrayList<>();
        List<Placed> fresh = new ArrayList<>();
        List<Placed> later = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            NewReport report = given.get(i);
            Placed one = placed.get(i);
            ReportKey key = ReportKey.of(report);
            if (changed.contains(key)) {
                later.add(one);
                continue;
            }
            Verdict verdict = judge(scope, prepared, report, rivals.get(i), comparisons);
            Stored copied = verdict.copied();
            if (copied != null) {
                outcomes[one.place()] = new StoreOutcome.Duplicate();
                String voucher = verdict.voucher();
                if (voucher != null) {
                    changed.add(key);
                    replaced.addAll(verdict.replaced());
                    copies.add(() -> takeOver(scope, copied, report, voucher));
                }
            } else if (verdict.kept() != null) {
                outcomes[one.place()] = new StoreOutcome.Different(verdict.kept().id());
            } else {
                room.take(report, verdict.replacedRecords())
                        .ifPresentOrElse(
                                why -> outcomes[one.place()] = why,
                                () -> {
                                    changed.add(key);
                                    replaced.addAll(verdict.replaced());
                                    fresh.add(one);
                                });
            }
        }
        if (!replaced.isEmpty()) {
            replacedReports.remove(scope, replaced);
        }
        copies.forEach(Runnable::run);
        Map<Integer, Added> added =
                reports.insert(scope, fresh.stream().map(Placed::report).toList(), clock.instant());
        List<ReportFacts> toWrite = new ArrayList<>();
        List<Placed> written = new ArrayList<>();
        for (int i = 0; i < fresh.size(); i++) {
            NewReport report = fresh.get(i).report();
            Added one = added.get(i);
            if (one == null) {
                later.add(fresh.get(i));
            } else {
                toWrite.add(facts(prepared, report, one));
                db.afterCommit(() -> figures.add(report.incoming().report(), one.trust()));
                written.add(fresh.get(i));
            }
        }
        writeFacts(scope, toWrite);
        for (int i = 0; i < written.size(); i++) {
            NewReport report = written.get(i).report();
            outcomes[written.get(i).place()] =
                    new StoreOutcome.Stored(
                            report.incoming().report().recordCount(),
                            report.notStored(),
                            toWrite.get(i).written());
        }
        return later;
    }

    /**
     * What becomes of a report beside those that are stored under its key.
     *
     * @param copied the stored one that has the same content; null: there is none
     * @param voucher who vouches for that one from now on; null: it stays as it is
     * @param kept the stored one that keeps it out; null: there is none
     * @param replaced the stored ones in whose place it comes
     */
    private record Verdict(
            @Nullable Stored copied,
            @Nullable String voucher,
            @Nullable Stored kept,
            List<Stored> replaced) {

        long replacedRecords() {
            return replaced.stream().mapToLong(Stored::records).sum();
        }
    }

    private Verdict judge(
            Scope scope,
            Prepared prepared,
            NewReport report,
            @Nullable Rivals rivals,
            Comparisons comparisons) {
        if (rivals == null) {
            return new Verdict(null, null, null, List.of());
        }
        List<Stored> contested = rivals.contested();
        for (Stored there : contested) {
            if (there.same()) {
                return judgeCopy(report, rivals, there, contested);
            }
        }
        for (Stored there : contested) {
            if (!isBetter(scope, prepared, there, report, rivals, comparisons)) {
                return new Verdict(null, null, there, List.of());
            }
        }
        return new Verdict(null, null, null, contested);
    }

    private static Verdict judgeCopy(
            NewReport report, Rivals rivals, Stored copied, List<Stored> contested) {
        List<Stored> others = contested.stream().filter(there -> !there.equals(copied)).toList();
        boolean isAlone = others.stream().allMatch(rivals::outranks);
        if (!rivals.showsMoreOf(copied) || (!isAlone && !copied.unanswered())) {
            return new Verdict(copied, null, null, List.of());
        }
        return isAlone
                ? new Verdict(copied, report.voucher(), null, others)
                : new Verdict(copied, copied.voucher(), null, List.of());
    }

    private static ReportFacts facts(Prepared prepared, NewReport report, Added as) {
        return new ReportFacts(
                as.id(),
                as.trust(),
                report.domain(),
                report.incoming(),
                prepared.kept,
                prepared.discovery);
    }

    /** Gives a stored report the authentication of a copy. */
    private void takeOver(Scope scope, Stored there, NewReport copy, String voucher) {
        trusted.changed(scope, there, reports.authenticate(scope, there, copy, voucher));
    }

    /**
     * Whether a report is to replace a stored one of the same key: it is believed rather than that,
     * or nobody relies on that. Where the same reporter or a person gives both, what is whole
     * replaces what is damaged, and what contains all of the stored one is its correction.
     */
    private boolean isBetter(
            Scope scope,
            Prepared prepared,
            Stored there,
            NewReport report,
            Rivals rivals,
            Comparisons comparisons) {
        if (rivals.outranks(there)) {
            return true;
        }
        ReportAuthentication authentication = report.incoming().authentication();
        Result result = authentication.result();
        if (there.ignored()
                || !rivals.trust().counts()
                || there.vouching().outranks(rivals.vouching())
                || result.compareTo(there.vouching().result()) > 0) {
            return false;
        }
        if (result == Result.VERIFIED && there.trust().compareTo(Trust.VERIFIED) > 0) {
            return true;
        }
        if (report.reporter() != there.reporter() && !authentication.isByPerson()) {
            return false;
        }
        if (there.lossy()
                && report.incoming().report().remarks().stream().noneMatch(Remark::isLoss)) {
            return true;
        }
        if (report.incoming().report().recordCount() < there.records() || !comparisons.take()) {
            return false;
        }
        ReplacedReports.Comparison comparison = replacedReports.compare(scope, there);
        if (comparison == null) {
            return false;
        }
        read(
                List.of(facts(prepared, report, new Added(there.id(), there.trust()))),
                comparison,
                new Detail.Maker());
        return comparison.isContained();
    }

    private Optional<NewReport> newReport(Prepared prepared, Incoming incoming) {
        if (prepared.discovery.waits(incoming.policyDomain())) {
            return Optional.empty();
        }
        List<DomainId> rows = prepared.discovery.rowsOf(incoming.policyDomain());
        Set<DomainId> headerFroms = new TreeSet<>();
        incoming.headerFroms()
                .forEach(from -> prepared.discovery.rowOf(from).ifPresent(headerFroms::add));
        ReportDays days = days(incoming.report());
        // A record counts as not stored when any of its days is not kept.
        boolean allKept = days.days().stream().allMatch(prepared.kept::contains);
        long notStored = allKept ? 0 : incoming.report().recordCount();
        return Optional.of(
                new NewReport(
                        rows.getFirst(),
                        rows.subList(1, rows.size()),
                        headerFroms,
                        incoming,
                        Objects.requireNonNull(prepared.reporters.get(incoming.reporter())),
                        vouchers.of(incoming.authentication()),
                        List.of(),
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
        ClassificationContext knowledge = sources.of(scope, rows);
        FactWriter writer = new FactWriter(scope, knowledge, facts, daily, packed, domains);
        read(toWrite, writer, new Detail.Maker());
        settling.mark(scope, writer.finish(), knowledge.version());
    }

    /** Hands over what the records of reports count. */
    private static void read(
            List<ReportFacts> reports, OutcomeConsumer consumer, Detail.Maker details) {
        Map<Message, Map<Integer, ReportFacts>> streamed = new LinkedHashMap<>();
        for (ReportFacts report : reports) {
            switch (report.records()) {
                case Records.Held held -> {
                    held.list().forEach(r -> report.add(r, consumer, details));
                    report.finish(consumer, details);
                }
                case Records.Streamed(Message message, int place) ->
                        streamed.computeIfAbsent(message, m -> new HashMap<>()).put(place, report);
            }
        }
        streamed.forEach((message, reportsByPlace) -> {
            Reading reading = new Reading(reportsByPlace, consumer, details);
            message.read(reading);
            reading.finish();
        });
    }

    /** Takes the records of a message that is read, one report after the other. */
    private static final class Reading implements PlacedConsumer {

        private final Map<Integer, ReportFacts> open;
        private final OutcomeConsumer writer;
        private final Detail.Maker details;
        private int current = -1;

        Reading(Map<Integer, ReportFacts> reports, OutcomeConsumer writer, Detail.Maker details) {
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
