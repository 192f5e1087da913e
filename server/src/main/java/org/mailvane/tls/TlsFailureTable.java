package org.mailvane.tls;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.CopyRows;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.reports.tls.TlsReport;
import org.mailvane.tls.TlsReports.FailureReporter;
import org.mailvane.tls.TlsReports.FailureType;
import org.springframework.stereotype.Repository;

/** SQL of {@code tls_failure}. */
@Repository
class TlsFailureTable {

    /** A further condition: of this domain's policies alone. */
    private static final String OF_POLICY =
            """
             and (f.domain_id, f.policy_id) in (
                select p.domain_id, p.id from tls_policy p
                where p.account_id = :account and p.number = :policy)
            """;

    private final Db db;

    TlsFailureTable(Db db) {
        this.db = db;
    }

    /** An incoming failure detail. */
    record NewFailure(
            DomainId domain,
            long reportId,
            long policyId,
            Instant begin,
            TlsReport.Failure details) {}

    void add(Scope scope, List<NewFailure> failures) {
        try (CopyRows copy =
                db.as(scope)
                        .copyInto(
                                "tls_failure",
                                "domain_id",
                                "report_id",
                                "policy_id",
                                "begin_at",
                                "result_type",
                                "sending_mta_ip",
                                "receiving_ip",
                                "receiving_mx_hostname",
                                "receiving_mx_helo",
                                "failure_reason_code",
                                "additional_information",
                                "failed_sessions")) {
            for (NewFailure failure : failures) {
                TlsReport.Failure details = failure.details();
                copy.row()
                        .number(failure.domain().value())
                        .number(failure.reportId())
                        .number(failure.policyId())
                        .instant(failure.begin())
                        .text(details.resultType())
                        .text(details.sendingMtaIp())
                        .text(details.receivingIp())
                        .text(details.receivingMxHostname())
                        .text(details.receivingMxHelo())
                        .text(details.failureReasonCode())
                        .text(details.additionalInformation())
                        .number(details.failedSessions());
            }
            copy.finish();
        }
    }

    private static String ofDays(Scope scope) {
        return " where f.account_id = :account and f.begin_at >= :begin and f.begin_at < :end"
                + TlsPolicyTable.readable(scope, "f");
    }

    long count(Scope scope, DayRange days) {
        return db.as(scope)
                .sql("select count(*) from tls_failure f" + ofDays(scope))
                .param("begin", days.from())
                .param("end", days.until())
                .one(row -> row.number("count"));
    }

    /** Returns the same of one policy. */
    long count(Scope scope, long policy, DayRange days) {
        return db.as(scope)
                .sql("select count(*) from tls_failure f" + ofDays(scope) + OF_POLICY)
                .param("policy", policy)
                .param("begin", days.from())
                .param("end", days.until())
                .one(row -> row.number("count"));
    }

    /**
     * Returns some of them, those of the newest reports first.
     *
     * @param after the one before the window's first, if that is known: the window's offset need
     *     not be counted off then
     */
    List<TlsFailure> list(Scope scope, DayRange days, Window window, @Nullable TlsFailure after) {
        // Which rows they are comes first, so that nothing of the others is looked up.
        String text =
                """
                select f.*, p.p_domain, p.p_type, p.sts_p_mode, r.reporter, r.end_at
                from (select f.domain_id, f.report_id, f.id from tls_failure f
                """
                        + ofDays(scope)
                        + (after == null ? "" : " and (f.begin_at, f.id) < (:afterBegin, :afterId)")
                        + """
                         order by f.begin_at desc, f.id desc limit :limit offset :offset) page
                        join tls_failure f on f.account_id = :account
                            and f.domain_id = page.domain_id and f.report_id = page.report_id
                            and f.id = page.id
                        join tls_policy p on p.account_id = :account
                            and p.domain_id = f.domain_id and p.id = f.policy_id
                        join tls_report r on r.account_id = :account
                            and r.domain_id = f.domain_id and r.id = f.report_id
                        order by f.begin_at desc, f.id desc
                        """;
        Query query =
                db.as(scope)
                        .sql(text)
                        .param("begin", days.from())
                        .param("end", days.until())
                        .param("limit", window.limit())
                        .param("offset", after == null ? window.offset() : 0);
        if (after != null) {
            query.param("afterBegin", after.begin()).param("afterId", after.id());
        }
        return query.list(TlsFailureTable::failure);
    }

    /** Returns the kinds that there are, those of the most sessions first. */
    List<FailureType> types(Scope scope, DayRange days, int limit) {
        return types(db.as(scope).sql(types(scope, "")), days, limit);
    }

    /** Returns the same of one policy. */
    List<FailureType> types(Scope scope, long policy, DayRange days, int limit) {
        Query query = db.as(scope).sql(types(scope, OF_POLICY)).param("policy", policy);
        return types(query, days, limit);
    }

    /** Returns who has reported failures of a policy, those of the most sessions first. */
    List<FailureReporter> reporters(Scope scope, long policy, DayRange days, int limit) {
        return db.as(scope)
                .sql(
                        """
                        select r.reporter, count(*) as details,
                            cast(least(sum(f.failed_sessions), :max) as bigint) as sessions,
                            min(f.begin_at) as first_begin, max(r.end_at) as last_end
                        from tls_failure f
                        join tls_report r on r.account_id = f.account_id
                            and r.domain_id = f.domain_id and r.id = f.report_id
                        """
                                + ofDays(scope)
                                + OF_POLICY
                                + """
                                 group by r.reporter
                                order by sum(f.failed_sessions) desc, r.reporter limit :limit
                                """)
                .param("policy", policy)
                .param("begin", days.from())
                .param("end", days.until())
                .param("max", PolicySum.MAX)
                .param("limit", limit)
                .list(row ->
                        new FailureReporter(
                                row.text("reporter"),
                                row.number("details"),
                                row.number("sessions"),
                                row.instant("first_begin"),
                                row.instant("last_end")));
    }

    private static String types(Scope scope, String more) {
        return """
        select f.result_type, count(*) as details,
            cast(least(sum(f.failed_sessions), :max) as bigint) as sessions
        from tls_failure f
        """
                + ofDays(scope)
                + more
                + """
                 group by f.result_type
                order by sum(f.failed_sessions) desc, f.result_type limit :limit
                """;
    }

    private static List<FailureType> types(Query query, DayRange days, int limit) {
        return query.param("begin", days.from())
                .param("end", days.until())
                .param("max", PolicySum.MAX)
                .param("limit", limit)
                .list(row ->
                        new FailureType(
                                row.text("result_type"),
                                row.number("details"),
                                row.number("sessions")));
    }

    void delete(Scope scope, Collection<DomainId> domains) {
        db.as(scope)
                .sql(
                        """
                        delete from tls_failure
                        where account_id = :account and domain_id = any(:domains)
                        """)
                .param("domains", TlsReportTable.ids(domains))
                .update();
    }

    private static TlsFailure failure(Row row) throws SQLException {
        return new TlsFailure(
                row.number("id"),
                new TlsReport.Failure(
                        row.text("result_type"),
                        row.text("sending_mta_ip"),
                        row.text("receiving_mx_hostname"),
                        row.text("receiving_mx_helo"),
                        row.text("receiving_ip"),
                        row.number("failed_sessions"),
                        row.text("additional_information"),
                        row.text("failure_reason_code")),
                row.text("p_domain"),
                row.text("p_type"),
                row.text("sts_p_mode"),
                row.text("reporter"),
                row.instant("begin_at"),
                row.instant("end_at"));
    }
}
