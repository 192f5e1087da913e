package org.mailvane.failurereport;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mailvane.domains.Discovery;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.domains.StoreOutcome;
import org.mailvane.failurereport.FailureReportTable.Carried;
import org.mailvane.failurereport.FailureReportTable.Deleted;
import org.mailvane.failurereport.FailureReportTable.Named;
import org.mailvane.failurereport.FailureReportTable.NewReport;
import org.mailvane.failurereport.FailureReportTable.Place;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.KeptDays;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.StatementLimit;
import org.mailvane.reports.Remark;
import org.mailvane.reports.failure.FailureReport;
import org.springframework.stereotype.Service;

/** Stores failure reports, and deletes them. */
@Service
public class FailureReports {

    /** Records that one call may name to delete. */
    public static final int MAX_NAMES = 1_000;

    /** Records that one transaction deletes where all are to go. */
    static final int DELETED_AT_ONCE = 1_000;

    /** Said of a report whose dates lie outside the days that are kept. */
    static final String DATE_NOT_KEPT = "date_not_kept";

    private final Db db;
    private final FailureReportTable table;
    private final ForensicJobTable jobs;
    private final Domains domains;
    private final FailureMessages messages;
    private final KeptDays keptDays;
    private final Settings settings;
    private final Clock clock;

    FailureReports(
            Db db,
            FailureReportTable table,
            ForensicJobTable jobs,
            Domains domains,
            FailureMessages messages,
            KeptDays keptDays,
            Settings settings,
            Clock clock) {
        this.db = db;
        this.table = table;
        this.jobs = jobs;
        this.domains = domains;
        this.messages = messages;
        this.keptDays = keptDays;
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * Stores reports within the transaction that runs on this thread, in which their domains are
     * locked; one that is there already is not stored again, whichever of its domains it counts
     * with.
     *
     * @param discovery which rows the reports' domains count with
     * @return what became of each, in the order given
     */
    public List<StoreOutcome> store(
            Scope scope, Discovery discovery, List<IncomingFailure> reports) {
        if (reports.isEmpty()) {
            return List.of();
        }
        Instant now = clock.instant();
        KeptDays.Range kept = keptDays.now();
        // The hash covers the reported domains: the same hash is the same report about the same.
        Map<String, Place> places =
                table.find(
                        scope,
                        reports.stream()
                                .map(one -> one.report().contentHash())
                                .collect(Collectors.toSet()));
        Map<String, NewReport> fresh = new LinkedHashMap<>();
        List<StoreOutcome> outcomes = new ArrayList<>();
        for (IncomingFailure one : reports) {
            String hash = one.report().contentHash();
            Optional<DomainId> domain =
                    one.domains().stream()
                            .filter(name -> !discovery.waits(name))
                            .findFirst()
                            .flatMap(discovery::rowOf);
            if (domain.isEmpty()) {
                outcomes.add(new StoreOutcome.UnknownDomain());
            } else if (places.containsKey(hash) || fresh.containsKey(hash)) {
                outcomes.add(new StoreOutcome.Duplicate());
            } else {
                fresh.put(hash, newReport(domain.get(), one.report(), kept, now));
                outcomes.add(new StoreOutcome.Stored(0, 0, 1));
            }
        }
        places.putAll(table.insert(scope, List.copyOf(fresh.values()), now));
        table.insertMessages(scope, carried(reports, places));
        Set<DomainId> touched = new TreeSet<>();
        fresh.values().forEach(one -> touched.add(one.domain()));
        domains.reportsTakenIn(scope, touched, now);
        return outcomes;
    }

    private NewReport newReport(
            DomainId domain, FailureReport report, KeptDays.Range kept, Instant now) {
        List<Instant> dates =
                Stream.of(
                                Optional.ofNullable(report.arrivalDate()),
                                Optional.ofNullable(report.carrier().date()))
                        .flatMap(Optional::stream)
                        .toList();
        Optional<Instant> date =
                dates.stream()
                        .filter(one -> kept.contains(LocalDate.ofInstant(one, ZoneOffset.UTC)))
                        .findFirst();
        List<String> remarks = new ArrayList<>();
        report.remarks().stream().map(Remark::code).forEach(remarks::add);
        if (!dates.isEmpty() && !date.equals(dates.stream().findFirst())) {
            remarks.add(DATE_NOT_KEPT);
        }
        return new NewReport(
                domain,
                report,
                date.orElse(now),
                remarks,
                settings.keepFailureBodies() ? report.sample().body() : null);
    }

    private static Set<Carried> carried(List<IncomingFailure> reports, Map<String, Place> places) {
        return reports.stream()
                .filter(one -> one.rawId() != null)
                .filter(one -> places.containsKey(one.report().contentHash()))
                .map(one ->
                        new Carried(
                                requireNonNull(places.get(one.report().contentHash())),
                                requireNonNull(one.rawId())))
                .collect(Collectors.toSet());
    }

    /** What became of records that were to be deleted by name. */
    public sealed interface Deletion {

        /** The caller may see none of these names. */
        record Unknown() implements Deletion {}

        /** The caller may not change the domain of one of them; nothing was deleted. */
        record Forbidden() implements Deletion {}

        /** So many were deleted; names that the caller can't see were passed over. */
        record Done(int records) implements Deletion {}
    }

    /**
     * Deletes records with the messages in which they came.
     *
     * @param names at most {@link #MAX_NAMES}
     */
    public Deletion delete(Scope scope, Collection<RecordName> names) {
        return db.inTransaction(() -> {
            List<Named> named = table.named(scope, names);
            if (named.isEmpty()) {
                return new Deletion.Unknown();
            }
            if (!named.stream().allMatch(Named::writable)) {
                return new Deletion.Forbidden();
            }
            return new Deletion.Done(
                    delete(scope.wholeAccount(), named.stream().map(Named::place).toList()));
        });
    }

    /**
     * Deletes all records of the account, with their messages, all jobs, and what waits for its
     * domain; answers how many records.
     */
    int deleteAll(Scope scope) {
        Scope whole = scope.wholeAccount();
        StatementLimit.lifted(() -> jobs.deleteAll(whole));
        // What comes in meanwhile stays, so that this comes to an end.
        long last = table.last(whole);
        int deleted = 0;
        int some;
        do {
            some = db.inTransaction(() -> delete(whole, table.some(whole, last, DELETED_AT_ONCE)));
            deleted += some;
        } while (some > 0);
        Optional<Long> waiting = Optional.of(0L);
        while (waiting.isPresent()) {
            long after = waiting.get();
            waiting = db.inTransaction(() -> messages.deleteWaiting(whole, after, DELETED_AT_ONCE));
        }
        return deleted;
    }

    private int delete(Scope scope, List<Place> places) {
        if (places.isEmpty()) {
            return 0;
        }
        // As code that stores reports does: then nobody stores a copy of one meanwhile.
        domains.lock(scope, places.stream().map(Place::domain).collect(Collectors.toSet()));
        jobs.deleteFound(scope, places);
        Deleted deleted = table.delete(scope, places);
        messages.delete(scope, deleted.messages());
        return deleted.records();
    }
}
