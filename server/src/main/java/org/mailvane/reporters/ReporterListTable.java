package org.mailvane.reporters;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.DomainAccess;
import org.mailvane.domains.DomainFilter;
import org.mailvane.platform.store.Conditions;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code reporter}, with sums over the reports that the caller may see. A reporter without
 * such reports is not there for the caller.
 */
@Repository
class ReporterListTable {

    private static final String COLUMNS =
            """
            select p.id, p.name, p.domain, p.trust,
                coalesce(p.decided_by = 'before', false) as before, s.verified, s.reports, s.messages, s.first_seen,
                s.last_seen
            """;

    /** Reads {@code report_reporter} only. */
    private static final String SUMS =
            """
            select r.reporter_number, count(*) as reports,
                count(*) filter (where r.authentication = 'verified') as verified,
                saturated(sum(r.messages)) as messages, min(r.received) as first_seen,
                max(r.received) as last_seen
            from published.report r where r.account_id = :account
            """;

    private final Db db;

    ReporterListTable(Db db) {
        this.db = db;
    }

    long count(Scope scope, ReporterFilter filter) {
        Conditions where = conditions(filter);
        return where.bind(
                        db.as(scope)
                                .sql(
                                        """
                                        select count(*) from reporter p
                                        where p.account_id = :account and exists (
                                            select from published.report r where r.account_id = :account
                                                and r.reporter_number = p.id%s)%s
                                        """
                                                .formatted(readable(scope), where.text())))
                .one(row -> row.number("count"));
    }

    List<Reporter> list(
            Scope scope, ReporterFilter filter, Ordering<ReporterOrder> ordering, Window window) {
        Conditions where = conditions(filter);
        return where.bind(
                        db.as(scope)
                                .sql(
                                        """
                                        %sfrom (%s%s group by r.reporter_number) s
                                        join reporter p on p.account_id = :account
                                            and p.id = s.reporter_number
                                        where true%s
                                        order by %s limit :limit offset :offset
                                        """
                                                .formatted(
                                                        COLUMNS,
                                                        SUMS,
                                                        readable(scope),
                                                        where.text(),
                                                        ordering.sql(
                                                                ReporterOrder::column,
                                                                ordering.keys().isEmpty()
                                                                        ? "s.messages desc, p.id"
                                                                        : "p.id"))))
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(ReporterListTable::reporter);
    }

    Optional<Reporter> find(Scope scope, long id) {
        return db.as(scope)
                .sql(
                        """
                        %sfrom (%s and r.reporter_number = :id%s group by r.reporter_number) s
                        join reporter p on p.account_id = :account and p.id = s.reporter_number
                        """
                                .formatted(COLUMNS, SUMS, readable(scope)))
                .param("id", id)
                .optional(ReporterListTable::reporter);
    }

    private static Conditions conditions(ReporterFilter filter) {
        Conditions where = new Conditions();
        where.add(
                "p.trust = :trust", "trust", filter.trust() == null ? null : filter.trust().code());
        where.add(
                "strpos(p.domain, :part) > 0",
                "part",
                filter.domain() == null ? null : DomainFilter.stored(filter.domain()));
        return where;
    }

    private static String readable(Scope scope) {
        return scope.reads().allDomains()
                ? ""
                : """
                 and r.domain_id = any(array(
                    select d.id from published.domain d where d.account_id = :account and %s))\
                """
                        .formatted(DomainAccess.readable(scope, "d"));
    }

    private static Reporter reporter(Row row) throws SQLException {
        return new Reporter(
                row.number("id"),
                new ReporterKey(row.text("name"), row.text("domain")),
                ReporterTrust.of(row.text("trust")),
                row.flag("before"),
                row.number("verified"),
                row.number("reports"),
                row.number("messages"),
                row.instant("first_seen"),
                row.instant("last_seen"));
    }
}
