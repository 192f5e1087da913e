package org.mailvane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.ImapServer;
import org.mailvane.testing.PemFiles;
import org.mailvane.testing.TestDatabases;
import tools.jackson.databind.JsonNode;

/** What {@code mailvane doctor} finds, and what it says to do about it. */
@Tag("slow")
class DoctorCommandTest {

    private static CommandDatabase commands;

    @TempDir Path temp;

    @BeforeAll
    static void open() {
        commands = new CommandDatabase(TestDatabases.migrated());
    }

    @AfterAll
    static void close() {
        commands.close();
    }

    @BeforeEach
    void empty() throws SQLException {
        commands.empty();
    }

    @Test
    void allIsWellWhenReportsHaveComeIn() throws IOException {
        long account = commands.account("one");
        Path file = SampleFiles.write(temp.resolve("r.xml"), SampleFiles.aggregate("r-1"));
        assertThat(commands.run("import", file.toString()).code()).isZero();
        CommandRun run = doctor("--json");
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(states(run))
                .containsExactly(
                        "ok settings",
                        "ok data directory",
                        "ok smtp",
                        "ok database",
                        "ok schema",
                        "ok clock",
                        "ok accounts",
                        "hint report address of account " + account,
                        "ok reports of account " + account,
                        "ok country data");
        assertThat(run.json().get(0).propertyNames())
                .containsExactly("name", "state", "text", "repair");
        assertThat(run.out()).doesNotContain("postgresql://mailvane:");
        CommandRun text = doctor();
        assertThat(text.code()).isZero();
        assertThat(text.out())
                .contains("ok       schema: up to date")
                .as("that of the report address")
                .containsOnlyOnce("repair:");
    }

    @Test
    void addressThatNobodyElseCanSendToIsNotToBePublished() {
        long account = commands.account("one");
        assertThat(doctor().out())
                .containsPattern(
                        "hint     report address of account "
                                + account
                                + ": [0-9a-z]{8}@localhost cannot receive mail")
                .contains("ok       smtp: off: this server receives no mail")
                .contains("account report-address " + account + " add dmarc@example.com")
                .doesNotContain("rua=");
        assertThat(doctor("--smtp-listen", "127.0.0.1:0").out()).doesNotContain("receives no mail");
    }

    @Test
    void addressToPublishIsTold() {
        long account = commands.account("one");
        String id = Long.toString(account);
        assertThat(commands.run("account", "report-address", id, "add", "dmarc@example.com").code())
                .isZero();
        assertThat(doctor("--intake-domain", "reports.example").out())
                .containsPattern(
                        "report address of account "
                                + id
                                + ": publish rua=mailto:dmarc@example.com or"
                                + " rua=mailto:[0-9a-z]{8}@reports.example");
        assertThat(
                        doctor("--intake-domain", "reports.example", "--smtp-listen", "127.0.0.1:0")
                                .out())
                .containsPattern(
                        ": publish rua=mailto:[0-9a-z]{8}@reports.example or"
                                + " rua=mailto:dmarc@example.com");
    }

    @Test
    void recordsWithoutWhichNoReportsComeAreTold() throws Exception {
        long account = commands.account("one");
        String id = Long.toString(account);
        commands.run("account", "report-address", id, "add", "dmarc@taker.example");
        Path file = SampleFiles.write(temp.resolve("r.xml"), SampleFiles.aggregate("r-1"));
        try (DnsServer dns = DnsServer.of("taker.example 1 MX 10 mx.taker.example")) {
            dns.add("news.shop.example A 192.0.2.9");
            assertThat(
                            commands.run("import", "--dns-servers", dns.setting(), file.toString())
                                    .code())
                    .isZero();
            CommandRun run = doctor("--json", "--dns-servers", dns.setting());
            assertThat(run.code()).as(run.out() + run.err()).isZero();
            assertThat(states(run))
                    .contains(
                            "hint records of account " + id,
                            "hint report authorisation of account " + id);
            assertThat(run.out())
                    .contains(
                            "checked 2 domains; 2 without a DMARC record that sends reports here,"
                                    + " such as news.shop.example",
                            "at *._report._dmarc.taker.example");

            dns.add(
                    "_dmarc.shop.example 1 TXT \"v=DMARC1; p=none; rua=mailto:dmarc@taker.example\"");
            run = doctor("--json", "--dns-servers", dns.setting());
            assertThat(run.code()).isEqualTo(1);
            assertThat(states(run))
                    .contains(
                            "ok records of account " + id,
                            "problem report authorisation of account " + id);

            dns.add("*._report._dmarc.taker.example 1 TXT \"v=DMARC1\"");
            run = doctor("--json", "--dns-servers", dns.setting());
            assertThat(run.code()).isZero();
            assertThat(states(run)).contains("ok report authorisation of account " + id);

            dns.add("_dmarc.shop.example SERVFAIL");
            run = doctor("--json", "--dns-servers", dns.setting());
            assertThat(run.code()).isZero();
            assertThat(run.out()).contains("DNS lookups failed for");
        }
    }

    @Test
    void portThatNobodyListensOnIsAHint() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        CommandRun run = doctor("--smtp-listen", "127.0.0.1:" + port);
        assertThat(run.out())
                .contains("hint     smtp: nothing listens on port " + port, "mailvane serve");
        assertThat(run.out()).contains("hint     smtp certificate: there is none");
    }

    @Test
    void portOfAnotherProgramIsAProblem() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread greeting =
                    Thread.ofVirtual()
                            .start(() -> {
                                try (Socket client = other.accept()) {
                                    client.getOutputStream()
                                            .write(
                                                    "220 other.example ESMTP of another kind\r\n"
                                                            .getBytes(StandardCharsets.US_ASCII));
                                } catch (IOException closed) {
                                    // The test has seen enough.
                                }
                            });
            CommandRun run = doctor("--smtp-listen", "127.0.0.1:" + other.getLocalPort());
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.out()).contains("problem  smtp: another program listens");
            greeting.join();
        }
    }

    @Test
    void certificateIsLookedAt() {
        Instant now = Instant.now();
        assertCertificate(
                "good", now.plus(Duration.ofDays(60)), "ok       smtp certificate: it expires");
        assertCertificate(
                "soon", now.plus(Duration.ofDays(13)), "hint     smtp certificate: it expires");
        assertCertificate(
                "over", now.minus(Duration.ofDays(1)), "problem  smtp certificate: it expired");
    }

    private void assertCertificate(String name, Instant end, String expected) {
        PemFiles files =
                PemFiles.write(
                        temp,
                        name + ".example",
                        PemFiles.Kind.EC,
                        end.minus(Duration.ofDays(90)),
                        end);
        assertThat(
                        doctor(
                                        "--smtp-listen",
                                        "127.0.0.1:0",
                                        "--smtp-certificate",
                                        files.certificate().toString(),
                                        "--smtp-key",
                                        files.key().toString())
                                .out())
                .contains(expected);
    }

    @Test
    void accountWithoutReportsIsAHint() {
        long account = commands.account("one");
        CommandRun run = doctor();
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("hint     reports of account " + account + ": none yet")
                .contains("or run: mailvane import FILES");
    }

    @Test
    void reportsThatWaitForTheirDomainAreAHint() throws Exception {
        long account = commands.account("one");
        assertThat(doctor().out()).doesNotContain("waiting reports");
        commands.sql(
                """
                with i as (
                    insert into import (account_id, origin, created, updated)
                    values (%1$d, 'smtp', now(), now()) returning id),
                e as (
                    insert into ledger_entry (account_id, import_id, name, state, received, waiting)
                    select %1$d, id, 'mail', 'done', now(), 1 from i returning id, import_id)
                insert into ledger_remark
                    (account_id, entry_id, import_id, outcome, file, code, reason, domain)
                select %1$d, id, import_id, 'waiting', 'mail', 'unknown_domain', 'x', 'b.example'
                from e
                """
                        .formatted(account));
        CommandRun run = doctor();
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains(
                        "hint     waiting reports of account "
                                + account
                                + ": 1 waiting for their domain to be added, such as b.example",
                        "account add-domains-by-mail " + account + " on");
        // A report about a domain that nobody can add must not lead to advice to add it.
        commands.sql("update ledger_remark set code = 'public_suffix', domain = 'com'");
        assertThat(doctor().out()).doesNotContain("waiting reports");
    }

    @Test
    void accountThatHasBecomeSilentIsAHint() throws Exception {
        commands.account("one");
        Path file = SampleFiles.write(temp.resolve("r.xml"), SampleFiles.aggregate("r-1"));
        assertThat(commands.run("import", file.toString()).code()).isZero();
        commands.sql("update domain set last_upload_time = now() - interval '73 hours'");
        CommandRun run = doctor();
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("hint     reports of account", "73 hours ago", "repair: ");
    }

    @Test
    void noAccountIsAProblemWithItsRepair() {
        CommandRun run = doctor("--json");
        assertThat(run.code()).isEqualTo(1);
        assertThat(states(run)).endsWith("problem accounts", "ok country data");
        assertThat(run.json().get(6).get("repair").asString())
                .startsWith("mailvane account create");
    }

    @Test
    void mailboxesAndFoldersAreTried() throws IOException {
        commands.account("one");
        Path folder = Files.createDirectory(temp.resolve("in"));
        try (ImapServer server = new ImapServer()) {
            String wrong = "imap://nobody:hush@127.0.0.1:" + server.port();
            CommandRun run =
                    doctor(
                            "--json",
                            "--imap-urls",
                            server.url()
                                    + " "
                                    + wrong
                                    + " "
                                    + server.url().replace("INBOX", "Other")
                                    + "?account=99",
                            "--watch-dirs",
                            folder + "," + temp.resolve("no"));
            assertThat(run.code()).as(run.out() + run.err()).isEqualTo(1);
            assertThat(states(run))
                    .contains(
                            "ok mailbox reports@example.com at 127.0.0.1, INBOX",
                            "problem mailbox nobody at 127.0.0.1, INBOX",
                            "ok watched folder " + folder,
                            "problem watched folder " + temp.resolve("no"));
            assertThat(run.out())
                    .contains("sign-in refused. The server answers: ", "MAILVANE_IMAP_URLS")
                    .contains("Unknown account 99. Use one of ")
                    .doesNotContain("hush");
        }
    }

    @Test
    void schemaThatIsMissingIsAProblemWithItsRepair() {
        CommandRun run = doctor(new CommandDatabase(TestDatabases.empty()), "--json");
        assertThat(run.code()).isEqualTo(1);
        assertThat(states(run)).endsWith("problem schema");
        assertThat(run.json().get(4).get("repair").asString()).isEqualTo("mailvane serve");
    }

    @Test
    void databaseThatDoesNotAnswerIsAProblem() {
        CommandRun run =
                CommandRun.of(
                        "doctor",
                        "--json",
                        "--data-dir",
                        temp.toString(),
                        "--database-url",
                        "postgresql://ann:hush@127.0.0.1:1/none");
        assertThat(run.code()).isEqualTo(1);
        assertThat(states(run))
                .containsExactly("ok settings", "ok data directory", "ok smtp", "problem database");
        assertThat(run.json().get(3).get("text").asString()).contains("127.0.0.1:1/none");
        assertThat(run.out() + run.err()).doesNotContain("hush", "\tat ");
    }

    @Test
    void everySettingThatCannotBeUsedIsAProblemWithItsPlace() throws IOException {
        Path file = temp.resolve("mailvane.conf");
        Files.writeString(file, "MAILVANE_HTTP_ADDRESS=8080\nMAILVANE_MONITR=on\n");
        CommandRun run = CommandRun.of("doctor", "--json", "--config", file.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(states(run)).containsExactly("problem settings", "problem settings");
        assertThat(run.json().get(0).get("text").asString())
                .contains("MAILVANE_HTTP_ADDRESS", file + ":1", "\"8080\"", "host:port");
        assertThat(run.json().get(1).get("text").asString())
                .contains("MAILVANE_MONITR", file + ":2", "MAILVANE_MONITOR");
    }

    @Test
    void dataDirectoryThatIsAFileIsAProblem() throws IOException {
        commands.account("one");
        Path file = Files.writeString(temp.resolve("data"), "");
        CommandRun run = commands.run("doctor", "--json", "--data-dir", file.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(states(run)).contains("problem data directory", "ok database");
    }

    private CommandRun doctor(String... args) {
        return doctor(commands, args);
    }

    private CommandRun doctor(CommandDatabase database, String... args) {
        List<String> all = new ArrayList<>(List.of("doctor", "--data-dir", temp.toString()));
        all.addAll(List.of(args));
        return database.run(all.toArray(String[]::new));
    }

    private static List<String> states(CommandRun run) {
        List<String> states = new ArrayList<>();
        for (JsonNode check : run.json()) {
            states.add(check.get("state").asString() + " " + check.get("name").asString());
        }
        return states;
    }
}
