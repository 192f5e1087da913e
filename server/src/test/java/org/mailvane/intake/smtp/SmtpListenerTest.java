package org.mailvane.intake.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;
import tools.jackson.databind.JsonNode;

/** What a mail server is answered that brings reports. */
class SmtpListenerTest {

    private static final Duration NEW_USERS_PATIENCE = Duration.ofSeconds(2);

    private static TestService service;
    private static TestSql sql;
    private static Accounts.Created one;
    private static Accounts.Created two;

    @BeforeAll
    static void open() {
        Database database = TestDatabases.migrated();
        sql = new TestSql(database);
        service =
                TestService.start(
                        Map.of(
                                Setting.SMTP_LISTEN, "127.0.0.1:0",
                                Setting.INTAKE_DOMAIN, "Reports.Example.net"),
                        database);
        one = service.account("one");
        two = service.account("two");
    }

    @AfterAll
    static void close() {
        service.close();
    }

    private static SmtpClient client() throws IOException {
        return SmtpClient.greeted(service.part(SmtpListener.class).address().orElseThrow());
    }

    private static String address(Accounts.Created created) {
        return created.account().token() + "@reports.example.net";
    }

    static byte[] mail(SampleReport report) {
        return """
        From: Reporter <dmarc@postbox-one.example>
        Subject: Report
        MIME-Version: 1.0
        Content-Type: application/xml; name="report.xml"
        Content-Transfer-Encoding: base64

        %s
        """
                .formatted(Base64.getMimeEncoder().encodeToString(report.xml()))
                .replaceAll("\r?\n", "\r\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static JsonNode get(Accounts.Created account, String path) {
        return service.get(account.apiToken(), path).json();
    }

    @Test
    void serverSaysWhoItIsAndWhatItCan() throws IOException {
        String address = service.part(SmtpListener.class).address().orElseThrow();
        try (SmtpClient client = new SmtpClient(address)) {
            assertThat(client.reply()).startsWith("220 Reports.Example.net ESMTP");
            assertThat(client.send("EHLO client.example").split("\\|"))
                    .containsExactly(
                            "250-Reports.Example.net",
                            "250-PIPELINING",
                            "250-8BITMIME",
                            "250-SMTPUTF8",
                            "250 SIZE 52428800");
            assertThat(client.send("HELO client.example")).isEqualTo("250 Reports.Example.net");
            assertThat(client.send("QUIT")).startsWith("221");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void reportOfANewAccountIsInItsImportsAndCountsSoonAfterItWasAcknowledged() throws IOException {
        Accounts.Created fresh = service.account("fresh");
        String group = get(fresh, "/api/v1/domain-groups/").at("/results/0/id").asString();
        service.send(
                "POST",
                fresh.apiToken(),
                "/api/v1/domain-groups/" + group + "/add-domains/",
                "{\"domains\": [\"soon.example\"]}");
        String today = LocalDate.now(ZoneOffset.UTC).toString();
        byte[] mail =
                mail(
                        SampleReport.about("soon.example")
                                .period(today + "T00:00:00Z", today + "T00:59:59Z")
                                .record("192.0.2.1", 7, "none", true, true));
        try (SmtpClient client = client()) {
            assertThat(client.mail("reporter@postbox.example", address(fresh), mail))
                    .isEqualTo("250 2.6.0 Stored");
        }
        Awaiting.until(
                "the report is counted",
                NEW_USERS_PATIENCE,
                () ->
                        get(fresh, "/api/v1/domains/")
                                .at("/results/0/count_dmarc_capable")
                                .asString()
                                .equals("7"));
        JsonNode come = get(fresh, "/api/v1/imports/").at("/results/0");
        assertThat(come.get("imported").asInt()).isEqualTo(1);
        assertThat(come.toString()).contains("smtp");
        assertThat(
                        sql.rows(
                                "select envelope_from from ledger_entry where account_id = "
                                        + fresh.account().id()))
                .containsExactly("reporter@postbox.example");
    }

    @Test
    void nobodyElsesMailIsTaken() throws IOException {
        try (SmtpClient client = client()) {
            for (String unknown :
                    new String[] {
                        "nobody@reports.example.net",
                        one.account().token() + "@elsewhere.example",
                        one.account().token() + "x@reports.example.net",
                        "postmaster@elsewhere.example",
                        "postmaster+x"
                    }) {
                assertThat(client.mail("a@b.example", unknown, new byte[0]))
                        .isEqualTo("550 5.1.1 <" + unknown + "> is not a report address here");
                client.send("RSET");
            }
        }
    }

    /** RFC 5321, section 4.5.1. */
    @Test
    void mailForThePostmasterIsTheOldestAccounts() throws IOException {
        try (SmtpClient client = client()) {
            for (String postmaster :
                    new String[] {
                        "postmaster",
                        "Postmaster",
                        "POSTMASTER@Reports.Example.NET",
                        "@relay.example:postmaster@reports.example.net"
                    }) {
                String sender = "a" + postmaster.hashCode() + "@b.example";
                assertThat(
                                client.mail(
                                        sender,
                                        postmaster,
                                        "Subject: hello\r\n\r\nAnn?\r\n"
                                                .getBytes(StandardCharsets.US_ASCII)))
                        .startsWith("250");
            }
            assertThat(client.send("MAIL FROM:<>")).startsWith("250");
            assertThat(client.send("RCPT TO:<postmaster>")).startsWith("250");
            assertThat(client.send("RCPT TO:<" + address(one) + ">")).startsWith("250");
            client.send("RSET");
        }
        String postmasters =
                "select count(*) from ledger_entry where name like 'mail to postmaster from a%' and";
        assertThat(sql.value(postmasters + " account_id = " + one.account().id())).isEqualTo("4");
        assertThat(sql.value(postmasters + " account_id <> " + one.account().id())).isEqualTo("0");
        Awaiting.until(
                "they are found to be no reports",
                Duration.ofSeconds(30),
                () ->
                        sql.value(
                                        "select sum(not_a_report) from ledger_entry where name like 'mail to p%'")
                                .equals("4"));
    }

    @Test
    void mailForThePostmasterIsTheAccountsToWhichTheAddressWasAdded() throws IOException {
        ReportAddresses addresses = service.part(ReportAddresses.class);
        Accounts.Created other = service.account("other");
        addresses.add(other.account().id(), "postmaster@reports.example.net");
        try (SmtpServer server = new SmtpServer(service, chosen -> {});
                SmtpClient client = server.client()) {
            assertThat(client.mail("c@b.example", "Postmaster", new byte[] {'x'}))
                    .startsWith("250");
        } finally {
            addresses.remove(other.account().id(), "postmaster@reports.example.net");
        }
        assertThat(
                        sql.rows(
                                "select name from ledger_entry where account_id = "
                                        + other.account().id()))
                .containsExactly("mail to postmaster from c@b.example");
    }

    @Test
    void mailForThePostmasterWaitsForTheFirstAccount() throws IOException {
        try (TestService empty = TestService.shared();
                SmtpServer server = new SmtpServer(empty, chosen -> {});
                SmtpClient client = server.client()) {
            client.send("MAIL FROM:<a@b.example>");
            assertThat(client.send("RCPT TO:<postmaster>")).startsWith("450 4.2.1");
            assertThat(client.send("RCPT TO:<ann@reports.example.net>")).startsWith("550 5.1.1");
        }
    }

    @Test
    void databaseTroubleIsTemporary() throws IOException {
        byte[] mail = mail(SampleReport.about("trouble.example"));
        try (SmtpClient client = client()) {
            sql.execute("alter table import rename to import_away");
            try {
                assertThat(client.mail("a@b.example", address(two), mail)).startsWith("451 4.3.0");
            } finally {
                sql.execute("alter table import_away rename to import");
            }
            assertThat(client.mail("a@b.example", address(two), mail)).startsWith("250");
        }
        assertThat(
                        sql.value(
                                "select count(*) from ledger_entry where account_id = "
                                        + two.account().id()))
                .isEqualTo("1");
    }
}
