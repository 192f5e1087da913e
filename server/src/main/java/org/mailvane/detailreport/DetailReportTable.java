package org.mailvane.detailreport;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.DomainAccess;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL of {@code detail_report} and {@code detail_report_domain}, but for what the queue does. */
@Repository
public class DetailReportTable {

    private static final String COLUMNS =
            """
            r.id, r.search_token, r.criteria, r.stage, r.progress, r.problem, r.found, r.created,
                r.expires
            """;

    private final Db db;
    private final SystemDb system;

    DetailReportTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /**
     * Reports of this user, as long as they are kept and the user sees the mail of all their
     * domains: because they may read the domain, or the one with which it counts.
     */
    private static String visible(Scope scope) {
        String kept = "r.account_id = :account and r.user_id = :viewer and r.expires > :now";
        if (scope.reads().allDomains()) {
            return kept;
        }
        return kept
                + """
                 and not exists (select from detail_report_domain h
                        join published.domain d on d.account_id = :account and d.id = h.domain_id
                        left join published.domain p on p.account_id = :account and p.id = d.parent_id
                            and not d.top_level
                        where h.report_id = r.id and not %s and not %s)\
                """
                        .formatted(
                                DomainAccess.readable(scope, "d"),
                                DomainAccess.readable(scope, "p"));
    }

    /**
     * What is known of a report when it is asked for.
     *
     * @param hash over its criteria and domains
     * @param named the domains that the criteria name
     * @param domains the domains whose rows are looked at
     * @param weight about how many rows these are
     * @param heldUntil until when no worker's lane takes it, since who asks for it works it out;
     *     null for what waits for them
     */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares two.
    record NewReport(
            String searchToken,
            ReportCriteria criteria,
            byte[] hash,
            Collection<DomainId> named,
            List<DomainId> domains,
            long weight,
            Instant created,
            Instant expires,
            @Nullable Instant heldUntil) {}

    /** Adds a report of the user, which waits to be worked out; answers its number. */
    long insert(Scope scope, NewReport report) {
        long id =
                db.as(scope.wholeAccount())
                        .sql(
                                """
                                insert into detail_report (account_id, user_id, search_token, criteria,
                                    criteria_hash, domains, weight, state, stage, progress, created,
                                    expires, leased_until)
                                values (:account, :viewer, :token, cast(:criteria as jsonb), :hash,
                                    :domains, :weight, 'queued', :stage, 0, :created, :expires,
                                    cast(:held as timestamptz))
                                returning id
                                """)
                        .param("token", report.searchToken())
                        .param("criteria", CriteriaJson.write(report.criteria()))
                        .param("hash", report.hash())
                        .param("domains", numbers(report.domains()))
                        .param("weight", report.weight())
                        .param("stage", nameOf(Stage.QUEUED))
                        .param("created", report.created())
                        .param("expires", report.expires())
                        .param("held", report.heldUntil())
                        .one(row -> row.number("id"));
        addDomains(scope, id, report.named());
        return id;
    }

    /** Notes that a report names these domains, or shows rows of them. */
    public void addDomains(Scope scope, long reportId, Collection<DomainId> domains) {
        db.as(scope.wholeAccount())
                .sql(
                        """
                        insert into detail_report_domain (account_id, report_id, domain_id)
                        select :account, cast(:report as bigint), d.id
                        from unnest(:domains) d(id)
                        on conflict (report_id, domain_id) do nothing
                        """)
                .param("report", reportId)
                .param("domains", numbers(domains))
                .update();
    }

    private static long[] numbers(Collection<DomainId> ids) {
        return ids.stream().mapToLong(DomainId::value).toArray();
    }

    /** How the table spells a stage. */
    public static String nameOf(Stage stage) {
        return stage.name().toLowerCase(Locale.ROOT);
    }

    /** Keeps others from adding reports of this user until the transaction ends. */
    void lockUser(Scope scope) {
        db.as(scope.wholeAccount())
                .sql(
                        """
                        select id from published.account_user
                        where account_id = :account and id = :viewer for no key update
                        """)
                .list(row -> true);
    }

    /** Returns how many reports a user has, also those that they may not see any more. */
    long countOfUser(Scope scope) {
        return db.as(scope.wholeAccount())
                .sql(
                        """
                        select count(*) from detail_report
                        where account_id = :account and user_id = :viewer
                        """)
                .one(row -> row.number("count"));
    }

    /** Returns how many reports of the account are not ready yet. */
    long countOpen(Scope scope) {
        return db.as(scope.wholeAccount())
                .sql(
                        """
                        select count(*) from detail_report
                        where account_id = :account and state in ('queued', 'running')
                        """)
                .one(row -> row.number("count"));
    }

    /**
     * Returns the user's newest report with this hash that has not failed.
     *
     * @param closed from when on the days of such a report were over for long enough; one that is
     *     older than that counts only where it was made after {@code recently}
     */
    Optional<DetailReport> findEqual(
            Scope scope, byte[] hash, Instant closed, Instant recently, Instant now) {
        return db.as(scope)
                .sql(
                        """
                        select %s from detail_report r
                        where %s and r.criteria_hash = :hash and r.state <> 'failed'
                            and (r.created >= :closed or r.created > :recently)
                        order by r.id desc limit 1
                        """
                                .formatted(COLUMNS, visible(scope)))
                .param("now", now)
                .param("hash", hash)
                .param("closed", closed)
                .param("recently", recently)
                .optional(DetailReportTable::report);
    }

    long count(Scope scope, Instant now) {
        return db.as(scope)
                .sql("select count(*) from detail_report r where " + visible(scope))
                .param("now", now)
                .one(row -> row.number("count"));
    }

    List<DetailReport> list(
            Scope scope, Ordering<ReportOrder> ordering, Instant now, Window window) {
        boolean ascending = !ordering.keys().isEmpty() && !ordering.keys().getFirst().descending();
        String direction = ascending ? "" : " desc";
        return db.as(scope)
                .sql(
                        "select %s from detail_report r where %s".formatted(COLUMNS, visible(scope))
                                + " order by r.created"
                                + direction
                                + ", r.id"
                                + direction
                                + " limit :limit offset :offset")
                .param("now", now)
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(DetailReportTable::report);
    }

    Optional<DetailReport> find(Scope scope, String searchToken, Instant now) {
        return db.as(scope)
                .sql(
                        "select %s from detail_report r where %s and r.search_token = :token"
                                .formatted(COLUMNS, visible(scope)))
                .param("now", now)
                .param("token", searchToken)
                .optional(DetailReportTable::report);
    }

    private static DetailReport report(Row row) throws SQLException {
        return new DetailReport(
                row.number("id"),
                row.text("search_token"),
                CriteriaJson.read(row.text("criteria")),
                Stage.valueOf(row.text("stage").toUpperCase(Locale.ROOT)),
                (int) row.number("progress"),
                row.text("problem"),
                row.number("found"),
                row.instant("created"),
                row.instant("expires"));
    }

    /** A report can be read from now on. */
    public void setReady(Scope scope, long reportId, long found, long bytes) {
        db.as(scope)
                .sql(
                        """
                        update detail_report set state = 'ready', stage = :stage, progress = 100,
                            found = :found, bytes = :bytes, leased_until = null,
                            generation = generation + 1
                        where account_id = :account and id = :report
                        """)
                .param("report", reportId)
                .param("stage", nameOf(Stage.READY))
                .param("found", found)
                .param("bytes", bytes)
                .update();
    }

    /** A report that was ready is to be worked out again; false where it is not ready any more. */
    public boolean requeue(Scope scope, long reportId) {
        return db.as(scope.wholeAccount())
                        .sql(
                                """
                                update detail_report set state = 'queued', stage = :stage, progress = 0,
                                    found = 0, bytes = 0, leased_until = null, attempts = 0,
                                    generation = generation + 1
                                where account_id = :account and id = :report and state = 'ready'
                                """)
                        .param("report", reportId)
                        .param("stage", nameOf(Stage.QUEUED))
                        .update()
                == 1;
    }

    /** Removes the user's oldest reports that are done; answers which. */
    List<Long> deleteOldest(Scope scope, long number) {
        return db.as(scope.wholeAccount())
                .sql(
                        deleting(
                                """
                                select id from detail_report
                                where account_id = :account and user_id = :viewer
                                    and state in ('ready', 'failed')
                                order by id limit :number
                                """))
                .param("number", number)
                .list(row -> row.number("id"));
    }

    /**
     * Removes the account's oldest reports that are ready, as far as what is stored of all of them
     * is more than so many bytes; answers which.
     *
     * @param newest this one stays
     */
    public List<Long> deleteBeyond(Scope scope, long newest, long bytes) {
        return db.as(scope)
                .sql(
                        deleting(
                                """
                                select id from (
                                    select id, sum(bytes) over (order by id = :newest desc, id desc)
                                        as held
                                    from detail_report
                                    where account_id = :account and state = 'ready') ranked
                                where held > :bytes and id <> :newest
                                """))
                .param("newest", newest)
                .param("bytes", bytes)
                .list(row -> row.number("id"));
    }

    /** Removes the reports, of all users, that hold one of these domains; answers which. */
    List<Long> deleteHolding(Scope scope, Collection<DomainId> domains) {
        return db.as(scope)
                .sql(
                        deleting(
                                """
                                select report_id from detail_report_domain
                                where account_id = :account and domain_id = any(:domains)
                                """))
                .param("domains", numbers(domains))
                .list(row -> row.number("id"));
    }

    /** Locked in one order by all code that deletes. */
    private static String deleting(String which) {
        return """
        with doomed as materialized (
            select id from detail_report
            where account_id = :account and id in (%s) order by id for update)
        delete from detail_report r using doomed
        where r.account_id = :account and r.id = doomed.id
        returning r.id
        """
                .formatted(which);
    }

    /** Removes some of the reports, of whatever account, that have expired; answers which. */
    List<Long> deleteExpired(Instant now, int limit) {
        return system.sql(
                        """
                        with doomed as materialized (
                            select id from detail_report where expires <= :now
                            order by id limit :limit for update skip locked)
                        delete from detail_report r using doomed where r.id = doomed.id
                        returning r.id
                        """)
                .param("now", now)
                .param("limit", limit)
                .list(row -> row.number("id"));
    }
}
