package org.mailvane.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.StoreOutcome;
import org.mailvane.domains.StoreOutcome.Different;
import org.mailvane.domains.StoreOutcome.Duplicate;
import org.mailvane.domains.StoreOutcome.Stored;
import org.mailvane.domains.StoreOutcome.StoredInPart;
import org.mailvane.domains.StoreOutcome.UnknownDomain;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.reports.Values;
import org.mailvane.testing.SampleTls;
import org.mailvane.tls.TlsApi.Person;

/** What is stored of TLS reports, once each, and when it goes. */
class StoredTlsTest {

    private static final List<String> TABLES =
            List.of("tls_report", "tls_policy", "tls_result", "tls_failure");

    private static TlsApi api;
    private Person owner;

    @BeforeAll
    static void start() {
        api = new TlsApi(Map.of());
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @BeforeEach
    void newAccount(TestInfo test) {
        owner = api.account("a" + test.getDisplayName().hashCode());
    }

    private static SampleTls sts(String domain) {
        return SampleTls.report()
                .failure("certificate-expired", "192.0.2.1", "mx." + domain, 2)
                .policy("sts", "enforce", domain, 7, 2);
    }

    private StoreOutcome one(SampleTls report) {
        return owner.store(report).getFirst();
    }

    @Test
    void aReportBecomesItsPartsResultsFailuresAndSums() {
        owner.add("a.example");
        SampleTls report =
                SampleTls.report()
                        .failure("certificate-expired", "192.0.2.1", "mx1.a.example", 2)
                        .failure("starttls-not-supported", "192.0.2.2", "mx2.a.example", 1)
                        .policy("sts", "enforce", "a.example", 7, 3)
                        .policy("tlsa", "", "a.example", 5, 0);
        assertThat(one(report)).isEqualTo(new Stored(0, 0, 4));
        assertThat(owner.policyLines(""))
                .containsExactly("a.example s e 12 3 2026-11-19T23:59:59Z");
        assertThat(owner.rows("tls_failure")).isEqualTo(2);
        assertThat(owner.rows("tls_report")).isEqualTo(1);
        assertThat(
                        api.sql.value(
                                "select last_upload_time is not null from domain where account_id = "
                                        + owner.scope.accountId()))
                .isEqualTo("t");
    }

    @Test
    void theSameReportCountsOnceEvenInOneBatch() {
        owner.add("a.example");
        assertThat(owner.store(sts("a.example"), sts("a.example")))
                .containsExactly(new Stored(0, 0, 2), new Duplicate());
        assertThat(one(sts("a.example"))).isEqualTo(new Duplicate());
        assertThat(owner.policyLines("")).containsExactly("a.example s e 7 2 2026-11-19T23:59:59Z");
        assertThat(owner.rows("tls_failure")).isEqualTo(1);
    }

    @Test
    void theSameIdWithOtherContentIsTold() {
        owner.add("a.example");
        one(sts("a.example"));
        assertThat(one(SampleTls.report().policy("sts", "enforce", "a.example", 8, 2)))
                .isEqualTo(new Different());
        assertThat(owner.policyLines("")).containsExactly("a.example s e 7 2 2026-11-19T23:59:59Z");
        // Another reporter, id or period is another report.
        assertThat(one(sts("a.example").from("Postbox Two"))).isEqualTo(new Stored(0, 0, 2));
        assertThat(one(sts("a.example").id("t-2"))).isEqualTo(new Stored(0, 0, 2));
        assertThat(one(sts("a.example").day("2026-11-18"))).isEqualTo(new Stored(0, 0, 2));
        assertThat(owner.policyLines(""))
                .containsExactly("a.example s e 28 8 2026-11-19T23:59:59Z");
    }

    @Test
    void policiesOfOneKindAndModeAreOneAndModesAreTold() {
        owner.add("a.example");
        one(
                SampleTls.report()
                        .policy("sts", "enforce", "a.example", 1, 0)
                        .policy("sts", "enforce", "a.example", 2, 1)
                        .policy("sts", "testing", "a.example", 4, 0)
                        .policy("sts", "none", "a.example", 8, 0)
                        .policy("sts", "", "a.example", 16, 0)
                        .policy("no-policy-found", "", "a.example", 32, 0)
                        .policy("mandatory", "", "a.example", 64, 0));
        assertThat(
                        api.sql.rows(
                                """
                                select p_type, sts_p_mode, sum_success, sum_failed from tls_policy
                                where account_id = %d order by sum_success
                                """
                                        .formatted(owner.scope.accountId())))
                .containsExactly("s|e|3|1", "s|t|4|0", "s|n|8|0", "s||16|0", "n||32|0", "||64|0");
        assertThat(owner.policyLines(""))
                .containsExactly("a.example s e 127 1 2026-11-19T23:59:59Z");
    }

    @Test
    void aReportAboutUnknownDomainsWaitsAndOneAboutSomeIsStoredInPart() {
        SampleTls both =
                SampleTls.report()
                        .policy("sts", "enforce", "unknown.example", 1, 0)
                        .policy("sts", "enforce", "a.example", 2, 0);
        assertThat(one(both)).isEqualTo(new UnknownDomain());
        assertThat(owner.rows("tls_report")).isZero();

        owner.add("a.example");
        DomainName unknown = DomainName.parse("unknown.example").orElseThrow();
        assertThat(one(both)).isEqualTo(new StoredInPart(0, unknown));
        assertThat(one(both)).isEqualTo(new StoredInPart(0, unknown));
        assertThat(owner.policyLines("")).containsExactly("a.example s e 2 0 2026-11-19T23:59:59Z");

        owner.add("unknown.example");
        assertThat(one(both)).isEqualTo(new Stored(0, 0, 1));
        assertThat(one(both)).isEqualTo(new Duplicate());
        assertThat(owner.list(owner.policies(""), "p_domain"))
                .containsExactly("a.example", "unknown.example");
    }

    @Test
    void aReportThatCountsWithARowAboveIsFoundWhenTheNameGetsItsOwn() {
        owner.add("example.org");
        api.sql.execute(
                """
                insert into deleted_domain (account_id, name, deleted)
                values (%d, 'x.example.org', now())
                """
                        .formatted(owner.scope.accountId()));
        assertThat(one(sts("x.example.org"))).isEqualTo(new UnknownDomain());
        api.sql.execute("delete from deleted_domain");
        // Reports of too many subdomains count with the row above.
        api.sql.execute(
                """
                insert into domain (account_id, name, parent_id, follows, top_level, origin, added_date)
                select account_id, 'd' || n || '.example.org', id, id, false, 'd',
                    timestamptz '2026-11-20 09:00Z'
                from domain, generate_series(1, 50) n
                where name = 'example.org' and account_id = %d
                """
                        .formatted(owner.scope.accountId()));
        assertThat(one(sts("x.example.org"))).isEqualTo(new Stored(0, 0, 2));
        owner.add("x.example.org");
        assertThat(one(sts("x.example.org"))).isEqualTo(new Duplicate());
        assertThat(owner.list(owner.policies(""), "p_domain")).containsExactly("x.example.org");
    }

    @Test
    void daysThatAreNotKeptAreCountedButNotStored() {
        owner.add("a.example");
        assertThat(one(sts("a.example").day("2011-12-31"))).isEqualTo(new Stored(0, 2, 0));
        assertThat(one(sts("a.example").day("2026-11-23"))).isEqualTo(new Stored(0, 2, 0));
        assertThat(owner.policyLines("")).isEmpty();
        assertThat(one(sts("a.example").day("2012-01-01"))).isEqualTo(new Stored(0, 0, 2));
        assertThat(one(sts("a.example").day("2026-11-22"))).isEqualTo(new Stored(0, 0, 2));
        assertThat(one(sts("a.example").day("2011-12-31"))).isEqualTo(new Duplicate());
        // A period that ends ahead was seen when its report came.
        assertThat(owner.policyLines(""))
                .containsExactly("a.example s e 14 4 2026-11-20T10:00:00Z");
    }

    @Test
    void forgedCountsEndAtABound() {
        owner.add("a.example");
        SampleTls huge = SampleTls.report();
        for (int i = 0; i < 600; i++) {
            huge.policy("sts", "enforce", "a.example", Values.MAX_COUNT, Values.MAX_COUNT);
        }
        one(huge.id("1"));
        one(huge.id("2"));
        assertThat(owner.policyLines(""))
                .containsExactly(
                        "a.example s e %1$d %1$d 2026-11-19T23:59:59Z".formatted(PolicySum.MAX));
        assertThat(owner.policyLines("begin=2026-11-19"))
                .containsExactly(
                        "a.example s e %1$d %1$d 2026-11-19T23:59:59Z".formatted(PolicySum.MAX));
    }

    @Test
    void aDomainsDeletionTakesAllOfItAndNothingElse() {
        owner.add("a.example", "b.example");
        one(sts("a.example").policy("sts", "enforce", "b.example", 1, 0));
        Person other = api.account("other");
        other.add("a.example");
        other.store(sts("a.example"));
        owner.delete("a.example");
        assertThat(owner.list(owner.policies(""), "p_domain")).containsExactly("b.example");
        for (String table : TABLES) {
            assertThat(owner.rows(table)).as(table).isEqualTo(table.equals("tls_failure") ? 0 : 1);
            assertThat(other.rows(table)).as(table).isEqualTo(1);
        }
    }

    @Test
    void messagesAreThoseOfADomainsReports() {
        owner.add("a.example", "b.example");
        long both = message("both");
        long own = message("own");
        owner.store(both, sts("a.example").policy("sts", "enforce", "b.example", 1, 0));
        owner.store(own, sts("a.example").id("t-2"));
        List<DomainId> a = List.of(id("a.example"));
        StoredTls stored = api.service.part(StoredTls.class);
        assertThat(stored.messages(owner.scope, a, 0, 10)).containsExactly(both, own);
        assertThat(stored.messages(owner.scope, a, both, 10)).containsExactly(own);
        assertThat(stored.messages(owner.scope, a, 0, 1)).containsExactly(both);
        assertThat(stored.messagesOfOthers(owner.scope, List.of(both, own), a))
                .containsExactly(both);
    }

    private long message(String hash) {
        return Long.parseLong(
                api.sql.value(
                        """
                        insert into raw_message (account_id, content_hash, size, deflated, received)
                        values (%d, '%s', 1, '', now()) returning id
                        """
                                .formatted(owner.scope.accountId(), hash)));
    }

    private DomainId id(String name) {
        return new DomainId(
                Long.parseLong(
                        api.sql.value(
                                "select id from domain where name = '%s' and account_id = %d"
                                        .formatted(name, owner.scope.accountId()))));
    }

    @Test
    void whatIsOlderThanTheRetentionIsForgottenAndTheSumsAreThoseOfTheRest() {
        owner.add("a.example", "b.example");
        owner.store(
                sts("a.example").day("2026-10-01").policy("tlsa", "", "a.example", 9, 0),
                sts("a.example").day("2026-10-02"),
                sts("b.example").day("2026-09-30"));
        forget("2026-10-02");
        assertThat(owner.policyLines("")).containsExactly("a.example s e 7 2 2026-10-02T23:59:59Z");
        for (String table : TABLES) {
            assertThat(owner.rows(table)).as(table).isEqualTo(1);
        }
        forget("2026-10-02");
        assertThat(owner.rows("tls_report")).isEqualTo(1);
        forget("2026-10-03");
        for (String table : TABLES) {
            assertThat(owner.rows(table)).as(table).isZero();
        }
        // What comes again is taken in again.
        assertThat(one(sts("a.example").day("2026-10-02"))).isEqualTo(new Stored(0, 0, 2));
    }

    @Test
    void reportsThatFailedAreInNoSumAndTakeNothingFromOneWhenTheyAreForgotten() {
        owner.add("a.example");
        one(sts("a.example").day("2026-10-01").id("forged"));
        one(sts("a.example").day("2026-10-02"));
        api.sql.execute("update tls_report set failed = true where report_id = 'forged'");
        api.sql.execute(
                "update tls_policy set sum_success = 7, sum_failed = 2 where account_id = "
                        + owner.scope.accountId());
        assertThat(owner.policyLines("begin=2026-09-01"))
                .containsExactly("a.example s e 7 2 2026-10-02T23:59:59Z");
        forget("2026-10-02");
        assertThat(owner.policyLines("")).containsExactly("a.example s e 7 2 2026-10-02T23:59:59Z");
    }

    @Test
    void moreThanOneStatementTakesAwayIsForgottenToo() {
        owner.add("a.example");
        one(sts("a.example").day("2020-01-01"));
        api.sql.execute(
                """
                insert into tls_report (account_id, domain_id, policy_domain, reporter, report_id,
                    begin_at, end_at, content_hash, received, contact_info, not_stored, remarks)
                select account_id, domain_id, policy_domain, reporter, n, begin_at, end_at,
                    content_hash, received, contact_info, not_stored, remarks
                from tls_report, generate_series(1, %d) n where account_id = %d
                """
                        .formatted(2 * TlsRetentionTable.AT_ONCE, owner.scope.accountId()));
        forget("2021-01-01");
        for (String table : TABLES) {
            assertThat(owner.rows(table)).as(table).isZero();
        }
    }

    /** All that is older, step by step. */
    private static void forget(String before) {
        StoredTls stored = api.service.part(StoredTls.class);
        boolean more = true;
        while (more) {
            more = stored.forgetSome(LocalDate.parse(before));
        }
    }
}
