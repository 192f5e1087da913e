package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.accounts.Accounts;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.ledger.ImportProgress;
import org.mailvane.intake.ledger.Imports;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.queue.Delivery;
import org.mailvane.intake.queue.MailIntake;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.testing.TestSql;
import tools.jackson.databind.JsonNode;

/** Tests what imports show about each message, its original, and reading it again. */
class LedgerApiTest {

    private static final TestService SERVICE = TestService.shared();
    private static final TestSql SQL = SERVICE.sql();
    private long account;
    private String token;

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    @BeforeEach
    void newAccount(TestInfo test) {
        Accounts.Created created = SERVICE.account(test.getTestMethod().orElseThrow().getName());
        account = created.account().id();
        token = created.apiToken();
    }

    private static String mail(byte[] report) {
        return """
        Authentication-Results: mx.example.org; dkim=pass header.d=reporter.example
        From: Reports <noreply@reporter.example>
        Subject: Report domain: example.com
        Content-Type: application/xml
        Content-Transfer-Encoding: base64

        """
                + Base64.getMimeEncoder().encodeToString(report);
    }

    private static byte[] report(String domain, String id) {
        return SampleReport.about(domain)
                .id(id)
                .record("192.0.2.1", 4, "none", true, true)
                .record("192.0.2.2", 3, "none", false, false)
                .xml();
    }

    /** Hands a mail over; answers the path of its import when it has been read. */
    private String deliver(String name, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        SERVICE.part(MailIntake.class)
                .take(
                        List.of(
                                new Delivery(
                                        account,
                                        Origin.SMTP,
                                        "",
                                        name,
                                        RawMessage.read(new ByteArrayInputStream(bytes)),
                                        "bounce@reporter.example")));
        String path =
                "/api/v1/imports/"
                        + SQL.value(
                                "select import_id from ledger_entry where account_id = %d and name = '%s'"
                                        .formatted(account, name))
                        + "/";
        awaitDone(path);
        return path;
    }

    private void awaitDone(String path) {
        Awaiting.until(
                path + " is done",
                Duration.ofSeconds(30),
                () -> SERVICE.get(token, path).json().get("state").asString().equals("done"));
    }

    private List<JsonNode> entries(String path, String query) {
        return SERVICE.get(token, path + "entries/" + query)
                .json()
                .get("results")
                .valueStream()
                .toList();
    }

    @Test
    void eachMessageIsShownWithWhatCarriedItAndWhatBecameOfIt() throws IOException {
        deliver("report", mail(report("example.com", "1")));
        deliver("spam", "From: x@spam.example\nSubject: buy\n\nnow");
        String path = deliver("broken", mail("<feedback>".getBytes(StandardCharsets.UTF_8)));
        JsonNode one = SERVICE.get(token, path).json();
        assertThat(one.get("origin").asString()).isEqualTo("smtp");
        assertThat(one.get("source").asString()).isEmpty();

        List<JsonNode> all = entries(path, "");
        assertThat(all).hasSize(3);
        JsonNode report = all.get(0);
        assertThat(report.get("name").asString()).isEqualTo("report");
        assertThat(report.get("state").asString()).isEqualTo("done");
        assertThat(report.get("envelope_from").asString()).isEqualTo("bounce@reporter.example");
        assertThat(report.get("header_from").asString()).isEqualTo("noreply@reporter.example");
        assertThat(report.get("dkim").asString()).isEqualTo("pass reporter.example");
        assertThat(report.get("waiting").asInt()).as("nobody has added the domain").isEqualTo(1);
        JsonNode reason = report.get("reasons").get(0);
        assertThat(reason.get("outcome").asString()).isEqualTo("waiting");
        assertThat(reason.get("code").asString()).isEqualTo("unknown_domain");
        assertThat(entries(path, "?outcome=failed"))
                .singleElement()
                .satisfies(e -> assertThat(e.get("name").asString()).isEqualTo("broken"));
        assertThat(entries(path, "?outcome=not_a_report")).hasSize(1);
        assertThat(entries(path, "?outcome=imported")).isEmpty();
    }

    @Test
    void ofMailsThatACommandReadsIsShownWhatCarriedThemToo(@TempDir Path folder)
            throws IOException {
        Path file = folder.resolve("report.eml");
        Files.writeString(file, mail(report("example.com", "1")));
        ImportProgress unseen =
                new ImportProgress() {
                    @Override
                    public void progressed(long expected, long read, Counts counts) {}

                    @Override
                    public void failed(List<Failure> failures) {}
                };
        Counts counts =
                SERVICE.part(Imports.class)
                        .importFiles(Scope.ofAccount(account), List.of(file), unseen, () -> false);
        assertThat(counts.imported()).isEqualTo(1);
        assertThat(
                        SQL.rows(
                                "select header_from, dkim from ledger_entry where account_id = "
                                        + account))
                .containsExactly("noreply@reporter.example|pass reporter.example");
    }

    @Test
    void originalHasTheBytesAsTheyCame() throws IOException {
        String text = "From: x@spam.example\r\nSubject: \u00e4\u0080\r\n\r\n<html>";
        String path = deliver("original", text);
        JsonNode entry = entries(path, "").getFirst();
        String link = entry.get("_links").get("original").asString();
        Answer original = SERVICE.get(token, link);
        assertThat(original.status()).isEqualTo(200);
        assertThat(original.header("content-type")).startsWith("application/octet-stream");
        assertThat(original.header("content-disposition")).startsWith("attachment");
        assertThat(original.header("x-content-type-options")).isEqualTo("nosniff");
        assertThat(original.header("content-security-policy")).isEqualTo("sandbox");
        assertThat(original.header("cache-control")).isEqualTo("no-store");
        assertThat(original.header("content-length"))
                .isEqualTo(String.valueOf(text.getBytes(StandardCharsets.ISO_8859_1).length));

        SQL.execute("update ledger_entry set holds_failure = true where account_id = " + account);
        assertThat(SERVICE.get(token, link).status()).as("the owner may").isEqualTo(200);
        SQL.execute(
                "update account_user set has_forensic_access = false where account_id = "
                        + account);
        Answer refused = Awaited.status(403, () -> SERVICE.get(token, link));
        assertThat(refused.json().toString()).contains("forensic");
        SQL.execute(
                "update ledger_entry set holds_failure = false, state = 'queued',"
                        + " leased_until = now() + interval '1 hour' where account_id = "
                        + account);
        assertThat(SERVICE.get(token, link).status()).as("not known yet").isEqualTo(403);
        SQL.execute("update ledger_entry set state = 'done' where account_id = " + account);
        assertThat(SERVICE.get(token, link).status()).isEqualTo(200);
        SQL.execute("delete from raw_message where account_id = " + account);
        assertThat(SERVICE.get(token, link).status()).isEqualTo(404);
        assertThat(entries(path, "").getFirst().get("_links").has("original")).isFalse();
    }

    /** Who a token belongs to may be known for a moment. */
    private static final class Awaited {

        static Answer status(int status, java.util.function.Supplier<Answer> call) {
            Answer[] last = new Answer[1];
            Awaiting.until(
                    "the answer is " + status,
                    Duration.ofSeconds(30),
                    () -> {
                        last[0] = call.get();
                        return last[0].status() == status;
                    });
            return last[0];
        }
    }

    @Test
    void whatIsReadAgainCountsOnce() throws IOException {
        String path = deliver("again", mail(report("again.example", "1")));
        assertCounts(path, 1, 0, 0, 1, 0);
        SQL.execute(
                "update account set settings = '{\"add_domains_by_mail\": true}' where account_id = "
                        + account);
        assertThat(post(path + "retry/").status()).isEqualTo(202);
        awaitCounts(path, 1, 1, 0, 0, 2);
        String entry = path + "entries/" + entries(path, "").getFirst().get("id").asLong() + "/";
        Answer accepted = post(entry + "retry/");
        assertThat(accepted.status()).isEqualTo(202);
        awaitDone(path);
        assertCounts(path, 1, 1, 0, 0, 2);
        assertThat(SQL.value("select count(*) from report where account_id = " + account))
                .isEqualTo("1");
        assertThat(SQL.value("select count(*) from fact where account_id = " + account))
                .isEqualTo("2");

        SQL.execute(
                "update ledger_entry set state = 'queued', leased_until = now() + interval '1 hour' where account_id = "
                        + account);
        assertThat(post(entry + "retry/").json().toString()).contains("already queued");
        SQL.execute(
                "update ledger_entry set state = 'done', raw_id = null where account_id = "
                        + account);
        Answer gone = post(entry + "retry/");
        assertThat(gone.status()).isEqualTo(400);
        assertThat(gone.json().toString()).contains("no longer kept");
        assertThat(post(path + "entries/999/retry/").status()).isEqualTo(404);
    }

    private Answer post(String path) {
        return SERVICE.call("POST", token, path, BodyPublishers.noBody(), Map.of());
    }

    private void awaitCounts(
            String path, int found, int imported, int duplicate, int waiting, int records) {
        Awaiting.until(
                "it is imported",
                Duration.ofSeconds(30),
                () -> SERVICE.get(token, path).json().get("imported").asInt() == imported);
        awaitDone(path);
        assertCounts(path, found, imported, duplicate, waiting, records);
    }

    private void assertCounts(
            String path, int found, int imported, int duplicate, int waiting, int records) {
        JsonNode one = SERVICE.get(token, path).json();
        assertThat(
                        List.of(
                                one.get("found").asInt(),
                                one.get("imported").asInt(),
                                one.get("duplicate").asInt(),
                                one.get("waiting").asInt(),
                                one.get("records").asInt()))
                .containsExactly(found, imported, duplicate, waiting, records);
    }
}
