package org.mailvane.detailreport.queue;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.mailvane.detailreport.CriteriaJson;
import org.mailvane.detailreport.DetailReportTable;
import org.mailvane.detailreport.ReportCriteria;
import org.mailvane.detailreport.Stage;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.platform.jobs.LeaseQueue;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL of {@code detail_report} as a queue. */
@Repository
public class DetailQueueTable {

    private static final String TAKING =
            """
            state = 'running', stage = :reading, progress = 0, attempts = q.attempts + 1,
                turn = nextval('detail_turn')\
            """;

    private static final String TAKEN =
            "select account_id, id, criteria, domains, weight, generation, attempts from taken";

    private static final String BACK = "state = 'queued', stage = :queued, progress = 0";

    private final Db db;
    private final SystemDb system;
    private final LeaseQueue leases;

    DetailQueueTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
        this.leases = new LeaseQueue(db, system, "detail_report", "id");
    }

    /**
     * A report that a worker has taken.
     *
     * @param lease the worker's lease of it
     * @param domains the domains whose rows are looked at
     * @param weight about how many rows are looked at
     * @param attempts turns that it has had, with this one
     */
    public record Claim(
            Lease lease,
            ReportCriteria criteria,
            List<DomainId> domains,
            long weight,
            int attempts) {

        public Claim {
            domains = List.copyOf(domains);
        }

        /** Returns its account. */
        Scope scope() {
            return lease.scope();
        }

        long id() {
            return lease.id();
        }
    }

    /** What became of a word about a report's progress. */
    enum Written {
        DONE,
        /** Somebody else has a hand on the report at the moment. */
        NOT_NOW,
        /** It is not this worker's any more, or gone. */
        LOST
    }

    /** Makes others wait who claim, within the transaction that runs on this thread. */
    void lock() {
        // Each is to see what the others have taken, or two would serve the same account.
        system.sql("select pg_advisory_xact_lock(hashtext('detail_report queue'))")
                .one(row -> true);
    }

    /**
     * Takes the next report, of those that may be read up to a weight: of the account with fewest
     * in work, then of the account and the user whose last turn is longest ago. A second heavy one
     * of an account comes after all else.
     *
     * @param light the weight up to which a report is light
     * @param most the weight of a report at most
     * @param leaseEnd until when it is this worker's
     */
    Optional<Claim> claim(long light, long most, Instant now, Instant leaseEnd) {
        return taken(
                leases.claim(
                                """
                                with busy as (
                                    select account_id, count(*) as reports,
                                        count(*) filter (where weight > :light) as heavy
                                    from detail_report
                                    where state = 'running' and leased_until > :now
                                    group by account_id)
                                select q.id from detail_report q left join busy b using (account_id)
                                where q.state in ('queued', 'running') and q.weight <= :most
                                    and q.expires > :now and %s
                                order by q.weight > :light and coalesce(b.heavy, 0) > 0,
                                    coalesce(b.reports, 0),
                                    (select max(t.turn) from detail_report t
                                        where t.account_id = q.account_id), q.account_id,
                                    (select max(t.turn) from detail_report t
                                        where t.user_id = q.user_id), q.id
                                limit 1 for update of q skip locked
                                """
                                        .formatted(LeaseQueue.FREE),
                                TAKING,
                                TAKEN,
                                leaseEnd)
                        .param("now", now)
                        .param("light", light)
                        .param("most", most));
    }

    /**
     * Takes this report if it waits, as one does that is held and had no turn yet, and no other
     * worker is taking it.
     */
    Optional<Claim> claim(Scope scope, long id, Instant now, Instant leaseEnd) {
        return taken(
                leases.claim(
                                scope,
                                """
                                select id from detail_report
                                where account_id = :account and id = :id and state = 'queued'
                                    and (attempts = 0 or %s)
                                for update skip locked
                                """
                                        .formatted(LeaseQueue.FREE),
                                TAKING,
                                TAKEN,
                                leaseEnd)
                        .param("now", now)
                        .param("id", id));
    }

    /** Has any worker take a report that is held. */
    void letGo(Scope scope, long id) {
        db.as(scope)
                .sql(
                        """
                        update detail_report set leased_until = null
                        where account_id = :account and id = :id and state = 'queued'
                        """)
                .param("id", id)
                .update();
    }

    private Optional<Claim> taken(Query query) {
        return query.param("reading", DetailReportTable.nameOf(Stage.READING))
                .optional(this::claim);
    }

    private Claim claim(Row row) throws SQLException {
        return new Claim(
                leases.lease(row),
                CriteriaJson.read(row.text("criteria")),
                row.numbers("domains").stream().map(DomainId::new).toList(),
                row.number("weight"),
                Math.toIntExact(row.number("attempts")));
    }

    /** Notes how far a report is, never less than before, and keeps it; waits for nobody. */
    Written progress(Claim claim, Stage stage, int percent, Instant leaseEnd) {
        return leases.own(
                        claim.lease(),
                        """
                        with free as (
                            select id from detail_report where %1$s and state = 'running'
                            for update skip locked),
                        written as (
                            update detail_report r set stage = :stage,
                                progress = greatest(progress, :percent), leased_until = :leaseEnd
                            from free where r.id = free.id
                            returning r.id)
                        select exists (select from written) as done,
                            exists (select from detail_report
                                where %1$s and state = 'running') as mine
                        """)
                .param("stage", DetailReportTable.nameOf(stage))
                .param("percent", percent)
                .param("leaseEnd", leaseEnd)
                .one(row ->
                        row.flag("done")
                                ? Written.DONE
                                : row.flag("mine") ? Written.NOT_NOW : Written.LOST);
    }

    /** Locks a report until the transaction ends; false if it is not this worker's any more. */
    boolean lock(Lease lease) {
        return leases.own(
                        lease,
                        """
                        select id from detail_report where %s and state = 'running'
                        for no key update
                        """)
                .optional(row -> true)
                .isPresent();
    }

    /** Gives a report back as if it had not been taken. */
    public void release(Claim claim) {
        leases.giveBack(claim.lease(), BACK + ", attempts = q.attempts - 1")
                .param("queued", DetailReportTable.nameOf(Stage.QUEUED))
                .update();
    }

    /** Puts a report back into the queue, where it rests until then. */
    void putBack(Claim claim, Instant until) {
        leases.own(
                        claim.lease(),
                        """
                        update detail_report set %s, leased_until = :until,
                            generation = generation + 1
                        where %%s
                        """
                                .formatted(BACK))
                .param("queued", DetailReportTable.nameOf(Stage.QUEUED))
                .param("until", until)
                .update();
    }

    /** Ends a report without a result. */
    void fail(Claim claim, String problem, Instant expires) {
        leases.giveBack(
                        claim.lease(),
                        """
                        state = 'failed', stage = :failed, problem = :problem,
                            expires = least(expires, :expires)\
                        """)
                .param("failed", DetailReportTable.nameOf(Stage.FAILED))
                .param("problem", problem)
                .param("expires", expires)
                .update();
    }

    /** Ends all leases and holds: for the start of a server that is known to be the only one. */
    public void endLeases() {
        leases.endLeases(LeaseQueue.LEASED, BACK)
                .param("queued", DetailReportTable.nameOf(Stage.QUEUED))
                .update();
    }
}
