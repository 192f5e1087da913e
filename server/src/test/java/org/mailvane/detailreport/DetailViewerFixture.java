package org.mailvane.detailreport;

import static org.mailvane.detailreport.DetailViewerFixture.DATA;
import static org.mailvane.detailreport.DetailViewerFixture.REPORTS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.mailvane.accounts.Accounts;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.MmdbFile;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.testing.TestSql;
import tools.jackson.databind.JsonNode;

/** A service whose account has a few reports about shop.example, with senders of every category. */
final class DetailViewerFixture implements AutoCloseable {

    static final String REPORTS = "/api/v1/detail-viewer/";
    static final String DATA = "/api/v1/aggregate-report/";

    /** Rows of the two reports. */
    static final int ROWS = 8;

    /** Their messages. */
    static final long MESSAGES = 294;

    private static final Duration SOON = Duration.ofSeconds(60);

    final LocalDate secondDay = LocalDate.now(ZoneOffset.UTC).minusDays(4);
    final LocalDate firstDay = secondDay.minusDays(1);
    final Database database = TestDatabases.migrated();
    final TestSql sql = new TestSql(database);
    final TestService service;
    final Accounts.Created account;

    private final DnsServer dns =
            DnsServer.of(
                    """
                    10.2.0.192.in-addr.arpa  PTR  mx1.hosts.example
                    mx1.hosts.example        A    192.0.2.10
                    11.2.0.192.in-addr.arpa  PTR  mx2.hosts.example
                    mx2.hosts.example        A    192.0.2.11
                    7.100.51.198.in-addr.arpa PTR liar.example
                    """);

    DetailViewerFixture() {
        service =
                TestService.start(
                        Map.of(
                                Setting.DNS_SERVERS,
                                dns.setting(),
                                Setting.COUNTRY_DB,
                                countries().toString()),
                        database);
        account = service.account("Shop");
        send(
                "custom-sources/",
                """
                {"name": "Scanners", "networks": ["203.0.113.192/27"], "category": 2,
                 "capable_spf": false, "capable_dkim": false, "notes_dmarc": "Ask the copy shop."}
                """);
        upload(
                SampleReport.about("shop.example")
                        .period(firstDay + "T00:00:00Z", firstDay + "T23:59:59Z")
                        .record("192.0.2.10", 120, "none", true, true)
                        .record("192.0.2.11", 30, "none", false, true)
                        .record("198.51.100.7", 3, "reject", false, false)
                        .record("203.0.113.9", 5, "none", false, false, "shop.example", "forwarded")
                        .record("203.0.113.200", 7, "quarantine", false, false)
                        .record("192.0.2.10", 40, "none", true, true, "news.shop.example", ""));
        upload(
                SampleReport.about("shop.example")
                        .from("Postbox Two")
                        .id("r-2")
                        .period(secondDay + "T00:00:00Z", secondDay + "T23:59:59Z")
                        .record("192.0.2.10", 80, "none", true, true)
                        .record("2001:db8::7", 9, "none", false, false));
        Awaiting.until(
                "all rows are classified by what is known",
                SOON,
                () -> sql.value("select count(*) from reclassification_queue").equals("0"));
    }

    private static Path countries() {
        try {
            return MmdbFile.write(
                    Files.createTempFile("mailvane-test-", ".mmdb"),
                    "Own-Country",
                    Instant.parse("2026-11-01T00:00:00Z"),
                    Map.of(
                            "192.0.2.0/24", Map.of("country", Map.of("iso_code", "DE")),
                            "198.51.100.0/24", Map.of("country", Map.of("iso_code", "US"))));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void upload(SampleReport report) {
        // A comment that a spreadsheet would calculate.
        String xml =
                new String(report.xml(), StandardCharsets.UTF_8)
                        .replace("</type></reason>", "</type><comment>=1+1</comment></reason>");
        Answer answer =
                service.call(
                        "POST",
                        account.apiToken(),
                        "/api/v1/imports/",
                        BodyPublishers.ofString(xml),
                        Map.of());
        String link = "/api/v1/imports/" + answer.json().get("id").asLong() + "/";
        Awaiting.until(
                "the report is stored",
                SOON,
                () -> {
                    JsonNode upload = service.get(account.apiToken(), link).json();
                    return upload.get("state").asString().equals("done")
                            && upload.get("imported").asInt() == 1;
                });
    }

    private void send(String path, String body) {
        Answer answer = service.send("POST", account.apiToken(), "/api/v1/" + path, body);
        if (answer.status() != 201) {
            throw new AssertionError(answer.text());
        }
    }

    /** A user of the account who may read everything. */
    String reader(String name) {
        String email = name + "@example.com";
        sql.execute(
                """
                with u as (insert into account_user (account_id, email, is_active, is_owner, is_admin,
                        has_forensic_access, has_billing_access, date_joined)
                    values (%1$d, '%2$s', true, false, false, false, false, now()) returning id)
                insert into group_access (account_id, group_id, user_id, writes)
                select %1$d, g.id, u.id, false from u, domain_group g
                where g.account_id = %1$d and g.is_default
                """
                        .formatted(account.account().id(), email));
        return service.part(Accounts.class).createToken(email);
    }

    /** Asks for a report; further members begin with a comma. */
    Answer create(String token, String members) {
        return service.send(
                "POST",
                token,
                REPORTS,
                "{\"start_date\": \"%s\", \"end_date\": \"%s\", \"filter_option\": \"n\"%s}"
                        .formatted(firstDay, secondDay, members));
    }

    /** The token of a report that is ready. */
    String ready(String members) {
        return ready(create(account.apiToken(), members));
    }

    /** The token of a report that is ready. */
    String ready(Answer created) {
        if (created.status() != 202 && created.status() != 200) {
            throw new AssertionError(created.text());
        }
        String token = created.json().get("search_token").asString();
        Awaiting.until(
                "the report is ready",
                SOON,
                () -> get(DATA + token + "/progress/").json().get("value").asInt() == 100);
        return token;
    }

    Answer get(String path) {
        return service.get(account.apiToken(), path);
    }

    /** Follows a link. */
    JsonNode follow(JsonNode item, String link) {
        String address = item.get("_links").get(link).asString();
        if (!address.startsWith(service.address())) {
            throw new AssertionError(address);
        }
        Answer answer = get(address.substring(service.address().length()));
        if (answer.status() != 200) {
            throw new AssertionError(address + " " + answer.text());
        }
        return answer.json();
    }

    /** The items of a list. */
    List<JsonNode> items(String path) {
        Answer answer = get(path);
        if (answer.status() != 200) {
            throw new AssertionError(path + " " + answer.text());
        }
        return answer.json().get("results").valueStream().toList();
    }

    @Override
    public void close() {
        service.close();
        dns.close();
    }

    /** Returns the messages of all items. */
    long sum(Stream<JsonNode> items) {
        return items.mapToLong(this::messageCount).sum();
    }

    /** Returns the sources of a report. */
    JsonNode sources(String token) {
        return get(DATA + token + "/sources/").json();
    }

    List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }

    long messageCount(JsonNode item) {
        return item.get("message_count").asLong();
    }
}
