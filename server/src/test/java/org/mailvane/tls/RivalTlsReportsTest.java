package org.mailvane.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.StoreOutcome;
import org.mailvane.domains.StoreOutcome.Different;
import org.mailvane.domains.StoreOutcome.Duplicate;
import org.mailvane.domains.StoreOutcome.Stored;
import org.mailvane.reporters.PlausibleVolume;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.reporters.ReportAuthentication.Mechanism;
import org.mailvane.reporters.ReportAuthentication.Result;
import org.mailvane.testing.SampleTls;
import org.mailvane.tls.TlsApi.Person;

/** TLS reports with one key, of which strangers may have made up some, and what they count. */
class RivalTlsReportsTest {

    private static final StoreOutcome STORED = new Stored(0, 0, 1);
    private static final ReportAuthentication EVIL = verified("evil.example");
    private static final ReportAuthentication REAL = verified("reporter.example");
    private static final ReportAuthentication KNOWN = verified("google.com");
    private static final ReportAuthentication PERSON = ReportAuthentication.BY_PERSON;

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
        owner = api.account("rival" + (test.getDisplayName() + test.getTestMethod()).hashCode());
        owner.add("a.example");
    }

    /** The sums of policies are those of the results that count. */
    @AfterEach
    void sumsAgree() {
        assertThat(
                        api.sql.rows(
                                """
                                select p.id from tls_policy p
                                left join (
                                    select r.policy_id, count(*) as results,
                                        count(*) filter (where not t.failed) as counted,
                                        coalesce(sum(r.successful) filter (where not t.failed), 0)
                                            as successful,
                                        coalesce(sum(r.failed) filter (where not t.failed), 0)
                                            as failed
                                    from tls_result r join tls_report t
                                        on t.domain_id = r.domain_id and t.id = r.report_id
                                    group by r.policy_id) s on s.policy_id = p.id
                                where (p.results, p.counted, p.sum_success, p.sum_failed)
                                    is distinct from (s.results, s.counted, s.successful, s.failed)
                                """))
                .isEmpty();
    }

    private static ReportAuthentication verified(String domain) {
        return new ReportAuthentication(
                Result.VERIFIED, domain, Mechanism.DKIM, "aligned", "mx." + domain);
    }

    private static ReportAuthentication nobody(Result result, String from) {
        return new ReportAuthentication(result, null, Mechanism.NONE, "not_authenticated", from);
    }

    private static ReportAuthentication unsigned(String from) {
        return nobody(Result.UNVERIFIED, from);
    }

    private static SampleTls report(long failed) {
        return SampleTls.report().policy("sts", "enforce", "a.example", 1, failed);
    }

    private StoreOutcome store(ReportAuthentication authentication, long failed) {
        return owner.store(null, authentication, report(failed)).getFirst();
    }

    /** Failed sessions in the sums, and those on which advice rests. */
    private String failed() {
        String sums =
                api.sql.value(
                        "select coalesce(sum(sum_failed), 0) from tls_policy where account_id = "
                                + owner.scope.accountId());
        long domain =
                Long.parseLong(
                        api.sql.value(
                                "select id from domain where account_id = "
                                        + owner.scope.accountId()));
        long advice =
                api.service
                        .part(TlsReports.class)
                        .failedSince(owner.scope, new DomainId(domain), Instant.EPOCH);
        return sums + " " + advice;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void reportsForWhichDifferentDomainsVouchAreTwo(boolean isForgedFirst) {
        List<ReportAuthentication> both = new ArrayList<>(List.of(EVIL, REAL));
        if (!isForgedFirst) {
            Collections.reverse(both);
        }
        for (ReportAuthentication one : both) {
            assertThat(store(one, one == EVIL ? 999 : 5)).isEqualTo(STORED);
        }
        assertThat(failed()).isEqualTo("1004 1004");
        assertThat(store(EVIL, 999)).isEqualTo(new Duplicate());
        assertThat(store(REAL, 6)).isEqualTo(new Different());
    }

    @Test
    void unverifiedReportsOfDifferentDomainsAreTwo() {
        assertThat(store(unsigned("one.example"), 5)).isEqualTo(STORED);
        assertThat(store(unsigned("two.example"), 7)).isEqualTo(STORED);
        assertThat(store(unsigned("mx.two.example"), 9)).isEqualTo(new Different());
        assertThat(failed()).isEqualTo("12 0");
    }

    @Test
    void verifiedReportReplacesThoseForWhichNobodyVouches() {
        store(unsigned("one.example"), 999);
        store(unsigned("two.example"), 998);
        store(nobody(Result.FAILED, "strict.example"), 997);
        assertThat(owner.rows("tls_report")).isEqualTo(3);
        assertThat(store(REAL, 5)).isEqualTo(STORED);
        assertThat(owner.rows("tls_report")).isEqualTo(1);
        assertThat(failed()).isEqualTo("5 5");
        assertThat(store(unsigned("one.example"), 999)).isEqualTo(new Different());
        assertThat(store(unsigned("one.example"), 5)).isEqualTo(new Duplicate());
    }

    @Test
    void reportOfAWellKnownReceiverStandsAlone() {
        store(EVIL, 999);
        assertThat(store(KNOWN, 5)).isEqualTo(STORED);
        assertThat(store(EVIL, 999)).isEqualTo(new Different());
        assertThat(failed()).isEqualTo("5 5");
    }

    @Test
    void reporterThatAPersonAcceptedIsBelievedRatherThanAVerifiedStranger() {
        api.sql.execute(
                """
                insert into reporter (account_id, name, domain, trust, decided_by)
                values (%d, 'Small', 'small.example', 'accepted', 'person')
                """
                        .formatted(owner.scope.accountId()));
        store(EVIL, 999);
        assertThat(store(unsigned("small.example"), 5)).isEqualTo(STORED);
        assertThat(store(EVIL, 999)).isEqualTo(new Different());
        assertThat(failed()).isEqualTo("5 5");
    }

    @Test
    void uploadReplacesWhatStrangersSent() {
        store(EVIL, 999);
        store(REAL, 998);
        assertThat(store(PERSON, 5)).isEqualTo(STORED);
        assertThat(failed()).isEqualTo("5 5");
        assertThat(store(EVIL, 999)).isEqualTo(new Different());
        assertThat(store(REAL, 5)).as("once by upload and by mail").isEqualTo(new Duplicate());
        assertThat(owner.rows("tls_report")).isEqualTo(1);
    }

    @Test
    void uploadOfWhatAStrangerSentIsThePersons() {
        store(EVIL, 5);
        store(REAL, 999);
        assertThat(store(PERSON, 5)).isEqualTo(new Duplicate());
        assertThat(failed()).isEqualTo("5 5");
        assertThat(
                        api.sql.rows(
                                "select voucher, from_domain from tls_report where account_id = "
                                        + owner.scope.accountId()))
                .containsExactly("|");
    }

    @Test
    void reportsThatComeTogetherAreTakenOneAfterTheOther() {
        assertThat(owner.store(null, EVIL, report(999), report(5), report(999)))
                .containsExactly(STORED, new Different(), new Duplicate());
        assertThat(failed()).isEqualTo("999 999");
    }

    @Test
    void sameMailThatIsAuthenticatedAgainHasOneReport() {
        long mail =
                Long.parseLong(
                        api.sql.value(
                                """
                                insert into raw_message (account_id, content_hash, size, deflated,
                                    received)
                                values (%d, 'mail', 1, '', now()) returning id
                                """
                                        .formatted(owner.scope.accountId())));
        for (ReportAuthentication one :
                List.of(
                        unsigned("strict.example"),
                        nobody(Result.FAILED, "strict.example"),
                        verified("strict.example"))) {
            owner.store(mail, one, report(5));
        }
        assertThat(owner.rows("tls_report")).isEqualTo(1);
        assertThat(failed()).isEqualTo("5 5");
        owner.store(mail, nobody(Result.FAILED, "strict.example"), report(5));
        assertThat(failed()).isEqualTo("0 0");
    }

    @ParameterizedTest
    @CsvSource({"1000000000, 1000000000", "1000000001, 0"})
    void noAdviceRestsOnCountsThatNobodyHas(long sessions, long advice) {
        store(REAL, sessions);
        assertThat(failed()).isEqualTo(sessions + " " + advice);
    }

    @Test
    void countsOfPersonsAndWellKnownReceiversAreBelieved() {
        store(PERSON, PlausibleVolume.MAX_COUNT + 1);
        owner.store(null, KNOWN, report(PlausibleVolume.MAX_COUNT + 2).id("known"));
        long sum = 2 * PlausibleVolume.MAX_COUNT + 3;
        assertThat(failed()).isEqualTo(sum + " " + sum);
    }

    @ParameterizedTest
    @CsvSource({
        // Sessions of a usual day, further ones of a stranger, whether these count for advice.
        "100, 9999, true",
        "100, 10000, false",
        "5000, 49999, true",
        "5000, 50000, false",
        "0, 900000000, true",
    })
    void noAdviceRestsOnFarMoreThanADomainUsuallyHas(long usual, long more, boolean isPlausible) {
        if (usual > 0) {
            owner.store(report(usual - 1).day("2026-11-10").id("usual"));
            api.sql.execute("update tls_report set received = timestamptz '2026-11-11 00:00Z'");
        }
        store(REAL, more);
        long expected = Math.max(0, usual - 1) + (isPlausible ? more : 0);
        assertThat(failed()).endsWith(" " + expected);
    }

    @Test
    void manySmallReportsOfADayAreLikeALargeOne() {
        owner.store(report(99).day("2026-11-10").id("usual"));
        api.sql.execute("update tls_report set received = timestamptz '2026-11-11 00:00Z'");
        owner.store(null, EVIL, report(6_000).id("1"), report(3_900).id("2"), report(200).id("3"));
        owner.store(null, REAL, report(300).id("4"));
        assertThat(failed()).isEqualTo("10499 9999");
    }

    @Test
    void uploadIsNotReplacedByAnAcceptedReporter() {
        store(PERSON, 5);
        assertThat(store(KNOWN, 6)).isEqualTo(new Different());
        assertThat(failed()).isEqualTo("5 5");
    }
}
