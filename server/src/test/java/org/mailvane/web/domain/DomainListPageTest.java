package org.mailvane.web.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People.Person;
import org.mailvane.domains.Domains;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.frame.PageList;
import tools.jackson.databind.JsonNode;

/** The list of domains, beside the API's answers to the same people. */
class DomainListPageTest {

    private static DomainPagesFixture pages;

    @BeforeAll
    static void start() {
        pages = new DomainPagesFixture();
    }

    @AfterAll
    static void stop() {
        pages.close();
    }

    @Test
    void theListSaysWhatTheApiSaysToTheSamePerson() {
        Person owner = pages.people.account("List");
        pages.add(owner, "alpha.example", "bravo.example", "charlie.example", "mail.alpha.example");
        long group = pages.group(owner, "Group <b>", "bravo.example");
        pages.people.sql(
                """
                update domain set last_seen_dmarc_policy = 'q', spf_lookup_count = 11, records_spf = 'v=spf1 mx -all',
                    state_spf = 'present', state_dmarc = 'present',
                    has_errors = true, last_upload_time = '2026-11-19' where name = 'bravo.example'
                    and account_id = %d
                """
                        .formatted(owner.accountId()));
        pages.people.sql(
                """
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                select account_id, id, '2026-11-20', id * 3, id, 1, 0, id * 2 + mod(id, 3) from domain
                where account_id = %d
                """
                        .formatted(owner.accountId()));
        Person reader = pages.colleague(owner, group, false);
        for (Person person : List.of(owner, reader)) {
            Browser browser = pages.browser(person);
            for (String query :
                    List.of(
                            "",
                            "domain=a",
                            "last_seen_dmarc_policy=q",
                            "last_seen_dmarc_policy=unset",
                            "group_id=" + group,
                            "origin=m",
                            "origin=d",
                            "has_errors=on",
                            "parent_id=" + pages.id(owner, "alpha.example"),
                            "ordering=-volume",
                            "ordering=dmarc_percentage",
                            "ordering=-dmarc_percentage",
                            "ordering=spf_lookup_count",
                            "group_id=999999",
                            "group_id=x&state=x&ordering=x&origin=x&page=x&has_errors")) {
                Document page = browser.page("/domains?" + query);
                JsonNode list = pages.api(person, page.select(".mv-foot code a").attr("href"));
                assertThat(page.select("h1 .sub").text())
                        .as(query)
                        .isEqualTo(list.get("count").asString());
                List<String> rows = new ArrayList<>();
                for (JsonNode domain : list.get("results")) {
                    long all =
                            domain.get("count_dmarc_capable").asLong()
                                    + domain.get("count_non_dmarc_capable").asLong()
                                    + domain.get("count_forwarded").asLong()
                                    + domain.get("count_threat_other").asLong();
                    rows.add(
                            "%s %s %s %s"
                                    .formatted(
                                            domain.get("domain").asString(),
                                            domain.get("dmarc_percentage").asString() + "%",
                                            DomainPagesFixture.TEXTS.number(all),
                                            domain.get("records_spf").asString().contains("mx")
                                                    ? DomainPagesFixture.TEXTS.of(
                                                            "domains.lookups.of",
                                                            domain.get("spf_lookup_count").asInt(),
                                                            10)
                                                    : DomainPagesFixture.TEXTS.share(0, 0)));
                }
                assertThat(
                                page.select("tbody tr").stream()
                                        .map(row ->
                                                row.select("th a:not(.sub)").text()
                                                        + " "
                                                        + row.select("td:nth-of-type(3)").text()
                                                        + " "
                                                        + row.select("td:nth-of-type(4)").text()
                                                        + " "
                                                        + row.select("td:nth-of-type(5)").text())
                                        .toList())
                        .as(query)
                        .isEqualTo(rows);
            }
            assertThat(browser.page("/domains").select("option b")).isEmpty();
        }
        assertThat(
                        pages.browser(reader)
                                .page("/domains")
                                .select("tbody input, .mv-bulk, .btn-primary"))
                .as("a reader changes nothing")
                .isEmpty();
        assertThat(
                        pages.browser(owner)
                                .page("/domains?ordering=-volume")
                                .select("[aria-sort=descending]"))
                .hasSize(1);
    }

    @Test
    void onlyTheNextStepOfThePolicyIsNextAndADayLeadsToTheDomainsMail() {
        Person owner = pages.people.account("Steps");
        pages.add(owner, "step.example");
        long id = pages.id(owner, "step.example");
        Browser browser = pages.browser(owner);
        for (String[] each :
                new String[][] {
                    {"x", "next, when ready", "later", "goal"},
                    {"n", "now", "next, when ready", "goal"},
                    {"q", "done", "now", "goal"},
                    {"r", "done", "done", "now"}
                }) {
            pages.people.sql(
                    "update domain set last_seen_dmarc_policy = '%s' where id = %d"
                            .formatted(each[0], id));
            assertThat(browser.page("/domains/" + id).select(".mv-path .sub").eachText())
                    .containsExactly(each[1], each[2], each[3]);
        }

        pages.people.sql(
                """
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed) values (%d, %d, '2026-11-19', 5, 0, 0, 0, 5)
                """
                        .formatted(owner.accountId(), id));
        String path = "/detail?domains=step.example&start_date=2026-11-19&end_date=2026-11-19";
        assertThat(browser.page("/domains/" + id).select("a.day").eachAttr("href")).contains(path);
        assertThat(browser.page(path).select("#domains, #start_date, #end_date").eachAttr("value"))
                .containsExactly("step.example", "2026-11-19", "2026-11-19");
        assertThat(browser.page("/domains/" + id + "?days=7").select(".mv-seg a").eachAttr("href"))
                .as("other days than 7 up to today")
                .endsWith("/detail?domains=step.example&start_date=2026-11-14&end_date=2026-11-20");
    }

    @Test
    void domainsAreFoundByHowTheyStand() {
        Person owner = pages.people.account("Standing");
        pages.add(owner, "broken.example", "fine.example", "nameless.example", "unseen.example");
        pages.people.sql(
                "update domain set state_dmarc = 'present' where name <> 'unseen.example' and account_id = "
                        + owner.accountId());
        pages.people.sql(
                """
                insert into issue (account_id, domain_id, record, code, subject, level, problem,
                    solution, details, created)
                select account_id, id, 'spf', 'spf.x', '', 'err', 'SPF is broken', 'Repair it',
                    'At x stands y', timestamptz '2026-11-01' from domain
                where name = 'broken.example' and account_id = %1$d
                union all
                select account_id, id, 'mx', 'dns.name.missing', '', 'err', 'There is no such name',
                    'Register it', 'NXDOMAIN', timestamptz '2026-11-01' from domain
                where name = 'nameless.example' and account_id = %1$d
                """
                        .formatted(owner.accountId()));
        Browser browser = pages.browser(owner);
        assertThat(pages.names(browser.page("/domains?state=fix")))
                .containsExactly("broken.example", "nameless.example");
        assertThat(pages.names(browser.page("/domains?state=ok"))).containsExactly("fine.example");
        assertThat(pages.names(browser.page("/domains?state=unknown")))
                .containsExactly("unseen.example");
        assertThat(browser.page("/domains?state=watch").text())
                .contains("No domains match these filters");
        Document page = browser.page("/domains/" + pages.id(owner, "broken.example"));
        assertThat(page.select("#next").text()).isEqualTo("Problem with the SPF record");
        assertThat(page.select(".mv-next p").text()).isEqualTo("SPF is broken Repair it");

        page = browser.page(page.select(".mv-tabs a:contains(Issues)").attr("href"));
        assertThat(page.select(".mv-tabs a[aria-current] .sub").text()).isEqualTo("1");
        Answer answer = browser.submit(page.expectFirst("form[action*=ignore]"), "");
        assertThat(answer.header("location"))
                .isEqualTo(
                        "/domains/"
                                + pages.id(owner, "broken.example")
                                + "?tab=issues&done=ignored");
        assertThat(
                        pages.api(owner, "/api/v1/issues/?domain=broken")
                                .get("results")
                                .get(0)
                                .get("ignore")
                                .asBoolean())
                .isTrue();
        page = browser.page(answer.header("location"));
        assertThat(page.select("#dn").text()).isEqualTo("Ignored. Find it under \"Ignored\".");
        assertThat(page.select("h1 .mv-state").text()).isEqualTo("OK");
        browser.submit(page.expectFirst("form[action*=ignore]"), "");
        assertThat(pages.names(browser.page("/domains?state=fix")))
                .containsExactly("broken.example", "nameless.example");
        Person stranger = pages.people.account("Stranger");
        long issue = Long.parseLong(pages.people.value("select max(id) from issue"));
        assertThat(pages.browser(stranger).post("/issues/" + issue + "/ignore").status())
                .isEqualTo(404);
        assertThat(
                        browser.post("/issues/" + issue + "/ignore", "next", "//evil.example")
                                .header("location"))
                .isEqualTo("/?done=ignored");
    }

    @Test
    void reportsAboveSpeakOfSubdomainsThatHaveNoneOfTheirOwn() {
        Person owner = pages.people.account("Covered");
        pages.add(
                owner,
                "above.example",
                "in.above.example",
                "own.above.example",
                "recorded.above.example",
                "alone.example",
                "x.alone.example");
        pages.people.sql(
                """
                update domain set last_upload_time = timestamptz '2026-11-19 10:00:00Z'
                    - case name when 'above.example' then interval '0' else interval '3 days' end
                where name in ('above.example', 'own.above.example') and account_id = %d
                """
                        .formatted(owner.accountId()));
        pages.people.sql(
                "update domain set state_dmarc = 'present' where name = 'recorded.above.example' and account_id = "
                        + owner.accountId());
        Browser browser = pages.browser(owner);
        Document list = browser.page("/domains");
        UnaryOperator<String> last =
                name -> list.select("tbody tr:has(input[value=" + name + "]) td:last-child").text();
        assertThat(last.apply("above.example")).isEqualTo("24 h");
        assertThat(last.apply("in.above.example"))
                .isEqualTo("24 h ↑ included in reports about above.example");
        assertThat(last.apply("own.above.example")).isEqualTo("4 days");
        assertThat(last.apply("recorded.above.example"))
                .as("reports about it would have come as its own")
                .isEqualTo("none");
        assertThat(last.apply("alone.example")).isEqualTo("none");
        assertThat(last.apply("x.alone.example")).isEqualTo("none");
        assertThat(
                        browser.page("/domains/" + pages.id(owner, "in.above.example"))
                                .select("tr:has(th:contains(Last report)) td")
                                .text())
                .isEqualTo("19 Nov 2026, 10:00 included in reports about above.example");
        assertThat(
                        browser.page("/domains/" + pages.id(owner, "x.alone.example"))
                                .select("tr:has(th:contains(Last report)) td")
                                .text())
                .isEqualTo(DomainPagesFixture.TEXTS.of("domains.never"));
        Person reader =
                pages.colleague(owner, pages.group(owner, "Below", "in.above.example"), false);
        assertThat(pages.browser(reader).page("/domains").select("tbody td:last-child").text())
                .as("who does not see the domain above")
                .isEqualTo("none");
    }

    @Test
    void aListIsPastedIntoAForm() {
        Person owner = pages.people.account("Pasting");
        Browser browser = pages.browser(owner);
        Document form = browser.page("/domains/add");
        Element add = form.expectFirst("form[action=/domains/add]");
        String group = add.select("option").attr("value");
        Answer answer =
                browser.submit(
                        add,
                        "",
                        "group",
                        group,
                        "names",
                        "one.example, two.example;\r\nTHREE.example\n\n two.example  bücher.example");
        assertThat(answer.header("location")).isEqualTo("/domains?done=added&number=4");
        Document page = browser.page(answer.header("location"));
        assertThat(page.select("#done").text()).isEqualTo("4 domains were added");
        assertThat(pages.names(page))
                .containsExactly(
                        "one.example", "three.example", "two.example", "xn--bcher-kva.example");
        answer =
                browser.submit(
                        add, "", "group", group, "names", "one.example " + DomainPagesFixture.HTML);
        assertThat(answer.status()).isEqualTo(400);
        Document refused = Jsoup.parse(answer.text());
        assertThat(refused.select("[role=alert]").text()).contains("not valid domain names");
        assertThat(refused.select("textarea").text())
                .isEqualTo("one.example " + DomainPagesFixture.HTML);
        pages.assertNoHtml(refused);
        for (String registrys : List.of("com", "co.uk", "localhost")) {
            answer = browser.submit(add, "", "group", group, "names", "own.github.io " + registrys);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(Jsoup.parse(answer.text()).select("[role=alert]").text())
                    .contains("not domains that you can own: " + registrys + ". Enter your own");
        }
        assertThat(browser.submit(add, "", "group", group, "names", "192.0.2.1").text())
                .contains("not valid domain names: 192.0.2.1");
        assertThat(
                        pages.people.value(
                                "select count(*) from domain where account_id = "
                                        + owner.accountId()))
                .as("nothing of it was added")
                .isEqualTo("4");
        assertThat(browser.submit(add, "", "group", group, "names", "github.io").header("location"))
                .isEqualTo("/domains?done=added&number=1");
        for (String none : List.of("", " \n", ",")) {
            assertThat(browser.submit(add, "", "group", group, "names", none).text())
                    .contains("at least one name");
        }
        String many =
                IntStream.rangeClosed(0, Domains.MAX_NAMES)
                        .mapToObj(i -> "d" + i + ".example")
                        .collect(Collectors.joining(" "));
        assertThat(browser.submit(add, "", "group", group, "names", many).text())
                .contains("no more than 5,000");
        for (String none : List.of("x", "999999", "")) {
            assertThat(browser.submit(add, "", "group", none, "names", "a.example").text())
                    .contains("Choose a group", "a.example");
        }
        assertThat(pages.api(owner, "/api/v1/domains/").get("count").asInt()).isEqualTo(5);

        long own = pages.group(owner, "Own", "one.example");
        Browser reader = pages.browser(pages.colleague(owner, own, false));
        assertThat(reader.page("/domains/add").text())
                .contains("You don't have permission to add domains to any group");
        assertThat(reader.post("/domains/add", "group", "" + own, "names", "x.example").status())
                .isEqualTo(403);
        Browser writer = pages.browser(pages.colleague(owner, own, true));
        assertThat(writer.post("/domains/add", "group", "" + own, "names", "two.example").text())
                .contains("permission to add these: two.example");
        assertThat(
                        writer.post("/domains/add", "group", "" + own, "names", "five.example")
                                .header("location"))
                .isEqualTo("/domains?done=added&number=1");
    }

    @Test
    void whatDnsDoesNotTellNowIsSaidToBeWhatItWas() {
        Person owner = pages.people.account("Silent");
        pages.add(owner, "a.example");
        pages.people.sql(
                """
                update domain set last_seen_dmarc_policy = 'q', records_spf = 'v=spf1 mx -all',
                    spf_lookup_count = 1, state_dmarc = 'unknown', state_spf = 'unknown'
                where account_id = %d
                """
                        .formatted(owner.accountId()));
        Browser browser = pages.browser(owner);
        assertThat(browser.page("/domains").select("tbody td").eachText())
                .contains("unknown was quarantine", "unknown");
        pages.people.sql(
                "update domain set state_dmarc = 'present', state_spf = 'present' where account_id = "
                        + owner.accountId());
        assertThat(browser.page("/domains").select("tbody td").eachText())
                .contains("quarantine", "1 of 10");
    }

    @Test
    void reportsThatAreMissedAreMarkedInTheList() {
        Person owner = pages.people.account("Missed");
        pages.add(owner, "a.example");
        Browser browser = pages.browser(owner);
        String kept =
                "update domain set last_upload_time = timestamptz '2026-11-15 10:00:00Z' - interval '%s'"
                        + " where account_id = "
                        + owner.accountId();
        pages.people.sql(kept.formatted("0"));
        assertThat(browser.page("/domains").select("tbody td:last-child").text())
                .as("just in time")
                .isEqualTo("5 days");
        pages.people.sql(kept.formatted("1 second"));
        assertThat(browser.page("/domains").select("tbody td:last-child .c-watch").text())
                .isEqualTo("5 days Watch");
    }

    @Test
    void manyDomainsComeByPages() {
        Person owner = pages.people.account("Many");
        pages.add(
                owner,
                IntStream.range(0, PageList.SIZE * 2 + 1)
                        .mapToObj("d%03d.example"::formatted)
                        .toArray(String[]::new));
        Browser browser = pages.browser(owner);
        List<String> all = new ArrayList<>();
        String path = "/domains";
        while (!path.isEmpty()) {
            Document page = browser.page(path);
            assertThat(pages.names(page)).hasSizeLessThanOrEqualTo(PageList.SIZE);
            all.addAll(pages.names(page));
            path = page.select("a[rel=next]").attr("href");
        }
        assertThat(all).hasSize(PageList.SIZE * 2 + 1).isSorted().doesNotHaveDuplicates();
        assertThat(browser.page("/domains?page=99999999999").text())
                .as("no such page")
                .contains("Page 1 of 3");
        assertThat(browser.page("/domains?page=99").text()).contains("Page 3 of 3");
        Document page = browser.page("/domains?domain=d0&ordering=-domain&page=2");
        assertThat(page.select("a[rel=prev]").attr("href"))
                .isEqualTo("/domains?domain=d0&ordering=-domain");
    }
}
