package org.mailvane.traffic;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.mailvane.accounts.Accounts;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.queue.Delivery;
import org.mailvane.intake.queue.MailIntake;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.testing.TestSql;
import org.mailvane.traffic.reclassify.Reclassification;
import tools.jackson.databind.JsonNode;

/** A service that takes in reports, by upload and by mail, and people who decide on them. */
public final class TrustFixture implements AutoCloseable {

    public static final String V1 = "/api/v1/";

    private static final Duration LIMIT = Duration.ofSeconds(60);

    public final TestClock clock = new TestClock(Instant.parse("2026-11-20T12:00:00Z"));
    public final TestService service = TestService.shared(clock);
    public final TestSql sql = service.sql();

    /** A report about a domain of the day before yesterday. */
    public static SampleReport report(String domain, String id, String reporter) {
        return SampleReport.about(domain)
                .from(reporter)
                .id(id)
                .period("2026-11-18T00:00:00Z", "2026-11-18T23:59:59Z");
    }

    /** Who calls the API. */
    public final class Person {

        public final long account;
        public final String token;

        private Person(long account, String token) {
            this.account = account;
            this.token = token;
        }

        public Answer get(String path) {
            return service.get(token, path.startsWith("http") ? path : V1 + path);
        }

        /** What a path answers, which must be there. */
        public JsonNode json(String path) {
            Answer answer = get(path);
            if (answer.status() != 200) {
                throw new AssertionError(path + ": " + answer.status() + " " + answer.text());
            }
            return answer.json();
        }

        public List<JsonNode> items(String path) {
            return json(path).get("results").valueStream().toList();
        }

        public Answer patch(String path, String json) {
            return service.send("PATCH", token, V1 + path, json);
        }

        /** The report with this id of its reporter's. */
        public JsonNode reportOf(String reportId) {
            return items("reports/?limit=500").stream()
                    .filter(report -> report.get("report_id").asString().equals(reportId))
                    .findFirst()
                    .orElseThrow();
        }

        /** Uploads a file and answers its import's number. */
        public long upload(byte[] file) {
            clock.advance(Duration.ofSeconds(1));
            Answer answer =
                    service.call(
                            "POST",
                            token,
                            V1 + "imports/",
                            BodyPublishers.ofByteArray(file),
                            Map.of());
            long id = answer.json().get("id").asLong();
            Awaiting.until(
                    "the upload is worked",
                    LIMIT,
                    () -> json("imports/" + id + "/").get("state").asString().equals("done"));
            return id;
        }

        /** Takes in a mail for which nobody vouches. */
        public void mail(String from, SampleReport report) {
            clock.advance(Duration.ofSeconds(1));
            String name = UUID.randomUUID().toString();
            String head =
                    "From: <%s>\r\nSubject: Report\r\nContent-Type: text/xml\r\n\r\n"
                            .formatted(from);
            byte[] xml = report.xml();
            byte[] text =
                    (head + new String(xml, StandardCharsets.UTF_8))
                            .getBytes(StandardCharsets.UTF_8);
            try {
                service.part(MailIntake.class)
                        .take(
                                List.of(
                                        new Delivery(
                                                account,
                                                Origin.SMTP,
                                                "",
                                                name,
                                                RawMessage.read(new ByteArrayInputStream(text)),
                                                from)));
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
            Awaiting.until(
                    "the mail is worked",
                    LIMIT,
                    () ->
                            sql.value("select state from ledger_entry where name = '" + name + "'")
                                    .equals("done"));
        }

        /** A user of the same account who reads a new group with these domains. */
        public Person reader(String name, String... domains) {
            String email = name + "-" + account + "@example.com";
            sql.execute(
                    """
                    with u as (insert into account_user (account_id, email, is_active, is_owner,
                            is_admin, has_forensic_access, has_billing_access, date_joined)
                        values (%1$d, '%2$s', true, false, false, false, false, now()) returning id),
                    g as (insert into domain_group (account_id, label, is_default)
                        values (%1$d, 'some', false) returning id),
                    a as (insert into group_access (account_id, group_id, user_id, writes)
                        select %1$d, g.id, u.id, true from g, u)
                    insert into domain_group_member (account_id, group_id, domain_id)
                    select %1$d, g.id, d.id from g, domain d
                    where d.account_id = %1$d and d.name = any('{%3$s}')
                    """
                            .formatted(account, email, String.join(",", domains)));
            return new Person(account, service.part(Accounts.class).createToken(email));
        }

        /** All figures that reports make, as the API answers them. */
        public String figures() {
            StringBuilder all = new StringBuilder();
            for (String path :
                    List.of(
                            "domains/?limit=500",
                            "sources/",
                            "source-domains/",
                            "domain-groups/")) {
                all.append(get(path).text()).append('\n');
            }
            return all.append(details().get("results")).toString();
        }

        /** The rows of a new report of the detail viewer about all domains. */
        public JsonNode details() {
            sql.execute("delete from detail_report where account_id = " + account);
            Answer made =
                    service.send(
                            "POST",
                            token,
                            V1 + "detail-viewer/",
                            """
                            {"start_date": "2026-11-01", "end_date": "2026-11-20",
                             "filter_option": "n"}
                            """);
            String viewer = made.json().get("search_token").asString();
            Awaiting.until(
                    "the report is ready",
                    LIMIT,
                    () ->
                            json("aggregate-report/" + viewer + "/progress/").get("value").asInt()
                                    == 100);
            JsonNode rows = json("aggregate-report/" + viewer + "/domains/");
            // Each report of the detail viewer has its own address.
            return jsonOf(rows.toString().replace(viewer, "viewer"));
        }
    }

    private static JsonNode jsonOf(String text) {
        return new Answer(200, Map.of(), text).json();
    }

    /** An account with its owner. */
    public Person account(String name) {
        Accounts.Created created = service.account(name);
        return new Person(created.account().id(), created.apiToken());
    }

    /** Lets time pass until no domain's rows are due. */
    public void settle() {
        clock.advance(Reclassification.LONGEST);
        Awaiting.until(
                "nothing is due",
                LIMIT,
                () ->
                        sql.value(
                                        "select count(*) from reclassification_queue where due <= '%s' or leased_until is not null"
                                                .formatted(clock.instant()))
                                .equals("0"));
    }

    @Override
    public void close() {
        service.close();
    }
}
