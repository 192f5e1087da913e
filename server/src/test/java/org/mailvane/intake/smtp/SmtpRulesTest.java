package org.mailvane.intake.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.Accounts;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;

/** What clients may not do by SMTP, and what becomes of those who do. */
@Tag("slow")
class SmtpRulesTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private static Database database;
    private static TestService service;
    private static TestSql sql;
    private static String to;
    private static long account;

    @BeforeAll
    static void open() {
        database = TestDatabases.migrated();
        sql = new TestSql(database);
        service = TestService.start(Map.of(Setting.INTAKE_DOMAIN, SmtpServer.DOMAIN), database);
        Accounts.Created one = service.account("one");
        service.account("two");
        to = SmtpServer.addressOf(one);
        account = one.account().id();
    }

    @AfterAll
    static void close() {
        service.close();
    }

    private static SmtpServer server(Consumer<SmtpServer.Chosen> choice) {
        return new SmtpServer(service, choice);
    }

    private static byte[] small() {
        return SmtpServer.mail("application/xml", SampleReport.about("rules.example").xml());
    }

    /** Begins a mail to the account. */
    private static void begin(SmtpClient client) throws IOException {
        assertThat(client.send("MAIL FROM:<a@b.example>")).startsWith("250");
        assertThat(client.send("RCPT TO:<" + to + ">")).startsWith("250");
        assertThat(client.send("DATA")).startsWith("354");
    }

    private static void assertServes(SmtpServer server) throws IOException {
        try (SmtpClient client = server.client()) {
            assertThat(client.mail("a@b.example", to, small())).startsWith("250");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "VRFY ann, 252",
        "EXPN list, 502",
        "AUTH PLAIN AGFubgBodXNo, 502",
        "BDAT 4 LAST, 502",
        "HELP, 214",
        "NOOP, 250",
        "ETRN b.example, 500",
        "STARTTLS, 454",
        "X, 500",
        "'', 500",
        "DATA, 503",
        "RCPT TO:<a@b.example>, 503",
        "MAIL TO:<a@b.example>, 501",
        "MAIL FROM:<not an address, 501",
        "mail from: <a@b.example SIZE=1000, 501",
        "EHLO, 501"
    })
    void commandHasItsReply(String command, String code) throws IOException {
        try (SmtpServer server = server(chosen -> {});
                SmtpClient client = server.client()) {
            assertThat(client.send(command)).startsWith(code + " ");
            assertThat(client.mail("a@b.example", to, small())).startsWith("250");
        }
    }

    @Test
    void mailWithoutARecipientIsNotTaken() throws IOException {
        try (SmtpServer server = server(chosen -> {});
                SmtpClient client = server.client()) {
            client.send("MAIL FROM:<a@b.example>");
            assertThat(client.send("DATA")).startsWith("554 5.5.1");
            assertThat(client.send("RCPT TO:<nobody@b.example>")).startsWith("550 5.1.1");
            assertThat(client.send("DATA")).startsWith("554 5.5.1");
        }
    }

    @Test
    void hostsOfARouteAreIgnored() throws IOException {
        try (SmtpServer server = server(chosen -> {});
                SmtpClient client = server.client()) {
            assertThat(client.send("MAIL FROM:<a@b.example>")).startsWith("250");
            assertThat(client.send("RCPT TO:<@relay.example,@other.example:" + to + ">"))
                    .startsWith("250");
            assertThat(client.send("RCPT TO:<@relay.example:nobody@b.example>"))
                    .startsWith("550 5.1.1");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SIZE=1000001",
                "size=4294967297",
                "BODY=8BITMIME SIZE=99999999999999999999999999"
            })
    void sizeThatIsAnnouncedIsHeldAgainstTheLimit(String parameter) throws IOException {
        try (SmtpServer server = server(chosen -> chosen.limits.mailBytes = 1_000_000);
                SmtpClient client = server.client()) {
            assertThat(client.send("MAIL FROM:<a@b.example> " + parameter))
                    .isEqualTo("552 5.3.4 Message larger than the limit of 1000000 bytes");
            assertThat(server.refused(Refusals.Reason.TOO_LARGE)).isEqualTo(1);
            assertThat(client.send("MAIL FROM:<a@b.example> SIZE=1000000")).startsWith("250");
        }
    }

    @Test
    void mailThatIsLargerThanItMayBeIsRefusedAndTheNextIsTaken() throws IOException {
        try (SmtpServer server = server(chosen -> chosen.limits.mailBytes = 1_000_000);
                SmtpClient client = server.client()) {
            assertThat(client.mail("a@b.example", to, new byte[1_000_001])).startsWith("552 5.3.4");
            assertThat(client.mail("a@b.example", to, small())).startsWith("250");
        }
    }

    @Test
    void endOfAMailThatIsMuchTooLargeIsNotWaitedFor() throws Exception {
        try (SmtpServer server = server(chosen -> chosen.limits.mailBytes = 100_000);
                SmtpClient client = server.client()) {
            begin(client);
            CompletableFuture<Void> endless =
                    CompletableFuture.runAsync(() -> {
                        try {
                            while (true) {
                                client.write("a".repeat(10_000));
                            }
                        } catch (IOException cutOff) {
                            // As it should be.
                        }
                    });
            endless.get();
            assertServes(server);
        }
    }

    @Test
    void recipientsHaveALimit() throws IOException {
        try (SmtpServer server = server(chosen -> {});
                SmtpClient client = server.client()) {
            client.send("MAIL FROM:<a@b.example>");
            String local = to.substring(0, to.indexOf('@'));
            for (int i = 0; i < 100; i++) {
                assertThat(client.send("RCPT TO:<%s+%d@%s>".formatted(local, i, SmtpServer.DOMAIN)))
                        .startsWith("250");
            }
            assertThat(client.send("RCPT TO:<" + to + ">")).startsWith("452");
            assertThat(client.send("DATA")).startsWith("354");
            client.write("Subject: once\r\n\r\n\r\n.\r\n");
            assertThat(client.reply()).startsWith("250");
        }
        assertThat(
                        sql.value(
                                "select count(*) from ledger_entry e join raw_message r on r.id = e.raw_id"
                                        + " where r.size = 19"))
                .as("one for each account")
                .isEqualTo("1");
    }

    @Test
    void whoTriesAddressesIsCutOff() throws IOException {
        try (SmtpServer server = server(chosen -> {});
                SmtpClient client = server.client()) {
            for (int i = 0; i < 20; i++) {
                client.send("MAIL FROM:<a@b.example>");
                assertThat(client.send("RCPT TO:<" + i + "@b.example>")).startsWith("550 5.1.1");
                client.send("RSET");
            }
            client.send("MAIL FROM:<a@b.example>");
            assertThat(client.send("RCPT TO:<one-more@b.example>")).startsWith("421 4.7.0");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void whoSendsCommandsOnlyIsCutOff() throws IOException {
        try (SmtpServer server = server(chosen -> chosen.limits.repliesWithoutMail = 30);
                SmtpClient client = server.client()) {
            assertThat(untilCutOff(client, "NONSENSE", 40))
                    .startsWith("421 4.7.0 Too many commands");
            assertThat(client.isClosedByServer()).isTrue();
            assertServes(server);
        }
    }

    @Test
    void whoDeliversMailsMaySendMoreCommands() throws IOException {
        try (SmtpServer server = server(chosen -> chosen.limits.repliesWithoutMail = 30);
                SmtpClient client = server.client()) {
            for (int i = 0; i < 30; i++) {
                assertThat(client.mail("a@b.example", to, small())).startsWith("250");
            }
        }
    }

    /** The last reply to a command that is sent again and again. */
    private static String untilCutOff(SmtpClient client, String command, int times)
            throws IOException {
        String reply = "";
        for (int i = 0; i < times && !reply.startsWith("421"); i++) {
            reply = client.send(command);
        }
        return reply;
    }

    @Test
    void commandThatDoesNotEndIsCutOff() throws IOException {
        try (SmtpServer server = server(chosen -> {});
                SmtpClient client = server.client()) {
            client.write("NOOP " + "x".repeat(1_000));
            assertThat(client.reply()).startsWith("501");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void connectionsHaveALimitInAllAndOfOneAddress() throws IOException {
        try (SmtpServer server = server(chosen -> chosen.limits.clients = 2);
                SmtpClient first = server.client();
                SmtpClient second = server.client()) {
            try (SmtpClient third = new SmtpClient(server.address())) {
                assertThat(third.reply()).startsWith("421");
                assertThat(third.isClosedByServer()).isTrue();
            }
            first.send("QUIT");
            assertThat(first.isClosedByServer()).isTrue();
            Awaiting.until("one has gone", SOON, () -> server.clients() == 1);
            try (SmtpClient third = new SmtpClient(server.address())) {
                assertThat(third.reply()).startsWith("220");
            }
            assertThat(second.send("NOOP")).startsWith("250");
        }
        try (SmtpServer server = server(chosen -> chosen.limits.clientsOfAddress = 1);
                SmtpClient first = server.client();
                SmtpClient second = new SmtpClient(server.address())) {
            assertThat(second.reply()).startsWith("421 4.7.0 Too many connections from your");
            assertThat(first.send("NOOP")).startsWith("250");
            assertThat(server.refused(Refusals.Reason.TOO_MANY_OF_ADDRESS)).isEqualTo(1);
        }
    }

    @Test
    void fiveHundredConnectionsKeepNobodyElseOut() throws IOException {
        List<SmtpClient> others = new ArrayList<>();
        try (SmtpServer server = server(chosen -> {})) {
            for (int i = 0; i < 500; i++) {
                SmtpClient other = server.client();
                others.add(other);
                if (i % 2 == 0) {
                    begin(other);
                    other.write("Subject: to be continued\r\n");
                }
            }
            assertServes(server);
            assertThat(others.getLast().mail("a@b.example", to, small())).startsWith("250");
        } finally {
            for (SmtpClient other : others) {
                other.close();
            }
        }
    }

    @Test
    void whoSendsNothingIsCutOff() throws IOException {
        try (SmtpServer server = server(chosen -> chosen.limits.idle = Duration.ofMillis(50));
                SmtpClient silent = new SmtpClient(server.address())) {
            assertThat(silent.reply()).startsWith("220");
            assertThat(silent.reply()).startsWith("421 4.4.2");
            assertThat(silent.isClosedByServer()).isTrue();
            try (SmtpClient midMail = server.client()) {
                begin(midMail);
                assertThat(midMail.reply()).startsWith("421 4.4.2 The message arrives too slowly");
                assertThat(midMail.isClosedByServer()).isTrue();
            }
        }
    }

    @Test
    void whoSendsAByteASecondIsCutOff() throws IOException {
        try (SmtpServer server = server(chosen -> {})) {
            try (SmtpClient client = server.client()) {
                begin(client);
                assertCutOff(server, client, 60, "421 4.4.2 The message arrives too slowly");
            }
            try (SmtpClient client = server.client()) {
                assertCutOff(server, client, 300, "421 4.4.2 Timeout");
            }
        }
    }

    /** Sends a byte, lets a second pass, and so on, and is cut off after so many. */
    private static void assertCutOff(
            SmtpServer server, SmtpClient client, int seconds, String reply) throws IOException {
        for (int second = 0; second < seconds - 1; second++) {
            client.write("x");
            server.pass(Duration.ofSeconds(1));
        }
        assertThat(client.available()).isFalse();
        server.pass(Duration.ofSeconds(2));
        client.write("x");
        assertThat(client.reply()).isEqualTo(reply);
        assertThat(client.isClosedByServer()).isTrue();
    }

    @Test
    void mailThatComesFastEnoughMayTakeItsTime() throws IOException {
        try (SmtpServer server = server(chosen -> chosen.limits.memoryBytes = 0);
                SmtpClient client = server.client()) {
            sendForMinutes(server, client, 20);
            client.write("\r\n.\r\n");
            assertThat(client.reply()).startsWith("250");
            sendForMinutes(server, client, 29);
            server.pass(Duration.ofMinutes(2));
            client.write("x");
            assertThat(client.reply()).startsWith("421 4.4.2 The message arrives too slowly");
        }
    }

    private static void sendForMinutes(SmtpServer server, SmtpClient client, int minutes)
            throws IOException {
        begin(client);
        for (int minute = 1; minute <= minutes; minute++) {
            client.write("x".repeat(70_000));
            server.awaitSpooled(minute * 70_000L);
            server.pass(Duration.ofMinutes(1));
        }
    }

    @Test
    void connectionWithoutAMailDoesNotLastForEver() throws IOException {
        try (SmtpServer server = server(chosen -> {});
                SmtpClient client = server.client()) {
            int minutes = 0;
            String reply = "250";
            while (reply.startsWith("250") && minutes < 60) {
                server.pass(Duration.ofMinutes(1));
                minutes++;
                reply = client.send("NOOP");
                if (reply.startsWith("250") && client.available()) {
                    reply = client.reply();
                }
            }
            assertThat(reply).startsWith("421 4.4.2");
            assertThat(minutes).isBetween(29, 32);
        }
    }

    @Test
    void whoDoesNotReadRepliesIsCutOff() throws Exception {
        try (SmtpServer server = server(chosen -> chosen.limits.repliesWithoutMail = 1_000_000);
                SmtpClient client = server.client()) {
            CompletableFuture<Void> flood =
                    CompletableFuture.runAsync(() -> {
                        try {
                            while (true) {
                                client.write("HELP\r\n".repeat(1_000));
                            }
                        } catch (IOException cutOff) {
                            // As it should be.
                        }
                    });
            Awaiting.until(
                    "it is cut off",
                    SOON,
                    () -> {
                        server.pass(Duration.ofSeconds(20));
                        return server.clients() == 0;
                    });
            flood.get();
            assertServes(server);
        }
    }

    @Test
    void memoryForMailsIsWaitedForAndThenTheClientComesAgain() throws Exception {
        try (SmtpServer server =
                        server(chosen -> {
                            chosen.limits.handOverBytes = 8 << 10;
                            chosen.limits.handOverWait = Duration.ofMillis(20);
                        });
                SmtpClient client = server.client();
                SmtpClient other = server.client()) {
            // What needs more than there is takes all of it, and so is stored alone.
            CompletableFuture<String> first;
            try (TestLock held = new TestLock(database, "lock table import in exclusive mode")) {
                first = CompletableFuture.supplyAsync(() -> unchecked(client, new byte[100_000]));
                held.awaitSomebodyWaiting();
                assertThat(other.mail("a@b.example", to, small())).startsWith("451 4.3.2");
            }
            assertThat(first.get()).startsWith("250");
            assertThat(other.mail("a@b.example", to, small())).startsWith("250");
        }
    }

    private static String unchecked(SmtpClient client, byte[] mail) {
        try {
            return client.mail("a@b.example", to, mail);
        } catch (IOException lost) {
            throw new UncheckedIOException(lost);
        }
    }

    @Test
    void spoolThatIsFullIsTemporaryAndLeavesNothing() throws IOException {
        try (SmtpServer server =
                        server(chosen -> {
                            chosen.limits.memoryBytes = 1_000;
                            chosen.limits.spoolBytes = 50_000;
                        });
                SmtpClient client = server.client()) {
            assertThat(client.mail("a@b.example", to, new byte[100_000])).startsWith("452 4.3.1");
            for (int i = 0; i < 5; i++) {
                assertThat(client.mail("a@b.example", to, new byte[40_000])).startsWith("250");
            }
            assertThat(client.mail("a@b.example", to, small())).startsWith("250");
        }
    }

    @Test
    void diskThatIsNearlyFullIsTemporary() throws IOException {
        try (SmtpServer server = server(chosen -> chosen.freeBytes = (1L << 30) - 1);
                SmtpClient client = server.client()) {
            assertThat(client.mail("a@b.example", to, small())).startsWith("452 4.3.1");
            server.freeBytes(1L << 30);
            assertThat(client.mail("a@b.example", to, small())).startsWith("250");
        }
    }

    @Test
    void accountHasAQuotaOfMailsAndOfBytesForADay() throws IOException {
        Accounts.Created mails = service.account("mails");
        Accounts.Created bytes = service.account("bytes");
        String insert =
                "insert into mail_day values (%d, (now() at time zone 'utc')::date, %d, %d)";
        sql.execute(insert.formatted(mails.account().id(), 499_999, 1_000));
        sql.execute(insert.formatted(bytes.account().id(), 10, (20L << 30) - 1));
        for (Accounts.Created one : List.of(mails, bytes)) {
            try (SmtpServer server = server(chosen -> chosen.limits.repliesWithoutMail = 100_000);
                    SmtpClient client = server.client()) {
                assertThat(client.mail("a@b.example", SmtpServer.addressOf(one), small()))
                        .startsWith("250");
                Awaiting.until(
                        "it is known",
                        SOON,
                        () -> {
                            try {
                                client.send("RSET");
                                client.send("MAIL FROM:<a@b.example>");
                                return client.send("RCPT TO:<" + SmtpServer.addressOf(one) + ">")
                                        .startsWith("452 4.2.2");
                            } catch (IOException lost) {
                                throw new AssertionError(lost);
                            }
                        });
                assertThat(client.send("RCPT TO:<" + to + ">")).startsWith("250");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\n.\n",
                "\r.\r",
                "\n.\r\n",
                "\r\n.\n",
                "\r\n.\r",
                "\r.\r\n",
                "\r\n.\r\r\n",
                "\0.\0"
            })
    void nothingButCrLfDotCrLfEndsAMail(String between) throws IOException {
        byte[] mail =
                ("Subject: first"
                                + between
                                + "MAIL FROM:<evil@b.example>\r\nRCPT TO:<"
                                + to
                                + ">\r\nDATA\r\nSubject: second\r\n")
                        .getBytes(StandardCharsets.US_ASCII);
        long before = entries();
        try (SmtpServer server = server(chosen -> {});
                SmtpClient client = server.client()) {
            begin(client);
            client.write(mail);
            client.write(".\r\n");
            assertThat(client.reply()).startsWith("250");
            assertThat(client.send("QUIT")).startsWith("221");
        }
        assertThat(entries() - before).isEqualTo(1);
        // RFC 5321, section 4.5.2: the dot in front of more on its line was put there.
        String kept = new String(mail, StandardCharsets.US_ASCII).replace("\r\n.", "\r\n");
        assertThat(sql.value("select size from raw_message order by id desc limit 1"))
                .isEqualTo(Integer.toString(kept.length()));
    }

    private static long entries() {
        return Long.parseLong(
                sql.value("select count(*) from ledger_entry where account_id = " + account));
    }

    @Test
    void commandsMayBeSentTogether() throws IOException {
        try (SmtpServer server = server(chosen -> {});
                SmtpClient client = server.client()) {
            String mail = "MAIL FROM:<a@b.example>\r\nRCPT TO:<" + to + ">\r\nDATA\r\n";
            client.write(
                    mail + "Subject: 1\r\n\r\n.\r\n" + mail + "Subject: 2\r\n\r\n.\r\nQUIT\r\n");
            for (String code :
                    List.of("250", "250", "354", "250", "250", "250", "354", "250", "221")) {
                assertThat(client.reply()).startsWith(code);
            }
        }
    }

    @Test
    void mailThatIsComingMayComeInWhenTheServiceEnds() throws Exception {
        try (SmtpServer server = server(chosen -> chosen.limits.ending = SOON);
                SmtpClient idle = server.client();
                SmtpClient sending = server.client()) {
            begin(sending);
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::stop);
            assertThat(idle.reply()).startsWith("421 4.3.2");
            sending.write(small());
            sending.write(".\r\n");
            assertThat(sending.reply()).startsWith("250");
            stopped.get();
            assertThat(sending.reply()).startsWith("421 4.3.2");
            assertThat(sending.isClosedByServer()).isTrue();
        }
    }

    @Test
    void mailThatDoesNotComeInWhenTheServiceEndsIsCutOff() throws Exception {
        try (SmtpServer server = server(chosen -> {});
                SmtpClient sending = server.client()) {
            begin(sending);
            server.stop();
            assertThat(sending.isClosedByServer()).isTrue();
        }
    }
}
