package org.mailvane.web.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.People.Person;
import org.mailvane.domains.Domains;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.Visitors;
import tools.jackson.databind.JsonNode;

/** The group in the top bar narrows the pages that know groups, and is part of their addresses. */
class GroupSwitchTest {

    private static Visitors visitors;
    private static Person owner;
    private static Browser browser;
    private static long acme;
    private static long globex;

    @BeforeAll
    static void open() {
        visitors = new Visitors();
        owner = visitors.people.owner;
        visitors.add(owner, "a.example", "b.example", "c.example");
        acme = visitors.group(owner, "Acme Ltd", "a.example");
        globex = visitors.group(owner, "Globex", "b.example", "c.example");
        visitors.people.sql(
                """
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                select account_id, id, '2026-11-20', id * 1000, id * 10, id, 3, id * 900 from domain
                where account_id = %d
                """
                        .formatted(owner.accountId()));
        visitors.people.sql(
                """
                insert into task (account_id, domain_id, code, subject, category, details, created,
                    ignored)
                select account_id, id, 'dmarc.publish', '', 'dmarc', 'Do it for ' || name,
                    '2026-11-01', false
                from domain where account_id = %d and name <> 'c.example'
                """
                        .formatted(owner.accountId()));
        browser = visitors.browser(owner);
    }

    @AfterAll
    static void close() {
        visitors.close();
    }

    private static String chosen(Document page) {
        return page.select(".mv-groups summary > span:not(.visually-hidden)").text();
    }

    private static long sum(JsonNode domains, String... names) {
        long sum = 0;
        for (JsonNode domain : domains.get("results")) {
            for (String name : names) {
                sum += domain.get(name).asLong();
            }
        }
        return sum;
    }

    @Test
    void overviewIsThatOfTheGroupAsTheApiCountsIt() {
        for (Long group : Arrays.asList(acme, globex, null)) {
            String query = group == null ? "" : "group_id=" + group;
            Document page = browser.page("/?days=7" + (group == null ? "" : "&" + query));
            String api = Visitors.apiOf(page);
            assertThat(api).isEqualTo("/api/v1/domains/" + (group == null ? "" : "?" + query));
            JsonNode domains = visitors.api(owner, api);
            long all =
                    sum(
                            domains,
                            "count_dmarc_capable",
                            "count_non_dmarc_capable",
                            "count_forwarded",
                            "count_threat_other");
            assertThat(all).isPositive();
            List<String> figures = page.select(".mv-figures dd:nth-of-type(1)").eachText();
            assertThat(figures.getFirst()).isEqualTo(Visitors.TEXTS.number(all));
            assertThat(figures.get(2)).endsWith("of " + domains.get("count").asString());
            JsonNode tasks =
                    visitors.api(owner, "/api/v1/tasks/?solved=false&ignored=false&" + query);
            // DNS has not answered for any of them: without a task, they are unknown.
            assertThat(page.select("[aria-labelledby=need] tbody th > a").eachText())
                    .hasSize(domains.get("count").asInt())
                    .allSatisfy(name -> assertThat(domains.toString()).contains(name));
            assertThat(page.select(".mv-next span.sub").text())
                    .startsWith(tasks.get("count").asString() + " of " + domains.get("count"));
            assertThat(page.select(".mv-nav a[href^=/issues] [aria-hidden]").text())
                    .isEqualTo(tasks.get("count").asString());
            assertThat(page.select(".mv-nav a[href^=/domains] [aria-hidden]").text())
                    .isEqualTo(domains.get("count").asString());
            assertThat(page.select(".mv-events li")).hasSize(domains.get("count").asInt());
        }
        assertThat(browser.page("/?group_id=" + acme).select("main").text())
                .contains("a.example")
                .doesNotContain("b.example", "c.example");
    }

    @Test
    void aDayOfAGroupLeadsToTheMailOfItsDomains() {
        String path = "/detail?group_id=" + globex + "&start_date=2026-11-20&end_date=2026-11-20";
        assertThat(browser.page("/?group_id=" + globex).select("a.day").eachAttr("href"))
                .contains(path);
        Document form = browser.page(path);
        assertThat(form.select("#domains").attr("value")).isEqualTo("b.example c.example");
        assertThat(form.select("#start_date, #end_date").eachAttr("value"))
                .containsExactly("2026-11-20", "2026-11-20");
        assertThat(browser.page(path + "&domains=a.example").select("#domains").attr("value"))
                .as("what is named itself")
                .isEqualTo("a.example");
    }

    /** A form without names would be about all domains. */
    @Test
    void aDayOfAGroupWithoutDomainsLeadsToNoForm() {
        Person reader = visitors.colleague(owner, acme, false);
        for (long group : List.of(visitors.group(owner, "Empty"), globex, 999_999_999L)) {
            Browser theirs = group == globex ? visitors.browser(reader) : browser;
            assertThat(theirs.page("/?group_id=" + group).select("a.day")).isEmpty();
            Answer answer =
                    theirs.get(
                            "/detail?group_id="
                                    + group
                                    + "&start_date=2026-11-20&end_date=2026-11-20");
            assertThat(answer.status()).isEqualTo(303);
            assertThat(answer.header("location")).isEqualTo("/?group_id=" + group);
        }
    }

    @Test
    @Tag("slow")
    void ofAGroupOfMoreDomainsThanAReportMayNameNoneIsLeftOut() {
        Person msp = visitors.people.account("Many");
        visitors.people.sql(
                """
                insert into domain (account_id, name, top_level, origin, added_date)
                select %d, 'd' || n || '.' || repeat(repeat('x', 60) || '.', 3) || 'example', true,
                    'm', now()
                from generate_series(1, %d) n
                """
                        .formatted(msp.accountId(), Domains.MAX_NAMES));
        long group = visitors.group(msp, "Very many");
        String all =
                """
                insert into domain_group_member (account_id, group_id, domain_id)
                select account_id, %d, id from domain where account_id = %d
                on conflict do nothing
                """
                        .formatted(group, msp.accountId());
        visitors.people.sql(all);
        Browser theirs = visitors.browser(msp);
        String path = "/detail?group_id=" + group + "&start_date=2026-11-20&end_date=2026-11-20";
        for (int more = 0; more <= 1; more++) {
            Document page = theirs.page(path);
            assertThat(page.select("#domains").attr("value").split(" "))
                    .hasSize(Domains.MAX_NAMES + more);
            Answer answer = theirs.submit(page.expectFirst("form[action=/detail]"), "/detail");
            if (more == 0) {
                assertThat(answer.status()).as(answer.text()).isEqualTo(303);
            } else {
                assertThat(answer.status()).isEqualTo(400);
                assertThat(Jsoup.parse(answer.text()).select("[role=alert]").text())
                        .startsWith("Too many domains. Enter up to 5,000,");
            }
            visitors.add(msp, "one.more.example");
            visitors.people.sql(all);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/", "/domains", "/sources", "/issues", "/tasks", "/timeline", "/planner"})
    void everyPageThatKnowsGroupsIsNarrowedAndKeepsTheGroup(String path) {
        Document all = browser.page(path);
        assertThat(chosen(all)).isEqualTo("All groups");
        assertThat(all.select(".mv-groups a[aria-current]").text()).isEqualTo("All groups");
        String link = all.select(".mv-groups a:contains(Acme Ltd)").attr("href");
        assertThat(link).isEqualTo(path + "?group_id=" + acme);
        Document page = browser.page(link);
        assertThat(chosen(page)).isEqualTo("Acme Ltd");
        assertThat(page.select(".mv-groups a[aria-current]").text()).isEqualTo("Acme Ltd");
        assertThat(page.select("main").text()).doesNotContain("b.example", "c.example");
        assertThat(page.select(".mv-groups a:contains(All groups)").attr("href")).isEqualTo(path);
        for (String other : List.of("/domains", "/sources", "/issues", "/timeline", "/planner")) {
            assertThat(page.select(".mv-nav a[href^=" + other + "]").attr("href"))
                    .isEqualTo(other + "?group_id=" + acme);
        }
        assertThat(page.select(".mv-nav a[href^=/settings]").attr("href"))
                .as("knows no groups")
                .doesNotContain("group_id");
        for (Element form : page.select("main form[role=search]")) {
            assertThat(form.select("[name=group_id][value=" + acme + "], option[selected]"))
                    .as("the filter keeps it")
                    .isNotEmpty();
        }
    }

    @Test
    void narrowedListsAreTheApis() {
        for (String list : List.of("domains", "tasks")) {
            Document page = browser.page("/" + list + "?group_id=" + globex);
            JsonNode api = visitors.api(owner, Visitors.apiOf(page));
            assertThat(page.select("h1 .sub").text()).isEqualTo(api.get("count").asString());
        }
        Document timeline = browser.page("/timeline?group_id=" + globex);
        assertThat(timeline.select(".mv-foot-row").text()).contains("2 events");
        assertThat(visitors.api(owner, Visitors.apiOf(timeline)).get("count").asInt()).isEqualTo(2);
        assertThat(browser.page("/timeline?domain=b.exa&group_id=" + globex).text())
                .contains("1 event");
        assertThat(browser.page("/timeline?domain=a.exa&group_id=" + globex).select("main").text())
                .doesNotContain("a.example");
        assertThat(
                        browser.page("/timeline?changes=domains&group_id=" + globex)
                                .select(".mv-groups a:contains(Acme)")
                                .attr("href"))
                .as("what else is asked stays")
                .isEqualTo("/timeline?changes=domains&group_id=" + acme);
    }

    @Test
    void pagesThatKnowNoGroupsShowAllAndLeadToTheOverview() {
        Document page = browser.page("/tls?group_id=" + acme);
        assertThat(chosen(page)).isEqualTo("All groups");
        assertThat(page.select(".mv-groups a:contains(Acme)").attr("href"))
                .isEqualTo("/?group_id=" + acme);
    }

    @Test
    void groupThatIsNoneIsSaidAndHasNothing() {
        for (String id : List.of("999999999", String.valueOf(foreign()))) {
            Document page = browser.page("/?group_id=" + id);
            assertThat(chosen(page)).isEqualTo("Unknown group");
            assertThat(page.select("main").text())
                    .contains("This group has no domains")
                    .doesNotContain("example", "Foreign");
            for (String path : List.of("/domains", "/tasks", "/timeline", "/sources", "/planner")) {
                assertThat(browser.page(path + "?group_id=" + id).select("main tbody").text())
                        .doesNotContain("a.example", "b.example");
            }
        }
        for (String none : List.of("x", "-1", "%00", "1e3", "99999999999999999999", "")) {
            assertThat(chosen(browser.page("/?group_id=" + none))).isEqualTo("All groups");
        }
    }

    private static long foreign() {
        Person other = visitors.people.account("Foreign");
        visitors.add(other, "foreign.example");
        return visitors.group(other, "Foreign", "foreign.example");
    }

    @Test
    void whoSeesNoGroupButDefaultIsOfferedNone() {
        Person other = visitors.people.account("Alone");
        visitors.add(other, "alone.example");
        Browser theirs = visitors.browser(other);
        assertThat(theirs.page("/").select(".mv-groups")).isEmpty();
        assertThat(new Browser(visitors.people.service).page("/inspectors").select(".mv-groups"))
                .isEmpty();
        Person reader = visitors.colleague(owner, globex, false);
        Document page = visitors.browser(reader).page("/");
        assertThat(page.select(".mv-groups li").eachText())
                .containsExactly("All groups", "Globex", "Groups …");
    }

    @Test
    void manyGroupsHaveAPage() {
        Person msp = visitors.people.account("Msp");
        visitors.add(msp, "one.example");
        long last = 0;
        for (String label : List.of("Aa <b>bold</b>", "Zz the very last group of them all")) {
            last = visitors.group(msp, label, "one.example");
        }
        visitors.people.sql(
                """
                insert into domain_group (account_id, label, is_default)
                select %d, 'Client ' || lpad(i::text, 3, '0'), false from generate_series(1, 298) i
                """
                        .formatted(msp.accountId()));
        Browser theirs = visitors.browser(msp);
        Document page = Visitors.harmless(theirs.get("/tasks?domain=one&page=1"));
        List<String> offered = page.select(".mv-groups li").eachText();
        assertThat(offered)
                .hasSize(GroupOffers.MAX_OFFERED + 2)
                .startsWith("All groups", "Aa <b>bold</b>", "Client 001")
                .endsWith("More groups …");
        Document groups = theirs.page(page.select(".mv-groups li:last-child a").attr("href"));
        assertThat(groups.select("h1 .sub").text()).isEqualTo("301");
        assertThat(groups.select("main tbody th a")).hasSize(PageList.SIZE);
        assertThat(
                        theirs.page(groups.select("a[rel=next]").attr("href"))
                                .expectFirst("main tbody th a")
                                .text())
                .isEqualTo("Client 049");
        Document found = theirs.page("/groups?q=very+LAST&next=%2Ftasks%3Fdomain%3Done%26page%3D1");
        assertThat(found.select("main tbody th a").eachAttr("href"))
                .containsExactly("/tasks?domain=one&group_id=" + last);
        assertThat(chosen(theirs.page(found.select("main tbody th a").attr("href"))))
                .as("also where the top bar does not offer it")
                .isEqualTo("Zz the very last group of them all");
        assertThat(theirs.page("/groups?q=none%20such").text())
                .contains("No groups match this name");
        for (String away : List.of("https://evil.example/", "//evil.example", "/\\evil", "")) {
            String link =
                    theirs.page(
                                    "/groups?q=last&next="
                                            + URLEncoder.encode(away, StandardCharsets.UTF_8))
                            .select("main tbody th a")
                            .attr("href");
            assertThat(link).isEqualTo("/?group_id=" + last);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "/ | /?group_id=7",
                "/domains?state=fix&page=3 | /domains?state=fix&group_id=7",
                "/domains?group_id=5&done=moved&number=2 | /domains?group_id=7",
                "/sources/12?days=30 | /sources/12?days=30&group_id=7",
                "/sources/x | /?group_id=7",
                "/domains/12 | /?group_id=7",
                "/tasks?domain=%C3%A4%26b | /tasks?domain=%C3%A4%26b&group_id=7",
                "/tasks?domain=%zz&&=x | /tasks?domain=&group_id=7"
            })
    void addressOfAnotherGroup(String path, String expected) {
        assertThat(new GroupChoice(7L).inPlaceOf(path)).isEqualTo(expected);
        assertThat(GroupChoice.ALL.inPlaceOf(path))
                .isEqualTo(expected.replaceAll("[?&]group_id=7", ""));
    }

    @Test
    void linksCarryTheGroupWhereItIsKnown() {
        GroupChoice group = new GroupChoice(7L);
        assertThat(group.on("/timeline?begin=2026-11-20"))
                .isEqualTo("/timeline?begin=2026-11-20&group_id=7");
        assertThat(group.on("/planner")).isEqualTo("/planner?group_id=7");
        assertThat(group.on("/settings/profile")).isEqualTo("/settings/profile");
        assertThat(GroupChoice.ALL.on("/planner")).isEqualTo("/planner");
        assertThat(GroupChoice.ALL.query()).isEqualTo(Map.of());
    }
}
