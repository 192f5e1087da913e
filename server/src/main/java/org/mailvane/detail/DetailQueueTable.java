package org.mailvane.detail;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.mailvane.domains.DomainId;
import org.mailvane.store.Db;
import org.mailvane.store.Query;
import org.mailvane.store.Row;
import org.mailvane.store.Scope;
import org.mailvane.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code detail_report} as a queue. What a worker says of a report counts only while it is
 * its own: as long as no other has taken it, which raises its generation.
 */
@Repository
class DetailQueueTable {

    /** A report is a worker's own. */
    private static final String OWN =
            """
            account_id = :account and id = :id and generation = :generation and state = 'running'\
            """;

    private static final String TAKEN =
            """
            state = 'running', stage = :reading, progress = 0, leased_until = :leaseEnd,
                generation = r.generation + 1, attempts = r.attempts + 1, turn = nextval('detail_turn')\
            """;

    private static final String CLAIM =
            "r.account_id, r.id, r.criteria, r.domains, r.weight, r.generation, r.attempts";

    private final Db db;
    private final SystemDb system;

    DetailQueueTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /**
     * A report that a worker has taken.
     *
     * @param scope its account
     * @param domains the domains whose rows are looked at
     * @param weight about how many rows are looked at
     * @param generation distinguishes this worker's turn from those of others
     * @param attempts turns that it has had, with this one
     */
    record Claim(
            Scope scope,
            long id,
            ReportCriteria criteria,
            List<DomainId> domains,
            long weight,
            long generation,
            int attempts) {

        Claim {
            domains = List.copyOf(domains);
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
        // Not chosen in the update itself, whose plan may choose again for each row that it looks
        // at.
        return taken(
                system.sql(
                                """
                                with busy as (
                                    select account_id, count(*) as reports,
                                        count(*) filter (where weight > :light) as heavy
                                    from detail_report
                                    where state = 'running' and leased_until > :now
                                    group by account_id),
                                chosen as materialized (
                                    select q.id from detail_report q left join busy b using (account_id)
                                    where q.state in ('queued', 'running') and q.weight <= :most
                                        and q.expires > :now
                                        and (q.leased_until is null or q.leased_until <= :now)
                                    order by q.weight > :light and coalesce(b.heavy, 0) > 0,
                                        coalesce(b.reports, 0),
                                        (select max(t.turn) from detail_report t
                                            where t.account_id = q.account_id), q.account_id,
                                        (select max(t.turn) from detail_report t
                                            where t.user_id = q.user_id), q.id
                                    limit 1 for update of q skip locked)
                                update detail_report r set %s from chosen where r.id = chosen.id
                                returning %s
                                """
                                        .formatted(TAKEN, CLAIM))
                        .param("light", light)
                        .param("most", most)
                        .param("now", now),
                leaseEnd);
    }

    /**
     * Takes this report if it waits, as one does that is held and had no turn yet, and no other
     * worker is taking it.
     */
    Optional<Claim> claim(Scope scope, long id, Instant now, Instant leaseEnd) {
        return taken(
                db.as(scope)
                        .sql(
                                """
                                with chosen as materialized (
                                    select q.id from detail_report q
                                    where q.account_id = :account and q.id = :id
                                        and q.state = 'queued'
                                        and (q.attempts = 0 or q.leased_until is null
                                            or q.leased_until <= :now)
                                    for update skip locked)
                                update detail_report r set %s from chosen where r.id = chosen.id
                                returning %s
                                """
                                        .formatted(TAKEN, CLAIM))
                        .param("id", id)
                        .param("now", now),
                leaseEnd);
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

    private static Optional<Claim> taken(Query query, Instant leaseEnd) {
        return query.param("reading", DetailReportTable.nameOf(Stage.READING))
                .param("leaseEnd", leaseEnd)
                .optional(DetailQueueTable::claim);
    }

    private static Claim claim(Row row) throws SQLException {
        return new Claim(
                Scope.ofAccount(row.number("account_id")),
                row.number("id"),
                CriteriaJson.read(row.text("criteria")),
                row.numbers("domains").stream().map(DomainId::new).toList(),
                row.number("weight"),
                row.number("generation"),
                Math.toIntExact(row.number("attempts")));
    }

    /** Notes how far a report is, never less than before, and keeps it; waits for nobody. */
    Written progress(Claim claim, Stage stage, int percent, Instant leaseEnd) {
        return own(
                        claim,
                        """
                        with free as (
                            select id from detail_report where %1$s for update skip locked),
                        written as (
                            update detail_report r set stage = :stage,
                                progress = greatest(progress, :percent), leased_until = :leaseEnd
                            from free where r.id = free.id
                            returning r.id)
                        select exists (select from written) as done,
                            exists (select from detail_report where %1$s) as mine
                        """)
                .param("stage", DetailReportTable.nameOf(stage))
                .param("percent", percent)
                .param("leaseEnd", leaseEnd)
                .one(row ->
                        row.flag("done")
                                ? Written.DONE
                                : row.flag("mine") ? Written.NOT_NOW : Written.LOST);
    }

    /** Gives a report back as if it had not been taken. */
    void release(Claim claim) {
        own(claim, "update detail_report set %s, attempts = attempts - 1 where %%s".formatted(BACK))
                .param("queued", DetailReportTable.nameOf(Stage.QUEUED))
                .param("until", null)
                .update();
    }

    /** Puts a report back into the queue, where it rests until then. */
    void putBack(Claim claim, Instant until) {
        own(claim, "update detail_report set %s where %%s".formatted(BACK))
                .param("queued", DetailReportTable.nameOf(Stage.QUEUED))
                .param("until", until)
                .update();
    }

    private static final String BACK =
            """
            state = 'queued', stage = :queued, progress = 0,
                leased_until = cast(:until as timestamptz)\
            """;

    /** Ends a report without a result. */
    void fail(Claim claim, String problem, Instant expires) {
        own(
                        claim,
                        """
                        update detail_report set state = 'failed', stage = :failed, problem = :problem,
                            leased_until = null, expires = least(expires, :expires)
                        where %s
                        """)
                .param("failed", DetailReportTable.nameOf(Stage.FAILED))
                .param("problem", problem)
                .param("expires", expires)
                .update();
    }

    /** Ends all leases and holds: for the start of a server that is known to be the only one. */
    void endLeases() {
        system.sql(
                        """
                        update detail_report set state = 'queued', stage = :queued, progress = 0,
                            leased_until = null, generation = generation + 1
                        where state = 'running' or (state = 'queued' and leased_until is not null)
                        """)
                .param("queued", DetailReportTable.nameOf(Stage.QUEUED))
                .update();
    }

    private Query own(Claim claim, String text) {
        return db.as(claim.scope())
                .sql(text.formatted(OWN))
                .param("id", claim.id())
                .param("generation", claim.generation());
    }
}
