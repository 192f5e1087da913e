package org.mailvane.web.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.web.Visitors.HTML;
import static org.mailvane.web.Visitors.TEXTS;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People.Person;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.Visitors;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.parts.SourceFigures;
import tools.jackson.databind.JsonNode;

/** Pages about sources say what the API says to the same caller. */
class SourcePagesTest {

    private static Visitors visitors;
    private Person owner;
    private Browser browser;

    @BeforeAll
    static void open() {
        visitors = new Visitors();
    }

    @AfterAll
    static void close() {
        visitors.close();
    }

    @BeforeEach
    void newAccount() {
        owner = visitors.people.account("Senders");
        browser = visitors.browser(owner);
        visitors.add(owner, "a.example", "b.example", "c.example");
    }

    /** Messages of a day, and how many of them passed DMARC, SPF and DKIM. */
    private void sent(String domain, String day, int source, int category, long... sums) {
        visitors.people.sql(
                """
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc, spf,
                    dkim, quarantined, rejected)
                select account_id, id, '%s', %d, %d, %d, %d, %d, %d, 0, 0 from domain
                where name = '%s' and account_id = %d
                """
                        .formatted(
                                day,
                                source,
                                category,
                                sums[0],
                                sums[1],
                                sums[2],
                                sums[3],
                                domain,
                                owner.accountId()));
    }

    /** The number of a new source of the account. */
    private int custom(String name, boolean spf, boolean dkim, String note) {
        visitors.people.sql(
                """
                insert into custom_source (account_id, name, slug, networks, ptr_domains,
                    dkim_domains, spf_domains, category, capable_spf, capable_dkim, notes_spf,
                    notes_dkim, notes_dmarc, created)
                values (%1$d, '%2$s', lower('%2$s'), '{}', '{}', '{}', '{}', 1, %3$s, %4$s, '%5$s', '%5$s', '%5$s', now())
                """
                        .formatted(owner.accountId(), name, spf, dkim, note));
        return Integer.parseInt(
                visitors.people.value(
                        "select max(number) from custom_source where account_id = "
                                + owner.accountId()));
    }

    @Test
    void figuresAreThoseOfTheApiForTheSameCaller() {
        sent("a.example", "2026-11-20", 1, 1, 1_200, 1_000, 900, 800);
        sent("b.example", "2026-11-14", 1, 1, 300, 300, 0, 300);
        sent("b.example", "2026-11-13", 1, 1, 7_000, 0, 0, 0);
        sent("a.example", "2026-11-18", 0, 1, 5, 5, 5, 5);
        sent("b.example", "2026-11-19", 0, 4, 31, 0, 0, 0);
        for (String category : List.of("1", "2", "3", "4")) {
            assertSame(browser, owner, category);
        }
        long group = visitors.group(owner, "Reading", "b.example");
        Person reader = visitors.colleague(owner, group, false);
        Browser theirs = visitors.browser(reader);
        for (String category : List.of("1", "4")) {
            assertSame(theirs, reader, category);
        }
        assertThat(theirs.page("/sources?category=1").select("tbody td.n").getFirst().text())
                .as("domains that this reader sees")
                .isEqualTo("1");
    }

    @Test
    void whoMayNotSayWhoseASourceIsIsNotToldTo() {
        sent("b.example", "2026-11-20", 1, 2, 20, 3, 2, 1);
        long group = visitors.group(owner, "Reading", "b.example");
        Browser reader = visitors.browser(visitors.colleague(owner, group, false));
        Browser writer = visitors.browser(visitors.colleague(owner, group, true));
        String decide = "Open it and mark it \"Not ours\"";
        for (String path : List.of("/sources", "/sources?category=2")) {
            assertThat(browser.page(path).text()).contains(decide);
            assertThat(writer.page(path).text()).contains(decide);
            assertThat(reader.page(path).text()).doesNotContain(decide);
        }
    }

    private static void assertSame(Browser browser, Person person, String category) {
        Document page = browser.page("/sources?category=" + category);
        String api = Visitors.apiOf(page);
        assertThat(api).isEqualTo("/api/v1/sources/?category=" + category + "&limit=50");
        assertThat(page.select(".mv-foot details")).as("one stands at once").isEmpty();
        List<List<String>> rows = new ArrayList<>();
        for (Element row : page.select("tbody tr")) {
            rows.add(row.select("th a, td.n").eachText());
        }
        JsonNode list = visitors.api(person, api);
        assertThat(rows).isEqualTo(expected(list, "name", "domain_count"));
        assertThat(page.select("#list" + category + " .sub").text())
                .isEqualTo(list.get("count").asString());
        assertThat(page.select(".mv-figures a[aria-current]").attr("href"))
                .isEqualTo("/sources?category=" + category);
        if (list.get("count").asLong() > 0) {
            long messages = 0;
            for (JsonNode source : list.get("results")) {
                messages += source.get("message_count").asLong();
            }
            Element figure = page.select(".mv-figures > div").get(Integer.parseInt(category) - 1);
            assertThat(figure.select("dd").get(1).child(0).text())
                    .isEqualTo(TEXTS.of("overview.count", messages));
        }
    }

    @Test
    void theFirstViewHasTheLargestOfEachCategoryAsTheApiHasThem() {
        for (int i = 0; i <= SourcesPageController.EACH; i++) {
            sent("a.example", "2026-11-20", 200_000 + i, 1, 100 + i, 90, 80, 70);
            sent("b.example", "2026-11-20", 200_000 + i, 1, 100, 90, 80, 70);
        }
        sent("a.example", "2026-11-20", 200_100, 3, 30, 20, 0, 20);
        sent("b.example", "2026-11-20", 200_101, 4, 31, 0, 0, 0);
        sent("b.example", "2026-11-01", 200_102, 4, 31, 0, 0, 0);
        Person reader =
                visitors.colleague(owner, visitors.group(owner, "Of b", "b.example"), false);
        for (Person person : List.of(owner, reader)) {
            Document page =
                    (person.equals(owner) ? browser : visitors.browser(person)).page("/sources");
            if (person.equals(owner)) {
                assertThat(page.select(".mv-foot details code"))
                        .as("more calls than stand at once")
                        .hasSizeGreaterThan(ApiCalls.MAX_AT_ONCE);
            }
            assertThat(page.select("main h2").eachText())
                    .as("what is to be worked at comes first")
                    .element(0)
                    .asString()
                    .startsWith("Non-compliant");
            for (String category : List.of("1", "2", "3", "4")) {
                JsonNode list = visitors.api(person, "/api/v1/sources/?category=" + category);
                Element card = page.expectFirst("section:has(#list" + category + ")");
                assertThat(card.select("h2 .sub").text()).isEqualTo(list.get("count").asString());
                List<String> names = new ArrayList<>();
                List<String> messages = new ArrayList<>();
                long all = 0;
                for (JsonNode source : list.get("results")) {
                    names.add(source.get("name").asString());
                    messages.add(TEXTS.number(source.get("message_count").asLong()));
                    all += source.get("message_count").asLong();
                }
                int shown = Math.min(names.size(), SourcesPageController.EACH);
                assertThat(card.select("tbody th a").eachText()).isEqualTo(names.subList(0, shown));
                int column = category.equals("3") ? 0 : 1;
                assertThat(
                                card.select("tbody tr").stream()
                                        .map(row -> row.select("td.n").get(column).text()))
                        .containsExactlyElementsOf(messages.subList(0, shown));
                Element figure =
                        page.select(".mv-figures > div").get(Integer.parseInt(category) - 1);
                assertThat(figure.select("dd").get(1).child(0).text())
                        .isEqualTo(TEXTS.of("overview.count", all));
                assertThat(card.select("a:contains(Show all)"))
                        .hasSize(names.size() > shown ? 1 : 0);
            }
            int all = SourcesPageController.EACH + 1;
            String allOfThem = page.select("a:contains(Show all " + all + ")").attr("href");
            assertThat(browser.page(allOfThem).select("tbody tr")).hasSize(all);
        }
    }

    @Test
    void sourceDataCanBeMadeAnew() {
        assertThat(browser.page("/sources").text()).doesNotContain("Refreshing source data");
        Answer answer =
                browser.submit(
                        browser.page("/sources").expectFirst("form[action=/sources/refresh]"),
                        "/sources");
        assertThat(answer.status()).isEqualTo(303);
        assertThat(browser.page(answer.header("location")).select("[role=status]").text())
                .contains("Refreshing source data");
        assertThat(visitors.api(owner, "/api/v1/sources/refresh/").get("refreshed").asString())
                .isNotBlank();
    }

    /** What a page shows of a list of the API. */
    private static List<List<String>> expected(JsonNode list, String name, String domains) {
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode source : list.get("results")) {
            List<String> row = new ArrayList<>(List.of(source.get(name).asString()));
            if (!domains.isEmpty()) {
                row.add(TEXTS.number(source.get(domains).asLong()));
            }
            long messages = source.get("message_count").asLong();
            row.add(TEXTS.number(messages));
            for (String kind : List.of("dmarc", "spf", "dkim")) {
                boolean applies = source.get(kind + "_percentage").asInt() >= 0;
                row.add(
                        applies
                                ? TEXTS.share(source.get(kind + "_count").asLong(), messages)
                                : "n/a");
            }
            rows.add(row);
        }
        return rows;
    }

    @Test
    void aSourceHasTheDomainsOfTheApi() {
        int number = custom("Scanners", false, true, "");
        sent("a.example", "2026-11-20", number, 2, 10, 4, 0, 4);
        sent("b.example", "2026-11-20", number, 2, 30, 0, 0, 0);
        Document page = browser.page("/sources/" + number);
        String api = Visitors.apiOf(page);
        List<List<String>> rows = new ArrayList<>();
        for (Element row : page.select("tbody tr")) {
            rows.add(row.select("th a, td.n").eachText());
        }
        assertThat(rows).isEqualTo(expected(visitors.api(owner, api), "domain", ""));
        assertThat(rows).as("the API says them").hasSize(2);
        assertThat(page.select(".mv-figures dd:nth-of-type(1)").eachText())
                .containsExactly("40", "10.0%", "n/a", "10.0%");
        assertThat(page.select("h1").text()).isEqualTo("Scanners");
        assertThat(page.select("tbody th a").getFirst().attr("href")).startsWith("/domains/");
    }

    @Test
    void daysAndDomainsAreChosen() {
        long group = visitors.group(owner, "Shops", "b.example", "c.example");
        sent("a.example", "2026-11-20", 1, 1, 1, 1, 1, 1);
        sent("b.example", "2026-10-25", 1, 1, 20, 20, 20, 20);
        sent("c.example", "2026-09-01", 1, 1, 300, 300, 300, 300);
        sent("c.example", "2026-08-01", 1, 1, 4_000, 4_000, 4_000, 4_000);
        for (Map.Entry<String, String> each :
                Map.of(
                                "",
                                "1",
                                "days=7",
                                "1",
                                "days=30",
                                "21",
                                "days=90",
                                "321",
                                "days=x",
                                "1",
                                "days=90&group_id=" + group,
                                "320",
                                "days=90&domain=b.ex",
                                "20",
                                "days=90&domain=b.ex&group_id=" + group,
                                "20")
                        .entrySet()) {
            Document page = browser.page("/sources?category=1&" + each.getKey());
            assertThat(page.select("tbody td.n").get(1).text())
                    .as(each.getKey())
                    .isEqualTo(each.getValue());
            String source = page.select("tbody th a").attr("href");
            assertThat(browser.page(source).select(".mv-figures dd").getFirst().text())
                    .as(source)
                    .isEqualTo(each.getValue());
        }
        for (String nothing : List.of("domain=none", "group_id=999999", "category=2")) {
            assertThat(browser.page("/sources?days=90&" + nothing).text())
                    .contains("No sources found.");
        }
        assertThat(Visitors.apiOf(browser.page("/sources?days=30")))
                .isEqualTo(
                        "/api/v1/sources/?days=30&category=1&limit=" + SourcesPageController.EACH);
    }

    private void newSource(String domain, String name, String created) {
        visitors.people.sql(
                """
                insert into timeline_event (account_id, domain_id, domain, change, record_type, old_value,
                    new_value, details, created)
                select account_id, id, name, 'new_source', '', '', '%s', 'It sent.', '%s'
                from domain where name = '%s' and account_id = %d
                """
                        .formatted(name, created, domain, owner.accountId()));
    }

    /** The figure of new sources on the overview, whose link leads to the events that it counts. */
    private static int newOnOverview(Browser browser, String query) {
        Element figure =
                browser.page("/?" + query)
                        .select(".mv-figures > div:contains(New sources)")
                        .getFirst();
        int number = Integer.parseInt(figure.select("dd").getFirst().text());
        Document events = browser.page(figure.select("a").attr("href"));
        assertThat(events.select(".mv-events li")).hasSize(number);
        assertThat(events.select(".mv-events li b").eachText())
                .allSatisfy(text -> assertThat(text).isEqualTo("New source"));
        return number;
    }

    @Test
    void newIsWhatSentForADomainForTheFirstTimeOnEveryPage() {
        int young = custom("Young", true, true, "");
        int old = custom("Old", true, true, "");
        for (int each : List.of(young, old)) {
            sent("a.example", "2026-11-19", each, 1, 5, 5, 5, 5);
            sent("b.example", "2026-11-19", each, 1, 5, 5, 5, 5);
        }
        visitors.people.sql(
                "update domain set last_upload_time = '2026-11-19' where account_id = "
                        + owner.accountId());
        assertThat(newOnOverview(browser, "days=7")).isZero();
        newSource("a.example", "Young", "2026-11-14T00:00:00Z");
        newSource("b.example", "Young", "2026-11-13T23:59:59Z");
        newSource("a.example", "Old", "2026-10-21T23:59:59Z");
        long group = visitors.group(owner, "Bs", "b.example");
        for (Map.Entry<String, List<String>> each :
                Map.of(
                                "days=7",
                                List.of("Young"),
                                "days=30",
                                List.of("Young"),
                                "days=90",
                                List.of("Young", "Old"),
                                "days=30&group_id=" + group,
                                List.of("Young"),
                                "days=7&group_id=" + group,
                                List.<String>of())
                        .entrySet()) {
            String query = each.getKey();
            Document page = browser.page("/sources?category=1&" + query);
            assertThat(page.select("tbody tr:has(.mv-state:contains(New)) th a").eachText())
                    .as(query)
                    .containsExactlyInAnyOrderElementsOf(each.getValue());
            for (int number : List.of(young, old)) {
                Document one = browser.page("/sources/" + number + "?" + query);
                assertThat(one.select("h1 .mv-state").hasText())
                        .as(query)
                        .isEqualTo(each.getValue().contains(number == young ? "Young" : "Old"));
            }
        }
        assertThat(newOnOverview(browser, "days=7")).isEqualTo(1);
        assertThat(newOnOverview(browser, "days=30")).isEqualTo(2);
        assertThat(newOnOverview(browser, "days=90")).isEqualTo(3);
        assertThat(newOnOverview(browser, "days=30&group_id=" + group)).isEqualTo(1);
    }

    /** What each page says is to be done about a source and the mail of one domain. */
    private void assertAdvice(int number, String domain, String advice, String shortly) {
        Element ofDomain = null;
        for (Element row :
                browser.page(
                                "/domains/"
                                        + visitors.api(
                                                        owner,
                                                        "/api/v1/domains/?domain_exact=" + domain)
                                                .at("/results/0/id")
                                                .asLong()
                                        + "?tab=sources")
                        .select("tbody tr")) {
            if (row.select("th a").attr("href").startsWith("/sources/" + number + "?")) {
                ofDomain = row;
            }
        }
        assertThat(ofDomain).as(domain).isNotNull();
        assertThat(ofDomain.select("td").getLast().text()).isEqualTo(shortly);
        for (String days : List.of("7", "30", "90")) {
            String query = "?days=" + days + "&domain=" + domain;
            assertThat(
                            browser.page("/sources" + query)
                                    .select("tr:has(a[href^='/sources/%d?']) td".formatted(number))
                                    .getLast()
                                    .text())
                    .as("list of " + days)
                    .isEqualTo(shortly);
            assertThat(
                            browser.page("/sources/" + number + query)
                                    .select("[aria-labelledby=advice] .mv-body > p")
                                    .text())
                    .as("page of " + days)
                    .isEqualTo(advice);
        }
    }

    @Test
    void adviceIsAboutNowWhateverDaysAPageShows() {
        String todo = "Set up DKIM for it.";
        int mended = custom("Mended", true, true, todo);
        // It failed, and does no longer; of another domain it still does.
        sent("a.example", "2026-09-20", mended, 1, 900, 0, 0, 0);
        sent("a.example", "2026-11-10", mended, 1, 100, 50, 0, 50);
        sent("a.example", "2026-11-19", mended, 1, 10, 10, 10, 10);
        sent("b.example", "2026-11-19", mended, 1, 10, 9, 9, 9);
        assertAdvice(mended, "a.example", "No action needed", "No action needed");
        assertAdvice(mended, "b.example", todo, TEXTS.of("sources.advice.short.mostly"));
        assertThat(browser.page("/sources/" + mended + "?days=90").text()).contains(todo);
        int gone = custom("Gone", true, true, todo);
        sent("c.example", "2026-11-13", gone, 1, 10, 0, 0, 0);
        for (String days : List.of("30", "90")) {
            assertThat(
                            browser.page("/sources?domain=c.example&days=" + days)
                                    .select("tbody tr td")
                                    .getLast()
                                    .text())
                    .isEqualTo("No mail in the last 7 days");
        }
        sent("c.example", "2026-11-19", gone, 3, 10, 0, 0, 0);
        assertThat(
                        browser.page("/sources?category=1&domain=c.example&days=30")
                                .select("tbody tr td")
                                .getLast()
                                .text())
                .as("it sent, as a forwarder")
                .isEqualTo("No mail of this kind in the last 7 days");
        assertThat(
                        browser.page("/sources/" + gone + "?category=1&domain=c.example&days=30")
                                .select("[aria-labelledby=advice] .mv-body > p")
                                .text())
                .isEqualTo("No mail of this kind in the last 7 days");
    }

    @Test
    void firstSeenIsTheFirstDayThatIsKept() {
        sent("a.example", "2026-11-20", 1, 1, 1, 1, 1, 1);
        sent("b.example", "2026-09-02", 1, 4, 1, 1, 1, 1);
        Document page = browser.page("/sources?category=1");
        assertThat(page.select("tbody tr:contains(SPF-identified)").text()).contains("2 Sep 2026");

        long group = visitors.group(owner, "First", "a.example");
        Browser theirs = visitors.browser(visitors.colleague(owner, group, false));
        assertThat(theirs.page("/sources?category=1").select("tr:contains(SPF-ident)").text())
                .as("of what this reader sees")
                .contains("20 Nov 2026");
    }

    @Test
    void whoMayWriteSaysWhoseASourceIs() {
        int number = custom("Newsletter", true, true, "");
        sent("a.example", "2026-11-20", number, 2, 10, 0, 0, 0);
        sent("b.example", "2026-11-20", number, 2, 5, 0, 0, 0);
        String path = "/sources/" + number;
        decide(browser, path, "a.example", "not_ours");
        JsonNode said = visitors.api(owner, "/api/v1/source-decisions/");
        assertThat(said.get("count").asInt()).isEqualTo(1);
        assertThat(said.at("/results/0/decision").asString()).isEqualTo("not_ours");
        assertThat(said.at("/results/0/domain").asString()).isEqualTo("a.example");
        Document page = browser.page(path);
        assertThat(page.select("main button[aria-pressed=true]").text()).isEqualTo("Not ours");
        decide(browser, path, "a.example", "ours");
        said = visitors.api(owner, "/api/v1/source-decisions/");
        assertThat(said.at("/results/0/decision").asString()).isEqualTo("ours");
        decide(browser, path, "a.example", "");
        assertThat(visitors.api(owner, "/api/v1/source-decisions/").get("count").asInt()).isZero();

        long group = visitors.group(owner, "Writing", "b.example");
        Browser writer = visitors.browser(visitors.colleague(owner, group, true));
        decide(writer, path, "b.example", "ours");
        assertThat(visitors.api(owner, "/api/v1/source-decisions/").get("count").asInt())
                .isEqualTo(1);
        String decision = path + "/decision";
        assertThat(writer.post(decision, "domain", "a.example", "decision", "ours").status())
                .as("a domain that they do not see")
                .isEqualTo(404);
        Browser reader = visitors.browser(visitors.colleague(owner, group, false));
        assertThat(reader.page(path).select("main form[action$=/decision]")).isEmpty();
        assertThat(reader.page(path).select("tbody").text())
                .contains("Approved")
                .doesNotContain("Not reviewed");
        assertThat(reader.post(decision, "domain", "b.example", "decision", "").status())
                .isEqualTo(403);
        assertThat(reader.post(decision, "domain", "none", "decision", "ours").status())
                .isEqualTo(404);
        Answer refused =
                browser.post("/sources/99999/decision", "domain", "a.example", "decision", "ours");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("Not saved. You can decide on senders");
        Answer away =
                browser.post(
                        decision, "domain", "a.example", "decision", "", "next", "//evil.example");
        assertThat(away.header("location")).isEqualTo("/");
    }

    private static void decide(Browser browser, String path, String domain, String decision) {
        Element form =
                browser.page(path)
                        .select("form:has([name=domain][value=" + domain + "])")
                        .getFirst();
        Answer answer = browser.submit(form, path, "decision", decision);
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("location")).isEqualTo(path);
    }

    @Test
    void sourcesOfOthersAreNotTold() {
        int number = custom("Secret", true, true, "");
        sent("a.example", "2026-11-20", number, 1, 1, 1, 1, 1);
        Person stranger = visitors.people.account("Stranger");
        Browser theirs = visitors.browser(stranger);
        assertThat(theirs.get("/sources/" + number).status()).isEqualTo(404);
        assertThat(theirs.get("/sources/10000001").status()).isEqualTo(404);
        assertThat(theirs.get("/sources/-1").status()).isEqualTo(404);
        assertThat(theirs.get("/sources/99999999999").status()).isEqualTo(404);
        assertThat(theirs.get("/sources/x").status()).isIn(400, 404);
        long group = visitors.group(owner, "Other", "b.example");
        Browser reader = visitors.browser(visitors.colleague(owner, group, false));
        assertThat(reader.get("/sources/" + number).status()).isEqualTo(404);
        assertThat(theirs.page("/sources").text()).contains("No mail was reported");
    }

    @Test
    void whatPeopleNameBecomesNoHtml() {
        int number = custom(HTML, true, true, HTML);
        sent("a.example", "2026-11-20", number, 2, 1, 0, 0, 0);
        visitors.group(owner, HTML);
        for (String path :
                List.of(
                        "/sources?category=2",
                        "/sources/" + number,
                        "/sources?domain=%22%3E%3Cscript%3E&days=%22%3E%3Cimg%20src=x%3E")) {
            Document page = Visitors.harmless(browser.get(path));
            assertThat(page.select("main")).isNotEmpty();
        }
        assertThat(browser.page("/sources/" + number).select("h1").text()).contains(HTML);
        assertThat(browser.page("/sources?category=2").select("tbody").text()).contains(HTML);
    }

    @Test
    void hugeListsHavePages() {
        int last = PageList.SIZE + 1;
        for (int i = 0; i < last; i++) {
            sent("a.example", "2026-11-20", 200_000 + i, 4, 1_000 + i, 0, 0, 0);
        }
        Document first = browser.page("/sources?category=4");
        assertThat(first.select("tbody tr")).hasSize(PageList.SIZE);
        Document second = browser.page(first.select("a[rel=next]").attr("href"));
        assertThat(second.select("tbody tr")).hasSize(1);
        assertThat(second.select("tbody td.n").get(1).text()).isEqualTo("1,000");
        assertThat(second.select("a[rel=next]")).isEmpty();
    }

    @Test
    void shareThatAPolicyNeedsIsNotLow() {
        assertThat(SourceFigures.isLow(98, 100)).isFalse();
        assertThat(SourceFigures.isLow(97, 100)).isTrue();
        assertThat(SourceFigures.isLow(0, 0)).isFalse();
    }
}
