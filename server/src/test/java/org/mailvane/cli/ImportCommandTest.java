package org.mailvane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.testing.TestDatabases;
import tools.jackson.databind.JsonNode;

/** What {@code mailvane import} takes in, and what it says. */
@Tag("slow")
class ImportCommandTest {

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
    void onlyAccountIsImplied() throws Exception {
        commands.account("one");
        Path file = SampleFiles.write(temp.resolve("r.xml"), SampleFiles.aggregate("r-1"));
        CommandRun run = commands.run("import", "--json", file.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out().lines()).hasSize(1);
        assertThat(run.json().propertyNames())
                .containsExactly(
                        "found",
                        "imported",
                        "duplicate",
                        "not_a_report",
                        "waiting",
                        "failed",
                        "records",
                        "not_stored",
                        "seconds");
        assertCounts(run.json(), 1, 1, 0, 0, 0, 0);
        assertThat(run.json().get("records").asInt()).isEqualTo(2);
        assertThat(run.json().get("not_stored").asInt()).isZero();
        assertThat(run.json().get("seconds").asDouble()).isPositive();
        assertThat(commands.sql("select sum(messages) from fact")).isEqualTo("12");
        assertThat(commands.sql("select origin || ' ' || state || ' ' || expected from import"))
                .isEqualTo("command done 1");
    }

    @Test
    void whatIsNotUsedOfAReportIsPrinted() throws Exception {
        commands.account("one");
        String odd =
                new String(SampleFiles.aggregate("r-1"), StandardCharsets.UTF_8)
                        .replaceFirst("<count>\\d+<", "<count>-5<");
        Path file =
                SampleFiles.write(temp.resolve("odd.xml"), odd.getBytes(StandardCharsets.UTF_8));
        for (String[] run :
                new String[][] {{"import", "--dry-run"}, {"import"}, {"import", "--dry-run"}}) {
            String[] all =
                    Stream.concat(Stream.of(run), Stream.of(file.toString()))
                            .toArray(String[]::new);
            CommandRun done = commands.run(all);
            assertThat(done.code()).isZero();
            assertThat(done.err())
                    .contains(
                            "incomplete: " + file + ": Records whose count is not a number",
                            "'-5'");
        }
        assertThat(commands.run("import", file.toString()).err())
                .as("it is there already")
                .doesNotContain("incomplete");
    }

    @Test
    void whatIsCutOffSaysSoAndTheWholeReportTakesItsPlace() throws Exception {
        commands.account("one");
        byte[] whole = zip(SampleFiles.aggregate("r-1"));
        int cut = new String(whole, StandardCharsets.ISO_8859_1).lastIndexOf("</record>");
        Path file = SampleFiles.write(temp.resolve("r.zip"), Arrays.copyOf(whole, cut));
        CommandRun run = commands.run("import", "--json", file.toString());
        assertThat(run.code()).isZero();
        assertCounts(run.json(), 1, 1, 0, 0, 0, 0);
        assertThat(run.json().get("records").asInt()).isEqualTo(1);
        assertThat(run.err())
                .contains(
                        "incomplete: "
                                + file
                                + " > r.xml: The zip archive is cut off: it ends after "
                                + "%,d".formatted(cut)
                                + " bytes, in the middle of its data. Line ");

        // docs/import.md says so.
        SampleFiles.write(file, whole);
        CommandRun again = commands.run("import", "--json", file.toString());
        assertCounts(again.json(), 1, 1, 0, 0, 0, 0);
        assertThat(commands.sql("select records from report"))
                .isEqualTo(again.json().get("records").asString());
    }

    /**
     * Returns an archive that is not compressed, so that a test can cut it at a certain content.
     */
    private static byte[] zip(byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream packed = new ZipOutputStream(out)) {
            packed.setLevel(Deflater.NO_COMPRESSION);
            packed.putNextEntry(new ZipEntry("r.xml"));
            packed.write(content);
        }
        return out.toByteArray();
    }

    @Test
    void whatIsNotUsedOfATlsReportIsPrintedWithOrWithoutADatabase() throws Exception {
        commands.account("one");
        // The domain is there then, so that TLS reports about it do not wait.
        Path known = SampleFiles.write(temp.resolve("r.xml"), SampleFiles.aggregate("r-1"));
        assertThat(commands.run("import", known.toString()).code()).isZero();
        Path count =
                SampleFiles.write(
                        temp.resolve("count.json"),
                        SampleFiles.TLS.replace("session-count\": 10", "session-count\": -10"));
        String cut = SampleFiles.TLS.replace("t-1", "t-2").stripTrailing();
        Path end =
                SampleFiles.write(temp.resolve("end.json"), cut.substring(0, cut.lastIndexOf('}')));
        String[] files = {count.toString(), end.toString()};
        for (String[] run :
                new String[][] {{"import", "--dry-run"}, {"import"}, {"import", "--dry-run"}}) {
            CommandRun done =
                    commands.run(
                            Stream.concat(Stream.of(run), Stream.of(files)).toArray(String[]::new));
            assertThat(done.code()).as(done.err()).isZero();
            assertThat(done.out()).containsPattern("Imported +2 ");
            assertThat(done.err().lines().filter(line -> line.startsWith("incomplete: ")))
                    .as(String.join(" ", run))
                    .satisfiesExactlyInAnyOrder(
                            line ->
                                    assertThat(line)
                                            .startsWith("incomplete: " + count + ": ")
                                            .contains("'-10' is not a number from 0 to"),
                            line ->
                                    assertThat(line)
                                            .startsWith("incomplete: " + end + ": ")
                                            .contains("The document ends"));
        }
        CommandRun again = commands.run("import", files[0], files[1]);
        assertThat(again.out()).containsPattern("Duplicate +2");
        assertThat(again.err()).as("they are there already").doesNotContain("incomplete");
    }

    @Test
    void oneOfSeveralAccountsMustBeNamed() throws Exception {
        long one = commands.account("one");
        long two = commands.account("two");
        String file =
                SampleFiles.write(temp.resolve("r.xml"), SampleFiles.aggregate("r-1")).toString();
        CommandRun none = commands.run("import", "--json", file);
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.out()).isEmpty();
        assertThat(none.err())
                .contains("--account ID", one + "  one", two + "  two")
                .doesNotContain("\tat ");

        CommandRun unknown = commands.run("import", "--json", "--account", "4711", file);
        assertThat(unknown.code()).isEqualTo(1);
        assertThat(unknown.err()).contains("There is no account 4711.", one + "  one");
        assertThat(commands.sql("select count(*) from report")).isEqualTo("0");

        assertThat(commands.run("import", "--account", Long.toString(two), file).code()).isZero();
        assertThat(commands.sql("select account_id from report")).isEqualTo(Long.toString(two));
        assertThat(commands.run("import", "--account", Long.toString(one), file).code()).isZero();
        assertThat(commands.sql("select count(*) from report")).isEqualTo("2");
    }

    @Test
    void withoutAnAccountItIsSaidHowToMakeOne() throws IOException {
        Path file = SampleFiles.write(temp.resolve("r.xml"), SampleFiles.aggregate("r-1"));
        for (CommandDatabase database :
                new CommandDatabase[] {commands, new CommandDatabase(TestDatabases.empty())}) {
            CommandRun run = database.run("import", file.toString());
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err()).contains("There is no account yet", "mailvane account create");
        }
    }

    @Test
    void pathThatIsNotThereIsToldBeforeAnythingIsRead() throws Exception {
        commands.account("one");
        Path file = SampleFiles.write(temp.resolve("r.xml"), SampleFiles.aggregate("r-1"));
        String missing = temp.resolve("missing").toString();
        CommandRun run = commands.run("import", "--json", file.toString(), missing);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(missing + " does not exist.");
        assertThat(commands.sql("select count(*) from report")).isEqualTo("0");
    }

    @Test
    void databaseThatIsNotThereIsTold() throws IOException {
        Path file = SampleFiles.write(temp.resolve("r.xml"), SampleFiles.aggregate("r-1"));
        CommandRun run =
                CommandRun.of(
                        "import",
                        "--json",
                        "--database-url",
                        "postgresql://ann:hush@127.0.0.1:1/none",
                        file.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("127.0.0.1:1/none as ann", "can't be reached")
                .doesNotContain("hush", "\tat ");
    }

    @Test
    void everythingBelowAFolderIsRead() throws Exception {
        commands.account("one");
        fillFolder();
        CommandRun run = commands.run("import", "--json", temp.toString());
        assertThat(run.code()).as(run.err()).isEqualTo(3);
        // Two files, two mails, three messages of a mailbox of which one holds nothing, one broken
        // file, one without a report, a TLS report, a failure report;
        // the file in tmp/ is not there yet.
        assertCounts(run.json(), 11, 8, 0, 2, 0, 1);
        assertThat(run.json().get("records").asInt()).isEqualTo(12);
        assertThat(run.err())
                .contains("failed: " + temp.resolve("broken.xml") + ": ")
                .doesNotContain("unfinished");
        // Besides how far it is, where that takes long.
        assertThat(run.err().lines().filter(line -> !line.contains("/s · about "))).hasSize(1);
        assertThat(commands.sql("select count(*) from report where report_id = 'unfinished'"))
                .isEqualTo("0");
        assertThat(
                        commands.sql(
                                "select string_agg(distinct name, ' ' order by name)"
                                        + " from ledger_entry where name like '%mbox%'"))
                .contains("box.mbox > message 1", "message 2", "message 3");

        CommandRun again = commands.run("import", "--json", temp.toString());
        assertThat(again.code()).isEqualTo(3);
        assertCounts(again.json(), 11, 0, 8, 2, 0, 1);
        assertThat(commands.sql("select sum(messages) from daily")).isEqualTo("72");
    }

    @Test
    void dryRunCountsTheSameAndNeedsNoDatabase() throws IOException {
        fillFolder();
        CommandRun run =
                CommandRun.of(
                        "import",
                        "--dry-run",
                        "--json",
                        "--database-url",
                        "postgresql://ann@127.0.0.1:1/none",
                        temp.toString());
        assertThat(run.code()).isEqualTo(3);
        assertCounts(run.json(), 11, 8, 0, 2, 0, 1);
        assertThat(run.json().get("records").asInt()).isEqualTo(12);
        assertThat(run.err()).contains("failed: " + temp.resolve("broken.xml") + ": ");
    }

    @Test
    void dryRunStoresNothing() throws Exception {
        commands.account("one");
        fillFolder();
        assertThat(commands.run("import", "--dry-run", temp.toString()).code()).isEqualTo(3);
        for (String table :
                new String[] {"report", "fact", "raw_message", "import", "ledger_entry"}) {
            assertThat(commands.sql("select count(*) from " + table)).as(table).isEqualTo("0");
        }
    }

    @Test
    void emptyFolderIsNoFailure() throws Exception {
        commands.account("one");
        CommandRun run = commands.run("import", "--json", temp.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertCounts(run.json(), 0, 0, 0, 0, 0, 0);
    }

    @Test
    void resultForPeopleNamesEveryCount() throws Exception {
        commands.account("one");
        fillFolder();
        CommandRun run = commands.run("import", temp.toString());
        assertThat(run.out())
                .containsPattern("Found +11\\R")
                .containsPattern("Imported +8  with 12 records\\R")
                .containsPattern("Not a report +2\\R")
                .containsPattern("Waiting +0\\R")
                .containsPattern("Failed +1\\R")
                .doesNotContain("failed: ");
    }

    @Test
    void nameOfAFailedFileDoesNotSteerTheTerminal() throws Exception {
        commands.account("one");
        assumeTrue(
                System.getProperty("file.separator").equals("/"),
                "this system has no such file names");
        SampleFiles.write(temp.resolve("red\u001b[31m.xml"), SampleFiles.BROKEN);
        CommandRun run = commands.run("import", temp.toString());
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("red?[31m.xml: ").doesNotContain("\u001b");
    }

    @Test
    void fileThatCannotBeReadFailsAndTheOthersAreImported() throws Exception {
        commands.account("one");
        SampleFiles.write(temp.resolve("r.xml"), SampleFiles.aggregate("r-1"));
        Path file = temp.resolve("closed.xml");
        SampleFiles.write(file, SampleFiles.aggregate("r-2"));
        assumeTrue(
                file.toFile().setReadable(false) && !Files.isReadable(file), "root reads any file");
        CommandRun run = commands.run("import", "--json", temp.toString());
        assertThat(run.code()).isEqualTo(3);
        assertCounts(run.json(), 2, 1, 0, 0, 0, 1);
        assertThat(run.err()).contains("failed: " + file + ": ");
    }

    private void fillFolder() throws IOException {
        SampleFiles.write(temp.resolve("a.xml"), SampleFiles.aggregate("r-1"));
        SampleFiles.write(
                temp.resolve("deep/deeper/b.xml.gz"),
                SampleFiles.gzip(SampleFiles.aggregate("r-2")));
        SampleFiles.write(temp.resolve("Maildir/cur/1:2,S"), SampleFiles.mail("r-3"));
        SampleFiles.write(temp.resolve("Maildir/new/2"), SampleFiles.mail("r-4"));
        SampleFiles.write(temp.resolve("Maildir/tmp/3"), SampleFiles.mail("unfinished"));
        SampleFiles.write(
                temp.resolve("box.mbox"),
                SampleFiles.mailbox(
                        SampleFiles.mail("r-5"),
                        "From: ann@shop.example\nSubject: Lunch?\n\nAt one?\n",
                        SampleFiles.mail("r-6")));
        SampleFiles.write(temp.resolve("broken.xml"), SampleFiles.BROKEN);
        SampleFiles.write(temp.resolve("notes.txt"), "Nothing is in here.\n");
        SampleFiles.write(temp.resolve("failure.eml"), SampleFiles.FAILURE);
        SampleFiles.write(temp.resolve("tls.json"), SampleFiles.TLS);
    }

    private static void assertCounts(
            JsonNode counts,
            int found,
            int imported,
            int duplicate,
            int notAReport,
            int waiting,
            int failed) {
        assertThat(counts.get("found").asInt()).as("found").isEqualTo(found);
        assertThat(counts.get("imported").asInt()).as("imported").isEqualTo(imported);
        assertThat(counts.get("duplicate").asInt()).as("duplicate").isEqualTo(duplicate);
        assertThat(counts.get("not_a_report").asInt()).as("not a report").isEqualTo(notAReport);
        assertThat(counts.get("waiting").asInt()).as("waiting").isEqualTo(waiting);
        assertThat(counts.get("failed").asInt()).as("failed").isEqualTo(failed);
    }
}
