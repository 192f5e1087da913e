package org.mailvane.intake.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.Accounts.Created;
import org.mailvane.domains.Domains;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.queue.SenderDayTable.Taken;
import org.mailvane.mailauth.arrival.SmtpClient;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.reporters.ReporterTrust;
import org.mailvane.reporters.Reporters;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.FailureMail;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.SignedMail;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;
import tools.jackson.databind.JsonNode;

/** What is beyond a sender's share of the day waits for the next one. */
class MailQuotaTest {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final SignedMail SIGNER = new SignedMail("reporter.example");
    private static final String ALL_UNVERIFIED = MailQuota.Share.ALL_UNVERIFIED.name();
    private static final String ALL_VERIFIED = MailQuota.Share.ALL_VERIFIED.name();
    private static final String IMPORTS = "/api/v1/imports/";

    private final TestClock clock = new TestClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final TestService service = TestService.shared(clock);
    private final TestSql sql = service.sql();
    private final AtomicInteger reports = new AtomicInteger();
    private Created owner;
    private long account;

    @BeforeEach
    void newAccount() {
        service.dns().add(SIGNER.zone());
        owner = service.account("One");
        account = owner.account().id();
        service.part(Domains.class)
                .add(owner.account().scope(), List.of(new DomainName("shop.example")));
    }

    @AfterEach
    void close() {
        service.close();
    }

    private SampleReport report() {
        return SampleReport.about("shop.example")
                .id("r" + reports.incrementAndGet())
                .record("192.0.2.1", 5, "none", true, true);
    }

    private byte[] mail(String from) {
        return SignedMail.unsigned(from, report());
    }

    private byte[] verified() {
        return SIGNER.signed("noreply@reporter.example", report());
    }

    private void take(Origin origin, String name, byte[] message) {
        SmtpClient client =
                new SmtpClient(IpAddress.parse("203.0.113.9").orElseThrow(), "host.invalid", "");
        try {
            service.part(MailIntake.class)
                    .take(
                            List.of(
                                    new Delivery(
                                            account,
                                            origin,
                                            "",
                                            name,
                                            RawMessage.read(new ByteArrayInputStream(message)),
                                            "",
                                            origin == Origin.SMTP ? client : null)));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private String state(String name) {
        return sql.value(
                """
                select case when deferred_until is null then state else 'waits' end
                from ledger_entry where name = '%s'
                """
                        .formatted(name));
    }

    private void await(String name, String state) {
        Awaiting.until(name + " is " + state, SOON, () -> state(name).equals(state));
    }

    private void used(String sender, Taken taken) {
        used("2026-11-20", sender, taken);
    }

    private void used(String day, String sender, Taken taken) {
        sql.execute(
                """
                insert into sender_day values (%d, '%s', '%s', %d, %d)
                on conflict (account_id, day, sender) do update
                    set facts = excluded.facts, bytes = excluded.bytes
                """
                        .formatted(account, day, sender, taken.facts(), taken.bytes()));
    }

    private static Taken facts(Taken limit, long less) {
        return new Taken(limit.facts() - less, 0);
    }

    @Test
    void senderWhoseShareIsUsedUpWaitsForTheNextDay() {
        used("UNVERIFIED evil.example", facts(MailQuota.OF_UNVERIFIED, 1));
        take(Origin.SMTP, "fits", mail("a@mx.evil.example"));
        await("fits", "done");
        take(Origin.SMTP, "late", mail("b@evil.example"));
        await("late", "waits");

        take(Origin.SMTP, "other", mail("a@good.example"));
        take(Origin.FOLDER, "file", report().xml());
        await("other", "done");
        await("file", "done");
        assertThat(sql.value("select sum(imported) from ledger_entry")).isEqualTo("3");
        JsonNode entry = entry("late");
        assertThat(entry.get("state").asString()).isEqualTo("queued");
        assertThat(entry.get("waiting").asLong()).isEqualTo(1);
        JsonNode reason = entry.get("reasons").get(0);
        assertThat(reason.get("code").asString()).isEqualTo("sender_quota");
        assertThat(reason.get("outcome").asString()).isEqualTo("waiting");
        assertThat(reason.get("reason").asString())
                .isEqualTo(
                        "evil.example has reached the daily limit of one sender: 2,000,000 rows or 8 GB"
                                + " unpacked. Mailvane does not read this message before 2026-11-21.");
        assertThat(
                        sql.value(
                                """
                                select turn = extract(epoch from deferred_until) * 1000
                                from ledger_entry where name = 'late'
                                """))
                .as("what comes the next day is read after it")
                .isEqualTo("t");

        clock.advance(Duration.ofHours(12));
        await("late", "done");
        assertThat(entry("late").get("reasons").size()).isZero();
        assertThat(entry("late").get("waiting").asLong()).isZero();
        assertThat(sql.rows("select day, sender from sender_day order by sender"))
                .as("the day before is forgotten")
                .containsExactly("2026-11-21|ALL_UNVERIFIED", "2026-11-21|UNVERIFIED evil.example");
    }

    private JsonNode entry(String name) {
        String path =
                IMPORTS
                        + sql.value(
                                "select import_id from ledger_entry where name = '" + name + "'");
        return service.get(owner.apiToken(), path + "/entries/")
                .json()
                .get("results")
                .valueStream()
                .filter(entry -> entry.get("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void domainThatIsNamedByOthersKeepsItsShare() {
        used("UNVERIFIED reporter.example", MailQuota.OF_UNVERIFIED);
        byte[] real = verified();
        take(Origin.SMTP, "forged", mail("noreply@reporter.example"));
        take(Origin.SMTP, "real", real);
        await("forged", "waits");
        await("real", "done");
        used("VERIFIED reporter.example", MailQuota.OF_VERIFIED);
        take(Origin.SMTP, "further", verified());
        await("further", "waits");
        assertThat(sql.value("select vouching_domain from ledger_entry where name = 'further'"))
                .as("what was found out is kept")
                .isEqualTo("reporter.example");
    }

    @Test
    void strangersKeepNobodyOutForWhomADomainVouches() {
        used("UNVERIFIED evil.example", MailQuota.OF_UNVERIFIED);
        used(ALL_UNVERIFIED, new Taken(0, MailQuota.OF_ALL_UNVERIFIED.bytes() - 1));
        take(Origin.IMAP, "fits", mail("a@one.example"));
        await("fits", "done");
        take(Origin.IMAP, "late", mail("a@two.example"));
        take(Origin.SMTP, "evil", mail("a@evil.example"));
        await("late", "waits");
        await("evil", "waits");
        assertThat(sql.rows("select code from ledger_remark order by code"))
                .containsExactly("sender_quota", "unverified_quota");
        take(Origin.UPLOAD, "upload", report().xml());
        await("upload", "done");
        take(Origin.SMTP, "real", verified());
        await("real", "done");
        awaitCounted("VERIFIED reporter.example");
        assertThat(sql.value("select facts from sender_day where sender = '" + ALL_VERIFIED + "'"))
                .as("what strangers sent does not count with it")
                .isEqualTo("1");
    }

    @Test
    void mailsOfRegisteredDomainsKeepKnownReportersNotOut() {
        used(ALL_VERIFIED, MailQuota.OF_ALL_VERIFIED);
        SignedMail known = new SignedMail("google.com");
        service.dns().add(known.zone());
        take(Origin.SMTP, "registered", verified());
        take(Origin.SMTP, "known", known.signed("noreply@google.com", report()));
        take(Origin.SMTP, "unverified", mail("a@one.example"));
        await("registered", "waits");
        await("known", "done");
        await("unverified", "done");
        assertThat(sql.value("select code from ledger_remark")).isEqualTo("verified_quota");
    }

    @Test
    void mailsOfRegisteredDomainsKeepReportersNotOutThatAPersonAccepted() {
        take(Origin.SMTP, "first", SIGNER.signed("noreply@mail.reporter.example", report()));
        await("first", "done");
        service.part(Reporters.class)
                .decide(
                        owner.account().scope(),
                        Long.parseLong(sql.value("select id from reporter")),
                        ReporterTrust.ACCEPTED);
        used(ALL_VERIFIED, MailQuota.OF_ALL_VERIFIED);
        SignedMail registered = new SignedMail("registered.example");
        service.dns().add(registered.zone());
        take(Origin.SMTP, "registered", registered.signed("a@registered.example", report()));
        take(Origin.SMTP, "accepted", verified());
        await("registered", "waits");
        await("accepted", "done");
        take(Origin.SMTP, "other", mail("a@other.example"));
        awaitCounted("UNVERIFIED other.example");
        assertThat(sql.value("select facts from sender_day where sender = '" + ALL_VERIFIED + "'"))
                .isEqualTo(MailQuota.OF_ALL_VERIFIED.facts() + "");
        used("VERIFIED reporter.example", MailQuota.OF_VERIFIED);
        take(Origin.SMTP, "beyond", verified());
        await("beyond", "waits");
    }

    @Test
    void failureReportIsNotKeptUnredactedUntilTheNextDay() {
        used("UNVERIFIED mail.example", MailQuota.OF_UNVERIFIED);
        used(ALL_UNVERIFIED, MailQuota.OF_ALL_UNVERIFIED);
        take(Origin.SMTP, "failure", FailureMail.about("shop.example").bytes());
        await("failure", "done");
        assertThat(sql.value("select imported from ledger_entry")).isEqualTo("1");
    }

    @Test
    void senderIsFoundOutAgainWhereDnsDidNotAnswer() {
        service.dns().add("_domainkey.late.example SERVFAIL\ns1._domainkey.late.example SERVFAIL");
        SignedMail signer = new SignedMail("late.example");
        used("UNVERIFIED late.example", MailQuota.OF_UNVERIFIED);
        take(Origin.SMTP, "late", signer.signed("noreply@late.example", report()));
        await("late", "waits");
        service.dns().remove("s1._domainkey.late.example");
        service.dns().add(signer.zone());
        service.forgetAnswers();
        clock.advance(Duration.ofHours(12));
        used("2026-11-21", "UNVERIFIED late.example", MailQuota.OF_UNVERIFIED);
        await("late", "done");
        assertThat(sql.value("select vouching_domain from ledger_entry")).isEqualTo("late.example");
    }

    @Test
    void mailThatIsReadAgainCountsOnce() {
        take(Origin.SMTP, "real", verified());
        await("real", "done");
        awaitCounted("VERIFIED reporter.example");
        String counted = bytes("VERIFIED reporter.example");
        double duplicates = duplicates();
        service.part(QueueTable.class)
                .queueUnauthenticated(
                        List.of(sql.value("select authentication_detail from ledger_entry")),
                        Instant.EPOCH,
                        1);
        service.part(QueueSignal.class).give();
        await("real", "done");
        take(Origin.SMTP, "other", mail("a@other.example"));
        awaitCounted("UNVERIFIED other.example");
        assertThat(bytes("VERIFIED reporter.example")).isEqualTo(counted);
        assertThat(duplicates()).isEqualTo(duplicates);
    }

    private double duplicates() {
        return service.part(MeterRegistry.class)
                .get("mailvane.import.results")
                .tags("source", "smtp", "outcome", "duplicate")
                .functionCounter()
                .count();
    }

    private void awaitCounted(String sender) {
        Awaiting.until(
                sender + " is counted",
                SOON,
                () ->
                        sql.value("select count(*) from sender_day where sender = '" + sender + "'")
                                .equals("1"));
    }

    private String bytes(String sender) {
        return sql.value("select bytes from sender_day where sender = '" + sender + "'");
    }

    @Test
    void whatIsReadButNotStoredCountsByItsBytes() {
        take(
                Origin.SMTP,
                "none",
                "From: <a@big.example>\r\n\r\nHello".getBytes(StandardCharsets.UTF_8));
        take(Origin.SMTP, "unknown", mail("a@big.example"));
        await("unknown", "done");
        await("none", "done");
        awaitCounted("UNVERIFIED big.example");
        Awaiting.until(
                "both are counted",
                SOON,
                () ->
                        sql.value(
                                        "select facts from sender_day where sender = 'UNVERIFIED big.example'")
                                .equals("1"));
        assertThat(
                        sql.rows(
                                "select facts, bytes > 500 as some from sender_day where sender = 'UNVERIFIED big.example'"))
                .containsExactly("1|t");
    }

    @Test
    void entryThatIsKnownToWaitIsNotReadAgain() {
        used("UNVERIFIED evil.example", MailQuota.OF_UNVERIFIED);
        take(Origin.SMTP, "late", mail("a@evil.example"));
        await("late", "waits");
        awaitCounted(ALL_UNVERIFIED);
        String read = bytes(ALL_UNVERIFIED);
        sql.execute("update ledger_entry set deferred_until = null");
        clock.advance(Duration.ofMinutes(2));
        await("late", "waits");
        assertThat(bytes(ALL_UNVERIFIED)).isEqualTo(read);
        assertThat(sql.value("select found || ' ' || waiting from ledger_entry")).isEqualTo("1 1");
    }

    @Test
    void personReadsItAnyway() {
        used("UNVERIFIED evil.example", MailQuota.OF_UNVERIFIED);
        take(Origin.SMTP, "late", mail("a@evil.example"));
        await("late", "waits");
        String path = entry("late").get("_links").get("retry").asString();
        post(path.substring(path.indexOf("/api")));
        await("late", "done");
        assertThat(sql.value("select imported || ' ' || waiting from ledger_entry"))
                .isEqualTo("1 0");
        assertThat(sql.value("select count(*) from ledger_remark")).isEqualTo("0");
    }

    @Test
    void personReadsAllOfAnImportAnyway() {
        used("UNVERIFIED evil.example", MailQuota.OF_UNVERIFIED);
        take(Origin.SMTP, "late", mail("a@evil.example"));
        await("late", "waits");
        post(IMPORTS + sql.value("select import_id from ledger_entry") + "/retry/");
        await("late", "done");
        assertThat(sql.value("select uploaded from ledger_entry")).as("once").isEqualTo("f");
        String path = entry("late").get("_links").get("retry").asString();
        post(path.substring(path.indexOf("/api")));
        await("late", "done");
        assertThat(sql.value("select count(*) from ledger_remark")).isEqualTo("0");
    }

    private void post(String path) {
        assertThat(service.send("POST", owner.apiToken(), path, "").status()).isEqualTo(202);
    }

    @Test
    void serverWhoseClockIsBehindIsNotWaitedFor() throws SQLException {
        sql.execute(
                "insert into sender_day values (%d, '2026-11-19', 'x', 1, 1)".formatted(account));
        DatabaseUrl url = service.database().url();
        try (Connection other =
                DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password())) {
            other.setAutoCommit(false);
            try (Statement statement = other.createStatement()) {
                statement.execute("update sender_day set facts = 2");
            }
            take(Origin.SMTP, "real", verified());
            await("real", "done");
            awaitCounted("VERIFIED reporter.example");
            other.rollback();
        }
    }
}
