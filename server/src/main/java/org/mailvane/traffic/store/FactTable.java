package org.mailvane.traffic.store;

import java.util.Collection;
import java.util.List;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.CopyRows;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.reports.aggregate.Disposition;
import org.springframework.stereotype.Repository;

/** SQL of {@code fact} and {@code detail}. */
@Repository
public class FactTable {

    private final Db db;

    FactTable(Db db) {
        this.db = db;
    }

    void insert(Scope scope, List<Fact> facts) {
        try (CopyRows rows =
                db.as(scope)
                        .copyInto(
                                "fact",
                                "domain_id",
                                "report_id",
                                "trust",
                                "day",
                                "header_from",
                                "address",
                                "category",
                                "source",
                                "rule",
                                "rules_version",
                                "disposition",
                                "dkim_aligned",
                                "spf_aligned",
                                "messages",
                                "detail")) {
            for (Fact fact : facts) {
                Outcome outcome = fact.outcome();
                rows.row()
                        .number(outcome.domain().value())
                        .number(outcome.reportId())
                        .small(outcome.trust().number())
                        .day(outcome.day())
                        .text(outcome.row().headerFrom())
                        .address(outcome.row().address().octets())
                        .small(fact.classification().category().number())
                        .integer(fact.classification().source())
                        .small(fact.classification().rule().number())
                        .integer(fact.rulesVersion())
                        .small(number(outcome.disposition()))
                        .flag(outcome.row().dkimAligned())
                        .flag(outcome.row().spfAligned())
                        .number(outcome.messages())
                        .uuid(outcome.detail());
            }
            rows.finish();
        }
    }

    /** An incoming detail, with the domain that it is kept for. */
    record DomainDetail(DomainId domain, Detail detail) {}

    /** Adds those details that are not there yet. */
    void insertDetails(Scope scope, Collection<DomainDetail> details) {
        db.as(scope).stagingTable("incoming_auth_result", "auth_result");
        try (CopyRows rows =
                db.as(scope)
                        .copyInto(
                                "incoming_auth_result",
                                "domain_id",
                                "hash",
                                "reporter",
                                "policy_domain",
                                "envelope_from",
                                "envelope_to",
                                "dkim",
                                "spf",
                                "reasons")) {
            for (DomainDetail entry : details) {
                Detail detail = entry.detail();
                rows.row()
                        .number(entry.domain().value())
                        .uuid(detail.hash())
                        .text(detail.reporter())
                        .text(detail.policyDomain())
                        .text(detail.envelopeFrom())
                        .text(detail.envelopeTo())
                        .json(detail.dkim())
                        .json(detail.spf())
                        .json(detail.reasons());
            }
            rows.finish();
        }
        db.as(scope)
                .sql(
                        """
                        insert into auth_result (account_id, domain_id, hash, reporter, policy_domain,
                            envelope_from, envelope_to, dkim, spf, reasons)
                        select account_id, domain_id, hash, reporter, policy_domain,
                            envelope_from, envelope_to, dkim, spf, reasons
                        from incoming_auth_result where account_id = :account
                        on conflict (domain_id, hash) do nothing
                        """)
                .update();
        db.as(scope).sql("delete from incoming_auth_result where account_id = :account").update();
    }

    /** Removes the facts of these domains and their details. */
    void delete(Scope scope, Collection<DomainId> domains) {
        long[] ids = domains.stream().mapToLong(DomainId::value).toArray();
        for (String table : List.of("fact", "auth_result")) {
            db.as(scope)
                    .sql(
                            "delete from "
                                    + table
                                    + " where account_id = :account and domain_id = any(:domains)")
                    .param("domains", ids)
                    .update();
        }
    }

    public static int number(Disposition disposition) {
        return switch (disposition) {
            // RFC 9990's pass: the message passed, and nothing was done to it.
            case NONE, PASS -> 0;
            case QUARANTINE -> 1;
            case REJECT -> 2;
            case UNKNOWN -> 3;
        };
    }
}
