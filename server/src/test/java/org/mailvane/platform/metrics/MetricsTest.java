package org.mailvane.platform.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.accounts.Accounts;
import org.mailvane.intake.smtp.SmtpListener;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.Browser;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;

/** The figures of {@code /metrics}: their form, and what moves each of them. */
class MetricsTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    /** Lines of one answer at most, with all places and events of this test. */
    private static final int MAX_SERIES = 250;

    private static final TestClock CLOCK = new TestClock(Instant.parse("2026-11-20T12:00:00Z"));

    private static TestService service;
    private static Accounts.Created account;

    /** New, since a shared one's counters may have moved. */
    @BeforeAll
    static void open(@TempDir Path folder) throws IOException {
        service =
                TestService.fresh(
                        Map.of(
                                Setting.SMTP_LISTEN, "127.0.0.1:0",
                                Setting.WATCH_DIRS, folder.toString(),
                                Setting.IMAP_URLS, "imap://ann:secret@127.0.0.1:" + nobody() + "/",
                                Setting.RATE_ANONYMOUS, "1",
                                Setting.MONITOR, "on"),
                        CLOCK);
        service.dns().add("shop.example MX 10 mx.shop.example");
        account = service.account("One");
    }

    /** A port on which nobody listens. */
    private static int nobody() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @AfterAll
    static void close() {
        service.close();
    }

    /** What is answered when all values that are kept are too old. */
    private static Exposition figures() {
        CLOCK.advance(Sample.KEPT);
        TestService.Answer answer = service.get(null, "/metrics");
        assertThat(answer.header("content-type")).startsWith("text/plain;version=0.0.4");
        return Exposition.of(answer.text());
    }

    /** Waits until a series has risen by so much since then. */
    private static void awaitMore(Exposition before, double by, String name, String... labels) {
        double wanted = before.value(name, labels) + by;
        Awaiting.until(
                name + " " + String.join(" ", labels) + " is " + wanted,
                SOON,
                () -> figures().value(name, labels) == wanted);
    }

    private static void upload(byte[] content) {
        assertThat(
                        service.call(
                                        "POST",
                                        account.apiToken(),
                                        "/api/v1/imports/",
                                        BodyPublishers.ofByteArray(content),
                                        Map.of())
                                .status())
                .isEqualTo(202);
    }

    private static byte[] report(String id) {
        return SampleReport.about("shop.example")
                .id(id)
                .record("192.0.2.1", 40, "none", true, true)
                .record("192.0.2.2", 2, "none", false, false)
                .xml();
    }

    @Test
    void everyFigureFollowsTheRulesAndIsBounded() {
        Awaiting.until(
                "a request was counted",
                SOON,
                () -> figures().families().containsKey("http_server_requests_seconds"));
        Exposition all = figures();
        assertThat(all.forbiddenLabels()).isEmpty();
        Set<String> own = new TreeSet<>();
        int series = 0;
        for (Map.Entry<String, Exposition.Family> family : all.families().entrySet()) {
            series += family.getValue().series().size();
            if (family.getKey().startsWith("mailvane_")) {
                own.add(family.getKey());
            }
        }
        assertThat(series).isLessThan(MAX_SERIES);
        assertThat(own).hasSizeGreaterThan(30);
        assertThat(all.families().keySet())
                .contains("process_cpu_usage", "jvm_memory_used_bytes", "disk_free_bytes")
                .contains("http_server_requests_seconds", "hikaricp_connections_active")
                .noneMatch(name -> name.matches("(tomcat|logback|executor|application|system)_.*"));
        // Of a page for whoever runs it: none without its line, none that is not there.
        assertThat(documented()).isEqualTo(own);
    }

    private static Set<String> documented() {
        Set<String> names = new TreeSet<>();
        try {
            Path page = Path.of("..", "docs", "metrics.md");
            for (String line : Files.readAllLines(page)) {
                if (line.startsWith("| `mailvane_")) {
                    names.add(line.substring(3, line.indexOf('`', 3)).replaceAll("\\{.*", ""));
                }
            }
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
        return names;
    }

    @Test
    void whatComesInIsCountedByItsSourceAndOutcome() throws IOException {
        Exposition before = figures();
        String results = "mailvane_import_results_total";
        upload(report("r-1"));
        awaitMore(before, 1, results, "source", "upload", "outcome", "imported");
        upload(report("r-1"));
        awaitMore(before, 1, results, "source", "upload", "outcome", "duplicate");
        upload("Dear all".getBytes(StandardCharsets.US_ASCII));
        awaitMore(before, 1, results, "source", "upload", "outcome", "not_a_report");
        upload("<feedback><report_metadata>".getBytes(StandardCharsets.US_ASCII));
        awaitMore(before, 1, results, "source", "upload", "outcome", "failed");
        Exposition after = figures();
        assertThat(
                        after
                                .families()
                                .get("mailvane_import_failures_total")
                                .series()
                                .values()
                                .stream()
                                .mapToDouble(Double::doubleValue)
                                .sum())
                .isEqualTo(1);
        assertThat(after.value("mailvane_aggregate_reports_total", "trust", "advice")).isEqualTo(1);
        assertThat(after.value("mailvane_aggregate_records_total", "trust", "advice")).isEqualTo(2);
        assertThat(after.value("mailvane_aggregate_messages_total", "trust", "advice"))
                .isEqualTo(42);
        assertThat(after.value("mailvane_aggregate_reports_total", "trust", "held")).isZero();
        assertThat(after.value("mailvane_queue_messages")).isZero();
        // Its rows are classified again once addresses are known, for which DNS is asked.
        Awaiting.until(
                "rows were classified again",
                SOON,
                () -> {
                    Exposition now = figures();
                    String rows = "mailvane_reclassification_rows_total";
                    return now.value(rows, "result", "same") + now.value(rows, "result", "changed")
                            > 0;
                });
        awaitLookups(before, "no_such_name");
        Awaiting.until(
                "nothing is due any more",
                SOON,
                () -> figures().value("mailvane_monitor_due_domains") == 0);
        assertThat(figures().value("mailvane_monitor_lag_seconds")).isZero();
    }

    private static void awaitLookups(Exposition before, String result) {
        Awaiting.until(
                "DNS was asked",
                SOON,
                () ->
                        figures().value("mailvane_dns_lookup_seconds_count", "result", result)
                                > before.value(
                                        "mailvane_dns_lookup_seconds_count", "result", result));
        assertThat(figures().value("mailvane_dns_lookup_seconds_sum", "result", result))
                .isPositive();
    }

    @Test
    void mailboxesAndFoldersSayWhetherTheyAreRead() {
        String failures = "mailvane_source_consecutive_failures";
        String success = "mailvane_source_last_success_timestamp_seconds";
        Awaiting.until(
                "the mailbox could not be read",
                SOON,
                () -> figures().value(failures, "source", "imap", "number", "1") > 0);
        Awaiting.until(
                "the folder was read",
                SOON,
                () -> figures().value(success, "source", "folder", "number", "1") > 0);
        Exposition all = figures();
        assertThat(all.value(success, "source", "imap", "number", "1")).isNaN();
        assertThat(all.value(failures, "source", "folder", "number", "1")).isZero();
    }

    @Test
    void clientsBySmtpAreCountedAndRefusalsByReason() throws IOException {
        Exposition before = figures();
        String[] address = service.part(SmtpListener.class).address().orElseThrow().split(":", 2);
        try (Socket client = new Socket(address[0], Integer.parseInt(address[1]));
                BufferedReader answers =
                        new BufferedReader(
                                new InputStreamReader(
                                        client.getInputStream(), StandardCharsets.US_ASCII))) {
            assertThat(answers.readLine()).startsWith("220");
            awaitMore(before, 1, "mailvane_smtp_connections_total");
            assertThat(figures().value("mailvane_smtp_clients")).isEqualTo(1);
            client.getOutputStream()
                    .write(
                            "HELO mx.example\r\nMAIL FROM:<a@b.example> SIZE=999999999999\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            assertThat(answers.readLine()).startsWith("250");
            assertThat(answers.readLine()).startsWith("552");
        }
        assertThat(figures().value("mailvane_smtp_refused_total", "reason", "too_large"))
                .isEqualTo(1);
    }

    @Test
    void signInsRefusalsReportsAndJobsAreCounted() {
        Exposition before = figures();
        Browser browser = new Browser(service);
        browser.post("/sign-in", "email", "nobody@example.com", "password", "not the password");
        awaitMore(before, 1, "mailvane_security_events_total", "event", "sign_in_failed");
        String inspect = "/api/v1/dmarc/inspect/";
        for (int i = 0; i < 2; i++) {
            service.send("POST", null, inspect, "{\"domain\": \"shop.example\"}");
        }
        awaitMore(before, 1, "mailvane_rate_limit_refusals_total", "limit", "address");
        assertThat(
                        service.send(
                                        "POST",
                                        account.apiToken(),
                                        "/api/v1/detail-viewer/",
                                        "{\"start_date\": \"2026-11-01\", \"end_date\":"
                                                + " \"2026-11-02\", \"filter_option\": \"n\"}")
                                .status())
                .isIn(200, 202);
        awaitMore(before, 1, "mailvane_detail_report_seconds_count", "result", "ready");
        String jobs = "mailvane_job_last_success_timestamp_seconds";
        Awaiting.until(
                "all recurring jobs have gone well",
                SOON,
                () -> {
                    Exposition now = figures();
                    return now.families().containsKey(jobs)
                            && now.families().get(jobs).series().values().stream()
                                    .allMatch(seconds -> seconds > 0);
                });
        Exposition all = figures();
        assertThat(all.value("mailvane_database_up", "kind", "server")).isEqualTo(1);
        assertThat(all.value("mailvane_jobs_failing")).isZero();
        assertThat(all.families().get(jobs).series().values())
                .isNotEmpty()
                .allSatisfy(seconds -> assertThat(seconds).isPositive());
    }
}
