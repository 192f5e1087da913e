package org.mailvane.failurereport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mailvane.failurereport.ForensicFixture.Person;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.FailureMail;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** What failure reports say, as the API shows it. */
class ForensicDataTest {

    private static final String NOVEMBER =
            "\"start_date\": \"2026-11-01\", \"end_date\": \"2026-11-30\"";

    private static ForensicFixture house;
    private static int accounts;
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
        owner = house.owner("data" + ++accounts);
    }

    @Test
    void aRecordShowsWhatTheReportSaysOfTheMail() {
        owner.upload(FailureMail.about("example.com").subject("=?utf-8?Q?Rechnung_f=C3=BCr_Sie?="));
        JsonNode page = owner.page(owner.search());
        assertThat(page.propertyNames())
                .containsExactly("count", "pages", "current_page", "per_page", "results");
        assertThat(page.get("count").asInt()).isEqualTo(1);
        assertThat(page.get("pages").asInt()).isEqualTo(1);
        assertThat(page.get("current_page").asInt()).isEqualTo(1);
        assertThat(page.get("per_page").asInt()).isEqualTo(10);
        JsonNode record = page.get("results").get(0);
        String accountToken =
                house.sql.value(
                        "select account_token from account where account_id = "
                                + owner.scope.accountId());
        assertThat(record.get("email_file_name").asString()).matches("[0-9a-f]{32}\\.eml");
        assertThat(record.get("account_token").asString()).isEqualTo(accountToken);
        assertThat(text(record, "domain")).isEqualTo("example.com");
        assertThat(text(record, "report_original_mail_from")).isEqualTo("bounce@example.com");
        assertThat(text(record, "report_auth_failure")).isEqualTo("dmarc");
        assertThat(text(record, "report_authentication_results"))
                .isEqualTo("receiver.example; dmarc=fail header.from=example.com");
        assertThat(text(record, "report_source_ip")).isEqualTo("192.0.2.1");
        assertThat(text(record, "report_reported_domain")).isEqualTo("example.com");
        assertThat(text(record, "subject")).isEqualTo("Rechnung für Sie");
        assertThat(text(record, "sample_return_path")).isEqualTo("<bounce@example.com>");
        assertThat(text(record, "sample_message_id")).isEqualTo("<m1@mail.example>");
        assertThat(text(record, "sample_header_to")).isEqualTo("Bob <bob@receiver.example>");
        assertThat(text(record, "sample_header_from")).isEqualTo("Jürgen <ceo@example.com>");
        assertThat(text(record, "sample_reply_to")).isEqualTo("<else@attacker.example>");
        assertThat(text(record, "received_datetime")).isEqualTo("2026-11-19T08:00:00Z");
        assertThat(text(record, "start_date")).isEqualTo("2026-11-01");
        assertThat(text(record, "end_date")).isEqualTo("2026-11-30");
        assertThat(record.get("sample_received_spf").toString())
                .isEqualTo("[\"fail (receiver.example: 192.0.2.1 is not allowed)\"]");
        assertThat(record.get("sample_auth_results").toString())
                .isEqualTo("[\"inner.example; spf=fail\"]");
        assertThat(record.get("sample_dkim_signature").get(0).asString())
                .startsWith("v=1; a=rsa-sha256; d=example.com; s=s1;");
        assertThat(text(record, "sample_body")).isEmpty();
    }

    private static String text(JsonNode record, String member) {
        JsonNode value = record.get(member);
        assertThat(value.isString()).as(member).isTrue();
        return value.asString();
    }

    @Test
    void aReportThatShowsNothingOfTheMailHasEmptyTextsAndTheCarriersSubject() {
        owner.upload(
                """
                From: postmaster@receiver.example
                Subject: Report for you
                Date: Thu, 19 Nov 2026 09:00:00 +0000
                MIME-Version: 1.0
                Content-Type: multipart/report; report-type=feedback-report; boundary=b

                --b
                Content-Type: message/feedback-report

                Feedback-Type: auth-failure
                Reported-Domain: bare.example

                --b--
                """
                        .replace("\n", "\r\n")
                        .getBytes(StandardCharsets.UTF_8));
        JsonNode record = owner.records(owner.search()).getFirst();
        assertThat(text(record, "subject")).isEqualTo("Report for you");
        assertThat(text(record, "received_datetime")).isEqualTo("2026-11-19T09:00:00Z");
        for (String member :
                List.of(
                        "report_original_mail_from",
                        "report_authentication_results",
                        "report_source_ip",
                        "sample_return_path",
                        "sample_message_id",
                        "sample_header_to",
                        "sample_header_from",
                        "sample_reply_to")) {
            assertThat(text(record, member)).as(member).isEmpty();
        }
        for (String member :
                List.of("sample_received_spf", "sample_auth_results", "sample_dkim_signature")) {
            assertThat(record.get(member).isArray()).isTrue();
            assertThat(record.get(member)).isEmpty();
        }
    }

    @Test
    void aReportFromTwoMailboxesIsOneRecord() {
        owner.upload(FailureMail.about("example.com").carrier("a"));
        JsonNode second = owner.upload(FailureMail.about("example.com").carrier("b"));
        assertThat(second.get("duplicate").asInt()).isEqualTo(1);
        assertThat(second.get("imported").asInt()).isZero();
        assertThat(owner.names()).hasSize(1);
        assertThat(owner.count("failure_message")).isEqualTo(2);
    }

    @Test
    void theSameReportTwiceInOneFileIsOneRecord() throws Exception {
        JsonNode upload =
                owner.upload(
                        ZipOf.files(
                                "a.eml",
                                FailureMail.about("example.com").carrier("a").bytes(),
                                "b.eml",
                                FailureMail.about("example.com").carrier("b").bytes()));
        assertThat(upload.get("imported").asInt()).isEqualTo(1);
        assertThat(upload.get("duplicate").asInt()).isEqualTo(1);
        assertThat(owner.names()).hasSize(1);
    }

    @Test
    void reportsThatFillMoreThanOneStatementAreAllStored() throws Exception {
        String fields = "";
        for (int i = 0; i < 7; i++) {
            fields += "X-" + i + ": " + "x".repeat(15_000) + "\r\n";
        }
        int reports = FailureReportTable.STATEMENT_CHARACTERS / fields.length() + 2;
        Object[] files = new Object[2 * reports];
        for (int i = 0; i < reports; i++) {
            files[2 * i] = i + ".eml";
            files[2 * i + 1] =
                    FailureMail.about("example.com")
                            .message("m" + i)
                            .text()
                            .replace("Reply-To:", fields + "Reply-To:")
                            .getBytes(StandardCharsets.UTF_8);
        }
        JsonNode upload = owner.upload(ZipOf.files(files));
        assertThat(upload.get("imported").asInt()).isEqualTo(reports);
        assertThat(owner.count("failure_report")).isEqualTo(reports);
    }

    @Test
    void aReportStoredWithTheParentIsADuplicateWhenTheSubdomainHasARow() {
        owner.add("example.com");
        house.sql.execute(
                """
                insert into deleted_domain (account_id, name, deleted)
                values (%d, 'none.example', now())
                """
                        .formatted(owner.scope.accountId()));
        // So many were found today that the next counts with its parent.
        house.sql.execute(
                """
                insert into domain (account_id, name, parent_id, top_level, origin, added_date)
                select account_id, 's' || n || '.example.com', id, false, 'd',
                    '2026-11-20T09:00:00Z'
                from domain, generate_series(1, 50) n
                where account_id = %d and name = 'example.com'
                """
                        .formatted(owner.scope.accountId()));
        owner.upload(FailureMail.about("late.example.com"));
        assertThat(owner.records(owner.search()).getFirst().get("domain").asString())
                .isEqualTo("example.com");
        owner.add("late.example.com");
        JsonNode again = owner.upload(FailureMail.about("late.example.com").carrier("again"));
        assertThat(again.get("duplicate").asInt()).isEqualTo(1);
        assertThat(owner.names()).hasSize(1);
    }

    @Test
    void aReportCountsWithTheFirstOfItsDomainsThatTheAccountMayHave() {
        owner.add("second.example");
        house.sql.execute(
                """
                insert into deleted_domain (account_id, name, deleted)
                values (%d, 'first.example', now())
                """
                        .formatted(owner.scope.accountId()));
        owner.upload(
                FailureMail.about("second.example").reporting("first.example", "second.example"));
        assertThat(owner.records(owner.search()).getFirst().get("domain").asString())
                .isEqualTo("second.example");
    }

    @Test
    void datesThatCannotBeCountAsNow() {
        owner.upload(
                FailureMail.about("example.com")
                        .subject("old")
                        .message("1")
                        .arrival("Thu, 19 Nov 1998 08:00:00 +0000")
                        .date("Thu, 19 Nov 1998 08:00:00 +0000"),
                FailureMail.about("example.com")
                        .subject("ahead")
                        .message("2")
                        .arrival("Thu, 19 Nov 2099 08:00:00 +0000"),
                FailureMail.about("example.com").subject("plain").message("3"));
        assertThat(
                        house.sql.rows(
                                """
                                select subject, received at time zone 'UTC', remarks @> '{%s}'
                                from failure_report where account_id = %d order by id
                                """
                                        .formatted(
                                                FailureReports.DATE_NOT_KEPT,
                                                owner.scope.accountId())))
                .containsExactly(
                        "old|2026-11-20 10:00:00|t",
                        "ahead|2026-11-19 08:00:05|t",
                        "plain|2026-11-19 08:00:00|f");
    }

    @Test
    void recordsComeTheNewestFirstInPagesOfTenAndAHundredAtMost() {
        owner.upload(
                IntStream.rangeClosed(1, 12)
                        .mapToObj(n ->
                                FailureMail.about("example.com")
                                        .subject("mail " + n)
                                        .message("m" + n)
                                        .arrival("%d Nov 2026 08:00:00 +0000".formatted(n)))
                        .toArray(FailureMail[]::new));
        String job = owner.search();
        JsonNode first = owner.page(job);
        assertThat(first.get("count").asInt()).isEqualTo(12);
        assertThat(first.get("pages").asInt()).isEqualTo(2);
        assertThat(first.get("results")).hasSize(10);
        assertThat(first.get("results").get(0).get("subject").asString()).isEqualTo("mail 12");
        String data = ForensicFixture.DATA + "?search_token=" + job;
        JsonNode second = owner.get(data + "&page=2").json().get(0);
        assertThat(second.get("results")).hasSize(2);
        assertThat(second.get("results").get(1).get("subject").asString()).isEqualTo("mail 1");
        assertThat(owner.get(data + "&page=3").status()).isEqualTo(404);
        assertThat(owner.get(data + "&limit=0").status()).isEqualTo(400);
        JsonNode cut = owner.get(data + "&limit=5000").json().get(0);
        assertThat(cut.get("per_page").asInt()).isEqualTo(100);
        assertThat(cut.get("results")).hasSize(12);
        assertThat(owner.get(data + "&format=csv").text().lines()).hasSize(13);
    }

    @Test
    void aPageNeedsTheTokenOfAJobThatIsCompleted() {
        Answer missing = owner.get(ForensicFixture.DATA);
        assertThat(missing.status()).isEqualTo(400);
        assertThat(missing.json().get("search_token")).isNotEmpty();
        assertThat(owner.get(ForensicFixture.DATA + "?search_token=abcdefghijklmnop").status())
                .isEqualTo(404);
        String job = owner.search();
        house.sql.execute(
                "update forensic_job set progress = 1 where search_token = '" + job + "'");
        assertThat(owner.get(ForensicFixture.DATA + "?search_token=" + job).status())
                .isEqualTo(404);
    }

    @Test
    void criteriaNarrowTheSearch() {
        owner.upload(
                FailureMail.about("example.com").subject("Invoice 1").message("1"),
                FailureMail.about("shop.example.com")
                        .subject("Mahnung ÄRGER")
                        .message("2")
                        .source("198.51.100.7"),
                FailureMail.about("other.example")
                        .subject("100% off")
                        .message("3")
                        .source("2001:db8::25"),
                FailureMail.about("example.com")
                        .subject("October")
                        .message("4")
                        .arrival("Sat, 31 Oct 2026 23:59:59 +0000"));
        assertThat(owner.found(""))
                .containsExactlyInAnyOrder("Invoice 1", "Mahnung ÄRGER", "100% off");
        assertThat(owner.found("\"subject\": \"inVOICE\"")).containsExactly("Invoice 1");
        assertThat(owner.found("\"subject\": \"ärger\"")).containsExactly("Mahnung ÄRGER");
        assertThat(owner.found("\"subject\": \"%\"")).containsExactly("100% off");
        assertThat(owner.found("\"report_source_ip\": \"198.51.100.7\""))
                .containsExactly("Mahnung ÄRGER");
        assertThat(owner.found("\"report_source_ip\": \"198.51.100.0/24\""))
                .containsExactly("Mahnung ÄRGER");
        assertThat(owner.found("\"report_source_ip\": \"2001:db8::/32\""))
                .containsExactly("100% off");
        assertThat(owner.found("\"domains\": [\"other.example\"]")).containsExactly("100% off");
        // The subdomain was found in a report and counts with its parent.
        assertThat(owner.found("\"domains\": [\"example.com\"]"))
                .containsExactlyInAnyOrder("Invoice 1", "Mahnung ÄRGER");
        assertThat(owner.found("\"domains\": [], \"subject\": \"\", \"report_source_ip\": \"\""))
                .hasSize(3);
        assertThat(
                        owner.records(
                                owner.search(
                                        "{\"start_date\": \"2026-10-31\", \"end_date\": \"2026-10-31\"}")))
                .singleElement()
                .satisfies(r -> assertThat(r.get("subject").asString()).isEqualTo("October"));
    }

    @Test
    void aReportAboutAnUnknownDomainWaitsAndIsReadWhenThatIsAdded() {
        house.sql.execute(
                """
                insert into deleted_domain (account_id, name, deleted)
                values (%d, 'gone.example', now())
                """
                        .formatted(owner.scope.accountId()));
        JsonNode waiting = owner.upload(FailureMail.about("gone.example"));
        assertThat(waiting.get("waiting").asInt()).isEqualTo(1);
        assertThat(owner.names()).isEmpty();
        owner.add("gone.example");
        Awaiting.until(
                "it is read", Duration.ofSeconds(30), () -> owner.count("failure_report") == 1);
        assertThat(owner.names()).hasSize(1);
    }

    @Test
    void criteriaThatCannotBeAreRefusedByField() {
        owner.add("example.com");
        Answer empty = owner.post(ForensicFixture.JOBS, "{}");
        assertThat(empty.status()).isEqualTo(400);
        assertThat(empty.json().has("start_date")).isTrue();
        assertThat(empty.json().has("end_date")).isTrue();
        Answer turned =
                owner.post(
                        ForensicFixture.JOBS,
                        "{\"start_date\": \"2026-11-02\", \"end_date\": \"2026-11-01\"}");
        assertThat(turned.status()).isEqualTo(400);
        assertThat(turned.json().has("end_date")).isTrue();
        Answer network =
                owner.post(
                        ForensicFixture.JOBS,
                        "{" + NOVEMBER + ", \"report_source_ip\": \"192.0.2\"}");
        assertThat(network.status()).isEqualTo(400);
        assertThat(network.json().get("report_source_ip").get(0).asString()).contains("192.0.2");
        Answer domains =
                owner.post(
                        ForensicFixture.JOBS,
                        "{" + NOVEMBER + ", \"domains\": [\"example.com\", \"foreign.example\"]}");
        assertThat(domains.status()).isEqualTo(400);
        assertThat(domains.json().get("domains").propertyNames()).containsExactly("1");
    }
}
