package org.mailvane.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.Accounts;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.ImportProgress;
import org.mailvane.intake.ledger.Imports;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Problem;
import org.mailvane.reports.ReportReader;
import org.mailvane.reports.ReportSink;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.failure.FailureReport;
import org.mailvane.reports.tls.TlsReport;
import org.mailvane.testing.TestService;
import tools.jackson.databind.JsonNode;

/** The samples are made up, the same for everybody on a day, and what the product takes in. */
class DemoReportsTest {

    private static final Pattern NAME =
            Pattern.compile("<(?:domain|header_from|email|org_name)>([^<]*)<");
    private static final Pattern ADDRESS =
            Pattern.compile(
                    "(?:<source_ip>|-ip\": \"|Source-IP: )([0-9a-f.:]+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern HOST =
            Pattern.compile("(?:policy-domain\": \"|[a-z]@|Reported-Domain: )([a-z0-9.-]+)");

    /** RFC 5737 and RFC 3849. */
    private static final Pattern DOCUMENTATION =
            Pattern.compile("(192\\.0\\.2|198\\.51\\.100|203\\.0\\.113)\\.\\d+|2001:db8:.*");

    private static final Pattern NEWSLETTERS =
            Pattern.compile("<source_ip>198\\.51\\.100\\.4[02]</source_ip><count>(\\d+)<");

    /** All stories, and some domains more. */
    private static final int DOMAINS = DemoReports.DEFAULT_DOMAINS + 12;

    @TempDir static Path temp;

    private static LocalDate today;
    private static DemoReports demo;
    private static Path folder;
    private static Map<String, byte[]> samples;

    @BeforeAll
    static void write() throws IOException {
        today = LocalDate.now(ZoneOffset.UTC);
        demo = new DemoReports(DOMAINS, today);
        folder = temp.resolve("samples");
        samples = written(folder, demo);
    }

    @Test
    void sameDayAndNumberGiveTheSameBytes() throws IOException {
        Map<String, byte[]> one = written(temp.resolve("one"), new DemoReports(2, today));
        Map<String, byte[]> again = written(temp.resolve("again"), new DemoReports(2, today));
        assertThat(again.keySet()).isEqualTo(one.keySet());
        again.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(one.get(name)));
    }

    @Test
    void onlyNamesAndAddressesForDocumentationAreUsed() throws IOException {
        for (Map.Entry<String, byte[]> file : samples.entrySet()) {
            String text = unpacked(file);
            assertThat(file.getKey())
                    .matches(
                            "[a-z0-9-]+\\.example![a-z0-9-]+\\.example!\\d+!\\d+"
                                    + "(\\.xml\\.gz|!001\\.json\\.gz|\\.eml)");
            if (file.getKey().endsWith(".xml.gz")) {
                assertThat(values(NAME, text))
                        .isNotEmpty()
                        .allMatch(name ->
                                name.endsWith(".example") || name.matches("[A-Z][A-Za-z ]+"));
                assertThat(values(ADDRESS, text)).isNotEmpty();
            } else {
                assertThat(values(HOST, text))
                        .isNotEmpty()
                        .allMatch(name -> name.endsWith(".example"));
            }
            assertThat(values(ADDRESS, text))
                    .allMatch(address -> DOCUMENTATION.matcher(address).matches());
        }
    }

    @Test
    void everySampleIsReadWithoutARemark() throws IOException {
        Sink read = readAll();
        List<AggregateReport> reports = read.reports;
        assertThat(reports.size() + read.failures.size() + read.tls.size())
                .isEqualTo(samples.size());
        assertThat(read.failures)
                .hasSizeGreaterThan(5)
                .allSatisfy(report -> {
                    assertThat(report.remarks()).isEmpty();
                    assertThat(report.sourceIp()).isNotNull();
                    assertThat(report.sample().headers()).hasSize(7);
                });
        assertThat(read.tls)
                .hasSizeGreaterThan(100)
                .allSatisfy(report -> assertThat(report.remarks()).isEmpty());
        assertThat(reports)
                .allSatisfy(report -> {
                    assertThat(report.remarks()).isEmpty();
                    assertThat(report.skippedRecords()).isZero();
                    assertThat(report.recordCount()).isPositive();
                    assertThat(report.messageCount()).isGreaterThanOrEqualTo(report.recordCount());
                });
        assertThat(reports.stream().map(report -> report.policy().domain()).distinct())
                .contains(demo.cast().toArray(String[]::new))
                .contains(demo.others().toArray(String[]::new));
    }

    @Test
    void samplesEndTodayAndCoverTheirDays() throws IOException {
        Instant midnight = today.atStartOfDay(ZoneOffset.UTC).toInstant();
        List<AggregateReport> reports = read();
        assertThat(reports)
                .allSatisfy(report -> assertThat(report.begin()).isBeforeOrEqualTo(midnight));
        assertThat(reports.stream().map(AggregateReport::begin).distinct())
                .hasSize(DemoReports.DAYS + 1)
                .contains(midnight, midnight.minus(Duration.ofDays(DemoReports.DAYS)));
        Instant now = midnight.plus(Duration.ofHours(6));
        assertThat(reports).allSatisfy(report -> assertThat(report.end()).isBeforeOrEqualTo(now));
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, DemoReports.MAX_DOMAINS + 1, Integer.MAX_VALUE})
    void numberOfDomainsOutsideItsBoundsIsRefused(int domains) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DemoReports(domains, today))
                .withMessageContaining("1 to 5000");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 14, 15, 5_000})
    void everyDomainHasANameOfItsOwn(int domains) {
        DemoReports reports = new DemoReports(domains, today);
        List<String> names = new ArrayList<>(reports.cast());
        names.addAll(reports.others());
        assertThat(names)
                .hasSize(domains)
                .doesNotHaveDuplicates()
                .allSatisfy(name -> assertThat(name).matches("[a-z]+(-\\d+)?\\.example"));
        assertThat(reports.cast()).hasSize(Math.min(domains, DemoReports.DEFAULT_DOMAINS));
    }

    @Test
    void eachDayOfADomainIsReportedOnce() throws IOException {
        List<String> days = new ArrayList<>();
        for (AggregateReport report : read()) {
            if (report.policy().domain().equals("lab.example")) {
                for (Instant day = report.begin();
                        day.isBefore(report.end());
                        day = day.plus(Duration.ofDays(1))) {
                    days.add(day.toString());
                }
            }
        }
        assertThat(days).hasSize(Story.DMARC_SINCE + 1).doesNotHaveDuplicates();
    }

    @Test
    void furtherDomainsHaveFewReportsEach() throws IOException {
        int others = 24;
        Path folder = temp.resolve("others");
        int written =
                new DemoReports(DemoReports.DEFAULT_DOMAINS + others, today).writeOthers(folder);
        assertThat(written)
                .isBetween(
                        others * DemoReports.WEEKS_BEFORE,
                        others * (DemoReports.WEEKS_BEFORE + DemoReports.LAST_DAYS));
    }

    @Test
    void theNewSenderHasSentWhatTheStorySays() throws IOException {
        long messages = 0;
        for (Map.Entry<String, byte[]> file : samples.entrySet()) {
            if (file.getKey().contains("!shop.example!") && file.getKey().endsWith(".xml.gz")) {
                messages +=
                        NEWSLETTERS
                                .matcher(unpacked(file))
                                .results()
                                .mapToLong(match -> Long.parseLong(match.group(1)))
                                .sum();
            }
        }
        assertThat(messages).isEqualTo(18_204);
    }

    @Test
    void demoIsTakenInCompletely() {
        try (TestService service = TestService.shared()) {
            Accounts.Created account = service.account("demo");
            List<ImportProgress.Failure> failures = new ArrayList<>();
            Counts counts =
                    service.part(Imports.class)
                            .importFiles(
                                    account.account().scope(),
                                    List.of(folder),
                                    new Progress(failures),
                                    () -> false);
            assertThat(failures).isEmpty();
            assertThat(counts.imported()).isEqualTo(samples.size());
            assertThat(counts.found()).isEqualTo(samples.size());
            assertThat(counts.notStored()).isZero();
            JsonNode domains = service.get(account.apiToken(), "/api/v1/domains/?limit=100").json();
            List<String> names = new ArrayList<>();
            domains.get("results").forEach(domain -> names.add(domain.get("domain").asString()));
            assertThat(names).containsAll(demo.cast()).containsAll(demo.others());
        }
    }

    private static Map<String, byte[]> written(Path folder, DemoReports reports)
            throws IOException {
        int count = 0;
        for (int ago : reports.mornings()) {
            count += reports.writeMorning(folder, ago);
        }
        count += reports.writeOthers(folder);
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> list = Files.list(folder)) {
            for (Path file : list.toList()) {
                files.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
            }
        }
        assertThat(files).hasSize(count);
        return files;
    }

    private static List<AggregateReport> read() throws IOException {
        return readAll().reports;
    }

    private static Sink readAll() throws IOException {
        ReportReader reader = new ReportReader(Limits.DEFAULT);
        Sink sink = new Sink();
        for (Map.Entry<String, byte[]> file : samples.entrySet()) {
            reader.read(file.getKey(), () -> new ByteArrayInputStream(file.getValue()), sink);
        }
        return sink;
    }

    private static List<String> values(Pattern element, String xml) {
        return element.matcher(xml).results().map(match -> match.group(1)).toList();
    }

    private static String unpacked(Map.Entry<String, byte[]> file) throws IOException {
        try (InputStream in = new ByteArrayInputStream(file.getValue());
                InputStream plain = file.getKey().endsWith(".gz") ? new GZIPInputStream(in) : in) {
            return new String(plain.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private record Progress(List<ImportProgress.Failure> failures) implements ImportProgress {

        @Override
        public void progressed(long expected, long read, Counts counts) {
            assertThat(read).isLessThanOrEqualTo(expected);
        }

        @Override
        public void failed(List<Failure> more) {
            failures.addAll(more);
        }
    }

    private static final class Sink implements ReportSink {

        private final List<AggregateReport> reports = new ArrayList<>();
        private final List<FailureReport> failures = new ArrayList<>();
        private final List<TlsReport> tls = new ArrayList<>();

        @Override
        public void record(AggregateRecord record) {
            InetAddress address = record.sourceIp();
            assertThat(address.isLoopbackAddress()).isFalse();
            assertThat(record.count()).isPositive();
        }

        @Override
        public void restart() {
            throw new AssertionError("a sample could not be read as it stands");
        }

        @Override
        public void aggregate(AggregateReport report) {
            reports.add(report);
        }

        @Override
        public void failure(FailureReport report) {
            failures.add(report);
        }

        @Override
        public void tls(TlsReport report) {
            tls.add(report);
        }

        @Override
        public void problem(Problem problem) {
            throw new AssertionError(problem.toString());
        }
    }
}
