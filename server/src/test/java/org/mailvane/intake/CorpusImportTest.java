package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.ImportProgress;
import org.mailvane.intake.ledger.Imports;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Imports the collected reports of the field, where they are at hand, and compares totals with a
 * count that is made with the JDK's own parser.
 */
@Tag("slow")
class CorpusImportTest {

    private static final Path CORPUS =
            Path.of(System.getProperty("mailvane.shared", "../../shared")).resolve("corpus");

    private final Database database = TestDatabases.migrated();
    private TestService service;
    private Scope scope;

    @BeforeEach
    void start() {
        assumeTrue(Files.isDirectory(CORPUS), "the collected reports are not at hand: " + CORPUS);
        service = TestService.start(Map.of(), database);
        scope = service.account("corpus").account().scope();
    }

    @AfterEach
    void stop() {
        if (service != null) {
            service.close();
        }
    }

    @Test
    void totalsEqualAnIndependentCountAndTheSecondImportIsAllDuplicate() throws Exception {
        Path valid = CORPUS.resolve("dmarcrua/valid");
        Count independent = Count.of(valid);
        assertThat(independent.files).isEqualTo(2_396);
        assertThat(independent.records).isEqualTo(23_796);
        assertThat(independent.messages).isEqualTo(128_608);

        Listener listener = new Listener();
        Counts first = run(valid, listener);
        assertThat(listener.failures).isEmpty();
        assertThat(first.found()).isEqualTo(independent.files);
        assertThat(first.imported() + first.duplicate()).isEqualTo(independent.files);
        assertThat(first.records()).isEqualTo(independent.distinctRecords);
        assertThat(number("select sum(records) from report"))
                .isEqualTo(independent.distinctRecords);
        assertThat(number("select sum(messages) from report"))
                .isEqualTo(independent.distinctMessages);
        assertThat(number("select sum(messages) from fact"))
                .isEqualTo(independent.distinctMessages);
        assertThat(number("select sum(messages) from daily"))
                .isEqualTo(independent.distinctMessages);

        Counts second = run(valid, listener);
        assertThat(second.imported()).isZero();
        assertThat(second.duplicate()).isEqualTo(independent.files);
        assertThat(number("select sum(messages) from fact"))
                .isEqualTo(independent.distinctMessages);
    }

    @Test
    void onlyTrueNonReportsAndHopelesslyBrokenFilesAreNotImported() throws Exception {
        Listener listener = new Listener();
        Counts counts = run(CORPUS.resolve("reports"), listener);
        Map<String, String> reasons = new TreeMap<>();
        for (ImportProgress.Failure failure : listener.failures) {
            reasons.put(
                    Path.of(failure.file().split(" > ", -1)[0]).getFileName().toString(),
                    failure.code());
        }
        assertThat(reasons).containsExactlyInAnyOrderEntriesOf(Map.of("malformed.xml", "broken"));
        assertThat(counts.found())
                .isEqualTo(
                        counts.imported()
                                + counts.duplicate()
                                + counts.notAReport()
                                + counts.waiting()
                                + counts.failed());
        List<String> nonReports =
                texts(
                        """
                        select distinct regexp_replace(file, '^.*corpus/reports/([^/]*/)*', '')
                        from ledger_remark where outcome = 'not_a_report' order by 1
                        """);
        assertThat(nonReports)
                .filteredOn(name -> !name.contains("LICENSE"))
                .allMatch(name ->
                        name.matches(
                                "(bad.xml|empty.xml|empty.txt|notempty.*|non-dmarc.xml|bad.zip.*"
                                        + "|test.none.eml|test.gz.*|test.zip.*|test.txt.eml.*"
                                        + "|test.gz.eml.*|test.zip.eml.*"
                                        + "|Makefile.am|effective_tld_names.dat)"));
        // Of the 14 files with TLS reports, three hold the example of RFC 8460.
        assertThat(texts("select count(distinct report_id) from tls_report")).containsExactly("12");
        Counts again = run(CORPUS.resolve("reports"), new Listener());
        assertThat(again.imported()).isZero();
        assertThat(again.waiting()).isZero();
        assertThat(again.duplicate())
                .isEqualTo(counts.imported() + counts.duplicate() + counts.waiting());
    }

    @Test
    void whatTheSourceCallsInvalidIsNotTakenInSilence() {
        Listener listener = new Listener();
        Counts counts = run(CORPUS.resolve("dmarcrua/known-invalid"), listener);
        assertThat(listener.failures)
                .isNotEmpty()
                .allSatisfy(failure -> assertThat(failure.code()).isEqualTo("broken"));
        assertThat(counts.imported() + counts.duplicate() + counts.failed()).isEqualTo(17);
    }

    private Counts run(Path path, Listener listener) {
        return service.part(Imports.class).importFiles(scope, List.of(path), listener, () -> false);
    }

    private long number(String sql) throws SQLException {
        return Long.parseLong(texts(sql).getFirst());
    }

    private List<String> texts(String sql) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(
                                database.url().jdbcUrl(),
                                database.url().user(),
                                database.url().password());
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                rows.add(result.getString(1));
            }
            return rows;
        }
    }

    private static final class Listener implements ImportProgress {

        private final List<Failure> failures = new ArrayList<>();

        @Override
        public void progressed(long expected, long read, Counts counts) {}

        @Override
        public void failed(List<Failure> more) {
            failures.addAll(more);
        }
    }

    /** Counts records and messages with the JDK's SAX parser, knowing nothing of ours. */
    private static final class Count {

        private long files;
        private long records;
        private long messages;
        private long distinctRecords;
        private long distinctMessages;

        static Count of(Path folder)
                throws IOException, ParserConfigurationException, SAXException {
            SAXParser parser = SAXParserFactory.newInstance().newSAXParser();
            Count count = new Count();
            Map<String, Report> distinct = new TreeMap<>();
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.sorted().toList()) {
                    Report report = new Report();
                    try (InputStream input = Files.newInputStream(file)) {
                        parser.parse(input, report);
                    }
                    count.files++;
                    count.records += report.records;
                    count.messages += report.messages;
                    distinct.putIfAbsent(report.key(), report);
                }
            }
            for (Report report : distinct.values()) {
                count.distinctRecords += report.records;
                count.distinctMessages += report.messages;
            }
            return count;
        }
    }

    private static final class Report extends DefaultHandler {

        private final StringBuilder text = new StringBuilder();
        private final Map<String, String> metadata = new TreeMap<>();
        private boolean inRecord;
        private boolean inPolicy;
        private long records;
        private long messages;
        private @Nullable String domain;

        @Override
        public void startElement(String uri, String local, String name, Attributes attributes) {
            text.setLength(0);
            inRecord |= name.equals("record");
            inPolicy |= name.equals("policy_published");
        }

        @Override
        public void characters(char[] characters, int start, int length) {
            text.append(characters, start, length);
        }

        @Override
        public void endElement(String uri, String local, String name) {
            String value = text.toString().strip();
            text.setLength(0);
            if (name.equals("record")) {
                records++;
                inRecord = false;
            } else if (name.equals("policy_published")) {
                inPolicy = false;
            } else if (inRecord && name.equals("count")) {
                messages += Long.parseLong(value);
            } else if (inPolicy && name.equals("domain")) {
                domain = value;
            } else if (!inRecord && !inPolicy) {
                metadata.putIfAbsent(name, value);
            }
        }

        String key() {
            return domain
                    + "|"
                    + metadata.get("org_name")
                    + "|"
                    + metadata.get("report_id")
                    + "|"
                    + metadata.get("begin")
                    + "|"
                    + metadata.get("end");
        }
    }
}
