package org.mailvane.traffic;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mailvane.domains.DomainId;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.aggregate.PublishedPolicy;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code report}. */
@Repository
class ReportTable {

    private final Db db;

    ReportTable(Db db) {
        this.db = db;
    }

    /**
     * Adds a report unless one with the same key is there; answers its number when it was added.
     */
    Optional<Long> insert(
            Scope scope,
            DomainId domain,
            Incoming incoming,
            long notStored,
            List<String> remarks,
            Instant received) {
        AggregateReport report = incoming.report();
        PublishedPolicy policy = report.policy();
        return db.as(scope)
                .sql(
                        """
                        insert into report (account_id, domain_id, reporter, report_id, begin_at,
                            end_at, content_hash, raw_id, received, policy_domain, email,
                            extra_contact_info, version, generator, adkim, aspf, p, sp, np, pct, fo,
                            testing, discovery_method, records, messages, skipped, not_stored,
                            remarks, errors)
                        values (:account, :domain, :reporter, :reportId, :begin, :end, :hash,
                            cast(:raw as bigint), :received, :policyDomain, :email, :contact, :version,
                            :generator, :adkim, :aspf, :p, :sp, :np, cast(:pct as int), :fo, :testing,
                            :discovery, :records, :messages, :skipped, :notStored, :remarks, :errors)
                        on conflict (domain_id, begin_at, end_at, reporter, report_id) do nothing
                        returning id
                        """)
                .param("domain", domain.value())
                .param("reporter", report.orgName())
                .param("reportId", report.reportId())
                .param("begin", report.begin())
                .param("end", report.end())
                .param("hash", uuid(report.contentHash()))
                .param("raw", incoming.rawId())
                .param("received", received)
                .param("policyDomain", policy.domain())
                .param("email", report.email())
                .param("contact", report.extraContactInfo())
                .param("version", report.version())
                .param("generator", report.generator())
                .param("adkim", policy.adkim())
                .param("aspf", policy.aspf())
                .param("p", policy.p())
                .param("sp", policy.sp())
                .param("np", policy.np())
                .param("pct", policy.pct())
                .param("fo", policy.fo())
                .param("testing", policy.testing())
                .param("discovery", policy.discoveryMethod())
                .param("records", report.recordCount())
                .param("messages", report.messageCount())
                .param("skipped", report.skippedRecords())
                .param("notStored", notStored)
                .param("remarks", remarks.toArray(String[]::new))
                .param("errors", report.errors().toArray(String[]::new))
                .optional(row -> row.number("id"));
    }

    /** Whether the stored report with this one's key has the same content. */
    boolean hasSameContent(Scope scope, DomainId domain, AggregateReport report) {
        return db.as(scope)
                .sql(
                        """
                        select content_hash = :hash as same from report
                        where account_id = :account and domain_id = :domain and begin_at = :begin
                            and end_at = :end and reporter = :reporter and report_id = :reportId
                        """)
                .param("domain", domain.value())
                .param("hash", uuid(report.contentHash()))
                .param("begin", report.begin())
                .param("end", report.end())
                .param("reporter", report.orgName())
                .param("reportId", report.reportId())
                .one(row -> row.flag("same"));
    }

    private static UUID uuid(String hexadecimal) {
        return new UUID(
                Long.parseUnsignedLong(hexadecimal, 0, 16, 16),
                Long.parseUnsignedLong(hexadecimal, 16, 32, 16));
    }
}
