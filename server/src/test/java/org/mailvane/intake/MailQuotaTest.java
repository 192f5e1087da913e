package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.accounts.Accounts.Created;
import org.mailvane.domains.Domains;
import org.mailvane.intake.Import.Origin;
import org.mailvane.intake.SenderDayTable.Taken;
import org.mailvane.mailauth.arrival.SmtpClient;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.testing.Awaiting;
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
        sql.execute(
                """
                insert into sender_day values (%d, '2026-11-20', '%s', %d, %d)
                on conflict (account_id, day, sender) do update
                    set facts = excluded.facts, bytes = excluded.bytes
                """
                        .formatted(account, sender, taken.facts(), taken.bytes()));
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
                        "evil.example has sent as much today as one sender may: 2000000 rows, or"
                                + " 8 GB unpacked. This message is read on 2026-11-21.");

        clock.advance(Duration.ofHours(12));
        await("late", "done");
        assertThat(entry("late").get("reasons").size()).isZero();
        assertThat(entry("late").get("waiting").asLong()).isZero();
        assertThat(sql.rows("select day, sender from sender_day order by sender"))
                .as("the day before is forgotten")
                .containsExactly(
                        "2026-11-21|",
                        "2026-11-21|UNVERIFIED",
                        "2026-11-21|UNVERIFIED evil.example");
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

    @ParameterizedTest
    @CsvSource({"'', account_quota", "UNVERIFIED, unverified_quota"})
    void mailsTogetherHaveAShareToo(String sender, String code) {
        Taken limit = sender.isEmpty() ? MailQuota.OF_ACCOUNT : MailQuota.OF_ALL_UNVERIFIED;
        used(sender, new Taken(0, limit.bytes() - 1));
        take(Origin.IMAP, "fits", mail("a@one.example"));
        await("fits", "done");
        take(Origin.IMAP, "late", mail("a@two.example"));
        await("late", "waits");
        assertThat(sql.value("select code from ledger_remark")).isEqualTo(code);
        take(Origin.UPLOAD, "upload", report().xml());
        await("upload", "done");
        take(Origin.SMTP, "real", verified());
        await("real", sender.isEmpty() ? "waits" : "done");
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
        Awaiting.until(
                "both are counted",
                SOON,
                () ->
                        sql.value(
                                        "select coalesce(sum(facts), 0) from sender_day where sender = ''")
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
        Awaiting.until(
                "its reading is counted",
                SOON,
                () -> sql.value("select count(*) from sender_day where sender = ''").equals("1"));
        String read = sql.value("select bytes from sender_day where sender = ''");
        sql.execute("update ledger_entry set deferred_until = null");
        clock.advance(Duration.ofMinutes(2));
        await("late", "waits");
        assertThat(sql.value("select bytes from sender_day where sender = ''")).isEqualTo(read);
        assertThat(sql.value("select found || ' ' || waiting from ledger_entry")).isEqualTo("1 1");
    }

    @Test
    void personReadsItAnyway() {
        used("UNVERIFIED evil.example", MailQuota.OF_UNVERIFIED);
        take(Origin.SMTP, "late", mail("a@evil.example"));
        await("late", "waits");
        String path = entry("late").get("_links").get("retry").asString();
        assertThat(
                        service.send(
                                        "POST",
                                        owner.apiToken(),
                                        path.substring(path.indexOf("/api")),
                                        "")
                                .status())
                .isEqualTo(202);
        await("late", "done");
        assertThat(sql.value("select imported || ' ' || waiting from ledger_entry"))
                .isEqualTo("1 0");
        assertThat(sql.value("select count(*) from ledger_remark")).isEqualTo("0");
    }
}
