package org.mailvane.web.reporters;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People.Person;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.queue.Delivery;
import org.mailvane.intake.queue.MailIntake;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.Browser;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.PageSamples;
import org.mailvane.web.Visitors;
import tools.jackson.databind.JsonNode;

/** The pages of reporters and of their reports, and what people decide there. */
class ReportersPageTest {

    /** What HTML is in a report, as XML has it. */
    private static final String HOSTILE =
            Visitors.HTML.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");

    private static Visitors visitors;

    @BeforeAll
    static void open() {
        visitors = new Visitors();
    }

    @AfterAll
    static void close() {
        visitors.close();
    }

    private static Person owner(String name) {
        Person owner = visitors.people.account(name);
        visitors.people.givePassword(owner);
        return owner;
    }

    private static SampleReport report(String domain, String id, String reporter) {
        return SampleReport.about(domain).from(reporter).id(id);
    }

    private static void upload(Person person, SampleReport report) {
        PageSamples.upload(visitors.people, person, report.xml());
    }

    /** A mail for which nobody vouches, with a report that counts too much. */
    private static void mailHeld(Person person, String domain, String id, String reporter) {
        byte[] xml =
                report(domain, id, reporter)
                        .record("192.0.2.9", 2_000_000_000, "none", true, true)
                        .xml();
        String head = "From: <r@stranger.example>\r\nContent-Type: text/xml\r\n\r\n";
        byte[] text =
                (head + new String(xml, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
        try {
            visitors.people
                    .service
                    .part(MailIntake.class)
                    .take(
                            List.of(
                                    new Delivery(
                                            person.accountId(),
                                            Origin.SMTP,
                                            "",
                                            "mail " + id,
                                            RawMessage.read(new ByteArrayInputStream(text)),
                                            "")));
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
        Awaiting.until(
                "the mail is stored",
                Duration.ofSeconds(60),
                () -> api(person, "reports/?held=true").get("count").asLong() > 0);
    }

    private static Answer press(Browser browser, Document page, String button) {
        Element pressed =
                page.select("main form[method=post] button").stream()
                        .filter(each -> each.text().startsWith(button))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(page.text()));
        Element form = pressed.closest("form");
        assertThat(form).isNotNull();
        Map<String, String> fields = new HashMap<>();
        for (Element input : form.select("input")) {
            fields.put(input.attr("name"), input.attr("value"));
        }
        if (!pressed.attr("name").isEmpty()) {
            fields.put(pressed.attr("name"), pressed.attr("value"));
        }
        return browser.send(form.attr("action"), fields);
    }

    private static Document follow(Browser browser, Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(303);
        return browser.page(answer.header("location"));
    }

    @Test
    void adminsSayHowFarReportersAreTrusted() {
        Person owner = owner("Trusting");
        upload(
                owner,
                report("a.example", "1", "Postbox One").record("192.0.2.1", 7, "none", true, true));
        Browser browser = visitors.browser(owner);
        Document page = browser.page("/reporters");
        assertThat(page.select("tbody tr").text())
                .contains("Postbox One", "postbox-one.example", "Default", "100.0%", "7");
        Document ignored = follow(browser, press(browser, page, "Ignore"));
        assertThat(ignored.select("[role=status]").text())
                .contains("Ignored. Reports from this reporter no longer count");
        assertThat(ignored.select("tbody td").first().text()).isEqualTo("Ignored");
        assertThat(api(owner, "reporters/").at("/results/0/trust").asString()).isEqualTo("ignored");
        assertThat(browser.page("/reports").select("tbody").text())
                .contains("Held, not counted", "You ignore this reporter.")
                .doesNotContain("Release");
        assertThat(browser.page("/").text())
                .as("somebody has decided")
                .doesNotContain("held back and");
        Document again = follow(browser, press(browser, browser.page("/reporters"), "Default"));
        assertThat(again.select("tbody td").first().text()).isEqualTo("Default");
        assertThat(browser.page("/reporters?trust=ignored").text()).contains("No reporters found");
    }

    @Test
    void whatAcceptingMeansIsSaidBeforeAndAfter() {
        Person owner = owner("Accepting");
        upload(
                owner,
                report("a.example", "1", "Postbox One").record("192.0.2.1", 7, "none", true, true));
        Browser browser = visitors.browser(owner);
        Document page = browser.page("/reporters");
        assertThat(page.select("tbody details").text())
                .contains("name Postbox One", "from postbox-one.example", "email that fails DMARC");
        Document accepted = follow(browser, press(browser, page, "Accept"));
        assertThat(accepted.select("[role=status]").text())
                .contains("even if their email fails DMARC");
        assertThat(accepted.select("tbody td").first().text()).isEqualTo("Accepted");
        assertThat(accepted.select("tbody details")).isEmpty();
        visitors.people
                .service
                .sql()
                .execute(
                        "update reporter set decided_by = 'before' where account_id = "
                                + owner.accountId());
        assertThat(browser.page("/reporters").select("tbody td").first().text())
                .contains("stored before Mailvane authenticated report emails");
    }

    @Test
    void heldReportsAreSaidAndReleasedIgnoredAndCountedAgain() {
        Person owner = owner("Holding");
        upload(
                owner,
                report("a.example", "1", "Postbox One").record("192.0.2.1", 7, "none", true, true));
        mailHeld(owner, "a.example", "huge", "Stranger");
        Browser browser = visitors.browser(owner);
        Element notice = browser.page("/").selectFirst("a[href='/reports?held=true']");
        assertThat(notice).isNotNull();
        assertThat(notice.text()).startsWith("1 report is held");
        Document held = browser.page("/reports?held=true");
        assertThat(held.select("tbody tr")).hasSize(1);
        assertThat(held.select("tbody").text())
                .contains("huge", "Stranger", "Unverified", "more than a billion messages");
        assertThat(held.select(".mv-foot code a").attr("href")).contains("/reports/?held=true");
        Document released = follow(browser, press(browser, held, "Release"));
        assertThat(released.select("[role=status]").text()).contains("Released");
        assertThat(browser.page("/").text()).doesNotContain("report is held");
        assertThat(browser.page("/reports?held=false").select("tbody").text())
                .contains("Counted only in totals");
        Document list = browser.page("/reports?domain=a.example&authentication=unverified");
        Document ignored = follow(browser, press(browser, list, "Ignore"));
        assertThat(ignored.select("tbody").text()).contains("You ignore this report.");
        Document counted = follow(browser, press(browser, ignored, "Count again"));
        assertThat(counted.select("tbody").text()).doesNotContain("You ignore");
    }

    @Test
    void allReportsOfAnImportAreIgnoredTogether() {
        Person owner = owner("Importing");
        upload(
                owner,
                report("a.example", "1", "Postbox One").record("192.0.2.1", 7, "none", true, true));
        upload(
                owner,
                report("a.example", "2", "Postbox One").record("192.0.2.1", 8, "none", true, true));
        Browser browser = visitors.browser(owner);
        long id = api(owner, "imports/").at("/results/0/id").asLong();
        String link =
                browser.page("/imports/" + id)
                        .expectFirst("main a[href^='/reports?']")
                        .attr("href");
        Document page = browser.page(link);
        assertThat(page.select("tbody tr")).hasSize(1);
        follow(browser, press(browser, page, "Ignore all reports from this import"));
        JsonNode ignored = api(owner, "reports/?ignored=true");
        assertThat(ignored.get("count").asLong()).isEqualTo(1);
        assertThat(ignored.at("/results/0/report_id").asString()).isEqualTo("2");
        follow(browser, press(browser, browser.page(link), "Count all reports"));
        assertThat(api(owner, "reports/?ignored=true").get("count").asLong()).isZero();
    }

    @Test
    void domainLeadsToItsReports() {
        Person owner = owner("Leading");
        upload(
                owner,
                report("a.example", "1", "Postbox One").record("192.0.2.1", 7, "none", true, true));
        upload(
                owner,
                report("b.example", "2", "Postbox One").record("192.0.2.1", 7, "none", true, true));
        Browser browser = visitors.browser(owner);
        long id = api(owner, "domains/?domain_exact=a.example").at("/results/0/id").asLong();
        String link =
                browser.page("/domains/" + id)
                        .expectFirst("main a[href^='/reports?']")
                        .attr("href");
        assertThat(browser.page(link).select("tbody tr th a").eachText())
                .containsExactly("a.example");
    }

    @Test
    void whatReportersWriteIsTextOnly() {
        Person owner = owner("Hostile");
        upload(
                owner,
                report("a.example", HOSTILE, HOSTILE).record("192.0.2.1", 7, "none", true, true));
        Browser browser = visitors.browser(owner);
        for (String path : List.of("/reporters", "/reports")) {
            Document page = Visitors.harmless(browser.get(path));
            assertThat(page.select("tbody").text()).contains("<script>alert(1)");
        }
        assertThat(browser.page("/reports?held=x&authentication=y").select("[role=status]").text())
                .contains("held=\"x\"", "Use one of: verified, unverified, failed");
    }

    @Test
    void whoSeesSomeGroupsOnlySeesTheirsAndDecidesNothing() {
        Person owner = owner("Grouped");
        upload(
                owner,
                report("a.example", "1", "Postbox One").record("192.0.2.1", 7, "none", true, true));
        upload(
                owner,
                report("b.example", "2", "Hidden One").record("192.0.2.1", 8, "none", true, true));
        Person reader = visitors.colleague(owner, visitors.group(owner, "Some", "a.example"), true);
        Browser browser = visitors.browser(reader);
        for (String path : List.of("/reporters", "/reports")) {
            Document page = browser.page(path);
            assertThat(page.select("tbody").text())
                    .contains("Postbox One")
                    .doesNotContain("Hidden One");
            assertThat(page.select("main form[method=post]")).isEmpty();
        }
        long shown = api(reader, "reports/").at("/results/0/id").asLong();
        long hidden = api(owner, "reports/?domain=b.").at("/results/0/id").asLong();
        long reporter = api(reader, "reporters/").at("/results/0/id").asLong();
        assertThat(post(browser, "/reports/" + shown + "/ignore")).isEqualTo(403);
        assertThat(post(browser, "/reports/" + shown + "/release")).isEqualTo(403);
        assertThat(post(browser, "/reports/" + hidden + "/ignore")).isEqualTo(404);
        assertThat(post(browser, "/reporters/" + reporter + "/trust")).isEqualTo(403);
        assertThat(post(browser, "/imports/1/ignore")).isEqualTo(403);
        assertThat(api(owner, "reports/?ignored=true").get("count").asLong()).isZero();
    }

    private static JsonNode api(Person person, String path) {
        return visitors.api(person, "/api/v1/" + path);
    }

    private static int post(Browser browser, String path) {
        return browser.post(path).status();
    }

    @Test
    void pagesSpeakGerman() {
        Person owner = owner("Deutsch");
        upload(
                owner,
                report("a.example", "1", "Postbox One").record("192.0.2.1", 7, "none", true, true));
        Browser browser = visitors.browser(owner);
        browser.post("/preferences/language", "language", "de");
        assertThat(browser.page("/reporters").select("main").text())
                .contains("Reporter", "Akzeptieren", "Verifiziert");
        assertThat(browser.page("/reports").select("main").text())
                .contains(
                        "Gespeicherte Berichte", "Von einem Benutzer hochgeladen oder importiert");
    }
}
