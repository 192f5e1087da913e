package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.reading.Envelope;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** Reports that are uploaded. */
class UploadTest {

    private static final String BOUNDARY = "----form-boundary";

    private static final String PART_HEAD =
            """
            --%s
            Content-Disposition: form-data; name="file"; filename="%s"
            Content-Type: application/octet-stream

            """
                    .replace("\n", "\r\n");

    private static TestService service;
    private String token;

    @BeforeAll
    static void start() {
        service = TestService.shared();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void newAccount(TestInfo test) {
        token = service.account(test.getTestMethod().orElseThrow().getName()).apiToken();
    }

    @Test
    void aRawBodyIsTakenInAndItsFiguresAppear() {
        String today = LocalDate.now(ZoneOffset.UTC).minusDays(1).toString();
        byte[] report =
                SampleReport.about("shop.example")
                        .period(today + "T00:00:00Z", today + "T23:59:59Z")
                        .record("192.0.2.1", 40, "none", true, true)
                        .record("192.0.2.2", 7, "none", false, false, "shop.example", "forwarded")
                        .record("2001:db8::1", 3, "reject", false, false)
                        .record("192.0.2.1", 5, "none", true, false, "news.shop.example", "")
                        .xml();

        Answer accepted = upload(report);
        assertThat(accepted.status()).isEqualTo(202);
        assertThat(accepted.header("location"))
                .isEqualTo(accepted.json().get("_links").get("self").asString());
        JsonNode done = awaitDone(accepted);
        assertThat(done.get("origin").asString()).isEqualTo("upload");
        assertThat(done.get("value").asInt()).isEqualTo(100);
        assertCounts(done, 1, 1, 0, 0, 0, 0);
        assertThat(done.get("records").asInt()).isEqualTo(4);
        assertThat(done.get("not_stored").asInt()).isZero();

        JsonNode domains = service.get(token, "/api/v1/domains/").json().get("results");
        assertThat(domains).hasSize(2);
        JsonNode news = domains.get(0);
        JsonNode shop = domains.get(1);
        assertThat(news.get("domain").asString()).isEqualTo("news.shop.example");
        assertThat(news.get("is_subdomain").asBoolean()).isTrue();
        assertThat(news.get("top_level").asBoolean()).isFalse();
        assertThat(news.get("origin").get("code").asString()).isEqualTo("d");
        assertThat(news.get("count_dmarc_capable").asInt()).isEqualTo(5);
        assertThat(shop.get("subdomain_count").asInt()).isEqualTo(1);
        // The subdomain counts with its parent until it is promoted.
        assertThat(shop.get("count_dmarc_capable").asInt()).isEqualTo(45);
        assertThat(shop.get("count_forwarded").asInt()).isEqualTo(7);
        assertThat(shop.get("count_threat_other").asInt()).isEqualTo(3);
        assertThat(Instant.parse(shop.get("last_upload_time").asString()))
                .isAfter(Instant.now().minusSeconds(300));
        JsonNode group = service.get(token, "/api/v1/domain-groups/").json().get("results").get(0);
        assertThat(group.get("label").asString()).isEqualTo("DEFAULT");
        // Top level ones: the subdomain counts with its parent here too.
        assertThat(group.get("domain_count").asInt()).isEqualTo(1);
        assertThat(group.get("max_volume_count").asInt()).isEqualTo(55);
    }

    @Test
    void theSameAgainIsADuplicateAndCountsOnce() throws IOException {
        byte[] report =
                SampleReport.about("shop.example")
                        .record("192.0.2.1", 40, "none", true, true)
                        .xml();
        assertCounts(awaitDone(upload(report)), 1, 1, 0, 0, 0, 0);
        assertCounts(awaitDone(upload(report)), 1, 0, 1, 0, 0, 0);
        assertCounts(awaitDone(upload(gzip(report))), 1, 0, 1, 0, 0, 0);
        byte[] other =
                SampleReport.about("shop.example")
                        .record("192.0.2.1", 41, "none", true, true)
                        .xml();
        assertCounts(awaitDone(upload(other)), 1, 0, 1, 0, 0, 0);
    }

    @Test
    void multipartTakesAnyNumberOfFilesAndEachFailureHasItsReason() throws IOException {
        byte[] good =
                SampleReport.about("a.example").record("192.0.2.1", 1, "none", true, true).xml();
        ByteArrayOutputStream zip = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(zip)) {
            for (int i = 0; i < 3; i++) {
                out.putNextEntry(new ZipEntry("r" + i + ".xml"));
                out.write(
                        SampleReport.about("b.example")
                                .id("b-" + i)
                                .record("192.0.2.1", 1, "none", true, true)
                                .xml());
            }
        }
        byte[] broken =
                "<?xml version=\"1.0\"?><feedback><report_metadata>"
                        .getBytes(StandardCharsets.UTF_8);
        Answer accepted =
                service.call(
                        "POST",
                        token,
                        "/api/v1/imports/",
                        multipart(
                                Map.of(
                                        "good.xml",
                                        good,
                                        "three.zip",
                                        zip.toByteArray(),
                                        "broken.xml",
                                        broken,
                                        "letter.txt",
                                        "Dear all,\n\nno report.\n"
                                                .getBytes(StandardCharsets.UTF_8))),
                        Map.of("Content-Type", "multipart/form-data; boundary=" + BOUNDARY));
        assertThat(accepted.status()).isEqualTo(202);
        JsonNode done = awaitDone(accepted);
        assertCounts(done, 6, 4, 0, 1, 0, 1);
        JsonNode failures =
                service.get(token, done.get("_links").get("failures").asString()).json();
        assertThat(failures.get("count").asInt()).isEqualTo(1);
        JsonNode failure = failures.get("results").get(0);
        assertThat(failure.get("file").asString()).startsWith("broken.xml");
        assertThat(failure.get("reason").asString()).startsWith("The XML is not well-formed.");
        assertThat(failure.get("code").asString()).isEqualTo("broken");
        // Rows from before messages were stored keep their English text.
        service.sql()
                .execute(
                        "update ledger_remark set message = null, reason = 'An {old} text.'"
                                + " where message like '%imports.xml.not_well_formed%'");
        JsonNode old = service.get(token, done.get("_links").get("failures").asString()).json();
        assertThat(old.at("/results/0/reason").asString()).isEqualTo("An {old} text.");
    }

    @Test
    void aMailboxIsTakenInMessageByMessage() {
        StringBuilder mailbox = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            mailbox.append("From reporter@kite-mail.example Sat Nov  1 00:00:0")
                    .append(i)
                    .append(" 2026\nSubject: report\nContent-Type: text/xml\n\n")
                    .append(
                            new String(
                                    SampleReport.about("box.example")
                                            .id("box-" + i)
                                            .record("192.0.2.1", 1, "none", true, true)
                                            .xml(),
                                    StandardCharsets.UTF_8))
                    .append("\n");
        }
        JsonNode done = awaitDone(upload(mailbox.toString().getBytes(StandardCharsets.UTF_8)));
        assertCounts(done, 3, 3, 0, 0, 0, 0);
        assertThat(done.get("label").asString()).isEqualTo("3 read");
    }

    @Test
    @Tag("slow")
    void aFileTooLargeToBeKeptFailsAloneWithItsReason() throws IOException {
        byte[] random = new byte[RawMessage.MAX_DEFLATED + (1 << 20)];
        new Random(1).nextBytes(random);
        random[0] = 'x';
        byte[] good =
                SampleReport.about("a.example").record("192.0.2.1", 1, "none", true, true).xml();
        Answer accepted =
                service.call(
                        "POST",
                        token,
                        "/api/v1/imports/",
                        multipart(Map.of("good.xml", good, "random.bin", random)),
                        Map.of("Content-Type", "multipart/form-data; boundary=" + BOUNDARY));
        JsonNode done = awaitDone(accepted);
        assertCounts(done, 2, 1, 0, 0, 0, 1);
        JsonNode failure =
                service.get(token, done.get("_links").get("failures").asString())
                        .json()
                        .get("results")
                        .get(0);
        assertThat(failure.get("file").asString()).isEqualTo("random.bin");
        assertThat(failure.get("code").asString()).isEqualTo("too_large");
        assertThat(failure.get("reason").asString()).contains("32 MB when compressed");
    }

    @Test
    void manyUploadsAtOnceAreAllTakenIn() throws Exception {
        int uploads = 4 * UploadThreads.AT_ONCE;
        List<Callable<JsonNode>> calls = new ArrayList<>();
        for (int i = 0; i < uploads; i++) {
            byte[] report =
                    SampleReport.about("many.example")
                            .id("m-" + i)
                            .record("192.0.2.1", 1, "none", true, true)
                            .xml();
            calls.add(() -> awaitDone(upload(report)));
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<JsonNode> done : threads.invokeAll(calls)) {
                assertCounts(done.get(), 1, 1, 0, 0, 0, 0);
            }
        }
    }

    @Test
    void aTlsReportIsTakenInOnce() {
        byte[] tls =
                """
                {"organization-name":"Kite Mail","date-range":{"start-datetime":"2026-11-01T00:00:00Z",
                "end-datetime":"2026-11-01T23:59:59Z"},"contact-info":"tls@kite-mail.example",
                "report-id":"t-1","policies":[{"policy":{"policy-type":"sts",
                "policy-domain":"shop.example"},"summary":{"total-successful-session-count":5,
                "total-failure-session-count":0}}]}
                """
                        .getBytes(StandardCharsets.UTF_8);
        assertCounts(awaitDone(upload(tls)), 1, 1, 0, 0, 0, 0);
        assertCounts(awaitDone(upload(tls)), 1, 0, 1, 0, 0, 0);
    }

    @Test
    void aFormOfTooManyPartsIs413AndSaysSo() throws IOException {
        Map<String, byte[]> files = new HashMap<>();
        for (int i = 0; i <= 1_000; i++) {
            files.put("f" + i, new byte[] {'x'});
        }
        Answer answer =
                service.call(
                        "POST",
                        token,
                        "/api/v1/imports/",
                        multipart(files),
                        Map.of("Content-Type", "multipart/form-data; boundary=" + BOUNDARY));
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.json().get("detail").asString())
                .isEqualTo("The form has more than 1000 parts.");
    }

    /** As long as file systems have them, in letters of which each takes several bytes. */
    @Test
    void aLongFileNameIsTakenAndOneThatIsTooLongIs413AndSaysSo() throws IOException {
        assertCounts(awaitDone(sendNamed("\u8a18".repeat(255))), 1, 0, 0, 1, 0, 0);
        Answer answer = sendNamed("x".repeat(4 << 10));
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.json().get("detail").asString())
                .isEqualTo("The header of a form part, with its file name, is larger than 4 KB.");
        assertThat(answer.json().get("code").asString()).isEqualTo("name_too_long");
    }

    @Test
    void aNameIsTheSameWhereverItStandsThoughOnlyItsEndIsKept() throws IOException {
        JsonNode done = awaitDone(sendNamed("y".repeat(Envelope.MAX_NAME_LENGTH) + ".txt"));
        JsonNode entry =
                service.get(token, done.get("_links").get("entries").asString())
                        .json()
                        .get("results")
                        .get(0);
        assertThat(entry.get("name").asString())
                .hasSize(Envelope.MAX_NAME_LENGTH)
                .startsWith("...y")
                .endsWith("y.txt")
                .isEqualTo(entry.get("reasons").get(0).get("file").asString());
    }

    private Answer sendNamed(String fileName) throws IOException {
        return service.call(
                "POST",
                token,
                "/api/v1/imports/",
                multipart(Map.of(fileName, "no report".getBytes(StandardCharsets.UTF_8))),
                Map.of("Content-Type", "multipart/form-data; boundary=" + BOUNDARY));
    }

    @Test
    void anUploadWithoutAFileIs400() {
        Answer empty = upload(new byte[0]);
        assertThat(empty.status()).isEqualTo(400);
        assertThat(empty.json().get("file").get(0).asString()).contains("contains no file");
        Answer noParts =
                service.call(
                        "POST",
                        token,
                        "/api/v1/imports/",
                        BodyPublishers.ofString("--" + BOUNDARY + "--\r\n"),
                        Map.of("Content-Type", "multipart/form-data; boundary=" + BOUNDARY));
        assertThat(noParts.status()).isEqualTo(400);
    }

    @Test
    void anotherAccountSeesNothingOfIt() {
        byte[] report =
                SampleReport.about("a.example").record("192.0.2.1", 1, "none", true, true).xml();
        JsonNode done = awaitDone(upload(report));
        String stranger = service.account("other").apiToken();
        assertThat(service.get(stranger, "/api/v1/imports/").json().get("count").asInt()).isZero();
        assertThat(service.get(stranger, "/api/v1/domains/").json().get("count").asInt()).isZero();
        String self = done.get("_links").get("self").asString();
        assertThat(service.get(stranger, self).status()).isEqualTo(404);
        assertThat(service.get(stranger, self + "failures/").status()).isEqualTo(404);
    }

    @Test
    @Tag("slow")
    void bombsAreRefusedWithAReasonWhileTheServerAnswers() throws IOException {
        Answer accepted = upload(gzipBomb(2L << 30));
        String self = accepted.json().get("_links").get("self").asString();
        Awaiting.until(
                self + " is done",
                Duration.ofSeconds(60),
                () -> {
                    Instant asked = Instant.now();
                    JsonNode state = service.get(token, self).json();
                    assertThat(Duration.between(asked, Instant.now()))
                            .isLessThan(Duration.ofSeconds(5));
                    return state.get("state").asString().equals("done");
                });
        JsonNode state = service.get(token, self).json();
        assertCounts(state, 1, 0, 0, 0, 0, 1);
        JsonNode failure =
                service.get(token, state.get("_links").get("failures").asString())
                        .json()
                        .get("results")
                        .get(0);
        assertThat(failure.get("code").asString()).isIn("bomb", "too_large");
    }

    private Answer upload(byte[] body) {
        return service.call(
                "POST", token, "/api/v1/imports/", BodyPublishers.ofByteArray(body), Map.of());
    }

    private JsonNode awaitDone(Answer accepted) {
        assertThat(accepted.status()).as(accepted.text()).isEqualTo(202);
        String self = accepted.json().get("_links").get("self").asString();
        Awaiting.until(
                self + " is done",
                Duration.ofSeconds(60),
                () -> service.get(token, self).json().get("state").asString().equals("done"));
        return service.get(token, self).json();
    }

    private static void assertCounts(
            JsonNode one,
            int found,
            int imported,
            int duplicate,
            int notAReport,
            int waiting,
            int failed) {
        assertThat(
                        new int[] {
                            one.get("found").asInt(),
                            one.get("imported").asInt(),
                            one.get("duplicate").asInt(),
                            one.get("not_a_report").asInt(),
                            one.get("waiting").asInt(),
                            one.get("failed").asInt()
                        })
                .as("found, imported, duplicate, not a report, waiting, failed in %s", one)
                .containsExactly(found, imported, duplicate, notAReport, waiting, failed);
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    private static byte[] gzipBomb(long size) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] blanks = new byte[1 << 20];
        java.util.Arrays.fill(blanks, (byte) ' ');
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write("<?xml version=\"1.0\"?><feedback>".getBytes(StandardCharsets.UTF_8));
            for (long written = 0; written < size; written += blanks.length) {
                gzip.write(blanks);
            }
        }
        return out.toByteArray();
    }

    private static BodyPublisher multipart(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            body.write(
                    PART_HEAD.formatted(BOUNDARY, file.getKey()).getBytes(StandardCharsets.UTF_8));
            body.write(file.getValue());
            body.write("\r\n".getBytes(StandardCharsets.UTF_8));
        }
        body.write(("--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return BodyPublishers.ofByteArray(body.toByteArray());
    }
}
