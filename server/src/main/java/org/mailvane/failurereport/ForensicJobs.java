package org.mailvane.failurereport;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.mailvane.accounts.Accounts;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.api.binding.SearchToken;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.failurereport.ForensicJob.Progress;
import org.mailvane.failurereport.ForensicJobTable.Begun;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.jobs.Jobs;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/**
 * Searches for failure reports. What one finds is kept as a list of records, which shrinks when
 * records are deleted and never grows.
 */
@Service
public class ForensicJobs {

    /** How long a job and what it found are kept. */
    public static final Duration KEPT = Duration.ofDays(3);

    /** Jobs of one user; for a new one the oldest that is done goes. */
    public static final int MAX_JOBS = 100;

    /** Records that a job finds, the newest. */
    static final int MAX_RECORDS = 100_000;

    /** A job that was begun so often, and failed or ended its server each time, has failed. */
    static final int MAX_ATTEMPTS = 3;

    private static final Logger log = LoggerFactory.getLogger(ForensicJobs.class);

    private final Db db;
    private final ForensicJobTable table;
    private final FailureReportTable reports;
    private final Domains domains;
    private final Accounts accounts;
    private final Jobs jobs;
    private final Clock clock;

    ForensicJobs(
            Db db,
            ForensicJobTable table,
            FailureReportTable reports,
            Domains domains,
            Accounts accounts,
            Jobs jobs,
            Clock clock) {
        this.db = db;
        this.table = table;
        this.reports = reports;
        this.domains = domains;
        this.accounts = accounts;
        this.jobs = jobs;
        this.clock = clock;
    }

    /** The outcome of a request for a job. */
    public sealed interface Creation {

        /** It waits for a worker. */
        record Created(ForensicJob job) implements Creation {}

        /** The user may not read these domains, or there are none of these names. */
        record Unknown(Set<DomainName> names) implements Creation {}

        /** The user has {@link #MAX_JOBS} that are not done yet. */
        record TooMany() implements Creation {}
    }

    /** Makes a job of the user whose scope this is. */
    public Creation create(Scope scope, ForensicCriteria criteria) {
        return db.inTransaction(() -> createLocked(scope, criteria));
    }

    private Creation createLocked(Scope scope, ForensicCriteria criteria) {
        Map<DomainName, DomainId> readable = domains.readable(scope, criteria.domains());
        Set<DomainName> unknown = new HashSet<>(criteria.domains());
        unknown.removeAll(readable.keySet());
        if (!unknown.isEmpty()) {
            return new Creation.Unknown(unknown);
        }
        Scope own = scope.wholeAccount();
        table.lockUser(own);
        long beyond = table.countOfUser(own) - MAX_JOBS + 1;
        if (beyond > 0 && table.deleteOldest(own, beyond) < beyond) {
            return new Creation.TooMany();
        }
        Instant now = clock.instant();
        long id =
                table.insert(
                        own, SearchToken.make(), criteria, readable.values(), now, now.plus(KEPT));
        jobs.start(ForensicSearch.KIND, own, id);
        return new Creation.Created(table.find(scope, id, now).orElseThrow());
    }

    /** Returns how many jobs the user has. */
    public long count(Scope scope) {
        return table.count(scope, clock.instant());
    }

    /** Returns a page of the user's jobs, the newest first. */
    public List<ForensicJob> list(Scope scope, Window window) {
        return table.list(scope, clock.instant(), window);
    }

    /** Returns the job of this number, if it is the user's and they may read all its domains. */
    public Optional<ForensicJob> find(Scope scope, long id) {
        return table.find(scope, id, clock.instant());
    }

    /** As {@link #find(Scope, long)}, by its search token. */
    Optional<ForensicJob> find(Scope scope, String searchToken) {
        return table.find(scope, searchToken, clock.instant());
    }

    /** Returns how many records a job of the user has found that are still there. */
    public long countRecords(Scope scope, ForensicJob job) {
        return reports.countFound(scope, job.id());
    }

    /** Returns a page of these records, the newest first. */
    public List<ForensicRecord> records(Scope scope, ForensicJob job, Window window) {
        return reports.found(scope, job.id(), window);
    }

    /** Returns those of these records that a job of the user has found and that still exist. */
    public List<ForensicRecord> records(
            Scope scope, ForensicJob job, Collection<RecordName> names) {
        return reports.found(scope, job.id(), names);
    }

    /** Looks for what a job wants, and ends it; one that has ended already is left alone. */
    void work(Scope account, long id) {
        Optional<Begun> begun = table.begin(account, id);
        if (begun.isEmpty()) {
            return;
        }
        Optional<Scope> user = accounts.scopeOf(account.accountId(), begun.get().userId());
        if (user.isEmpty() || begun.get().attempts() > MAX_ATTEMPTS) {
            fail(account, id);
            return;
        }
        try {
            db.inTransaction(() -> {
                // First, so that of two who work it one waits here and then has nothing to do.
                if (table.finish(account, id, Progress.COMPLETED)) {
                    table.search(user.get(), begun.get().job(), MAX_RECORDS);
                }
            });
        } catch (RuntimeException failed) {
            if (begun.get().attempts() < MAX_ATTEMPTS) {
                table.putBack(account, id);
                throw failed;
            }
            log.error("Job {} of account {} has failed", id, account.accountId(), failed);
            fail(account, id);
        }
    }

    /** Ends a job without a result. */
    void fail(Scope account, long id) {
        table.finish(account, id, Progress.FAILED);
    }

    /** Removes jobs that have expired, with what they found. */
    void deleteExpired() {
        table.deleteExpired(clock.instant());
    }
}
