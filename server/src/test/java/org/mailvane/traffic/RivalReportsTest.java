package org.mailvane.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.arrival.SmtpClient;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.ReporterTrust;
import org.mailvane.reporters.Reporters;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.SignedMail;
import org.mailvane.traffic.received.ReceivedReports;
import org.mailvane.traffic.received.ReportDecision;
import org.mailvane.traffic.reclassify.ReclassificationFixture;

/** Reports with one key, of which strangers may have made up some. */
class RivalReportsTest {

    private static final SignedMail EVIL = new SignedMail("evil.example");
    private static final SignedMail REAL = new SignedMail("reporter.example");
    private static final SignedMail KNOWN = new SignedMail("google.com");
    private static final SmtpClient ANYONE =
            new SmtpClient(IpAddress.parse("203.0.113.9").orElseThrow(), "host.invalid", "");

    private static final AtomicInteger ACCOUNTS = new AtomicInteger();

    private static ReclassificationFixture house;

    private Scope scope;

    @BeforeAll
    static void start() {
        house =
                new ReclassificationFixture(
                        """
                        %s
                        %s
                        %s
                        strict.example TXT "v=spf1 -all"
                        _dmarc.strict.example TXT "v=DMARC1; p=reject"
                        """
                                .formatted(EVIL.zone(), REAL.zone(), KNOWN.zone()));
    }

    @AfterAll
    static void stop() {
        house.close();
    }

    @BeforeEach
    void newAccount() {
        scope = house.service.account("rivals" + ACCOUNTS.incrementAndGet()).account().scope();
        house.service.part(Domains.class).add(scope, List.of(new DomainName("shop.example")));
    }

    @AfterEach
    void sumsAgree() {
        house.sums.assertAgree();
    }

    private static SampleReport report(long messages) {
        return SampleReport.about("shop.example")
                .id("a")
                .from("google.com")
                .record("192.0.2.1", messages, "none", true, true);
    }

    private static byte[] evil(long messages) {
        return EVIL.signed("r@evil.example", report(messages));
    }

    private static byte[] real(long messages) {
        return REAL.signed("r@reporter.example", report(messages));
    }

    private static byte[] known(long messages) {
        return KNOWN.signed("r@google.com", report(messages));
    }

    private static byte[] unsigned(String domain, long messages) {
        return SignedMail.unsigned("r@" + domain, report(messages));
    }

    private void deliver(byte[]... mails) {
        for (byte[] mail : mails) {
            house.deliver(scope, List.of(mail), ANYONE);
        }
        house.settle();
    }

    private void upload(long messages) {
        house.take(scope, report(messages));
        house.settle();
    }

    /** Messages that count, and those of them that drive advice. */
    private String counted() {
        return house.sql.value(
                """
                select coalesce(sum(messages), 0) || ' ' ||
                    coalesce(sum(messages) filter (where trust < 2), 0)
                from daily where account_id = %d
                """
                        .formatted(scope.accountId()));
    }

    /** Messages of the stored reports with who vouches for them. */
    private List<String> reports() {
        return house.sql.rows(
                """
                select r.messages, r.authentication, r.mechanism, p.domain
                from report r join reporter p on p.id = r.reporter_number
                where r.account_id = %d order by 1, 2, 4
                """
                        .formatted(scope.accountId()));
    }

    /** How many entries say that they conflict with what is stored, and how many are copies. */
    private String refused() {
        return house.sql.value(
                """
                select count(*) filter (where r.code = 'different_content') || ' '
                    || (select sum(duplicate) from ledger_entry where account_id = %1$d)
                        - count(*) filter (where r.code = 'different_content')
                from ledger_remark r where account_id = %1$d
                """
                        .formatted(scope.accountId()));
    }

    private void decide(String reporterDomain, ReporterTrust trust) {
        long reporter =
                Long.parseLong(
                        house.sql.value(
                                "select id from reporter where account_id = %d and domain = '%s'"
                                        .formatted(scope.accountId(), reporterDomain)));
        house.service.part(Reporters.class).decide(scope, reporter, trust);
        house.settle();
    }

    private void ignore(String reporterDomain, boolean ignored) {
        long report =
                Long.parseLong(
                        house.sql.value(
                                """
                                select r.id from report r
                                join reporter p on p.id = r.reporter_number
                                where r.account_id = %d and p.domain = '%s'
                                """
                                        .formatted(scope.accountId(), reporterDomain)));
        house.service
                .part(ReceivedReports.class)
                .decide(scope, report, ReportDecision.ignore(ignored));
        house.settle();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void reportsForWhichDifferentDomainsVouchAreTwo(boolean isForgedFirst) {
        List<byte[]> both = new ArrayList<>(List.of(evil(999), real(5)));
        if (!isForgedFirst) {
            Collections.reverse(both);
        }
        both.forEach(this::deliver);
        assertThat(counted()).isEqualTo("1004 1004");
        assertThat(refused()).isEqualTo("0 0");
        both.forEach(this::deliver);
        assertThat(reports()).as("each of them once").hasSize(2);
        assertThat(refused()).isEqualTo("0 2");
        deliver(real(6));
        assertThat(reports()).as("a conflict within a domain stays one").hasSize(2);
        assertThat(refused()).isEqualTo("1 2");
    }

    @Test
    void reportsForWhichDifferentDomainsVouchAreTwoInOneBatch() {
        house.deliver(scope, List.of(evil(999), real(5), real(5), evil(999)), ANYONE);
        assertThat(counted()).isEqualTo("1004 1004");
        assertThat(refused()).isEqualTo("0 2");
    }

    @Test
    void sameContentIsTwoReportsTooWhereDifferentDomainsVouch() {
        deliver(evil(5), real(5));
        assertThat(counted()).isEqualTo("10 10");
        decide("evil.example", ReporterTrust.IGNORED);
        assertThat(counted()).isEqualTo("5 5");
    }

    @Test
    void unverifiedReportsOfDifferentDomainsAreTwo() {
        deliver(
                unsigned("one.example", 5),
                unsigned("two.example", 7),
                unsigned("mx.two.example", 9));
        assertThat(counted()).isEqualTo("12 0");
        assertThat(refused()).isEqualTo("1 0");
    }

    @Test
    void verifiedReportReplacesThoseForWhichNobodyVouches() {
        deliver(
                unsigned("one.example", 999),
                unsigned("two.example", 998),
                unsigned("strict.example", 997),
                real(5),
                unsigned("one.example", 999));
        assertThat(reports()).containsExactly("5|verified|dkim|reporter.example");
        assertThat(counted()).isEqualTo("5 5");
        assertThat(refused()).isEqualTo("1 0");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void reportOfAnAcceptedReporterStandsAlone(boolean isForgedFirst) {
        List<byte[]> all =
                new ArrayList<>(List.of(evil(999), unsigned("one.example", 998), known(5)));
        if (!isForgedFirst) {
            Collections.reverse(all);
        }
        all.forEach(this::deliver);
        assertThat(reports()).containsExactly("5|verified|dkim|google.com");
        assertThat(counted()).isEqualTo("5 5");
    }

    @Test
    void reportOfAnAcceptedReporterStandsAloneInOneBatch() {
        house.deliver(
                scope, List.of(unsigned("one.example", 998), evil(999), known(5), evil(7)), ANYONE);
        assertThat(reports()).containsExactly("5|verified|dkim|google.com");
        assertThat(counted()).isEqualTo("5 5");
    }

    @Test
    void reporterThatAPersonAcceptedIsBelievedRatherThanAVerifiedStranger() {
        house.deliver(
                scope,
                List.of(
                        SignedMail.unsigned(
                                "r@small.example",
                                SampleReport.about("shop.example")
                                        .id("first")
                                        .from("google.com")
                                        .record("192.0.2.1", 1, "none", true, true))),
                ANYONE);
        decide("small.example", ReporterTrust.ACCEPTED);
        deliver(evil(999), unsigned("small.example", 5), evil(999));
        assertThat(counted()).isEqualTo("6 6");
        deliver(REAL.signed("r@reporter.example", report(5)));
        assertThat(reports()).as("a stranger adds nothing").hasSize(2);
    }

    @Test
    void uploadReplacesWhatStrangersSent() {
        deliver(evil(999), real(998));
        upload(5);
        assertThat(reports()).containsExactly("5|verified|person|postbox-one.example");
        assertThat(counted()).isEqualTo("5 5");
        deliver(evil(999), unsigned("one.example", 997));
        assertThat(counted()).isEqualTo("5 5");
        assertThat(refused()).isEqualTo("2 0");
    }

    @Test
    void uploadReplacesWhatNobodyVouchesFor() {
        deliver(unsigned("one.example", 999));
        upload(5);
        assertThat(counted()).isEqualTo("5 5");
    }

    @Test
    void uploadDoesNotReplaceWhatAnAcceptedReporterSent() {
        deliver(known(5));
        upload(999);
        assertThat(counted()).isEqualTo("5 5");
        assertThat(refused()).isEqualTo("1 0");
    }

    @Test
    void sameReportByUploadAndByMailIsOne() {
        upload(5);
        deliver(known(5), real(5), unsigned("one.example", 5));
        assertThat(reports()).containsExactly("5|verified|person|postbox-one.example");
        assertThat(refused()).isEqualTo("0 3");
        assertThat(counted()).isEqualTo("5 5");
    }

    @Test
    void uploadOfWhatAStrangerSentIsThePersons() {
        deliver(evil(5), real(999));
        upload(5);
        assertThat(reports()).containsExactly("5|verified|person|postbox-one.example");
        decide("evil.example", ReporterTrust.IGNORED);
        assertThat(counted()).isEqualTo("5 5");
    }

    @Test
    void whatIsIgnoredKeepsNoReportOfOthersOut() {
        deliver(evil(999));
        ignore("evil.example", true);
        upload(5);
        assertThat(counted()).isEqualTo("5 5");
        ignore("evil.example", false);
        assertThat(counted()).as("undone").isEqualTo("1004 1004");
    }

    @Test
    void whatIsIgnoredDoesNotCountAgainByAnUploadOfIt() {
        deliver(real(5));
        ignore("reporter.example", true);
        upload(5);
        assertThat(counted()).isEqualTo("0 0");
        assertThat(refused()).isEqualTo("0 1");
    }

    @Test
    void decisionsOnOneOfTwoCanBeUndone() {
        deliver(evil(999), real(5));
        decide("evil.example", ReporterTrust.IGNORED);
        assertThat(counted()).isEqualTo("5 5");
        decide("evil.example", ReporterTrust.DEFAULT);
        assertThat(counted()).isEqualTo("1004 1004");
    }

    @Test
    void volumesOfStrangersAreAddedUpUnderOneKeyToo() {
        house.take(scope, report(50).id("usual"));
        house.deliver(scope, List.of(evil(9_999), real(9_999)), ANYONE);
        deliver(unsigned("one.example", 9_999));
        assertThat(
                        house.sql.value(
                                "select count(*) from report where account_id = %d and trust = 3"
                                        .formatted(scope.accountId())))
                .isEqualTo("1");
        assertThat(counted()).isEqualTo("10049 10049");
    }

    @Test
    void verifiedReportReplacesAForgedOneOfItsDomainThoughThatIsAccepted() {
        deliver(SignedMail.unsigned("r@reporter.example", report(1).id("first")));
        house.sql.execute(
                "update reporter set trust = 'accepted', decided_by = 'before' where account_id = "
                        + scope.accountId());
        deliver(unsigned("reporter.example", 999), real(5), unsigned("reporter.example", 999));
        assertThat(reports()).contains("5|verified|dkim|reporter.example");
        assertThat(counted()).isEqualTo("6 5");
    }

    @Test
    void reportsFromBeforeAreOfTheDomainThatVouchedForThem() {
        deliver(evil(999));
        house.sql.execute("update report set voucher = '' where account_id = " + scope.accountId());
        deliver(evil(999), evil(998), real(5));
        assertThat(counted()).isEqualTo("1004 1004");
        upload(6);
        assertThat(counted()).isEqualTo("6 6");
    }
}
