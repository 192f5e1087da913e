package org.mailvane.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.arrival.SmtpClient;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.PlausibleVolume;
import org.mailvane.reporters.ReporterKey;
import org.mailvane.reporters.ReporterTrust;
import org.mailvane.reporters.Reporters;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.SignedMail;
import org.mailvane.traffic.reclassify.ReclassificationFixture;
import org.mailvane.traffic.store.FactBounds;
import org.mailvane.traffic.store.ReplacedReports;
import org.mailvane.traffic.store.Traffic;
import org.mailvane.traffic.store.UnacceptedVolumeTable;
import org.mailvane.traffic.sums.AdviceBases;
import org.mailvane.traffic.sums.WindowSums;

/** How far reports are relied on that come by mail. */
class ReportTrustTest {

    private static final String FROM = "Reports <noreply@reporter.example>";
    private static final String BOUNCES = "bounce@reporter.example";
    private static final SignedMail SIGNER = new SignedMail("reporter.example");
    private static final SmtpClient ANYONE =
            new SmtpClient(IpAddress.parse("203.0.113.9").orElseThrow(), "host.invalid", BOUNCES);
    private static final SmtpClient ITS_SERVER =
            new SmtpClient(
                    IpAddress.parse("192.0.2.25").orElseThrow(), "mx.reporter.example", BOUNCES);

    private static final AtomicInteger ACCOUNTS = new AtomicInteger();

    private static ReclassificationFixture house;

    private Scope scope;

    @BeforeAll
    static void start() {
        house =
                new ReclassificationFixture(
                        """
                        %s
                        reporter.example TXT "v=spf1 ip4:192.0.2.25 -all"
                        strict.example TXT "v=spf1 -all"
                        _dmarc.strict.example TXT "v=DMARC1; p=reject"
                        """
                                .formatted(SIGNER.zone()));
    }

    @AfterAll
    static void stop() {
        house.close();
    }

    @BeforeEach
    void newAccount() {
        scope = house.service.account("trust" + ACCOUNTS.incrementAndGet()).account().scope();
        house.service.part(Domains.class).add(scope, List.of(new DomainName("shop.example")));
    }

    @AfterEach
    void sumsAgree() {
        house.sums.assertAgree();
    }

    private static SampleReport report(String id, long messages) {
        return SampleReport.about("shop.example")
                .id(id)
                .record("192.0.2.1", messages, "none", true, true);
    }

    private void deliver(byte[] mail, SmtpClient client) {
        deliver(List.of(mail), client);
    }

    /** Delivers mails together. */
    private void deliver(List<byte[]> together, SmtpClient client) {
        house.deliver(scope, together, client);
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

    /** The reports with what is known of them. */
    private List<String> reports() {
        return house.sql.rows(
                """
                select report_id, authentication, vouching_domain, mechanism,
                    authentication_detail, array_to_string(held_reasons, ','), trust
                from report where account_id = %d order by report_id, id
                """
                        .formatted(scope.accountId()));
    }

    /** Every fact with its classification and what it counts for. */
    private List<String> rows() {
        return house.sql.rows(
                """
                select address, messages, category, source, rule, trust from fact
                where account_id = %d order by 1, 2
                """
                        .formatted(scope.accountId()));
    }

    private long reporter() {
        return Long.parseLong(
                house.sql.value(
                        "select reporter_number from report where account_id = %d limit 1"
                                .formatted(scope.accountId())));
    }

    private void decide(ReporterTrust trust) {
        house.service.part(Reporters.class).decide(scope, reporter(), trust);
        house.settle();
    }

    @Test
    void whatNobodyVouchesForCountsAndDoesNotDriveAdvice() {
        deliver(SignedMail.unsigned(FROM, report("a", 5)), ANYONE);
        assertThat(reports()).containsExactly("a|unverified|null|none|not_authenticated||2");
        assertThat(counted()).isEqualTo("5 0");
    }

    @Test
    void rowsOnWhichNoAdviceRestsAreNoReasonToWaitWithIt() {
        deliver(SignedMail.unsigned(FROM, report("a", 5)), ANYONE);
        assertThat(unsettled()).isEqualTo("1 row, 0 domains");
        deliver(SIGNER.signed(FROM, report("b", 5)), ANYONE);
        assertThat(unsettled()).isEqualTo("1 row, 1 domains");
        house.settle();
        deliver(SignedMail.unsigned(FROM, report("c", 5)), ANYONE);
        assertThat(unsettled()).as("what was settled is forgotten").isEqualTo("1 row, 0 domains");
    }

    @Test
    void addressOfAStrangerThatIsNeverKnownIsNoReasonToWaitEither() {
        house.dns.add("7.2.0.192.in-addr.arpa SERVFAIL");
        deliver(SIGNER.signed(FROM, report("a", 5)), ANYONE);
        deliver(
                SignedMail.unsigned(
                        FROM, report("b", 5).record("192.0.2.7", 5, "none", false, false)),
                ANYONE);
        house.settle();
        assertThat(unsettled()).as("it waits").isEqualTo("1 row, 0 domains");
        deliver(SignedMail.unsigned(FROM, report("c", 5)), ANYONE);
        assertThat(unsettled()).isEqualTo("1 row, 0 domains");
        house.dns.remove("7.2.0.192.in-addr.arpa");
    }

    @Test
    void strangersAreNoReasonToWaitWhereAcceptedReportersReportEnough() {
        house.take(scope, report("accepted", AdviceBases.ENOUGH_MESSAGES));
        house.settle();
        deliver(SIGNER.signed(FROM, report("a", 5)), ANYONE);
        assertThat(unsettled()).isEqualTo("1 row, 0 domains");
        house.settle();
        deliver(SignedMail.unsigned(FROM, report("b", 5)), ANYONE);
        house.settle();
        deliver(SIGNER.signed(FROM, report("b", 5)), ANYONE);
        // Its facts may have followed by now.
        assertThat(unsettled()).as("a report that is verified later").endsWith(" 0 domains");
        house.take(scope, report("c", 5));
        assertThat(unsettled()).isEqualTo("1 row, 1 domains");
    }

    /** What is to be classified, and of how many domains that keeps advice. */
    private String unsettled() {
        LocalDate last = LocalDate.ofInstant(house.clock.instant(), ZoneOffset.UTC);
        return house.sql.value(
                        "select count(*) from reclassification_queue where account_id = "
                                + scope.accountId())
                + " row, "
                + house.service
                        .part(WindowSums.class)
                        .unsettled(scope, last.minusDays(90), last)
                        .size()
                + " domains";
    }

    @Test
    void signedMailIsVerified() {
        deliver(SIGNER.signed(FROM, report("a", 5)), ANYONE);
        assertThat(reports()).containsExactly("a|verified|reporter.example|dkim|aligned||0");
        assertThat(counted()).isEqualTo("5 5");
    }

    @Test
    void mailOfAnAuthorizedServerIsVerified() {
        deliver(SignedMail.unsigned(FROM, report("a", 5)), ITS_SERVER);
        deliver(SIGNER.signed(FROM, report("b", 6)), ITS_SERVER);
        assertThat(reports())
                .containsExactly(
                        "a|verified|reporter.example|spf|aligned||0",
                        "b|verified|reporter.example|both|aligned||0");
        assertThat(counted()).isEqualTo("11 11");
    }

    @Test
    void signatureOfAnotherDomainDoesNotVouch() {
        deliver(SIGNER.signed("x@elsewhere.example", report("a", 5)), ANYONE);
        assertThat(reports())
                .singleElement()
                .asString()
                .startsWith("a|unverified|null|none|")
                .endsWith("|2");
    }

    @Test
    void mailThatFailsTheDmarcOfItsDomainIsHeldUntilSomebodyAcceptsTheReporter() {
        deliver(SignedMail.unsigned("x@strict.example", report("a", 5)), ANYONE);
        assertThat(reports())
                .singleElement()
                .asString()
                .startsWith("a|failed|null|none|")
                .endsWith("|authentication_failed|3");
        assertThat(counted()).isEqualTo("0 0");
        decide(ReporterTrust.ACCEPTED);
        assertThat(counted()).isEqualTo("5 5");
        decide(ReporterTrust.DEFAULT);
        assertThat(counted()).isEqualTo("0 0");
    }

    @Test
    void whatPersonsHandOverDrivesAdvice() {
        house.take(scope, report("a", 2_000_000_000));
        assertThat(reports()).containsExactly("a|verified|null|person|handed_over||1");
        assertThat(counted()).isEqualTo("2000000000 2000000000");
    }

    @Test
    void decisionsOnAReporterCanBeUndone() {
        deliver(SIGNER.signed(FROM, report("a", 5)), ANYONE);
        deliver(SignedMail.unsigned(FROM, report("b", 7)), ANYONE);
        house.settle();
        List<String> before = rows();
        assertThat(counted()).isEqualTo("12 5");
        decide(ReporterTrust.IGNORED);
        assertThat(counted()).isEqualTo("0 0");
        decide(ReporterTrust.ACCEPTED);
        assertThat(counted()).isEqualTo("12 12");
        decide(ReporterTrust.DEFAULT);
        assertThat(counted()).isEqualTo("12 5");
        assertThat(rows()).isEqualTo(before);
    }

    @Test
    void whoIsBelievedAboutSelectorsFollowsDecisions() {
        deliver(SIGNER.signed(FROM, report("a", 5)), ANYONE);
        house.settle();
        assertThat(selectors()).isEqualTo("1");
        decide(ReporterTrust.IGNORED);
        assertThat(selectors()).isEqualTo("0");
        decide(ReporterTrust.DEFAULT);
        assertThat(selectors()).isEqualTo("1");
    }

    private String selectors() {
        return house.sql.value(
                "select count(*) from selector_use where account_id = " + scope.accountId());
    }

    @Test
    void whatComesFromAnIgnoredReporterIsHeld() {
        deliver(SIGNER.signed(FROM, report("a", 5)), ANYONE);
        decide(ReporterTrust.IGNORED);
        deliver(SIGNER.signed(FROM, report("b", 6)), ANYONE);
        assertThat(reports()).allSatisfy(row -> assertThat(row).endsWith("|3"));
        assertThat(counted()).isEqualTo("0 0");
    }

    @ParameterizedTest
    @CsvSource({
        PlausibleVolume.MAX_COUNT + ", ''",
        (PlausibleVolume.MAX_COUNT + 1) + ", count",
    })
    void countsThatNobodyHasAreHeld(long messages, String reasons) {
        deliver(SIGNER.signed(FROM, report("a", messages)), ANYONE);
        assertThat(reports())
                .containsExactly(
                        "a|verified|reporter.example|dkim|aligned|%s|%d"
                                .formatted(reasons, reasons.isEmpty() ? 0 : 3));
    }

    @ParameterizedTest
    @CsvSource({
        // Ten times the usual is plausible, and so is what is small.
        "5000, 50000, 0",
        "5000, 50010, 3",
        "2, 10000, 0",
        "2, 10001, 3",
        "0, 900000000, 0",
    })
    void farMoreThanADomainUsuallyHasIsHeld(long usual, long messages, int trust) {
        if (usual > 0) {
            deliver(SIGNER.signed(FROM, report("a", usual)), ANYONE);
        }
        deliver(SIGNER.signed(FROM, report("b", messages)), ANYONE);
        assertThat(reports().getLast()).startsWith("b|").endsWith("|" + trust);
    }

    @Test
    void messagesThatNobodyVouchesForDoNotMakeMorePlausible() {
        deliver(SIGNER.signed(FROM, report("a", 2)), ANYONE);
        deliver(SignedMail.unsigned(FROM, report("b", 9_000)), ANYONE);
        deliver(SignedMail.unsigned(FROM, report("c", 80_000)), ANYONE);
        assertThat(reports().getLast()).startsWith("c|").endsWith("|volume|3");
    }

    @ParameterizedTest
    @CsvSource({"29, 3", "30, 0"})
    void whatStrangersReportedLatelyDoesNotMakeMorePlausible(int daysAgo, int trust) {
        house.take(scope, report("usual", 50));
        deliver(SIGNER.signed(FROM, report("a", 9_000)), ANYONE);
        house.sql.execute(
                "update report set received = timestamptz '%s' - interval '%d days' where account_id = %d"
                        .formatted(house.clock.instant(), daysAgo, scope.accountId()));
        deliver(SIGNER.signed(FROM, report("z", 40_000)), ANYONE);
        assertThat(reports().getLast()).startsWith("z|").endsWith("|" + trust);
    }

    /** A forged report by a made-up reporter, just small enough by itself. */
    private static byte[] small(String id) {
        return SignedMail.unsigned(
                "r@" + id + ".example", report(id, 9_999).from("Reporter " + id));
    }

    private long held(String reason) {
        return Long.parseLong(
                house.sql.value(
                        "select count(*) from report where account_id = %d and trust = 3 and '%s' = any(held_reasons)"
                                .formatted(scope.accountId(), reason)));
    }

    @Test
    void manySmallReportsOfADayAreHeldLikeALargeOne() {
        house.take(scope, report("usual", 50));
        deliver(List.of(small("a"), small("b"), small("c")), ANYONE);
        deliver(small("d"), ANYONE);
        assertThat(held("volume")).as("all but the first").isEqualTo(3);
        assertThat(counted()).isEqualTo("10049 50");
    }

    @Test
    void verifiedStrangersDoNotCountMoreThanOne() {
        house.take(scope, report("usual", 50));
        deliver(SIGNER.signed(FROM, report("a", 9_999).from("One")), ANYONE);
        deliver(SIGNER.signed(FROM, report("b", 9_999).from("Two")), ANYONE);
        assertThat(held("volume")).isEqualTo(1);
    }

    @Test
    void namesOfOneRegisteredDomainAreOneStranger() {
        house.take(scope, report("usual", 50));
        SignedMail other = new SignedMail("other.example");
        house.service.dns().add(other.zone());
        deliver(SIGNER.signed(FROM, report("a", 100).from("One")), ANYONE);
        deliver(SIGNER.signed("b@eu.reporter.example", report("b", 200).from("Two")), ANYONE);
        deliver(other.signed("c@other.example", report("c", 250).from("Three")), ANYONE);
        assertThat(strangers()).isEqualTo("reporter.example, other.example; 300");
        deliver(other.signed("c@other.example", report("d", 60).from("Three")), ANYONE);
        assertThat(strangers()).isEqualTo("other.example, reporter.example; 350");
    }

    /** Strangers, the largest first, and what all others report. */
    private String strangers() {
        List<DomainId> domain =
                List.of(
                        new DomainId(
                                Long.parseLong(
                                        house.sql.value(
                                                "select id from domain where account_id = "
                                                        + scope.accountId()))));
        WindowSums sums = house.service.part(WindowSums.class);
        LocalDate first = today().minusDays(90);
        return String.join(", ", sums.strangers(scope, domain, first, today()))
                + "; "
                + sums
                        .withoutLargestStranger(scope, domain, first, today())
                        .orElseThrow()
                        .others()
                        .stream()
                        .mapToLong(row -> row.sums().messages())
                        .sum();
    }

    @Test
    void reportsOfManyDaysAreAddedUpDayByDay() {
        house.take(
                scope, report("usual", 50).period("2026-11-10T00:00:00Z", "2026-11-11T00:00:00Z"));
        for (String id : List.of("a", "b")) {
            SampleReport month =
                    SampleReport.about("shop.example")
                            .id(id)
                            .period("2026-10-15T00:00:00Z", "2026-11-14T00:00:00Z")
                            .record("192.0.2.1", 30 * 9_000, "none", true, true);
            deliver(SignedMail.unsigned(FROM, month), ANYONE);
        }
        assertThat(held("volume")).isEqualTo(1);
    }

    @Test
    void subdomainsAreNoWayAround() {
        house.service
                .part(Domains.class)
                .add(
                        scope,
                        List.of(
                                new DomainName("a.shop.example"),
                                new DomainName("b.shop.example")));
        house.take(scope, report("usual", 50));
        for (String domain : List.of("a.shop.example", "b.shop.example")) {
            deliver(
                    SignedMail.unsigned(
                            FROM,
                            SampleReport.about(domain)
                                    .id(domain)
                                    .record("192.0.2.1", 9_999, "none", true, true)),
                    ANYONE);
        }
        assertThat(held("volume")).isEqualTo(1);
    }

    @Test
    void theSameReportIsNotAddedUpWithItself() {
        house.take(scope, report("usual", 50));
        deliver(SignedMail.unsigned(FROM, report("a", 9_999)), ANYONE);
        deliver(SIGNER.signed(FROM, report("a", 9_999)), ANYONE);
        house.settle();
        assertThat(held("volume")).isZero();
        assertThat(counted()).isEqualTo("10049 10049");
    }

    @Test
    void whatAPersonAcceptsIsNotAddedUp() {
        deliver(SignedMail.unsigned(FROM, report("first", 50)), ANYONE);
        decide(ReporterTrust.ACCEPTED);
        for (String id : List.of("a", "b", "c")) {
            deliver(SignedMail.unsigned(FROM, report(id, 9_999)), ANYONE);
        }
        assertThat(held("volume")).isZero();
        deliver(small("d"), ANYONE);
        assertThat(held("volume")).as("strangers are counted by themselves").isZero();
    }

    @Test
    void verifiedReportersFromBeforeAreNotAddedUpWithStrangers() {
        deliver(SIGNER.signed(FROM, report("first", 50)), ANYONE);
        house.sql.execute(
                "update reporter set trust = 'accepted', decided_by = 'before' where account_id = "
                        + scope.accountId());
        for (String id : List.of("a", "b", "c")) {
            deliver(SIGNER.signed(FROM, report(id, 9_999)), ANYONE);
        }
        assertThat(held("volume")).isZero();
    }

    @Test
    void reportersBeyondThoseOfADayCountTogether() {
        house.sql.execute(
                """
                insert into reporter (account_id, name, domain, trust, mailed, seen)
                select %1$d, 'reporter ' || i, 'forged.example', 'default', '%2$s', '%2$s'
                from generate_series(1, %3$d) i
                """
                        .formatted(scope.accountId(), today(), Reporters.MAX_NEW_BY_MAIL - 1));
        deliver(
                List.of(
                        SignedMail.unsigned(FROM, report("a", 1).from("A")),
                        SignedMail.unsigned(FROM, report("b", 2).from("B")),
                        SignedMail.unsigned(FROM, report("c", 3).from("C"))),
                ANYONE);
        deliver(SignedMail.unsigned(FROM, report("d", 4).from("A")), ANYONE);
        house.take(scope, report("e", 5).from("Handed over"));
        assertThat(
                        house.sql.rows(
                                """
                                select r.report_id, r.reporter, p.name from report r
                                join reporter p on p.id = r.reporter_number
                                where r.account_id = %d order by 1
                                """
                                        .formatted(scope.accountId())))
                .containsExactly(
                        "a|A|A",
                        "b|B|" + ReporterKey.OTHERS.name(),
                        "c|C|" + ReporterKey.OTHERS.name(),
                        "d|A|A",
                        "e|Handed over|Handed over");
        assertThat(counted()).isEqualTo("15 5");
        house.clock.advance(Duration.ofDays(1));
        deliver(SignedMail.unsigned(FROM, report("f", 6).from("F")), ANYONE);
        assertThat(reporters()).contains("F");
    }

    private static LocalDate today() {
        return LocalDate.ofInstant(house.clock.instant(), ZoneOffset.UTC);
    }

    private List<String> reporters() {
        return house.sql.rows(
                "select name from reporter where account_id = %d order by 1"
                        .formatted(scope.accountId()));
    }

    @Test
    void reportersWithoutReportsAreForgottenUnlessAPersonHasDecided() {
        deliver(SignedMail.unsigned(FROM, report("a", 1).from("kept")), ANYONE);
        house.sql.execute(
                """
                insert into reporter (account_id, name, domain, trust, decided_by, seen) values
                    (%1$d, 'gone', '', 'default', null, '%2$s'),
                    (%1$d, 'ignored', '', 'ignored', 'person', '%2$s')
                """
                        .formatted(scope.accountId(), today()));
        Reporters reporters = house.service.part(Reporters.class);
        assertThat(reporters.forgetSome(0)).isPresent();
        assertThat(reporters()).as("a report may be on its way").hasSize(3);
        house.clock.advance(Duration.ofDays(3));
        assertThat(reporters.forgetSome(0)).isPresent();
        assertThat(reporters()).containsExactly("ignored", "kept");
        assertThat(reporters.forgetSome(Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void verifiedReportReplacesAForgedOneWithItsKey() {
        deliver(SignedMail.unsigned(FROM, report("a", 999)), ANYONE);
        deliver(SIGNER.signed(FROM, report("a", 5)), ANYONE);
        assertThat(reports()).containsExactly("a|verified|reporter.example|dkim|aligned||0");
        assertThat(counted()).isEqualTo("5 5");
        deliver(SignedMail.unsigned(FROM, report("a", 999)), ANYONE);
        assertThat(counted()).as("the other way round it does not").isEqualTo("5 5");
    }

    @Test
    void copyWhoseMailIsVerifiedVerifiesTheStoredOne() {
        deliver(SignedMail.unsigned(FROM, report("a", 5)), ANYONE);
        assertThat(counted()).isEqualTo("5 0");
        deliver(SIGNER.signed(FROM, report("a", 5)), ANYONE);
        house.settle();
        assertThat(reports()).containsExactly("a|verified|reporter.example|dkim|aligned||0");
        assertThat(counted()).isEqualTo("5 5");
    }

    @Test
    void reportWithAllRowsOfTheStoredOneReplacesIt() {
        house.take(scope, report("a", 5));
        house.take(scope, report("a", 5).record("192.0.2.2", 7, "none", false, false));
        assertThat(counted()).isEqualTo("12 12");
        house.take(scope, report("a", 5));
        assertThat(counted()).as("the shorter one does not").isEqualTo("12 12");
        house.take(scope, report("a", 4).record("192.0.2.2", 70, "none", false, false));
        assertThat(counted()).as("one that contradicts does not").isEqualTo("12 12");
    }

    @Test
    void wholeReportReplacesOneThatWasCutOff() {
        SampleReport whole = report("a", 5).record("192.0.2.2", 7, "none", false, false);
        String text = new String(whole.xml(), StandardCharsets.UTF_8);
        int second = text.indexOf("<record>", text.indexOf("<record>") + 1);
        // Its last whole record has another count, as a damaged byte may make it.
        String cut = text.substring(0, second + 20).replace("<count>5<", "<count>6<");
        house.take(scope, cut.getBytes(StandardCharsets.UTF_8));
        assertThat(counted()).isEqualTo("6 6");
        house.take(scope, whole);
        assertThat(counted()).isEqualTo("12 12");
        house.take(scope, cut.getBytes(StandardCharsets.UTF_8));
        assertThat(counted()).as("the other way round it does not").isEqualTo("12 12");
    }

    @Test
    void moreCorrectionsInOneFileThanAreComparedAreConflicts() {
        StringBuilder first = new StringBuilder();
        StringBuilder corrected = new StringBuilder();
        for (int i = 0; i <= Traffic.MAX_COMPARISONS; i++) {
            first.append(text(report("r" + i, 5)));
            corrected.append(text(report("r" + i, 5).record("192.0.2.2", 7, "none", true, true)));
        }
        house.take(scope, first.toString().getBytes(StandardCharsets.UTF_8));
        long before = 5L * (Traffic.MAX_COMPARISONS + 1);
        assertThat(counted()).isEqualTo(before + " " + before);
        house.take(scope, corrected.toString().getBytes(StandardCharsets.UTF_8));
        long after = before + 7L * Traffic.MAX_COMPARISONS;
        assertThat(counted()).isEqualTo(after + " " + after);
    }

    @ParameterizedTest
    @CsvSource({"0, 12 12", "1, 5 5"})
    void storedReportWithMoreFactsThanAreComparedIsKept(int more, String counted) {
        house.take(scope, report("a", 5));
        // As many as are compared, and one more; all but the first count nothing.
        house.sql.execute(
                """
                insert into fact (account_id, domain_id, report_id, trust, day, header_from, address,
                    category, source, rule, rules_version, disposition, dkim_aligned, spf_aligned,
                    messages, detail)
                select account_id, domain_id, report_id, trust, day, header_from, address, category,
                    source, rule, rules_version, disposition, dkim_aligned, spf_aligned, 0, detail
                from fact, generate_series(2, %d) where account_id = %d
                """
                        .formatted(ReplacedReports.MAX_COMPARED + more, scope.accountId()));
        house.take(scope, report("a", 5).record("192.0.2.2", 7, "none", true, true));
        assertThat(counted()).isEqualTo(counted);
        house.sql.execute("delete from fact where messages = 0");
    }

    @ParameterizedTest
    @CsvSource({"false, 5000000", "true, 5000000"})
    void dayThatIsFullTakesNoFurtherReport(boolean signed, long limit) {
        house.take(scope, report("a", 5));
        facts(limit - 1);
        byte[] fits = mail(report("b", 7), signed);
        deliver(fits, ANYONE);
        assertThat(lastFailure()).isEmpty();
        facts(limit);
        deliver(mail(report("c", 11), signed), ANYONE);
        assertThat(lastFailure())
                .containsExactly(
                        "too_many_rows|[{\"code\":\"imports.rows.of_day\",\"arguments\":"
                                + "{\"limit\":%d,\"day\":{\"day\":\"2026-11-01\"}}}]"
                                        .formatted(limit));
        deliver(fits, ANYONE);
        assertThat(
                        house.sql.value(
                                "select sum(duplicate) from ledger_entry where account_id = "
                                        + scope.accountId()))
                .as("a copy is one")
                .isEqualTo("1");
        house.take(scope, report("d", 13));
        assertThat(lastFailure()).as("there is room for accepted reporters").hasSize(1);
        recountFacts();
    }

    private static byte[] mail(SampleReport report, boolean signed) {
        return signed ? SIGNER.signed(FROM, report) : SignedMail.unsigned(FROM, report);
    }

    @Test
    void reportsThatComeTogetherFillADayTogether() {
        house.take(scope, report("a", 5));
        facts(FactBounds.OF_DAY - 1);
        house.take(scope, zip(report("b", 7), report("c", 11)));
        assertThat(lastFailure()).hasSize(1).first().asString().contains("imports.rows.of_day");
        assertThat(reports()).hasSize(2);
        recountFacts();
    }

    @Test
    void dayThatIsFullTakesNoLargerReplacement() {
        house.take(scope, report("a", 5));
        facts(FactBounds.OF_DAY);
        house.take(scope, report("a", 5).record("192.0.2.2", 7, "none", true, true));
        assertThat(lastFailure()).hasSize(1);
        assertThat(counted()).isEqualTo("5 5");
        recountFacts();
        house.take(scope, report("a", 5).record("192.0.2.2", 7, "none", true, true));
        assertThat(counted()).isEqualTo("12 12");
    }

    @Test
    void strangersVolumesAreAddedUpOfTheDaysThatAreAskedFor() {
        for (int day = 1; day <= 5; day++) {
            byte[] mail =
                    SignedMail.unsigned(
                            "a@stranger.example",
                            SampleReport.about("shop.example")
                                    .id("day" + day)
                                    .period(
                                            "2026-11-0%dT00:00:00Z".formatted(day),
                                            "2026-11-0%dT23:59:59Z".formatted(day))
                                    .record("192.0.2.1", day, "none", true, true));
            deliver(mail, ANYONE);
        }
        deliver(
                SignedMail.unsigned(
                        "a@stranger.example",
                        SampleReport.about("shop.example")
                                .id("all")
                                .period("2026-11-01T00:00:00Z", "2026-11-05T23:59:59Z")
                                .record("192.0.2.1", 500, "none", true, true)),
                ANYONE);
        DomainId domain =
                new DomainId(
                        Long.parseLong(
                                house.sql.value(
                                        "select id from domain where account_id = "
                                                + scope.accountId())));
        LocalDate first = LocalDate.parse("2026-11-01");
        LocalDate last = LocalDate.parse("2026-11-05");
        assertThat(
                        house.service
                                .part(UnacceptedVolumeTable.class)
                                .sums(
                                        scope,
                                        Map.of(domain, List.of(Days.of(first), Days.of(last)))))
                .isEqualTo(Map.of(domain, Map.of(first, 101L, last, 105L)));
    }

    private static byte[] zip(SampleReport... reports) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (int i = 0; i < reports.length; i++) {
                zip.putNextEntry(new ZipEntry(i + ".xml"));
                zip.write(reports[i].xml());
            }
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
        return bytes.toByteArray();
    }

    /** Has the sums say again how many facts there are. */
    private void recountFacts() {
        house.sql.execute(
                """
                update daily d set facts = (select count(*) from fact f
                    where f.domain_id = d.domain_id and f.day = d.day and f.source = d.source
                        and f.category = d.category and least(f.trust, 2) = d.trust)
                where account_id = %d
                """
                        .formatted(scope.accountId()));
    }

    private void facts(long number) {
        house.sql.execute(
                """
                update daily d set facts = case when d.ctid = (select min(ctid) from daily
                    where account_id = %2$d) then %1$d else 0 end where account_id = %2$d
                """
                        .formatted(number, scope.accountId()));
    }

    private List<String> lastFailure() {
        return house.sql.rows(
                "select code, message from ledger_remark where account_id = %d and outcome = 'failed'"
                        .formatted(scope.accountId()));
    }

    private static String text(SampleReport report) {
        return new String(report.xml(), StandardCharsets.UTF_8);
    }

    @Test
    void correctionOfALargeReportReplacesItToo() {
        SampleReport first = SampleReport.about("shop.example").id("a");
        SampleReport second = SampleReport.about("shop.example").id("a");
        for (int i = 0; i < 6_000; i++) {
            String address = "192.0." + i / 250 + "." + (1 + i % 250);
            first.record(address, 1, "none", true, true);
            second.record(address, 1, "none", true, true);
        }
        house.take(scope, first);
        house.take(scope, second.record("198.51.100.1", 7, "none", true, true));
        assertThat(counted()).isEqualTo("6007 6007");
    }
}
