package org.mailvane.detailreport;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.api.binding.SearchToken;
import org.mailvane.detailreport.DetailReportTable.NewReport;
import org.mailvane.detailreport.query.FoundReport;
import org.mailvane.detailreport.queue.DetailQueue;
import org.mailvane.detailreport.queue.DetailWork;
import org.mailvane.detailreport.queue.ReportWorks;
import org.mailvane.detailreport.snapshot.Snapshot;
import org.mailvane.detailreport.snapshot.SnapshotCache;
import org.mailvane.detailreport.snapshot.SnapshotTable;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Service;

/**
 * Reports of the detail viewer. Each belongs to the user who asked for it, and is there as long as
 * that user sees the mail of all domains that it names or shows.
 */
@Service
public class DetailReports {

    /** How long a report and what it found are kept. */
    public static final Duration KEPT = Duration.ofDays(3);

    /** How long a report is handed out again whose days were not over for long when it was made. */
    static final Duration RECENT = Duration.ofHours(1);

    /** So many days are not over for long: today and those before it. */
    private static final int OPEN_DAYS = 2;

    /** Reports of one user; for a new one the oldest that is done goes. */
    static final int MAX_REPORTS = 100;

    /** Reports of one account that are not ready yet. */
    static final int MAX_OPEN = 50;

    /**
     * Rows up to which a report is worked out while its user waits for the answer, which is not for
     * long ({@link DetailQueue#INLINE_TIME}).
     */
    public static final long INLINE_ROWS = 100_000;

    /** Rows up to which a report is light; how many more a heavy one has is not counted. */
    public static final long LIGHT_ROWS = 400_000;

    /**
     * Reports that are looked up, counted and stored at the same time. Further ones wait without a
     * connection: the database's 10 are for all calls.
     */
    static final int CREATED_AT_ONCE = 3;

    /** Reports that one transaction of the clean-up removes. */
    static final int REMOVED_AT_ONCE = 100;

    private final Db db;
    private final DetailReportTable table;
    private final SnapshotTable snapshots;
    private final SnapshotCache cache;
    private final DetailQueue queue;
    private final Domains domains;
    private final ReportWorks works;
    private final Clock clock;
    private final Semaphore creating = new Semaphore(CREATED_AT_ONCE, true);

    DetailReports(
            Db db,
            DetailReportTable table,
            SnapshotTable snapshots,
            SnapshotCache cache,
            DetailQueue queue,
            Domains domains,
            ReportWorks works,
            Clock clock) {
        this.db = db;
        this.table = table;
        this.snapshots = snapshots;
        this.cache = cache;
        this.queue = queue;
        this.domains = domains;
        this.works = works;
        this.clock = clock;
    }

    /** The outcome of a request for a report. */
    public sealed interface Creation {

        /** It is new; a small one may be ready already. */
        record Created(DetailReport report) implements Creation {}

        /** The user has asked for the same before. */
        record Existing(DetailReport report) implements Creation {}

        /** The user may not read these domains, or there are none of these names. */
        record Unknown(Set<DomainName> names) implements Creation {}

        /** Too many of the account's reports are not ready yet. */
        record TooMany(int most) implements Creation {}
    }

    /** Finds the user's report about this, or has it worked out. */
    public Creation create(Scope scope, ReportCriteria criteria) {
        Stored stored;
        creating.acquireUninterruptibly();
        try {
            stored = store(scope, criteria);
        } finally {
            creating.release();
        }
        if (stored.small() && stored.creation() instanceof Creation.Created(DetailReport made)) {
            queue.workNow(Scope.ofAccount(scope.accountId()), made.id());
            return new Creation.Created(find(scope, made.searchToken()).orElse(made));
        }
        return stored.creation();
    }

    /**
     * A request that was stored, or refused.
     *
     * @param small whether its report is worked out while its user waits
     */
    private record Stored(Creation creation, boolean small) {}

    private Stored store(Scope scope, ReportCriteria criteria) {
        Map<DomainName, DomainId> named = domains.readable(scope, criteria.domains());
        if (named.size() < criteria.domains().size()) {
            return new Stored(unknown(criteria, named.keySet()), false);
        }
        List<DomainId> looked =
                domains.shown(
                        scope,
                        named.isEmpty()
                                ? Optional.empty()
                                : Optional.of(List.copyOf(named.values())));
        byte[] hash = hash(criteria, looked);
        Optional<DetailReport> existing = findEqual(scope, criteria, hash);
        if (existing.isPresent()) {
            return new Stored(new Creation.Existing(existing.get()), false);
        }
        // Before the transaction: the user's other calls wait for that.
        long weight = works.countUpTo(scope.wholeAccount(), criteria, looked, LIGHT_ROWS + 1);
        Instant now = clock.instant();
        boolean small = weight <= INLINE_ROWS;
        NewReport report =
                new NewReport(
                        SearchToken.make(),
                        criteria,
                        hash,
                        named.values(),
                        looked,
                        weight,
                        now,
                        now.plus(KEPT),
                        small ? now.plus(DetailWork.LEASE) : null);
        return new Stored(db.inTransaction(() -> createLocked(scope, report, named)), small);
    }

    private Creation createLocked(Scope scope, NewReport report, Map<DomainName, DomainId> named) {
        Set<DomainId> there = domains.hold(scope.wholeAccount(), named.values());
        if (there.size() < named.size()) {
            Set<DomainName> names = new HashSet<>(named.keySet());
            names.removeIf(name -> !there.contains(named.get(name)));
            return unknown(report.criteria(), names);
        }
        table.lockUser(scope);
        Optional<DetailReport> existing = findEqual(scope, report.criteria(), report.hash());
        if (existing.isPresent()) {
            return new Creation.Existing(existing.get());
        }
        if (table.countOpen(scope) >= MAX_OPEN) {
            return new Creation.TooMany(MAX_OPEN);
        }
        long beyond = table.countOfUser(scope) - MAX_REPORTS + 1;
        if (beyond > 0) {
            snapshots.delete(scope, table.deleteOldest(scope, beyond));
        }
        table.insert(scope, report);
        if (report.heldUntil() == null) {
            queue.announce();
        }
        return new Creation.Created(
                table.find(scope, report.searchToken(), clock.instant()).orElseThrow());
    }

    private static Creation unknown(ReportCriteria criteria, Collection<DomainName> known) {
        Set<DomainName> unknown = new TreeSet<>(criteria.domains());
        unknown.removeAll(known);
        return new Creation.Unknown(unknown);
    }

    /**
     * Finds an equal report. Hardly any mail is still to come for days that ended some time ago,
     * but a report that reached into the last two days when it was made counts as the same for an
     * hour only.
     */
    private Optional<DetailReport> findEqual(Scope scope, ReportCriteria criteria, byte[] hash) {
        Instant now = clock.instant();
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        LocalDate last = criteria.endDate().isAfter(today) ? today : criteria.endDate();
        Instant closed = last.plusDays(OPEN_DAYS).atStartOfDay(ZoneOffset.UTC).toInstant();
        return table.findEqual(scope, hash, closed, now.minus(RECENT), now);
    }

    /** Over what was asked for, and over the domains that it means now, in ascending order. */
    private static byte[] hash(ReportCriteria criteria, List<DomainId> domains) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(CriteriaJson.write(criteria).getBytes(UTF_8));
            ByteBuffer ids = ByteBuffer.allocate(domains.size() * Long.BYTES);
            domains.forEach(id -> ids.putLong(id.value()));
            return digest.digest(ids.array());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Returns how many reports the user has. */
    public long count(Scope scope) {
        return table.count(scope, clock.instant());
    }

    /** Returns a page of them, the newest first where nothing else is said. */
    public List<DetailReport> list(Scope scope, Ordering<ReportOrder> ordering, Window window) {
        return table.list(scope, ordering, clock.instant(), window);
    }

    /**
     * Returns the report of this token, if it is the user's and they see the mail of its domains.
     */
    public Optional<DetailReport> find(Scope scope, String searchToken) {
        return SearchToken.isOne(searchToken)
                ? table.find(scope, searchToken, clock.instant())
                : Optional.empty();
    }

    /**
     * Returns what a report has found; empty where it is not ready, or has gone meanwhile. One that
     * can't be read, because another version of the program has stored it, is worked out again.
     */
    public Optional<Snapshot> snapshot(Scope scope, DetailReport report) {
        if (!report.isReady()) {
            return Optional.empty();
        }
        Optional<Snapshot> snapshot = cache.find(scope, report.id());
        if (snapshot.isEmpty()) {
            db.inTransaction(() -> {
                if (table.requeue(scope, report.id())) {
                    snapshots.delete(scope, report.id());
                    queue.announce();
                }
            });
        }
        return snapshot;
    }

    /** As {@link #snapshot}, as people ask it. */
    public Optional<FoundReport> found(Scope scope, DetailReport report) {
        return snapshot(scope, report).map(FoundReport::new);
    }

    /** Removes reports that have expired, and what was stored of reports that are gone. */
    void deleteExpired(StopSign stop) {
        while (deleteExpired() > 0) {
            stop.throwIfStopped();
        }
        while (snapshots.deleteLeftOver(REMOVED_AT_ONCE) > 0) {
            stop.throwIfStopped();
        }
    }

    private int deleteExpired() {
        return db.inTransaction(() -> {
            List<Long> gone = table.deleteExpired(clock.instant(), REMOVED_AT_ONCE);
            snapshots.deleteOfAnybody(gone);
            return gone.size();
        });
    }
}
