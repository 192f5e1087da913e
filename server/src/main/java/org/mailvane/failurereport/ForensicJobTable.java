package org.mailvane.failurereport;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.DomainAccess;
import org.mailvane.domains.DomainId;
import org.mailvane.failurereport.FailureReportTable.Place;
import org.mailvane.failurereport.ForensicJob.Progress;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.platform.store.Conditions;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL of {@code forensic_job}, {@code forensic_job_domain} and {@code forensic_job_record}. */
@Repository
class ForensicJobTable {

    private static final String COLUMNS =
            """
            j.id, j.search_token, j.progress, j.start_date, j.end_date, j.subject,
                j.report_source_ip, j.domains, j.created, j.expires
            """;

    private final Db db;
    private final SystemDb system;

    ForensicJobTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /**
     * Jobs that this user has made, as long as they are kept and the user may read all their
     * domains; of those that are gone nothing is left to be read.
     */
    private static String visible(Scope scope) {
        return """
        j.account_id = :account and j.user_id = :viewer and j.expires > :now
            and not exists (select from forensic_job_domain h
                join published.domain d on d.id = h.domain_id
                where h.job_id = j.id and not %s)
        """
                .formatted(DomainAccess.readable(scope, "d"));
    }

    long insert(
            Scope scope,
            String searchToken,
            ForensicCriteria criteria,
            Collection<DomainId> domains,
            Instant now,
            Instant expires) {
        IpNetwork source = criteria.source();
        long id =
                db.as(scope.wholeAccount())
                        .sql(
                                """
                                insert into forensic_job (account_id, user_id, search_token, start_date,
                                    end_date, subject, report_source_ip, domains, created, expires)
                                values (:account, :viewer, :token, :start, :end, :subject, :source,
                                    :names, :created, :expires)
                                returning id
                                """)
                        .param("token", searchToken)
                        .param("start", criteria.startDate())
                        .param("end", criteria.endDate())
                        .param("subject", criteria.subject())
                        .param("source", source == null ? "" : source.toString())
                        .param(
                                "names",
                                criteria.domains().stream()
                                        .map(DomainName::value)
                                        .toArray(String[]::new))
                        .param("created", now)
                        .param("expires", expires)
                        .one(row -> row.number("id"));
        db.as(scope.wholeAccount())
                .sql(
                        """
                        insert into forensic_job_domain (account_id, job_id, domain_id, named)
                        select distinct :account, cast(:job as bigint), d.id, true
                        from unnest(:domains) d(id)
                        """)
                .param("job", id)
                .param("domains", domains.stream().mapToLong(DomainId::value).toArray())
                .update();
        return id;
    }

    /** Keeps others from adding jobs of this user until the transaction ends. */
    void lockUser(Scope scope) {
        db.as(scope.wholeAccount())
                .sql(
                        """
                        select id from published.account_user
                        where account_id = :account and id = :viewer for no key update
                        """)
                .list(row -> true);
    }

    /** Returns how many jobs a user has, also those that they may not see any more. */
    long countOfUser(Scope scope) {
        return db.as(scope)
                .sql(
                        """
                        select count(*) from forensic_job
                        where account_id = :account and user_id = :viewer
                        """)
                .one(row -> row.number("count"));
    }

    /** Removes the user's oldest jobs that are worked no more; answers how many. */
    int deleteOldest(Scope scope, long number) {
        return db.as(scope)
                .sql(
                        """
                        delete from forensic_job where account_id = :account and id in (
                            select id from forensic_job
                            where account_id = :account and user_id = :viewer and progress >= 100
                            order by id limit :number)
                        """)
                .param("number", number)
                .update();
    }

    long count(Scope scope, Instant now) {
        return db.as(scope)
                .sql("select count(*) from forensic_job j where " + visible(scope))
                .param("now", now)
                .one(row -> row.number("count"));
    }

    /** Returns the newest first. */
    List<ForensicJob> list(Scope scope, Instant now, Window window) {
        return db.as(scope)
                .sql(
                        "select %s from forensic_job j where %s".formatted(COLUMNS, visible(scope))
                                + " order by j.id desc limit :limit offset :offset")
                .param("now", now)
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(ForensicJobTable::job);
    }

    Optional<ForensicJob> find(Scope scope, long id, Instant now) {
        return db.as(scope)
                .sql(
                        "select %s from forensic_job j where %s and j.id = :id"
                                .formatted(COLUMNS, visible(scope)))
                .param("now", now)
                .param("id", id)
                .optional(ForensicJobTable::job);
    }

    Optional<ForensicJob> find(Scope scope, String searchToken, Instant now) {
        return db.as(scope)
                .sql(
                        "select %s from forensic_job j where %s and j.search_token = :token"
                                .formatted(COLUMNS, visible(scope)))
                .param("now", now)
                .param("token", searchToken)
                .optional(ForensicJobTable::job);
    }

    private static ForensicJob job(Row row) throws SQLException {
        return new ForensicJob(
                row.number("id"),
                row.text("search_token"),
                Progress.of(row.number("progress")),
                new ForensicCriteria(
                        requireNonNull(row.optionalDay("start_date")),
                        requireNonNull(row.optionalDay("end_date")),
                        row.text("subject"),
                        IpNetwork.parse(row.text("report_source_ip")).orElse(null),
                        row.texts("domains").stream().map(DomainName::new).toList()),
                row.instant("created"),
                row.instant("expires"));
    }

    /** Begins a job; empty when it has ended, or there is none of this number any more. */
    Optional<Begun> begin(Scope scope, long job) {
        return db.as(scope)
                .sql(
                        """
                        update forensic_job j set attempts = attempts + 1, progress = :generating
                        where account_id = :account and id = :job and progress < 100
                        returning j.user_id, j.attempts, %s
                        """
                                .formatted(COLUMNS))
                .param("job", job)
                .param("generating", Progress.GENERATING.value())
                .optional(
                        row -> new Begun(row.number("user_id"), row.number("attempts"), job(row)));
    }

    /**
     * A job that was begun.
     *
     * @param userId who has asked for it
     * @param attempts how often it was begun
     */
    record Begun(long userId, long attempts, ForensicJob job) {}

    /** A job that was begun waits again. */
    void putBack(Scope scope, long job) {
        db.as(scope)
                .sql(
                        """
                        update forensic_job set progress = :queued
                        where account_id = :account and id = :job and progress < 100
                        """)
                .param("job", job)
                .param("queued", Progress.QUEUED.value())
                .update();
    }

    /** Ends a job; false when it has ended, or there is none of this number any more. */
    boolean finish(Scope scope, long job, Progress end) {
        return db.as(scope)
                        .sql(
                                """
                                update forensic_job set progress = :end
                                where account_id = :account and id = :job and progress < 100
                                """)
                        .param("job", job)
                        .param("end", end.value())
                        .update()
                == 1;
    }

    /**
     * Notes what a job finds of what its user may read, the newest first, and the domains of that.
     *
     * @param limit how many records at most
     */
    void search(Scope scope, ForensicJob job, int limit) {
        ForensicCriteria criteria = job.criteria();
        Conditions where = new Conditions();
        where.add(DomainAccess.readable(scope, "d"));
        if (!criteria.domains().isEmpty()) {
            where.add(
                    """
                    exists (select from forensic_job_domain h where h.job_id = :job
                        and (h.domain_id = d.id or h.domain_id = d.parent_id and not d.top_level))\
                    """);
        }
        where.add(
                "strpos(lower(f.subject), lower(:subject)) > 0",
                "subject",
                criteria.subject().isEmpty() ? null : criteria.subject());
        IpNetwork source = criteria.source();
        where.add(
                "f.source_ip <<= cast(:source as inet)",
                "source",
                source == null ? null : source.toString());
        where.bind(
                        db.as(scope)
                                .sql(
                                        """
                                        insert into forensic_job_record
                                            (account_id, job_id, place, domain_id, report_id)
                                        select :account, cast(:job as bigint),
                                            row_number() over (order by received desc, id desc),
                                            domain_id, id
                                        from (select f.received, f.domain_id, f.id
                                            from failure_report f
                                            join published.domain d on d.account_id = f.account_id
                                                and d.id = f.domain_id
                                            where f.account_id = :account
                                                and f.received >= cast(:begin as timestamptz)
                                                and f.received < cast(:end as timestamptz)%s
                                            order by f.received desc, f.id desc
                                            limit :limit) found
                                        """
                                                .formatted(where.text())))
                .param("job", job.id())
                .param("begin", beginOf(criteria.startDate()))
                .param("end", beginOf(criteria.endDate().plusDays(1)))
                .param("limit", limit)
                .update();
        db.as(scope.wholeAccount())
                .sql(
                        """
                        insert into forensic_job_domain (account_id, job_id, domain_id, named)
                        select distinct r.account_id, r.job_id, r.domain_id, false
                        from forensic_job_record r
                        where r.account_id = :account and r.job_id = :job
                        on conflict (job_id, domain_id) do nothing
                        """)
                .param("job", job.id())
                .update();
    }

    private static Instant beginOf(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    void deleteAll(Scope scope) {
        db.as(scope).sql("delete from forensic_job where account_id = :account").update();
    }

    /** Removes records from what jobs have found. */
    void deleteFound(Scope scope, Collection<Place> places) {
        db.as(scope)
                .sql(
                        """
                        delete from forensic_job_record r
                        using unnest(:domains, :reports) p(domain_id, id)
                        where r.account_id = :account and r.domain_id = p.domain_id
                            and r.report_id = p.id
                        """)
                .param("domains", places.stream().mapToLong(p -> p.domain().value()).toArray())
                .param("reports", places.stream().mapToLong(Place::id).toArray())
                .update();
    }

    /** Removes these domains from jobs, with what was found about them. */
    void deleteOf(Scope scope, Collection<DomainId> domains) {
        for (String table : List.of("forensic_job_record", "forensic_job_domain")) {
            db.as(scope)
                    .sql(
                            "delete from "
                                    + table
                                    + " where account_id = :account and domain_id = any(:domains)")
                    .param("domains", domains.stream().mapToLong(DomainId::value).toArray())
                    .update();
        }
    }

    /** Removes the jobs, of whatever account, that have expired. */
    void deleteExpired(Instant now) {
        system.sql("delete from forensic_job where expires <= :now").param("now", now).update();
    }
}
