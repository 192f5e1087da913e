package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.ImportProgress;
import org.mailvane.intake.ledger.Imports;
import org.mailvane.intake.reading.EnvelopeReader;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Scope;
import org.mailvane.reports.Limits;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;

/** Tests what the tables contain after reports were imported. */
@Tag("slow")
class StoredReportsTest {

    /** The traffic's own bound, which it keeps to itself. */
    private static final long FACT_CHUNK_CHARACTERS = 4 << 20;

    @TempDir Path folder;

    private static final TestService SERVICE = TestService.shared();
    private static final Database DATABASE = SERVICE.database();
    private static final TestSql SQL = SERVICE.sql();
    private Scope scope;

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    @BeforeEach
    void empty() {
        SQL.empty("account, report, fact, auth_result, daily, domain_day");
        scope = SERVICE.account("stored").account().scope();
    }

    @Test
    void aRecordBecomesAFactADetailAndASum() throws Exception {
        importFile(
                SampleReport.about("example.com")
                        .record("192.0.2.1", 40, "none", true, true)
                        .record("2001:db8::1", 2, "quarantine", false, false)
                        .record(
                                "192.0.2.9",
                                3,
                                "none",
                                true,
                                false,
                                "example.com",
                                "mailing_list"));

        assertThat(
                        SQL.rows(
                                """
                                select d.name, f.day, f.header_from, f.address, f.category, f.source,
                                    f.rule, f.rules_version, f.disposition, f.dkim_aligned,
                                    f.spf_aligned, f.messages
                                from fact f join domain d on d.id = f.domain_id order by f.messages
                                """))
                .containsExactly(
                        "example.com|2026-11-01|example.com|2001:db8::1|4|0|8|1|1|f|f|2",
                        "example.com|2026-11-01|example.com|192.0.2.9|3|0|4|1|0|t|f|3",
                        "example.com|2026-11-01|example.com|192.0.2.1|1|0|7|1|0|t|t|40");
        assertThat(
                        SQL.rows(
                                """
                                select t.reporter, t.policy_domain, t.dkim, t.spf, t.reasons
                                from fact f join auth_result t
                                    on t.domain_id = f.domain_id and t.hash = f.detail
                                where f.messages = 3
                                """))
                .containsExactly(
                        "Postbox One|example.com"
                                + "|[{\"d\": \"example.com\", \"r\": \"+\", \"s\": \"s1\"}]"
                                + "|[{\"d\": \"example.com\", \"r\": \"-\", \"s\": \"mfrom\"}]"
                                + "|[{\"c\": \"\", \"t\": \"mailing_list\"}]");
        assertThat(
                        SQL.rows(
                                """
                                select category, messages, dmarc, dkim, spf, quarantined, rejected
                                from daily order by category
                                """))
                .containsExactly("1|40|40|40|40|0|0", "3|3|3|3|0|0|0", "4|2|0|0|0|2|0");
        assertThat(
                        SQL.rows(
                                "select records, messages, not_stored, cardinality(remarks) from report"))
                .containsExactly("3|45|0|0");
    }

    @Test
    void aReportOverSeveralDaysIsSpreadOverThem() throws Exception {
        Counts counts =
                importFile(
                        SampleReport.about("example.com")
                                .period("2026-10-31T00:00:00Z", "2026-11-02T00:00:00Z")
                                .record("192.0.2.1", 5, "none", true, true)
                                .record("192.0.2.2", 1, "none", true, true));
        assertThat(counts.records()).isEqualTo(2);
        assertThat(SQL.rows("select day, address, messages from fact order by day, address"))
                .containsExactly(
                        "2026-10-31|192.0.2.1|3",
                        "2026-10-31|192.0.2.2|1",
                        "2026-11-01|192.0.2.1|2");
        assertThat(SQL.rows("select day, messages from daily order by day"))
                .containsExactly("2026-10-31|4", "2026-11-01|2");
    }

    @Test
    void daysThatAreNotKeptAreCountedButNotStored() throws Exception {
        Counts before2012 =
                importFile(
                        SampleReport.about("example.com")
                                .period("2011-12-31T00:00:00Z", "2011-12-31T23:59:59Z")
                                .record("192.0.2.1", 5, "none", true, true));
        assertThat(before2012.imported()).isEqualTo(1);
        assertThat(before2012.records()).isEqualTo(1);
        assertThat(before2012.notStored()).isEqualTo(1);
        Counts farAhead =
                importFile(
                        SampleReport.about("example.com")
                                .period("2199-01-01T00:00:00Z", "2199-01-01T23:59:59Z")
                                .record("192.0.2.1", 5, "none", true, true));
        assertThat(farAhead.notStored()).isEqualTo(1);
        assertThat(SQL.rows("select * from fact")).isEmpty();
        assertThat(
                        SQL.rows(
                                "select relname from pg_class where relname in ('fact_2011_12', 'fact_2199_01')"))
                .isEmpty();
    }

    @Test
    void rowsOlderThanTheRetentionAreNotStored() throws Exception {
        Path file = folder.resolve("old.xml");
        Files.write(
                file,
                SampleReport.about("example.com")
                        .period("2024-01-01T00:00:00Z", "2024-01-01T23:59:59Z")
                        .record("192.0.2.1", 5, "none", true, true)
                        .xml());
        try (TestService forgetful =
                TestService.start(Map.of(Setting.RETENTION_DAYS, "30"), DATABASE)) {
            Counts counts =
                    forgetful
                            .part(Imports.class)
                            .importFiles(scope, List.of(file), new Unheard(), () -> false);
            assertThat(counts.imported()).isEqualTo(1);
            assertThat(counts.notStored()).isEqualTo(1);
        }
        assertThat(SQL.rows("select * from fact")).isEmpty();
    }

    @Test
    void theSameKeyWithOtherContentKeepsTheFirst() throws Exception {
        importFile(SampleReport.about("example.com").record("192.0.2.1", 5, "none", true, true));
        Counts second =
                importFile(
                        SampleReport.about("example.com")
                                .record("192.0.2.1", 6, "none", true, true));
        assertThat(second.duplicate()).isEqualTo(1);
        assertThat(SQL.rows("select messages from fact")).containsExactly("5");
        assertThat(SQL.rows("select outcome, code from ledger_remark"))
                .containsExactly("duplicate|different_content");
    }

    @Test
    void aReportTooLargeToBeHeldIsReadAgainWhileItIsWritten() throws Exception {
        SampleReport report = SampleReport.about("example.com");
        int records = EnvelopeReader.HELD_RECORDS + 10;
        for (int i = 0; i < records; i++) {
            report.record("10.0." + i / 250 + "." + i % 250, 2, "none", true, true);
        }
        Counts counts = importFile(report);
        assertThat(counts.records()).isEqualTo(records);
        assertThat(SQL.rows("select count(*), sum(messages), count(distinct address) from fact"))
                .containsExactly(records + "|" + 2L * records + "|" + records);
        assertThat(SQL.rows("select sum(messages) from daily")).containsExactly("" + 2L * records);
    }

    @Test
    void reportsBeyondWhatIsHeldAreAllReadInOneMoreReading() throws Exception {
        Path file = folder.resolve("many.zip");
        int small = 40;
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            SampleReport large = SampleReport.about("example.com").id("large");
            for (int i = 0; i <= EnvelopeReader.HELD_RECORDS; i++) {
                large.record("192.0.2.1", 1, "none", true, true);
            }
            zip.putNextEntry(new ZipEntry("large.xml"));
            zip.write(large.xml());
            for (int i = 0; i < small; i++) {
                zip.putNextEntry(new ZipEntry("small-" + i + ".xml"));
                zip.write(
                        SampleReport.about("d" + i + ".example")
                                .id("s-" + i)
                                .record("192.0.2.2", 10, "none", true, true)
                                .xml());
            }
        }
        Counts counts = importPath(file);
        assertThat(counts.imported()).isEqualTo(1 + small);
        assertThat(SQL.rows("select sum(messages) from fact"))
                .containsExactly(String.valueOf(EnvelopeReader.HELD_RECORDS + 1 + 10 * small));
        assertThat(SQL.rows("select count(distinct domain_id) from fact"))
                .containsExactly(String.valueOf(1 + small));
    }

    @Test
    void recordsThatAreFewButLongAreNotHeldEither() throws Exception {
        String comment = "x".repeat(1_000);
        int records = (int) (EnvelopeReader.HELD_CHARACTERS / comment.length()) + 100;
        String reason = "<reason><type>other</type><comment>" + comment + "</comment></reason>";
        SampleReport report = SampleReport.about("example.com");
        for (int i = 0; i < records; i++) {
            report.record("192.0.2.1", 1, "none", true, true);
        }
        Path file = folder.resolve("long.xml");
        Files.writeString(
                file,
                new String(report.xml(), StandardCharsets.UTF_8)
                        .replace("</policy_evaluated>", reason + "</policy_evaluated>"));
        assertThat(importPath(file).records()).isEqualTo(records);
        assertThat(SQL.rows("select sum(messages) from fact"))
                .containsExactly(String.valueOf(records));
        assertThat(SQL.rows("select length(reasons::text) > 1000 from auth_result"))
                .containsExactly("t");
    }

    @Test
    void detailsAreWrittenInChunksOfBoundedSize() throws Exception {
        int length = 1_000;
        int records = (int) (FACT_CHUNK_CHARACTERS / length) + 200;
        StringBuilder xml = new StringBuilder();
        SampleReport report = SampleReport.about("example.com");
        for (int i = 0; i < records; i++) {
            report.record("192.0.2.1", 1, "none", true, true);
        }
        String[] parts =
                new String(report.xml(), StandardCharsets.UTF_8).split("</policy_evaluated>", -1);
        for (int i = 0; i < parts.length - 1; i++) {
            xml.append(parts[i])
                    .append("<reason><type>other</type><comment>")
                    .append("%08d".formatted(i).repeat(length / 8))
                    .append("</comment></reason></policy_evaluated>");
        }
        xml.append(parts[parts.length - 1]);
        Path file = Files.writeString(folder.resolve("chunks.xml"), xml);
        assertThat(importPath(file).records()).isEqualTo(records);
        assertThat(SQL.rows("select count(*) from auth_result"))
                .containsExactly(String.valueOf(records));
        assertThat(SQL.rows("select sum(messages) from daily"))
                .containsExactly(String.valueOf(records));
    }

    @Test
    void oneMessageThatCanNotBeWrittenDoesNotHoldUpTheOthers() throws Exception {
        SQL.execute(
                """
                create function refuse() returns trigger language plpgsql as
                    $$ begin raise exception 'refused'; end $$;
                create trigger refuse before insert on fact for each row
                    when (new.messages = 666) execute function refuse()
                """);
        try {
            for (int i = 0; i < 5; i++) {
                Files.write(
                        folder.resolve("r" + i + ".xml"),
                        SampleReport.about("example.com")
                                .id("r-" + i)
                                .record("192.0.2.1", i == 2 ? 666 : 1, "none", true, true)
                                .xml());
            }
            Counts counts = importPath(folder);
            assertThat(counts.imported()).isEqualTo(4);
            assertThat(counts.failed()).isEqualTo(1);
            assertThat(SQL.rows("select code from ledger_remark where outcome = 'failed'"))
                    .containsExactly("internal_error");
            assertThat(SQL.rows("select sum(messages) from fact")).containsExactly("4");
        } finally {
            SQL.execute("drop trigger refuse on fact; drop function refuse()");
        }
    }

    @Test
    void whatIsNotUsedOfReportsIsListedUpToTheLimit() throws Exception {
        Path file = folder.resolve("odd.zip");
        int reports = EnvelopeReader.MAX_REMARKS + 2;
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < reports; i++) {
                zip.putNextEntry(new ZipEntry("r" + i + ".xml"));
                String report =
                        new String(
                                SampleReport.about("example.com")
                                        .id("odd-" + i)
                                        .record("192.0.2.1", 4, "none", true, true)
                                        .xml(),
                                StandardCharsets.UTF_8);
                zip.write(
                        report.replace("<count>4<", "<count>99999999999999999999<")
                                .getBytes(StandardCharsets.UTF_8));
            }
        }
        Counts counts = importPath(file);
        assertThat(counts.imported()).isEqualTo(reports);
        assertThat(counts.found()).isEqualTo(reports);
        assertThat(
                        SQL.rows(
                                "select outcome, code, count(*) from ledger_remark group by 1, 2 order by 3"))
                .containsExactly(
                        "imported|more_losses|1",
                        "imported|record.count|" + EnvelopeReader.MAX_REMARKS);
        assertThat(SQL.rows("select message from ledger_remark where code = 'more_losses'"))
                .containsExactly(
                        "[{\"code\":\"imports.more_losses\",\"arguments\":{\"number\":2,\"limit\":500}}]");
    }

    @Test
    void failuresBeyondTheLimitAreCountedButNotListedSaveTheLast() throws Exception {
        Path file = folder.resolve("broken.zip");
        int entries = Limits.DEFAULT.entries();
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < 10 * entries; i++) {
                zip.putNextEntry(new ZipEntry("b" + i + ".xml"));
                zip.write("<feedback><report_metadata>".getBytes(StandardCharsets.UTF_8));
            }
        }
        assertThat(importPath(file).failed()).isEqualTo(entries + 1);
        assertThat(SQL.rows("select count(*) from ledger_remark"))
                .containsExactly(String.valueOf(EnvelopeReader.MAX_REMARKS));
        assertThat(SQL.rows("select code from ledger_remark order by id desc limit 1"))
                .containsExactly("too_many_entries");
        assertThat(SQL.rows("select failed from ledger_entry"))
                .containsExactly(String.valueOf(entries + 1));
    }

    @Test
    void aFolderNamedByALinkIsGoneThroughAndAFileThatOnlyBeginsLikeAMailboxIsReadWhole()
            throws Exception {
        Path real = Files.createDirectory(folder.resolve("real"));
        Files.write(
                real.resolve("r.xml"),
                SampleReport.about("example.com").record("192.0.2.1", 1, "none", true, true).xml());
        Files.writeString(real.resolve("letter.txt"), "\rFrom here on there is no mailbox.\n");
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);
        Counts counts = importPath(link);
        assertThat(counts.imported()).isEqualTo(1);
        assertThat(counts.notAReport()).isEqualTo(1);
    }

    @Test
    void sumsEqualFactsAfterManyImports() throws Exception {
        for (int i = 0; i < 40; i++) {
            Path file = folder.resolve("many-" + i + ".xml");
            Files.write(
                    file,
                    SampleReport.about("d" + i % 3 + ".example")
                            .id("r-" + i)
                            .period(
                                    "2026-10-%02dT00:00:00Z".formatted(1 + i % 5),
                                    "2026-10-%02dT06:00:00Z".formatted(1 + i % 5))
                            .record("192.0.2.1", i, "reject", false, false)
                            .record("192.0.2.2", 2L * i, "none", true, i % 2 == 0)
                            .xml());
        }
        importPath(folder);
        assertThat(
                        SQL.rows(
                                """
                                select domain_id, day, source, category, sum(messages),
                                    sum(messages) filter (where dkim_aligned or spf_aligned),
                                    sum(messages) filter (where spf_aligned),
                                    sum(messages) filter (where disposition = 2)
                                from fact group by 1, 2, 3, 4
                                except
                                select domain_id, day, source, category, messages,
                                    nullif(dmarc, 0), nullif(spf, 0), nullif(rejected, 0)
                                from daily
                                """))
                .filteredOn(row -> !row.contains("|0|"))
                .isEmpty();
        assertThat(
                        SQL.rows(
                                "select (select sum(messages) from fact) = (select sum(messages) from daily)"))
                .containsExactly("t");
    }

    private Counts importFile(SampleReport report) throws Exception {
        Path file = folder.resolve("report-" + System.nanoTime() + ".xml");
        Files.write(file, report.xml());
        return importPath(file);
    }

    private Counts importPath(Path path) {
        return SERVICE.part(Imports.class)
                .importFiles(scope, List.of(path), new Unheard(), () -> false);
    }

    /** Listens to no progress. */
    static final class Unheard implements ImportProgress {

        @Override
        public void progressed(long expected, long read, Counts counts) {}

        @Override
        public void failed(List<Failure> failures) {}
    }
}
