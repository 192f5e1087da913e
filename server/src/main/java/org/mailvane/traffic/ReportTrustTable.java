package org.mailvane.traffic;

import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import org.mailvane.domains.DomainId;
import org.mailvane.store.Db;
import org.mailvane.store.Query;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code report}: what reports count for. */
@Repository
class ReportTrustTable {

    private static final String TRUST =
            """
            report_trust(r.authentication, p.trust, p.decided_by, r.ignored, r.held_reasons,
                r.released)\
            """;

    /** Domains with facts of these reports, and the first day of these; see {@code changed}. */
    private static final String DOMAINS =
            """
            , rows as (
                select unnest(fact_domains || domain_id) as id, min(begin_at) as begin_at
                from changed group by 1),
            places as (
                select d.id, w.begin_at from rows w join domain d on d.account_id = :account
                    and d.id = w.id
                union all
                select d.id, w.begin_at from rows w join domain d on d.account_id = :account
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

    /** Lets the reports of a reporter count for what follows from its trust. */
    List<Changed> applyReporter(Scope scope, long reporter) {
        return list(
                db.as(scope)
                        .sql(
                                """
                                with changed as (
                                    update report r set trust = %1$s
                                    from reporter p
                                    where r.account_id = :account and r.reporter_number = :reporter
                                        and p.account_id = :account and p.id = :reporter
                                        and r.trust <> %1$s
                                    returning r.domain_id, r.fact_domains, r.begin_at)%2$s
                                """
                                        .formatted(TRUST, DOMAINS))
                        .param("reporter", reporter));
    }

    /** The domains with facts of these reports. */
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
                        .param("ids", reports.stream().mapToLong(Long::longValue).toArray()));
    }

    private static List<Changed> list(Query query) {
        return query.list(row -> new Changed(new DomainId(row.number("id")), row.day("first")));
    }
}
