package org.mailvane.web.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.web.Visitors.HTML;
import static org.mailvane.web.Visitors.TEXTS;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People.Person;
import org.mailvane.testing.Browser;
import org.mailvane.testing.SampleTls;
import org.mailvane.web.PageSamples;
import org.mailvane.web.Visitors;
import org.mailvane.web.parts.TlsTexts;
import tools.jackson.databind.JsonNode;

/** The page about encrypted delivery says what the API says to the same caller. */
class TlsPageTest {

    private static final String JSON = HTML.replace("\"", "\\\"");

    private static Visitors visitors;
    private static Person owner;
    private static Browser browser;

    @BeforeAll
    static void open() {
        visitors = new Visitors();
        owner = visitors.people.owner;
        browser = visitors.browser(owner);
        visitors.add(owner, "a.example", "b.example");
        upload(
                SampleTls.report()
                        .failure("certificate-expired", "192.0.2.9", "mx.a.example", 30)
                        .failure("starttls-not-supported", "192.0.2.9", "mx.a.example", 4)
                        .policy("sts", "enforce", "a.example", 966, 34)
                        .failure("certificate-expired", "192.0.2.8", "mx.b.example", 5)
                        .policy("no-policy-found", "", "b.example", 10, 5));
        upload(
                SampleTls.report()
                        .id("t-2")
                        .day("2026-11-01")
                        .failure("validation-failure", "192.0.2.7", "mx.a.example", 700)
                        .policy("tlsa", "", "a.example", 0, 700));
        upload(
                SampleTls.report()
                        .id("t-3")
                        .from(JSON)
                        .day("2026-10-01")
                        .failure(JSON, JSON, JSON, 1)
                        .policy("sts", "testing", "b.example", 1, 1));
    }

    private static void upload(SampleTls report) {
        PageSamples.upload(visitors.people, owner, report.json());
    }

    @AfterAll
    static void close() {
        visitors.close();
    }

    private static List<List<String>> table(Document page, String labelled) {
        List<List<String>> rows = new ArrayList<>();
        for (Element row : page.select("section[aria-labelledby=" + labelled + "] tbody tr")) {
            List<String> cells =
                    new ArrayList<>(List.of(row.select("th code, th > span, th > a").text()));
            cells.addAll(row.select("td").eachText());
            rows.add(cells);
        }
        return rows;
    }

    private static void assertSame(Browser browser, Person person, String query) {
        Document page = browser.page("/tls" + query);
        String api = Visitors.apiOf(page);
        assertThat(api).startsWith("/api/v1/tls-policies/?begin=");
        List<List<String>> expected = new ArrayList<>();
        for (JsonNode policy : visitors.api(person, api).get("results")) {
            long failed = policy.get("sum_failed").asLong();
            long successful = policy.get("sum_success").asLong();
            expected.add(
                    List.of(
                            policy.get("p_domain").asString(),
                            TEXTS.of(TlsTexts.type(policy.get("p_type").asString())),
                            TEXTS.of(TlsTexts.mode(policy.get("sts_p_mode").asString())),
                            TEXTS.number(successful),
                            TEXTS.number(failed),
                            TEXTS.share(failed, failed + successful)));
        }
        assertThat(table(page, "list").stream().map(row -> row.subList(0, 6)).toList())
                .isEqualTo(expected);

        String view = page.select(".mv-tabs a").getLast().attr("href");
        Document detailed = browser.page(view);
        JsonNode failures = visitors.api(person, Visitors.apiOf(detailed) + "&limit=500");
        Map<String, Long> sessions = new TreeMap<>();
        List<String> shown = new ArrayList<>();
        for (JsonNode failure : failures.get("results")) {
            sessions.merge(
                    failure.get("result_type").asString(),
                    failure.get("failed_session_count").asLong(),
                    Long::sum);
            shown.add(
                    failure.get("p_domain").asString()
                            + " "
                            + failure.get("result_type").asString()
                            + " "
                            + TEXTS.number(failure.get("failed_session_count").asLong()));
        }
        assertThat(table(detailed, "list").stream().map(r -> String.join(" ", r.subList(0, 3))))
                .containsExactlyElementsOf(shown);
        Map<String, String> types = new TreeMap<>();
        table(page, "types").forEach(row -> types.put(row.getFirst(), row.get(1)));
        Map<String, String> expectedTypes = new TreeMap<>();
        sessions.forEach((type, number) -> expectedTypes.put(type, TEXTS.number(number)));
        assertThat(types).isEqualTo(expectedTypes);
    }

    @Test
    void figuresAreThoseOfTheApiForTheSameCaller() {
        for (String query : List.of("", "?days=30", "?days=61", "?days=x")) {
            assertSame(browser, owner, query);
        }
        Document page = browser.page("/tls");
        assertThat(table(page, "types"))
                .containsExactly(
                        List.of("certificate-expired", "35", "89.7%", "2"),
                        List.of("starttls-not-supported", "4", "10.3%", "1"));
        assertThat(page.text()).contains("The certificate has expired.");
        long group = visitors.group(owner, "Tls", "b.example");
        Person reader = visitors.colleague(owner, group, false);
        Browser theirs = visitors.browser(reader);
        assertSame(theirs, reader, "?days=61");
        assertThat(theirs.page("/tls").text()).doesNotContain("a.example");
    }

    /** A policy's figures and failures are those of the API's policy and of its failures. */
    private static void assertPolicyIsTheApis(Browser browser, Person person, String path) {
        Document page = browser.page(path);
        String api = Visitors.apiOf(page);
        assertThat(api).matches("/api/v1/tls-policies/\\d+/");
        JsonNode policy = visitors.api(person, api);
        long failed = policy.get("sum_failed").asLong();
        long successful = policy.get("sum_success").asLong();
        assertThat(page.select(".mv-figures dd:nth-of-type(1)").eachText())
                .containsExactly(
                        TEXTS.number(successful),
                        TEXTS.number(failed),
                        TEXTS.share(failed, failed + successful),
                        TEXTS.date(Instant.parse(policy.get("last_seen").asString())));
        assertThat(page.select("h1").text()).isEqualTo(policy.get("p_domain").asString());
        Map<String, Long> types = new TreeMap<>();
        Map<String, Long> reporters = new TreeMap<>();
        String days = page.select(".mv-seg a[aria-current]").text().replaceAll("\\D", "");
        LocalDate today = LocalDate.parse("2026-11-20");
        String query =
                "?limit=500&begin=%s&end=%s"
                        .formatted(today.minusDays(Long.parseLong(days) - 1), today);
        for (JsonNode failure :
                visitors.api(person, "/api/v1/tls-failures/" + query).get("results")) {
            if (failure.get("p_domain").equals(policy.get("p_domain"))) {
                long sessions = failure.get("failed_session_count").asLong();
                types.merge(failure.get("result_type").asString(), sessions, Long::sum);
                reporters.merge(failure.get("organization_name").asString(), sessions, Long::sum);
            }
        }
        assertThat(sessions(page, "types")).isEqualTo(shown(types));
        assertThat(sessions(page, "reporters")).isEqualTo(shown(reporters));
    }

    private static Map<String, String> sessions(Document page, String labelled) {
        Map<String, String> found = new TreeMap<>();
        table(page, labelled).forEach(row -> found.put(row.getFirst(), row.get(1)));
        return found;
    }

    private static Map<String, String> shown(Map<String, Long> sessions) {
        Map<String, String> shown = new TreeMap<>();
        sessions.forEach((name, number) -> shown.put(name, TEXTS.number(number)));
        return shown;
    }

    @Test
    void policiesLeadToTheirPages() {
        Document page = browser.page("/tls?days=30");
        List<String> links =
                page.select("section[aria-labelledby=list] tbody th a").eachAttr("href");
        assertThat(links).hasSize(2).allMatch(link -> link.endsWith("?days=30"));
        for (String link : links) {
            for (String days : List.of("", "?days=30", "?days=61", "?days=x")) {
                assertPolicyIsTheApis(browser, owner, link.replaceAll("\\?.*", "") + days);
            }
        }
        Document sts = browser.page(links.getFirst());
        assertThat(sts.select("main").text())
                .contains("MTA-STS", "mode enforce", "The certificate has expired.")
                .contains("3 details reported");
        assertThat(table(sts, "types"))
                .containsExactly(
                        List.of("validation-failure", "700", "95.4%", "1"),
                        List.of("certificate-expired", "30", "4.1%", "1"),
                        List.of("starttls-not-supported", "4", "0.5%", "1"));
        assertThat(table(sts, "reporters").getFirst().get(4))
                .matches("\\d+ Nov 2026, \\d\\d:\\d\\d \\d+ Nov 2026, \\d\\d:\\d\\d");

        String domain =
                browser.page("/domains?domain=a.example")
                        .select("tbody th a[href^=/domains/]")
                        .attr("href");
        List<String> ofDomain =
                browser.page(domain + "?tab=tls")
                        .select("tbody th a[href^=/tls/]")
                        .eachAttr("href");
        assertThat(ofDomain).hasSize(1);
        assertPolicyIsTheApis(browser, owner, ofDomain.getFirst());
        assertThat(browser.page(ofDomain.getFirst()).select(".mv-seg a[aria-current]").text())
                .contains("61");
    }

    @Test
    void policyIsForWhoMayReadItsDomain() {
        long group = visitors.group(owner, "Policy", "b.example");
        Person reader = visitors.colleague(owner, group, false);
        Browser theirs = visitors.browser(reader);
        String own =
                theirs.page("/tls?days=61")
                        .select("section[aria-labelledby=list] tbody th a")
                        .getFirst()
                        .attr("href");
        assertPolicyIsTheApis(theirs, reader, own);
        String foreign =
                browser.page("/tls")
                        .select("section[aria-labelledby=list] tbody th a:contains(a.example)")
                        .attr("href");
        assertThat(theirs.get(foreign).status()).isEqualTo(404);
        assertThat(browser.get("/tls/policies/999999").status()).isEqualTo(404);
        assertThat(browser.get("/tls/policies/x").status()).isEqualTo(404);
        assertThat(new Browser(visitors.people.service).get(foreign).header("location"))
                .startsWith("/sign-in");
    }

    @Test
    @Tag("slow")
    void reportersAreBoundedAndMayHaveNoName() {
        Person account = visitors.people.account("Reporters");
        visitors.add(account, "reporters.example");
        for (int i = 0; i <= TlsPageController.MAX_TYPES; i++) {
            PageSamples.upload(
                    visitors.people,
                    account,
                    SampleTls.report()
                            .id("r-" + i)
                            .from("Reporter " + i + ".")
                            .failure("certificate-expired", "192.0.2.1", "mx.x.example", 100 + i)
                            .policy("sts", "enforce", "reporters.example", 1, 200)
                            .json());
        }
        // A report may name neither itself nor whom to ask.
        visitors.people.sql("update tls_report set reporter = '' where reporter = 'Reporter 1.'");
        Browser theirs = visitors.browser(account);
        Document page =
                theirs.page(
                        theirs.page("/tls")
                                .select("section[aria-labelledby=list] tbody th a")
                                .attr("href"));
        assertThat(table(page, "reporters")).hasSize(TlsPageController.MAX_TYPES);
        assertThat(page.text())
                .contains("31 details reported", "Showing only the 30 with the most sessions.")
                .contains("unnamed")
                .doesNotContain("Reporter 0.");
    }

    @Test
    void whatReportsHoldBecomesNoHtml() {
        for (String path : List.of("/tls?days=61", "/tls?days=61&view=failures")) {
            Document page = Visitors.harmless(browser.get(path));
            assertThat(page.select("main").text()).contains(HTML);
        }
        String policy =
                browser.page("/tls?days=61")
                        .select("section[aria-labelledby=list] tbody tr:contains(b.example) th a")
                        .attr("href");
        Document page = Visitors.harmless(browser.get(policy));
        assertThat(table(page, "types").getLast().getFirst()).contains(HTML);
        assertThat(table(page, "reporters").getLast().getFirst()).contains(HTML);
        Visitors.harmless(browser.get(policy.replaceAll("\\?.*", "?days=%3Cimg%3E")));
        Visitors.harmless(browser.get("/tls?view=%22%3E%3Cscript%3E&days=%3Cimg%3E&page=%00"));
    }

    @Test
    void whereNothingWasReportedThatIsSaid() {
        Browser nobody = visitors.browser(visitors.people.account("Nobody"));
        assertThat(nobody.page("/tls").text())
                .contains(
                        "No failures reported in this period.", "No TLS reports for this period.");
        assertThat(nobody.page("/tls?view=failures").text())
                .contains("No failures reported in this period.");
    }

    @Test
    void kindsOfFailuresAreBounded() {
        Person account = visitors.people.account("Kinds");
        visitors.add(account, "kinds.example");
        SampleTls report = SampleTls.report().id("t-9");
        for (int i = 0; i <= TlsPageController.MAX_TYPES; i++) {
            report.failure("kind-" + i, "192.0.2.1", "mx.kinds.example", 100 + i);
        }
        PageSamples.upload(
                visitors.people,
                account,
                report.policy("sts", "enforce", "kinds.example", 1, 5_000).json());
        Document page = visitors.browser(account).page("/tls");
        assertThat(table(page, "types")).hasSize(TlsPageController.MAX_TYPES);
        assertThat(page.text())
                .contains("Showing only the 30 with the most sessions.")
                .doesNotContain("kind-0 ");
    }
}
