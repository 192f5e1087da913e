package org.mailvane.intake.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.ledger.Imports;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.queue.Delivery;
import org.mailvane.intake.queue.MailIntake;
import org.mailvane.intake.queue.QueueTable;
import org.mailvane.mailauth.arrival.SmtpClient;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.net.BudgetedDns;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.ReporterTrust;
import org.mailvane.reporters.Reporters;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.FailureMail;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.SampleTls;
import org.mailvane.testing.SignedMail;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.tls.TlsPolicyFilter;
import org.mailvane.tls.TlsReports;

/** Tests who vouches for the mails of the queue. */
class MailAuthenticatorTest {

    private static final String FROM = "Reports <noreply@reporter.example>";
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    private final TestClock clock = new TestClock(NOW);
    private final SignedMail signer = new SignedMail("reporter.example");
    private TestService service;
    private Scope scope;

    @BeforeEach
    void start() {
        service =
                TestService.shared(
                        Map.of(Setting.AUTHENTICATION_RESULTS, "mx.ours.example, mx2.ours.example"),
                        clock);
        service.dns().add("reporter.example TXT \"nothing\"");
        scope = service.account("mails").account().scope();
        service.part(Domains.class).add(scope, List.of(new DomainName("shop.example")));
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private static SampleReport report() {
        return SampleReport.about("shop.example").record("192.0.2.1", 5, "none", true, true);
    }

    private static byte[] with(String field, byte[] mail) {
        return (field + "\r\n" + new String(mail, StandardCharsets.ISO_8859_1))
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static SmtpClient client(String address) {
        return new SmtpClient(
                IpAddress.parse(address).orElseThrow(), "host.invalid", "b@reporter.example");
    }

    private void deliver(byte[] mail, Origin origin, @Nullable SmtpClient client) {
        service.part(MailIntake.class).take(List.of(delivery("mail", mail, origin, client)));
        awaitRead();
    }

    private Delivery delivery(
            String name, byte[] mail, Origin origin, @Nullable SmtpClient client) {
        try {
            return new Delivery(
                    scope.accountId(),
                    origin,
                    "",
                    name,
                    RawMessage.read(new ByteArrayInputStream(mail)),
                    client == null ? null : client.mailFrom(),
                    client);
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private void awaitRead() {
        Awaiting.until(
                "everything is read",
                Duration.ofSeconds(30),
                () ->
                        service.sql()
                                .value("select count(*) from ledger_entry where state = 'queued'")
                                .equals("0"));
    }

    private String found(String table) {
        return service.sql()
                .value(
                        """
                        select authentication || ' ' || coalesce(vouching_domain, '-') || ' '
                            || mechanism || ' ' || authentication_detail
                        from %s where account_id = %d
                        """
                                .formatted(table, scope.accountId()));
    }

    @Test
    void ledgerAndReportShowWhoVouched() {
        service.dns().add(signer.zone());
        deliver(signer.signed(FROM, report()), Origin.IMAP, null);
        assertThat(found("report")).isEqualTo("verified reporter.example dkim aligned");
        assertThat(found("ledger_entry")).isEqualTo("verified reporter.example dkim aligned");
    }

    @ParameterizedTest
    @CsvSource({
        // A receiver that is trusted, by either name and in any case.
        "mx.ours.example, IMAP, , verified reporter.example dkim aligned",
        "MX2.OURS.EXAMPLE, IMAP, , verified reporter.example dkim aligned",
        // Anybody can write such a field.
        "mx.theirs.example, IMAP, , unverified - none not_authenticated",
        // A mail server of one's own may hand on what it received.
        "mx.ours.example, SMTP, 10.0.0.1, verified reporter.example dkim aligned",
        "mx.ours.example, SMTP, 127.0.0.1, verified reporter.example dkim aligned",
        "mx.ours.example, SMTP, fd00::1, verified reporter.example dkim aligned",
        "mx.ours.example, SMTP, 203.0.113.9, unverified - none not_authenticated",
    })
    void receiversThatAreTrustedVouch(
            String receiver, Origin origin, @Nullable String address, String found) {
        byte[] mail =
                with(
                        "Authentication-Results: "
                                + receiver
                                + "; dkim=pass header.d=reporter.example",
                        SignedMail.unsigned(FROM, report()));
        deliver(mail, origin, address == null ? null : client(address));
        assertThat(found("report")).isEqualTo(found);
    }

    @Test
    void mailIsAuthenticatedAgainWhenDnsDidNotAnswer() {
        service.dns()
                .add(
                        "_domainkey.reporter.example SERVFAIL\ns1._domainkey.reporter.example SERVFAIL");
        deliver(signer.signed(FROM, report()), Origin.IMAP, null);
        assertThat(found("report")).isEqualTo("unverified - none dns_unanswered");
        service.dns().remove("s1._domainkey.reporter.example");
        service.dns().add(signer.zone());
        service.forgetAnswers();
        service.part(LateAuthentication.class).run(new StopSign(() -> false));
        awaitRead();
        assertThat(found("report")).isEqualTo("verified reporter.example dkim aligned");
        assertThat(
                        service.sql()
                                .value(
                                        "select imported || ' ' || duplicate from ledger_entry where account_id = "
                                                + scope.accountId()))
                .isEqualTo("1 0");
    }

    @Test
    void accountsTakeTurnsWhenMailsAreAuthenticatedAgain() {
        service.dns().add("s1._domainkey.reporter.example SERVFAIL");
        for (int i = 0; i < 3; i++) {
            deliver(signer.signed(FROM, report().id("first" + i)), Origin.IMAP, null);
        }
        Scope first = scope;
        scope = service.account("other").account().scope();
        service.part(Domains.class).add(scope, List.of(new DomainName("shop.example")));
        deliver(signer.signed(FROM, report().id("other")), Origin.IMAP, null);
        clock.advance(Duration.ofHours(1));
        service.part(QueueTable.class)
                .queueUnauthenticated(MailAuthenticator.RETRIED, NOW.minusSeconds(60), 2);
        assertThat(
                        service.sql()
                                .rows(
                                        "select account_id from ledger_entry where finished is null or"
                                                + " finished > timestamptz '"
                                                + NOW.plusSeconds(1_800)
                                                + "' order by 1"))
                .containsExactly(first.accountId() + "", scope.accountId() + "");
        awaitRead();
    }

    /** In a transaction that is taken back: nobody is to read so many mails. */
    @Test
    void oneRunAuthenticatesOnlySoManyMailsAgain() {
        service.dns().add("s1._domainkey.reporter.example SERVFAIL");
        deliver(signer.signed(FROM, report()), Origin.IMAP, null);
        Db db = service.part(Db.class);
        class TakenBack extends RuntimeException {}
        assertThatThrownBy(() ->
                        db.inTransaction(() -> {
                            repeatEntry(LateAuthentication.MOST - 1);
                            service.part(LateAuthentication.class).run(new StopSign(() -> false));
                            assertThat(queued()).isEqualTo(LateAuthentication.MOST);
                            throw new TakenBack();
                        }))
                .isInstanceOf(TakenBack.class);
        assertThatThrownBy(() ->
                        db.inTransaction(() -> {
                            repeatEntry(LateAuthentication.MOST);
                            service.part(LateAuthentication.class).run(new StopSign(() -> false));
                            assertThat(queued()).isEqualTo(LateAuthentication.MOST);
                            throw new TakenBack();
                        }))
                .isInstanceOf(TakenBack.class);
    }

    private void repeatEntry(int times) {
        service.part(Db.class)
                .as(scope)
                .sql(
                        """
                        insert into ledger_entry overriding system value
                        select (jsonb_populate_record(e, jsonb_build_object(
                            'id', nextval(pg_get_serial_sequence('ledger_entry', 'id'))))).*
                        from ledger_entry e, generate_series(1, :times)
                        where account_id = :account
                        """)
                .param("times", times)
                .update();
    }

    private long queued() {
        return service.part(Db.class)
                .as(scope)
                .sql(
                        """
                        select count(*) from ledger_entry
                        where account_id = :account and state = 'queued'
                        """)
                .one(row -> row.number("count"));
    }

    @Test
    void mailWhoseDnsWasNotAskedIsAuthenticatedAgainBeforeOthers() {
        service.dns().add("s1._domainkey.reporter.example SERVFAIL");
        deliver(signer.signed(FROM, report().id("unanswered")), Origin.IMAP, null);
        SmtpClient greedy = client("198.51.100.77");
        spendLookups(greedy);
        clock.advance(Duration.ofMinutes(1));
        SignedMail late = new SignedMail("late.example");
        service.dns().add(late.zone());
        deliver(late.signed("a@late.example", report().id("late")), Origin.SMTP, greedy);
        assertThat(details()).containsExactly("dns_unanswered", "not_asked");
        clock.advance(Duration.ofHours(1));
        QueueTable queue = service.part(QueueTable.class);
        assertThat(queue.queueUnauthenticated(MailAuthenticator.RETRIED, Instant.EPOCH, 1)).isOne();
        assertThat(
                        service.sql()
                                .rows(
                                        "select authentication_detail from ledger_entry where finished is null or"
                                                + " finished > timestamptz '"
                                                + NOW.plusSeconds(1_800)
                                                + "'"))
                .containsExactly("not_asked");
        awaitRead();
    }

    private void spendLookups(SmtpClient client) {
        Dns dns = service.part(BudgetedDns.class).of(ClientNetwork.of(client));
        DnsAnswer answer;
        int number = 0;
        do {
            answer = dns.ask(new DnsName("spent" + number + ".example"), RecordType.TXT);
            number++;
        } while (answer.status() != DnsAnswer.Status.NOT_ASKED);
    }

    private List<String> details() {
        return service.sql()
                .rows(
                        "select authentication_detail from ledger_entry where account_id = %d order by id"
                                .formatted(scope.accountId()));
    }

    @Test
    void mailIsNotAuthenticatedAgainForEver() {
        service.dns().add("s1._domainkey.reporter.example SERVFAIL");
        deliver(signer.signed(FROM, report()), Origin.IMAP, null);
        service.dns().add(signer.zone());
        service.forgetAnswers();
        clock.advance(LateAuthentication.PERIOD.plusSeconds(1));
        service.part(LateAuthentication.class).run(new StopSign(() -> false));
        awaitRead();
        assertThat(found("report")).isEqualTo("unverified - none dns_unanswered");
    }

    /** A mail whose DNS never answers. */
    private Delivery slow(int number) {
        String domain = "slow%d.example".formatted(number);
        service.dns().add("_dmarc.%s DROP".formatted(domain));
        return delivery(
                "slow",
                SignedMail.unsigned("a@" + domain, report().id("slow" + number)),
                Origin.IMAP,
                null);
    }

    private long queued(String name) {
        return Long.parseLong(
                service.sql()
                        .value(
                                "select count(*) from ledger_entry where state = 'queued' and name = '%s'"
                                        .formatted(name)));
    }

    @Test
    void mailsWhoseDnsNeverAnswersDelayNobody() {
        service.dns().add(signer.zone());
        List<Delivery> mails = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            mails.add(slow(i));
        }
        mails.add(delivery("good", signer.signed(FROM, report()), Origin.IMAP, null));
        service.part(MailIntake.class).take(mails);
        service.part(Imports.class)
                .enqueue(
                        scope,
                        List.of(
                                new Imports.Upload(
                                        "upload",
                                        () ->
                                                new ByteArrayInputStream(
                                                        report().id("upload").xml()))));
        Awaiting.until(
                "what comes behind them is read",
                Duration.ofSeconds(30),
                () -> queued("good") == 0 && queued("upload") == 0);
        assertThat(queued("slow"))
                .as("slow ones that still wait for DNS")
                .isGreaterThanOrEqualTo(AuthenticationThreads.SLOW / 2);
        assertThat(
                        service.sql()
                                .value(
                                        "select authentication from ledger_entry where name = 'good'"))
                .isEqualTo("verified");
        service.dns().forgetScripts();
        service.forgetAnswers();
        awaitRead();
        assertThat(service.sql().value("select count(*) from report")).isEqualTo("202");
    }

    @Test
    void slowMailIsReadAgainWhenDnsHasAnswered() {
        service.dns().add(signer.zone());
        service.dns().add("s1._domainkey.reporter.example DELAY 700");
        deliver(signer.signed(FROM, report()), Origin.IMAP, null);
        assertThat(found("report")).isEqualTo("verified reporter.example dkim aligned");
        assertThat(found("ledger_entry")).isEqualTo("verified reporter.example dkim aligned");
    }

    private static byte[] tls(long failed) {
        return SampleTls.report()
                .id("tls")
                .policy("sts", "enforce", "shop.example", 1, failed)
                .json();
    }

    private long failedSessions() {
        long domain =
                Long.parseLong(
                        service.sql()
                                .value(
                                        "select id from domain where account_id = "
                                                + scope.accountId()));
        return service.part(TlsReports.class)
                .failedSince(scope, new DomainId(domain), Instant.EPOCH);
    }

    @Test
    void forgedTlsReportsGiveNoAdviceAndKeepNoRealOnesOut() {
        service.dns().add(signer.zone());
        service.dns()
                .add(
                        """
                        reporter.example TXT "v=spf1 -all"
                        _dmarc.reporter.example TXT "v=DMARC1; p=reject"
                        """);
        SmtpClient anyone = client("203.0.113.9");
        deliver(SignedMail.unsigned(FROM, tls(1_000)), Origin.SMTP, anyone);
        assertThat(found("ledger_entry")).startsWith("failed - none ");
        assertThat(failedSessions()).isZero();
        assertThat(failedSessionsOfPolicies()).isEqualTo("0");
        deliver(signer.signed(FROM, tls(7)), Origin.SMTP, anyone);
        deliver(SignedMail.unsigned(FROM, tls(7)), Origin.SMTP, anyone);
        assertThat(failedSessions()).isEqualTo(7);
        deliver(signer.signed(FROM, tls(1_000)), Origin.SMTP, anyone);
        assertThat(service.sql().rows("select failed from tls_report order by id"))
                .as("a conflict with the real one stays one")
                .containsExactly("f");
        assertThat(failedSessionsOfPolicies()).isEqualTo("7");
    }

    private String failedSessionsOfPolicies() {
        return service.sql()
                .value(
                        "select sum(sum_failed) from tls_policy where account_id = "
                                + scope.accountId());
    }

    private long listedPolicies() {
        return service.part(TlsReports.class)
                .countPolicies(scope, new TlsPolicyFilter(null, null, null), Optional.empty());
    }

    @Test
    void policyThatForgedReportsAloneNameIsNotListed() {
        service.dns().add(signer.zone());
        service.dns()
                .add(
                        """
                        reporter.example TXT "v=spf1 -all"
                        _dmarc.reporter.example TXT "v=DMARC1; p=reject"
                        """);
        SmtpClient anyone = client("203.0.113.9");
        byte[] tlsa = SampleTls.report().id("a").policy("tlsa", "", "shop.example", 1, 1).json();
        deliver(SignedMail.unsigned(FROM, tlsa), Origin.SMTP, anyone);
        assertThat(listedPolicies()).isZero();
        deliver(signer.signed(FROM, tls(7)), Origin.SMTP, anyone);
        assertThat(listedPolicies()).isEqualTo(1);
        assertThat(service.sql().rows("select p_type, results, counted from tls_policy order by 1"))
                .containsExactly("s|1|1", "t|1|0");
        deliver(signer.signed(FROM, tlsa), Origin.SMTP, anyone);
        assertThat(
                        service.sql()
                                .rows(
                                        "select p_type, counted, sum_failed, last_seen > timestamptz '2020-01-01' from tls_policy order by 1"))
                .containsExactly("s|1|7|t", "t|1|1|t");
    }

    @Test
    void tlsReportsForWhichNobodyVouchesGiveNoAdviceUnlessAPersonAcceptsTheReporter() {
        SmtpClient anyone = client("203.0.113.9");
        deliver(SignedMail.unsigned(FROM, tls(1_000)), Origin.SMTP, anyone);
        assertThat(found("ledger_entry")).startsWith("unverified - none ");
        assertThat(failedSessions()).isZero();
        assertThat(failedSessionsOfPolicies()).as("it counts in totals").isEqualTo("1000");

        deliver(SignedMail.unsigned(FROM, report()), Origin.SMTP, anyone);
        decide(ReporterTrust.ACCEPTED);
        assertThat(failedSessions()).isEqualTo(1_000);
        decide(ReporterTrust.DEFAULT);
        assertThat(failedSessions()).isZero();

        service.dns().add(signer.zone());
        service.forgetAnswers();
        deliver(signer.signed(FROM, tls(7)), Origin.SMTP, anyone);
        assertThat(failedSessions()).isEqualTo(7);
        assertThat(failedSessionsOfPolicies()).as("the real one replaces it").isEqualTo("7");
        deliver(SignedMail.unsigned(FROM, tls(1_000)), Origin.SMTP, anyone);
        deliver(SignedMail.unsigned(FROM, tls(7)), Origin.SMTP, anyone);
        assertThat(failedSessionsOfPolicies()).isEqualTo("7");
        assertThat(service.sql().rows("select failed, verified from tls_report order by id"))
                .containsExactly("f|t");
        decide(ReporterTrust.IGNORED);
        assertThat(failedSessions()).isZero();
    }

    private void decide(ReporterTrust trust) {
        long reporter =
                Long.parseLong(
                        service.sql()
                                .value(
                                        "select id from reporter where account_id = "
                                                + scope.accountId()));
        service.part(Reporters.class).decide(scope, reporter, trust);
    }

    @Test
    void forgedTlsReportOfTheParentKeepsNoRealOneOfItsSubdomainOut() {
        service.dns().add(signer.zone());
        service.dns()
                .add(
                        """
                        reporter.example TXT "v=spf1 -all"
                        _dmarc.reporter.example TXT "v=DMARC1; p=reject"
                        """);
        SmtpClient anyone = client("203.0.113.9");
        byte[] report =
                SampleTls.report()
                        .id("sub")
                        .policy("sts", "enforce", "eu.shop.example", 1, 7)
                        .json();
        deliver(SignedMail.unsigned(FROM, report), Origin.SMTP, anyone);
        service.part(Domains.class).add(scope, List.of(new DomainName("eu.shop.example")));
        deliver(signer.signed(FROM, report), Origin.SMTP, anyone);
        assertThat(service.sql().rows("select failed from tls_report order by id"))
                .containsExactly("f");
        assertThat(failedSessionsOfPolicies()).isEqualTo("7");
    }

    @Test
    void strangersTlsReportKeepsNoGenuineOneOut() {
        service.dns().add(signer.zone());
        SmtpClient anyone = client("203.0.113.9");
        deliver(SignedMail.unsigned("x@nosign.example", tls(1_000)), Origin.SMTP, anyone);
        deliver(signer.signed(FROM, tls(7)), Origin.SMTP, anyone);
        assertThat(
                        service.sql()
                                .rows(
                                        "select imported, duplicate from ledger_entry where account_id = %d order by id"
                                                .formatted(scope.accountId())))
                .containsExactly("1|0", "1|0");
        assertThat(failedSessions()).isEqualTo(7);
        assertThat(failedSessionsOfPolicies()).isEqualTo("7");
    }

    @Test
    void tlsReportCountsWhenItsMailPassesInTheEnd() {
        service.dns().add(signer.zone());
        service.dns().add("_dmarc.reporter.example TXT \"v=DMARC1; p=reject\"");
        deliver(SignedMail.unsigned(FROM, tls(7)), Origin.SMTP, client("203.0.113.9"));
        assertThat(failedSessions()).isZero();
        deliver(signer.signed(FROM, tls(7)), Origin.SMTP, client("203.0.113.9"));
        assertThat(failedSessions()).isEqualTo(7);
        assertThat(failedSessionsOfPolicies()).isEqualTo("7");
        assertThat(service.sql().value("select count(*) from tls_report")).isEqualTo("1");
    }

    @Test
    void failureReportsAreAuthenticatedToo() {
        service.dns().add("_dmarc.reporter.example TXT \"v=DMARC1; p=reject\"");
        byte[] mail = FailureMail.about("shop.example").bytes();
        deliver(mail, Origin.SMTP, client("203.0.113.9"));
        assertThat(
                        service.sql()
                                .value(
                                        "select count(*) from ledger_entry where authentication is not null"))
                .isEqualTo("1");
    }

    @Test
    void mailWithoutReportsAsksDnsNothing() {
        byte[] mail =
                with("Subject: Hello", "\r\nHow are you?\r\n".getBytes(StandardCharsets.US_ASCII));
        deliver(with("From: " + FROM, mail), Origin.SMTP, client("203.0.113.9"));
        assertThat(
                        service.sql()
                                .value(
                                        "select count(*) from ledger_entry where authentication is null and account_id = "
                                                + scope.accountId()))
                .isEqualTo("1");
        assertThat(service.dns().asked()).noneMatch(question -> question.contains("reporter"));
    }
}
