package org.mailvane.traffic.store;

import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.received.ReportDecision;
import org.springframework.stereotype.Repository;

/** SQL of {@code report}: what reports count for. */
@Repository
class ReportTrustTable {

    private static final String TRUST =
            """
            report_trust(r.authentication, r.mechanism, p.trust, p.decided_by, r.ignored, r.held_reasons,
                r.released)\
            """;

    /** Domains with facts of these reports, and the first day of these; see {@code changed}. */
    private static final String DOMAINS =
            """
            , rows as (
                select unnest(fact_domains || domain_id) as id, min(begin_at) as begin_at
                from changed group by 1),
            places as (
                select d.id, w.begin_at from rows w join published.domain d on d.account_id = :account
                    and d.id = w.id
                union all
                select d.id, w.begin_at from rows w join published.domain d on d.account_id = :account
                    and d.parent_id = w.id)
            select id, cast(min(begin_at) at time zone 'UTC' as date) as first
            from places group by id order by id
            """;

    private final Db db;

    ReportTrustTable(Db db) {
        this.db = db;
    }

    /**
     * A domain with facts of changed reports.
     *
     * @param first the first day of these reports
     */
    record Changed(DomainId domain, LocalDate first) {}

    /** Makes the reports of a reporter count for what follows from its trust. */
    List<Changed> applyReporter(Scope scope, long reporter) {
        return list(
                db.as(scope)
                        .sql(
                                """
                                with changed as (
                                    update report r set trust = %1$s
                                    from published.reporter p
                                    where r.account_id = :account and r.reporter_number = :reporter
                                        and p.account_id = :account and p.id = :reporter
                                        and r.trust <> %1$s
                                    returning r.domain_id, r.fact_domains, r.begin_at)%2$s
                                """
                                        .formatted(TRUST, DOMAINS))
                        .param("reporter", reporter));
    }

    /** Returns the domains with facts of these reports. */
    List<Changed> domainsOf(Scope scope, Collection<Long> reports) {
        return list(
                db.as(scope)
                        .sql(
                                """
                                with changed as (
                                    select domain_id, fact_domains, begin_at from report
                                    where account_id = :account and id = any(:ids))%s
                                """
                                        .formatted(DOMAINS))
                        .param("ids", numbers(reports)));
    }

    /** Returns the domains with facts of a reporter's reports. */
    List<Changed> domainsOf(Scope scope, long reporter) {
        return list(
                db.as(scope)
                        .sql(
                                """
                                with changed as (
                                    select domain_id, fact_domains, begin_at from report
                                    where account_id = :account and reporter_number = :reporter)%s
                                """
                                        .formatted(DOMAINS))
                        .param("reporter", reporter));
    }

    /** Keeps others from deciding on the reporters of these reports until the transaction ends. */
    void holdReporters(Scope scope, Collection<Long> reports) {
        db.as(scope)
                .sql(
                        """
                        select id from published.reporter where account_id = :account and id in (
                            select reporter_number from report
                            where account_id = :account and id = any(:ids))
                        order by id for share
                        """)
                .param("ids", numbers(reports))
                .list(row -> true);
    }

    /**
     * Notes what people decide on reports, and makes these count for what follows from it. Their
     * reporters are held already.
     *
     * @return the domains with facts of the reports that the decision changes
     */
    List<Changed> decide(Scope scope, Collection<Long> reports, ReportDecision decision) {
        return list(
                db.as(scope)
                        .sql(
                                """
                                with decided as (
                                    select r.domain_id, r.id, d.ignored, d.released,
                                        report_trust(r.authentication, r.mechanism, p.trust, p.decided_by,
                                            d.ignored, r.held_reasons, d.released) as trust
                                    from report r
                                    join published.reporter p on p.account_id = :account
                                        and p.id = r.reporter_number
                                    cross join lateral (
                                        select coalesce(cast(:ignored as boolean), r.ignored) as ignored,
                                            r.released or (:released and r.held_reasons <> '{}') as released) d
                                    where r.account_id = :account and r.id = any(:ids)
                                        and (r.ignored <> d.ignored or r.released <> d.released)
                                    order by r.id for update of r),
                                changed as (
                                    update report r set ignored = d.ignored, released = d.released,
                                        trust = d.trust
                                    from decided d
                                    where r.account_id = :account and r.domain_id = d.domain_id
                                        and r.id = d.id
                                    returning r.domain_id, r.fact_domains, r.begin_at)%s
                                """
                                        .formatted(DOMAINS))
                        .param("ids", numbers(reports))
                        .param("ignored", decision.ignored())
                        .param("released", decision.released()));
    }

    private static long[] numbers(Collection<Long> ids) {
        return ids.stream().mapToLong(Long::longValue).toArray();
    }

    private static List<Changed> list(Query query) {
        return query.list(row -> new Changed(new DomainId(row.number("id")), row.day("first")));
    }
}
