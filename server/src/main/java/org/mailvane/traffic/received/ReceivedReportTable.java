package org.mailvane.traffic.received;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.DomainAccess;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Conditions;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.reporters.ReportAuthentication.Mechanism;
import org.mailvane.reporters.ReportAuthentication.Result;
import org.mailvane.reporters.Trust;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code report}: lists of reports. Which reports a page shows is read from the index {@code
 * report_received} alone; an account may have millions.
 */
@Repository
class ReceivedReportTable {

    private static final String NEWEST_FIRST = "r.received desc, r.id desc";

    /** What is shown of the reports {@code g}. */
    private static final String SHOWN =
            """
            select r.id, r.domain_id, d.name, r.reporter_number, p.name as reporter,
                p.domain as reporter_domain, r.report_id, r.begin_at, r.end_at, r.records, r.messages,
                r.authentication, r.vouching_domain, r.mechanism, r.authentication_detail, r.trust,
                r.ignored, r.received, p.trust = 'ignored' as reporter_ignored,
                case when report_trust(r.authentication, r.mechanism,
                        case p.trust when 'ignored' then 'default' else p.trust end, p.decided_by,
                        false, r.held_reasons, r.released) = 3
                    then r.held_reasons else '{}' end as held_reasons,
                (select e.import_id from published.ledger_entry e
                    where e.account_id = :account and e.raw_id = r.raw_id
                    order by e.imported = 0, e.id limit 1) as import_id
            from g join report r on r.account_id = :account and r.domain_id = g.domain_id
                and r.id = g.id
            join published.domain d on d.account_id = :account and d.id = r.domain_id
            join published.reporter p on p.account_id = :account and p.id = r.reporter_number
            """;

    private final Db db;

    ReceivedReportTable(Db db) {
        this.db = db;
    }

    long count(Scope scope, ReportFilter filter) {
        Conditions where = filter.conditions();
        return where.bind(
                        db.as(scope)
                                .sql(
                                        """
                                        select count(*) from report r
                                        where r.account_id = :account%s%s
                                        """
                                                .formatted(readable(scope), where.text())))
                .one(row -> row.number("count"));
    }

    /**
     * Returns a page of a list.
     *
     * @param after the report before the first one, if the list has its usual order; null: rows are
     *     counted off
     */
    List<ReceivedReport> list(
            Scope scope,
            ReportFilter filter,
            Ordering<ReportOrder> ordering,
            Window window,
            @Nullable ReceivedReport after) {
        Conditions where = filter.conditions();
        if (after != null) {
            where.add("(r.received, r.id) < (:lastReceived, :lastId)");
            where.param("lastReceived", after.received());
            where.param("lastId", after.id());
        }
        String order =
                ordering.sql(
                        ReportOrder::column, ordering.keys().isEmpty() ? NEWEST_FIRST : "r.id");
        return where.bind(
                        db.as(scope)
                                .sql(
                                        """
                                        with g as materialized (
                                            select r.domain_id, r.id from report r
                                            where r.account_id = :account%s%s
                                            order by %s limit :limit offset :offset)
                                        %sorder by %s
                                        """
                                                .formatted(
                                                        readable(scope),
                                                        where.text(),
                                                        order,
                                                        SHOWN,
                                                        order)))
                .param("limit", window.limit())
                .param("offset", after == null ? window.offset() : 0)
                .list(ReceivedReportTable::report);
    }

    /** One report. */
    List<ReceivedReport> find(Scope scope, long id) {
        return db.as(scope)
                .sql(
                        """
                        with g as materialized (
                            select r.domain_id, r.id from report r
                            where r.account_id = :account and r.id = :id%s)
                        %s
                        """
                                .formatted(readable(scope), SHOWN))
                .param("id", id)
                .list(ReceivedReportTable::report);
    }

    /**
     * Returns how many reports are held of reporters that are not ignored, and are not ignored
     * themselves.
     */
    long countUndecided(Scope scope) {
        return db.as(scope)
                .sql(
                        """
                        select count(*) from report r
                        join published.reporter p on p.account_id = :account and p.id = r.reporter_number
                        where r.account_id = :account and r.trust = %d and not r.ignored
                            and p.trust <> 'ignored'%s
                        """
                                .formatted(Trust.HELD.number(), readable(scope)))
                .one(row -> row.number("count"));
    }

    /** Numbers of some reports, in ascending order. */
    List<Long> numbers(Scope scope, ReportFilter filter, long after, int limit) {
        Conditions where = filter.conditions();
        return where.bind(
                        db.as(scope)
                                .sql(
                                        """
                                        select r.id from report r
                                        where r.account_id = :account and r.id > :after%s%s
                                        order by r.id limit :limit
                                        """
                                                .formatted(readable(scope), where.text())))
                .param("after", after)
                .param("limit", limit)
                .list(row -> row.number("id"));
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

    private static ReceivedReport report(Row row) throws SQLException {
        Trust trust = Trust.of(Math.toIntExact(row.number("trust")));
        boolean ignored = row.flag("ignored");
        List<String> reasons = new ArrayList<>();
        if (trust == Trust.HELD) {
            if (ignored) {
                reasons.add(ReceivedReport.IGNORED);
            }
            if (row.flag("reporter_ignored")) {
                reasons.add(ReceivedReport.REPORTER_IGNORED);
            }
            reasons.addAll(row.texts("held_reasons"));
        }
        return new ReceivedReport(
                row.number("id"),
                new DomainId(row.number("domain_id")),
                new DomainName(row.text("name")),
                row.number("reporter_number"),
                row.text("reporter"),
                row.text("reporter_domain"),
                row.text("report_id"),
                row.instant("begin_at"),
                row.instant("end_at"),
                row.number("records"),
                row.number("messages"),
                new ReportAuthentication(
                        Result.of(row.text("authentication")),
                        row.optionalText("vouching_domain"),
                        Mechanism.of(row.text("mechanism")),
                        row.text("authentication_detail"),
                        ""),
                trust,
                List.copyOf(reasons),
                ignored,
                row.optionalNumber("import_id"),
                row.instant("received"));
    }
}
