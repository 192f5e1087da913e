package org.mailvane.intake.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.failurereport.ForensicFixture;
import org.mailvane.failurereport.ForensicFixture.Person;
import org.mailvane.failurereport.ZipOf;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.ledger.ImportProgress;
import org.mailvane.intake.ledger.Imports;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.ledger.RawTable;
import org.mailvane.intake.queue.Delivery;
import org.mailvane.intake.queue.MailIntake;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.platform.settings.Setting;
import org.mailvane.reports.Limits;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.FailureMail;
import org.mailvane.testing.SampleReport;
import tools.jackson.databind.JsonNode;

/** What is kept of failure reports: nothing of the bodies of the mails that they quote. */
@Tag("slow")
class RedactionTest {

    private static final Charset UTF_8 = StandardCharsets.UTF_8;

    /** Occurs in no header. */
    private static final String SECRET = "Password-4711-of-Bob";

    private static ForensicFixture house;
    private static int accounts;

    @TempDir Path folder;
    private Person owner;

    @BeforeAll
    static void start() {
        house = new ForensicFixture();
    }

    @AfterAll
    static void stop() {
        house.close();
    }

    @BeforeEach
    void newAccount() {
        owner = house.owner("redaction" + ++accounts);
    }

    private static FailureMail mail(String domain) {
        return FailureMail.about(domain).body("Dear Bob,\n\nyour secret: " + SECRET + "\n");
    }

    private static void delete(Person owner, String domain) {
        house.sql.execute(
                "insert into deleted_domain (account_id, name, deleted) values (%d, '%s', now())"
                        .formatted(owner.scope.accountId(), domain));
    }

    // ---- where nothing of a body may stay ------------------------------------------------------

    @Test
    void ofAnUploadedReportNothingOfTheBodyIsInTheDatabase() throws Exception {
        owner.upload(mail("example.com"));
        assertThat(owner.count("failure_report")).isEqualTo(1);
        assertThat(placesOf(house, SECRET)).isEmpty();
        // The search finds what is there.
        assertThat(placesOf(house, "Your invoice"))
                .contains("failure_report.subject", "raw_message.deflated");
    }

    @Test
    void ofAReportThatCommandsReadNothingOfTheBodyIsInTheDatabase() throws Exception {
        Counts counts = importFile(mail("example.com").bytes());
        assertThat(counts.imported()).isEqualTo(1);
        assertThat(placesOf(house, SECRET)).isEmpty();
        assertThat(owner.count("raw_message")).isEqualTo(1);
    }

    @Test
    void ofAMailThatIsHandedOverNothingOfTheBodyIsInTheDatabase() throws Exception {
        owner.add("example.com");
        house.service
                .part(MailIntake.class)
                .take(
                        List.of(
                                new Delivery(
                                        owner.scope.accountId(),
                                        Origin.SMTP,
                                        "",
                                        "a mail",
                                        raw(mail("example.com").bytes()),
                                        "postmaster@receiver.example")));
        assertThat(owner.count("raw_message")).isEqualTo(1);
        Awaiting.until(
                "it is worked", Duration.ofSeconds(30), () -> owner.count("failure_report") == 1);
        assertThat(placesOf(house, SECRET)).isEmpty();
    }

    @Test
    void ofADuplicateNothingOfTheBodyIsInTheDatabase() throws Exception {
        owner.upload(mail("example.com").carrier("a"), mail("example.com").carrier("b"));
        assertThat(owner.count("raw_message")).isEqualTo(2);
        assertThat(placesOf(house, SECRET)).isEmpty();
    }

    @Test
    void ofAReportThatWaitsNothingOfTheBodyIsKeptAndItIsReadFromTheCopy() throws Exception {
        delete(owner, "example.com");
        JsonNode waiting = owner.upload(mail("example.com"));
        assertThat(waiting.get("waiting").asInt()).isEqualTo(1);
        assertThat(placesOf(house, SECRET)).isEmpty();
        owner.add("example.com");
        Awaiting.until(
                "it is read", Duration.ofSeconds(30), () -> owner.count("failure_report") == 1);
        JsonNode record = owner.records(owner.search()).getFirst();
        assertThat(record.get("sample_message_id").asString()).isEqualTo("<m1@mail.example>");
        assertThat(placesOf(house, SECRET)).isEmpty();
    }

    @Test
    void ofABodyThatWasEncodedNothingIsKeptEither() throws Exception {
        String body = Base64.getMimeEncoder().encodeToString(SECRET.getBytes(UTF_8));
        owner.upload(FailureMail.about("example.com").body(body));
        assertThat(placesOf(house, body)).isEmpty();
    }

    @Test
    void severalReportsInOneArchiveAreKeptWithoutTheirBodies() throws Exception {
        byte[] zip =
                ZipOf.files(
                        "a.eml",
                        mail("example.com").message("1").bytes(),
                        "b.eml",
                        mail("example.com").message("2").bytes());
        assertThat(owner.upload(zip).get("imported").asInt()).isEqualTo(2);
        assertThat(placesOf(house, SECRET)).isEmpty();
        assertThat(owner.count("raw_message")).isEqualTo(1);
        assertThat(hashes(readAgain())).hasSize(2).isEqualTo(stored());
    }

    @Test
    void severalReportsInAMailboxAreKeptWithoutTheirBodies() throws Exception {
        String mailbox =
                "From a Thu Nov 19 08:00:00 2026\r\n"
                        + mail("example.com").message("1").text()
                        + "\r\nFrom b Thu Nov 19 08:00:00 2026\r\n"
                        + mail("example.com").message("2").text();
        assertThat(importFile(mailbox.getBytes(UTF_8)).imported()).isEqualTo(2);
        assertThat(placesOf(house, SECRET)).isEmpty();
        assertThat(owner.count("raw_message")).isEqualTo(2);
    }

    @Test
    void ofAMessageWithOtherReportsTooNothingIsKeptButWhatIsStored() throws Exception {
        byte[] zip =
                ZipOf.files(
                        "a.eml",
                        mail("example.com").bytes(),
                        "b.xml",
                        SampleReport.about("example.com")
                                .record("192.0.2.1", 5, "none", true, true)
                                .xml());
        assertThat(owner.upload(zip).get("imported").asInt()).isEqualTo(2);
        assertThat(owner.count("failure_report")).isEqualTo(1);
        assertThat(owner.count("report")).isEqualTo(1);
        assertThat(owner.count("raw_message")).isZero();
        assertThat(placesOf(house, SECRET)).isEmpty();
        // It can come again.
        assertThat(owner.upload(zip).get("duplicate").asInt()).isEqualTo(2);
        assertThat(importFile(zip).duplicate()).isEqualTo(2);
    }

    @Test
    void whatWouldWaitInAMessageThatIsNotKeptHasFailedAndCanComeAgain() throws Exception {
        delete(owner, "gone.example");
        byte[] zip =
                ZipOf.files(
                        "a.eml",
                        mail("example.com").bytes(),
                        "b.xml",
                        SampleReport.about("gone.example")
                                .record("192.0.2.1", 5, "none", true, true)
                                .xml());
        JsonNode upload = owner.upload(zip);
        assertThat(upload.get("failed").asInt()).isEqualTo(1);
        assertThat(upload.get("waiting").asInt()).isZero();
        JsonNode failure =
                owner.get(upload.get("_links").get("failures").asString())
                        .json()
                        .get("results")
                        .get(0);
        assertThat(failure.get("code").asString()).isEqualTo("not_kept");
        assertThat(placesOf(house, SECRET)).isEmpty();
        owner.add("gone.example");
        JsonNode again = owner.upload(zip);
        assertThat(again.get("imported").asInt()).isEqualTo(1);
        assertThat(again.get("duplicate").asInt()).isEqualTo(1);
    }

    @Test
    void whatIsNotKeptAboutAPublicSuffixIsNotToBeAdded() throws Exception {
        byte[] zip =
                ZipOf.files(
                        "a.eml",
                        mail("example.com").bytes(),
                        "b.xml",
                        SampleReport.about("co.uk")
                                .record("192.0.2.1", 5, "none", true, true)
                                .xml());
        JsonNode upload = owner.upload(zip);
        assertThat(upload.get("failed").asInt()).isEqualTo(1);
        JsonNode failure =
                owner.get(upload.get("_links").get("failures").asString()).json().at("/results/0");
        assertThat(failure.get("code").asString()).isEqualTo("public_suffix");
        assertThat(failure.get("reason").asString())
                .startsWith("co.uk is a public suffix")
                .contains("Mailvane did not keep the message")
                .doesNotContain("Add");
        assertThat(placesOf(house, SECRET)).isEmpty();
    }

    @Test
    void ofAMessageInWhichSomethingWentWrongNothingIsKept() throws Exception {
        byte[] zip =
                ZipOf.files(
                        "a.eml",
                        mail("example.com").bytes(),
                        "b.xml",
                        "<feedback><broken".getBytes(UTF_8));
        JsonNode upload = owner.upload(zip);
        assertThat(upload.get("failed").asInt()).isEqualTo(1);
        assertThat(upload.get("imported").asInt()).isEqualTo(1);
        assertThat(owner.count("raw_message")).isZero();
        assertThat(placesOf(house, SECRET)).isEmpty();
    }

    @Test
    void ofAReportAboutNoDomainNothingIsKept() throws Exception {
        JsonNode upload =
                owner.upload(
                        mail("example.com")
                                .text()
                                .replace("Reported-Domain: example.com", "Reported-Domain: 7")
                                .replace("@example.com", "@127.0.0.1")
                                .getBytes(UTF_8));
        assertThat(upload.get("failed").asInt()).isEqualTo(1);
        assertThat(owner.count("raw_message")).isZero();
        assertThat(placesOf(house, SECRET)).isEmpty();
    }

    @Test
    void reportsBeyondTheLimitOfAMessageAreLeftOutAndNothingOfThemIsKept() throws Exception {
        // A body is cut to 64 K characters by the reader.
        String body = (SECRET + " ").repeat(3_500);
        int limit = (int) (EnvelopeReader.HELD_FAILURE_CHARACTERS / 65_536);
        Object[] files = new Object[2 * (limit + 2)];
        for (int i = 0; i < limit + 2; i++) {
            files[2 * i] = i + ".eml";
            files[2 * i + 1] = mail("example.com").message("m" + i).body(body).bytes();
        }
        JsonNode upload = owner.upload(ZipOf.files(files));
        assertThat(upload.get("imported").asInt()).isBetween(limit - 10, limit);
        assertThat(upload.get("failed").asInt())
                .isEqualTo(limit + 2 - upload.get("imported").asInt());
        assertThat(owner.count("raw_message")).isZero();
        assertThat(placesOf(house, SECRET)).isEmpty();
    }

    @Test
    void aMessageThatCannotBeWrittenLeavesNoBodyEither() throws Exception {
        house.sql.execute(
                "alter table failure_report add constraint refused check (subject <> 'refused') not valid");
        try {
            JsonNode upload = owner.upload(mail("example.com").subject("refused"));
            assertThat(upload.get("failed").asInt()).isEqualTo(1);
            assertThat(placesOf(house, SECRET)).isEmpty();
            assertThat(owner.count("raw_message")).isEqualTo(1);
        } finally {
            house.sql.execute("alter table failure_report drop constraint refused");
        }
    }

    @Test
    void theSameMixedMessageTwiceInTheQueueIsWorkedTwiceAndNotKept() throws Exception {
        owner.add("example.com");
        byte[] zip =
                ZipOf.files(
                        "a.eml",
                        mail("example.com").bytes(),
                        "b.xml",
                        SampleReport.about("example.com")
                                .record("192.0.2.1", 5, "none", true, true)
                                .xml());
        Delivery delivery =
                new Delivery(
                        owner.scope.accountId(),
                        Origin.SMTP,
                        "",
                        "twice",
                        raw(zip),
                        "postmaster@receiver.example");
        house.service.part(MailIntake.class).take(List.of(delivery, delivery));
        Awaiting.until(
                "both are worked",
                Duration.ofSeconds(30),
                () ->
                        house.sql
                                .value(
                                        "select count(*) from ledger_entry where state = 'done' and account_id = "
                                                + owner.scope.accountId())
                                .equals("2"));
        assertThat(
                        house.sql.value(
                                "select sum(imported) || '|' || sum(duplicate) || '|' || sum(failed)"
                                        + " from ledger_entry where account_id = "
                                        + owner.scope.accountId()))
                .isEqualTo("2|2|0");
        assertThat(owner.count("raw_message")).isZero();
        assertThat(placesOf(house, SECRET)).isEmpty();
    }

    // ---- what is kept --------------------------------------------------------------------------

    @Test
    void theCopyReadsAsTheSameReportAndKeepsTheHashOfWhatCame() throws Exception {
        byte[] bytes = mail("example.com").bytes();
        owner.upload(bytes);
        assertThat(
                        house.sql.value(
                                "select encode(content_hash, 'hex') from raw_message where account_id = "
                                        + owner.scope.accountId()))
                .isEqualTo(HexFormat.of().formatHex(raw(bytes).contentHash()));
        assertThat(hashes(readAgain())).hasSize(1).isEqualTo(stored());
        // What came comes again as a duplicate, and does not bring the body back.
        assertThat(owner.upload(bytes).get("duplicate").asInt()).isEqualTo(1);
        assertThat(owner.count("raw_message")).isEqualTo(1);
        assertThat(placesOf(house, SECRET)).isEmpty();
    }

    @Test
    void theLedgerSaysWhichMessagesHeldFailureReports() throws Exception {
        owner.upload(mail("example.com"));
        importFile(mail("example.com").message("2").bytes());
        importFile(
                SampleReport.about("example.com").record("192.0.2.1", 5, "none", true, true).xml());
        assertThat(
                        house.sql.rows(
                                "select holds_failure from ledger_entry where account_id = %d order by id"
                                        .formatted(owner.scope.accountId())))
                .containsExactly("t", "t", "f");
    }

    @Test
    void aMessageWithoutAFailureReportIsKeptAsItCame() throws Exception {
        byte[] xml =
                SampleReport.about("example.com").record("192.0.2.1", 5, "none", true, true).xml();
        owner.upload(xml);
        assertThat(
                        house.sql.value(
                                "select size from raw_message where account_id = "
                                        + owner.scope.accountId()))
                .isEqualTo(String.valueOf(xml.length));
    }

    @Test
    void whereBodiesAreKeptMessageAndBodyStayAsTheyCame() throws Exception {
        try (ForensicFixture keeping =
                new ForensicFixture(Map.of(Setting.KEEP_FAILURE_BODIES, "on"))) {
            Person user = keeping.owner("keeping");
            byte[] bytes = mail("example.com").bytes();
            user.upload(bytes);
            assertThat(placesOf(keeping, SECRET))
                    .contains("failure_report.sample_body", "raw_message.deflated");
            assertThat(keeping.sql.value("select size from raw_message"))
                    .isEqualTo(String.valueOf(bytes.length));
            assertThat(user.records(user.search()).getFirst().get("sample_body").asString())
                    .contains(SECRET);
        }
    }

    // ---- helpers -------------------------------------------------------------------------------

    private static RawMessage raw(byte[] bytes) throws IOException {
        return RawMessage.read(new ByteArrayInputStream(bytes));
    }

    private Counts importFile(byte[] bytes) throws IOException {
        Path file = folder.resolve("file-" + System.nanoTime());
        Files.write(file, bytes);
        return house.service
                .part(Imports.class)
                .importFiles(
                        owner.scope,
                        List.of(file),
                        new ImportProgress() {
                            @Override
                            public void progressed(long expected, long read, Counts counts) {}

                            @Override
                            public void failed(List<Failure> failures) {}
                        },
                        () -> false);
    }

    /** Reads what is kept of the account's only message once more. */
    private ReadEnvelope readAgain() {
        RawTable raws = house.service.part(RawTable.class);
        long id =
                Long.parseLong(
                        house.sql.value(
                                "select id from raw_message where account_id = "
                                        + owner.scope.accountId()));
        return new EnvelopeReader(Limits.DEFAULT)
                .read(new Envelope("copy", 1, () -> raws.find(owner.scope, id).orElseThrow()));
    }

    /** The hashes of all records of the account. */
    private List<String> stored() {
        return house.sql.rows(
                "select replace(content_hash::text, '-', '') from failure_report where account_id = "
                        + owner.scope.accountId()
                        + " order by id");
    }

    private static List<String> hashes(ReadEnvelope read) {
        assertThat(read.remarks()).isEmpty();
        return read.failures().stream().map(one -> one.report().contentHash()).toList();
    }

    /** Returns every column of every table whose values contain this text, also inflated. */
    private static List<String> placesOf(ForensicFixture house, String text)
            throws SQLException, IOException {
        List<String> places = new ArrayList<>();
        DatabaseUrl url = house.database.url();
        try (Connection connection =
                        DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
                Statement statement = connection.createStatement()) {
            for (String column : columns(connection)) {
                String[] names = column.split("\\.", -1);
                try (ResultSet values =
                        statement.executeQuery(
                                "select \"%s\" from \"%s\" where \"%1$s\" is not null"
                                        .formatted(names[1], names[0]))) {
                    while (values.next()) {
                        if (holds(values, text)) {
                            places.add(column);
                            break;
                        }
                    }
                }
            }
        }
        return places;
    }

    private static List<String> columns(Connection connection) throws SQLException {
        List<String> columns = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result =
                        statement.executeQuery(
                                """
                                select table_name || '.' || column_name
                                from information_schema.columns
                                where table_schema = current_schema()
                                """)) {
            while (result.next()) {
                columns.add(result.getString(1));
            }
        }
        assertThat(columns).hasSizeGreaterThan(100);
        return columns;
    }

    private static boolean holds(ResultSet values, String text) throws SQLException {
        if (values.getObject(1) instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.ISO_8859_1).contains(text)
                    || inflated(bytes).contains(text);
        }
        return values.getString(1).contains(text);
    }

    private static String inflated(byte[] bytes) {
        try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(bytes))) {
            return unpacked(in.readAllBytes());
        } catch (IOException notDeflated) {
            return "";
        }
    }

    /** With what is in it if it is an archive. */
    private static String unpacked(byte[] bytes) throws IOException {
        StringBuilder all = new StringBuilder(new String(bytes, UTF_8));
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            while (zip.getNextEntry() != null) {
                all.append(new String(zip.readAllBytes(), UTF_8));
            }
        }
        return all.toString();
    }
}
