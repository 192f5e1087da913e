package org.mailvane.intake.smtp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.accounts.Accounts;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;

/** Mails that mean harm: they are taken like any other, and the ledger says what is wrong. */
class HostileMailTest {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int MEGABYTE = 1 << 20;

    private static TestService service;
    private static TestSql sql;
    private static SmtpServer server;
    private static Accounts.Created one;
    private static Accounts.Created two;

    @BeforeAll
    static void open() {
        Database database = TestDatabases.migrated();
        sql = new TestSql(database);
        service = TestService.start(Map.of(Setting.INTAKE_DOMAIN, SmtpServer.DOMAIN), database);
        server = new SmtpServer(service, chosen -> {});
        one = service.account("one");
        two = service.account("two");
        for (Accounts.Created each : List.of(one, two)) {
            service.part(Accounts.class).setAddDomainsByMail(each.account().id(), true);
        }
    }

    @AfterAll
    static void close() {
        server.close();
        service.close();
    }

    static Stream<Arguments> mails() {
        return Stream.of(
                mail(
                        "bomb of gzip",
                        "failed",
                        () -> SmtpServer.mail("application/gzip", gzip(300))),
                mail("bomb of zip", "failed", () -> SmtpServer.mail("application/zip", zip(300))),
                mail(
                        "bomb in a bomb",
                        "failed",
                        () -> SmtpServer.mail("application/gzip", gzip(gzip(300)))),
                mail(
                        "header of 10 MB",
                        "failed",
                        () -> text("Subject: " + "x".repeat(10 * MEGABYTE) + "\r\n\r\nhello\r\n")),
                mail(
                        "header of 10 MB in short lines",
                        "failed",
                        () -> text("X-Line: x\r\n".repeat(MEGABYTE) + "\r\nhello\r\n")),
                mail("200 levels of MIME", "failed", () -> nested(200)),
                mail("broken base64", "failed", () -> text(brokenBase64())),
                mail(
                        "line of 10 MB",
                        "not_a_report",
                        () -> text("Subject: x\r\n\r\n" + "y".repeat(10 * MEGABYTE))),
                mail(
                        "line of 10 MB of XML",
                        "failed",
                        () ->
                                text(
                                        "Content-Type: text/xml\r\n\r\n<feedback>"
                                                + " ".repeat(10 * MEGABYTE))),
                mail("zeros", "not_a_report", () -> new byte[5 * MEGABYTE]),
                mail("nothing", "not_a_report", () -> new byte[0]),
                mail(
                        "half a mail",
                        "not_a_report",
                        () -> text("Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n")));
    }

    private static Arguments mail(String name, String outcome, Supplier<byte[]> mail) {
        return Arguments.of(Named.of(name, mail), outcome);
    }

    @ParameterizedTest
    @Tag("slow")
    @MethodSource("mails")
    void mailIsTakenAndTheLedgerSaysWhatIsWrong(Supplier<byte[]> mail, String outcome)
            throws IOException {
        try (SmtpClient client = server.client()) {
            assertThat(client.mail("", SmtpServer.addressOf(one), mail.get())).startsWith("250");
        }
        String entry = sql.value("select max(id) from ledger_entry");
        Awaiting.until(
                "it is read",
                SOON,
                () ->
                        sql.value("select state from ledger_entry where id = " + entry)
                                .equals("done"));
        assertThat(sql.value("select %s from ledger_entry where id = %s".formatted(outcome, entry)))
                .as(
                        String.join(
                                "\n",
                                sql.rows("select * from ledger_remark where entry_id = " + entry)))
                .isNotEqualTo("0");
        if (outcome.equals("failed")) {
            assertThat(sql.rows("select message from ledger_remark where entry_id = " + entry))
                    .isNotEmpty()
                    .allSatisfy(message -> assertThat(message).isNotBlank());
        }
    }

    @Test
    void reportToSeveralAccountsIsCountedForEachOnce() throws IOException {
        byte[] mail =
                SmtpServer.mail(
                        "application/xml",
                        SampleReport.about("both.example")
                                .record("192.0.2.1", 3, "none", true, true)
                                .xml());
        for (int again = 0; again < 2; again++) {
            try (SmtpClient client = server.client()) {
                client.send("MAIL FROM:<>");
                client.send("RCPT TO:<" + SmtpServer.addressOf(one) + ">");
                client.send("RCPT TO:<" + SmtpServer.addressOf(two).toUpperCase(Locale.ROOT) + ">");
                client.send("RCPT TO:<" + SmtpServer.addressOf(two).replace("@", "+x@") + ">");
                assertThat(client.send("DATA")).startsWith("354");
                client.write(mail);
                client.write("\r\n.\r\n");
                assertThat(client.reply()).startsWith("250");
            }
        }
        Awaiting.until(
                "both are read",
                SOON,
                () ->
                        sql.value("select count(*) from ledger_entry where state = 'queued'")
                                .equals("0"));
        assertThat(
                        sql.rows(
                                "select d.account_id, sum(y.messages) from daily y"
                                        + " join domain d on d.id = y.domain_id"
                                        + " where d.name = 'both.example' group by 1 order by 1"))
                .containsExactly(one.account().id() + "|3", two.account().id() + "|3");
    }

    @Test
    void reportThatCouldNotBeStoredAtFirstIsCountedOnce() throws IOException {
        byte[] mail =
                SmtpServer.mail(
                        "application/xml",
                        SampleReport.about("again.example")
                                .record("192.0.2.1", 5, "none", true, true)
                                .xml());
        try (SmtpClient client = server.client()) {
            sql.execute("alter table import rename to import_away");
            try {
                assertThat(client.mail("a@b.example", SmtpServer.addressOf(one), mail))
                        .startsWith("451 4.3.0");
            } finally {
                sql.execute("alter table import_away rename to import");
            }
            assertThat(client.mail("a@b.example", SmtpServer.addressOf(one), mail))
                    .startsWith("250");
            assertThat(client.mail("a@b.example", SmtpServer.addressOf(one), mail))
                    .startsWith("250");
        }
        Awaiting.until(
                "all are read",
                SOON,
                () ->
                        sql.value("select count(*) from ledger_entry where state = 'queued'")
                                .equals("0"));
        assertThat(
                        sql.value(
                                "select sum(y.messages) from daily y join domain d on d.id = y.domain_id"
                                        + " where d.name = 'again.example'"))
                .isEqualTo("5");
    }

    private static byte[] text(String text) {
        return text.getBytes(US_ASCII);
    }

    /** Zeros, deflated to a thousandth. */
    private static byte[] gzip(int megabytes) {
        return pack(GZIPOutputStream::new, out -> writeZeros(out, megabytes));
    }

    private static byte[] gzip(byte[] content) {
        return pack(GZIPOutputStream::new, out -> out.write(content));
    }

    private static byte[] zip(int megabytes) {
        return pack(
                out -> {
                    ZipOutputStream zip = new ZipOutputStream(out);
                    zip.putNextEntry(new ZipEntry("report.xml"));
                    return zip;
                },
                out -> writeZeros(out, megabytes));
    }

    private interface Packer {
        OutputStream on(OutputStream out) throws IOException;
    }

    private interface Content {
        void write(OutputStream out) throws IOException;
    }

    private static byte[] pack(Packer packer, Content content) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (OutputStream out = packer.on(bytes)) {
                content.write(out);
            }
            return bytes.toByteArray();
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void writeZeros(OutputStream out, int megabytes) throws IOException {
        byte[] zeros = new byte[MEGABYTE];
        out.write(text("<feedback>"));
        for (int i = 0; i < megabytes; i++) {
            out.write(zeros);
        }
    }

    private static byte[] nested(int levels) {
        StringBuilder mail = new StringBuilder();
        for (int i = 0; i < levels; i++) {
            mail.append(
                    "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n".formatted(i, i));
        }
        return text(mail + "Content-Type: text/plain\r\n\r\nhello\r\n");
    }

    private static String brokenBase64() {
        String whole = new String(SmtpServer.mail("application/gzip", gzip(1)), US_ASCII);
        int middle = whole.length() / 2;
        return whole.substring(0, middle) + "!!%%~~AAA" + whole.substring(middle + 1, middle + 99);
    }
}
