package org.mailvane.web.failures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.web.Visitors.HTML;
import static org.mailvane.web.Visitors.TEXTS;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.accounts.People.Person;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.Browser;
import org.mailvane.testing.FailureMail;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.PageSamples;
import org.mailvane.web.Visitors;
import org.mailvane.web.frame.LargeForms;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.parts.NamesField;
import tools.jackson.databind.JsonNode;

/** Pages about failure reports: only for who may see them, and then as the API has them. */
class ForensicPagesTest {

    private static Visitors visitors;
    private Person owner;
    private Browser browser;

    @BeforeAll
    static void open() {
        visitors = new Visitors(Map.of(Setting.KEEP_FAILURE_BODIES, "on"));
    }

    @AfterAll
    static void close() {
        visitors.close();
    }

    @BeforeEach
    void newAccount() {
        owner = visitors.people.account("Forensic");
        visitors.people.sql(
                "update account_user set has_forensic_access = true where id = " + owner.id());
        browser = visitors.browser(owner);
        visitors.add(owner, "a.example", "b.example");
    }

    private void upload(FailureMail mail) {
        PageSamples.upload(visitors.people, owner, mail.bytes());
    }

    /** Sends the form of the page; answers the search's path when it is done. */
    private static String search(Browser browser, String... fields) {
        Answer answer = send(browser, fields);
        assertThat(answer.status()).as(answer.text()).isEqualTo(303);
        String path = answer.header("location");
        Awaiting.until(
                "the search is done",
                Duration.ofSeconds(30),
                () -> browser.page(path).select("progress").isEmpty());
        return path;
    }

    private static Answer send(Browser browser, String... fields) {
        Element form = browser.page("/forensic").expectFirst("form[action=/forensic]");
        return browser.submit(form, "/forensic", fields);
    }

    @Test
    void aSearchFindsWhatTheApiFinds() {
        upload(FailureMail.about("a.example").subject("Invoice one").message("m1").carrier("c1"));
        upload(FailureMail.about("b.example").subject("Invoice two").message("m2").carrier("c2"));
        upload(FailureMail.about("b.example").subject("Other").message("m3").carrier("c3"));
        String path = search(browser, "subject", "invoice", "report_source_ip", "192.0.2.0/24");
        Document page = browser.page(path);
        String api = Visitors.apiOf(page);
        List<List<String>> expected = new ArrayList<>();
        for (JsonNode record : visitors.api(owner, api).get(0).get("results")) {
            expected.add(
                    List.of(
                            record.get("subject").asString(),
                            record.get("sample_header_from").asString(),
                            record.get("domain").asString(),
                            record.get("report_source_ip").asString(),
                            record.get("report_auth_failure").asString(),
                            TEXTS.time(Instant.parse(record.get("received_datetime").asString()))));
        }
        List<List<String>> shown = new ArrayList<>();
        for (Element row : page.select("tbody tr")) {
            shown.add(row.select("th, td").eachText());
        }
        assertThat(shown).isEqualTo(expected).hasSize(2);
        JsonNode jobs = visitors.api(owner, "/api/v1/forensic-reports/");
        assertThat(jobs.at("/results/0/subject").asString()).isEqualTo("invoice");
        assertThat(jobs.at("/results/0/report_source_ip").asString()).isEqualTo("192.0.2.0/24");

        Document record = browser.page(page.select("tbody th a").getFirst().attr("href"));
        JsonNode first = visitors.api(owner, api).get(0).at("/results/0");
        assertThat(record.select("h1").text()).isEqualTo(first.get("subject").asString());
        for (String member :
                List.of(
                        "report_original_mail_from",
                        "report_authentication_results",
                        "report_reported_domain",
                        "sample_message_id",
                        "sample_header_to",
                        "sample_header_from",
                        "sample_reply_to",
                        "sample_return_path")) {
            assertThat(record.select("tbody").text())
                    .as(member)
                    .contains(first.get(member).asString());
        }
        assertThat(record.select("pre").text()).contains("here is the secret");
        assertThat(Visitors.apiOf(browser.page("/forensic")))
                .isEqualTo("/api/v1/forensic-reports/?limit=50");
        assertThat(browser.page("/forensic").select("tbody tr").text()).contains("invoice", "Done");
    }

    @Test
    void whoMayNotSeeThemSeesNothing() {
        upload(FailureMail.about("a.example"));
        String path = search(browser);
        String record = browser.page(path).select("tbody th a").attr("href");
        Person admin =
                visitors.colleague(
                        owner, visitors.group(owner, "All", "a.example", "b.example"), true);
        visitors.people.sql("update account_user set is_admin = true where id = " + admin.id());
        Browser theirs = visitors.browser(admin);
        assertThat(theirs.page("/").select(".mv-nav").text()).doesNotContain("Failure reports");
        assertThat(browser.page("/").select(".mv-nav").text()).contains("Failure reports");
        for (String each : List.of("/forensic", path, record)) {
            Answer answer = theirs.get(each);
            assertThat(answer.status()).as(each).isEqualTo(403);
            assertThat(answer.text()).doesNotContain("Your invoice");
        }
        for (String each : List.of("/forensic", path + "/delete")) {
            assertThat(theirs.post(each, "sure", "true", "name", name(record)).status())
                    .isEqualTo(403);
        }
        visitors.people.sql(
                "update account_user set has_forensic_access = true where id = " + admin.id());
        assertThat(theirs.get("/forensic").status()).isEqualTo(200);
        assertThat(theirs.get(path).status()).as("another's search").isEqualTo(404);
        assertThat(theirs.get(record).status()).isEqualTo(404);
    }

    private static String name(String record) {
        return record.substring(record.lastIndexOf('/') + 1);
    }

    @Test
    void aReaderSeesOnlyTheirDomains() {
        upload(FailureMail.about("a.example").subject("Of a").message("m1").carrier("c1"));
        upload(FailureMail.about("b.example").subject("Of b").message("m2").carrier("c2"));
        Person reader = visitors.colleague(owner, visitors.group(owner, "B", "b.example"), false);
        visitors.people.sql(
                "update account_user set has_forensic_access = true where id = " + reader.id());
        Browser theirs = visitors.browser(reader);
        String path = search(theirs);
        Document page = theirs.page(path);
        assertThat(page.select("tbody th").eachText()).containsExactly("Of b");
        assertThat(send(theirs, "domains", "a.example").text())
                .contains("have access to a.example, or it");
        String name = name(page.select("tbody th a").attr("href"));
        String record = page.select("tbody th a").attr("href");
        for (Document each : List.of(page, theirs.page(record))) {
            assertThat(each.select("main input[type=checkbox], form[action$=/delete] button"))
                    .as("what they may not do is not offered")
                    .isEmpty();
        }
        for (String sure : List.of("true", "false")) {
            assertThat(theirs.post(path + "/delete", "name", name, "sure", sure).status())
                    .as("may not change the domain")
                    .isEqualTo(403);
        }
        assertThat(theirs.post(path + "/delete", "name", "0".repeat(32)).status()).isEqualTo(404);
        visitors.people.sql("update group_access set writes = true where user_id = " + reader.id());
        assertThat(theirs.page(path).select("tbody th input[type=checkbox]")).hasSize(1);
        assertThat(theirs.page(record).select("form[action$=/delete] button")).hasSize(1);
        visitors.people.sql("delete from group_access where user_id = " + reader.id());
        assertThat(theirs.get(path + "/" + name).status()).isIn(200, 404);
        assertThat(theirs.get(path + "/" + name).text()).doesNotContain("Of b</h1>");
    }

    @Test
    void recordsAreDeletedAfterOneWasAskedOnceMore() {
        upload(FailureMail.about("a.example").subject("Keep").message("m1").carrier("c1"));
        upload(FailureMail.about("a.example").subject("Drop").message("m2").carrier("c2"));
        String path = search(browser);
        Element form = browser.page(path).expectFirst("form[action=" + path + "/delete]");
        assertThat(browser.post(path + "/delete").header("location")).isEqualTo(path);
        String name = form.select("tr:contains(Drop) input").attr("value");
        Answer sure = browser.post(path + "/delete", "name", name);
        assertThat(sure.status()).isEqualTo(200);
        Document page = Jsoup.parse(sure.text());
        assertThat(page.select("h1").text()).isEqualTo("Delete 1 failure report?");
        assertThat(page.select(".mv-list").text()).contains("Drop").doesNotContain("Keep");
        assertThat(browser.page(path).select("tbody tr")).as("not yet").hasSize(2);
        Answer done = browser.submit(page.expectFirst("form[action$=/delete]"), path);
        assertThat(done.header("location")).isEqualTo(path + "?deleted=1");
        Document left = browser.page(done.header("location"));
        assertThat(left.text()).contains("1 failure report was deleted");
        assertThat(left.select("tbody th").text()).isEqualTo("Keep");
        assertThat(browser.get(path + "/" + name).status()).isEqualTo(404);
        assertThat(browser.post(path + "/delete", "name", name, "sure", "true").status())
                .isEqualTo(404);
    }

    @Test
    void whatMailsHoldBecomesNoHtml() {
        upload(
                FailureMail.about("a.example")
                        .subject(HTML)
                        .message("<script>m</script>")
                        .body(HTML));
        String path = search(browser, "subject", "script>alert");
        Document page = Visitors.harmless(browser.get(path));
        assertThat(page.select("tbody th").text()).contains(HTML);
        Document record = Visitors.harmless(browser.get(page.select("tbody th a").attr("href")));
        assertThat(record.select("h1").text()).contains(HTML);
        assertThat(record.select("pre").text()).contains(HTML);
        Document list = Visitors.harmless(browser.get("/forensic"));
        assertThat(list.select("tbody").text()).contains("script>alert");
        String name = name(page.select("tbody th a").attr("href"));
        Visitors.harmless(browser.post(path + "/delete", "name", name));
        Visitors.harmless(send(browser, "domains", HTML, "report_source_ip", HTML));
        Visitors.harmless(browser.get(path + "?deleted=%3Cscript%3E"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "domains | none.example no/name | have access to no/name, or it",
                "start_date | x | Enter a valid first day",
                "end_date | 2000-01-01 | be before the first day",
                "report_source_ip | x | Enter a valid address or network",
            })
    void whatIsWrongIsSaid(String field, String value, String text) {
        Answer answer = send(browser, field, value);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(Jsoup.parse(answer.text()).select("[role=alert]").text()).contains(text);
    }

    @Test
    void formHasOnlySoManyBytes() {
        // The other fields are far shorter.
        assertThat(send(browser, "x", "x".repeat(LargeForms.MAX_BYTES - 2_000)).status())
                .isEqualTo(303);
        assertThat(send(browser, "x", "x".repeat(LargeForms.MAX_BYTES)).status()).isEqualTo(413);
    }

    @Test
    void fieldIsReadUpToALength() {
        String longest = "x".repeat(ForensicPageController.MAX_LENGTH);
        for (String sent : List.of(longest, longest + "x")) {
            Answer answer = send(browser, "subject", sent, "start_date", "x");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(Jsoup.parse(answer.text()).select("#subject").attr("value"))
                    .isEqualTo(longest);
        }
    }

    @Test
    void moreOfNamesThanIsReadIsRefusedAndKept() {
        String longer = "a.example" + " ".repeat(NamesField.MAX_LENGTH - 17) + "b.example";
        Answer answer = send(browser, "domains", longer);
        assertThat(answer.status()).isEqualTo(400);
        Document page = Jsoup.parse(answer.text());
        assertThat(page.select("[role=alert]").text())
                .startsWith("Too many domains. Enter up to 5,000");
        assertThat(page.select("#domains").attr("value")).hasSize(NamesField.MAX_LENGTH + 1);
    }

    @Test
    void tooManySearchesAreRefusedInWords() {
        visitors.people.sql(
                """
                insert into forensic_job (account_id, user_id, search_token, progress, start_date,
                    end_date, subject, report_source_ip, domains, created, expires)
                select %d, %d, 'f' || lpad(i::text, 15, '0'), 1, '2026-11-01', '2026-11-02', '', '',
                    '{}', timestamptz '2026-11-20T09:00Z', timestamptz '2026-11-23T09:00Z'
                from generate_series(1, 100) i
                """
                        .formatted(owner.accountId(), owner.id()));
        Answer answer = send(browser);
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.text()).contains("You have 100 searches that are not done yet");
        Document list = browser.page("/forensic");
        assertThat(list.select("tbody tr")).hasSize(PageList.SIZE);
        String path = list.select("tbody th a").getFirst().attr("href");
        Document waiting = browser.page(path);
        assertThat(waiting.select("[aria-live]").text()).isEqualTo("Searching");
        assertThat(waiting.select("noscript meta[http-equiv=refresh]")).hasSize(1);
        visitors.people.sql(
                "update forensic_job set progress = 700 where id = "
                        + path.substring(path.lastIndexOf('/') + 1));
        assertThat(browser.page(path).text()).contains("The search failed");
    }
}
