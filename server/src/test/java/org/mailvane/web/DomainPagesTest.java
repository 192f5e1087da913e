package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.planner.AdviceTexts;
import org.mailvane.sources.Category;
import org.mailvane.store.Scope;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.text.Language;
import tools.jackson.databind.JsonNode;

/** The list of domains and the page of each, beside the API's answers to the same people. */
class DomainPagesTest {

    /** What a report, a record or a person might hold. */
    private static final String HTML =
            "\"'><script>alert(1)</script><img src=x onerror=alert(1)>{{7*7}}";

    private static final Texts TEXTS = new Texts(Language.ENGLISH);

    private static People people;

    @BeforeAll
    static void open() {
        people = new People();
    }

    @AfterAll
    static void close() {
        people.close();
    }

    private static Browser browser(Person person) {
        people.givePassword(person);
        return new Browser(people.service).signIn(person.email(), People.PASSWORD);
    }

    private static void add(Person owner, String... names) {
        people.service
                .part(Domains.class)
                .add(
                        Scope.ofAccount(owner.accountId()),
                        Arrays.stream(names).map(DomainName::new).toList());
    }

    private static long id(Person owner, String name) {
        return Long.parseLong(
                people.value(
                        "select id from domain where name = '%s' and account_id = %d"
                                .formatted(name, owner.accountId())));
    }

    private static long group(Person owner, String label, String... names) {
        people.sql(
                "insert into domain_group (account_id, label, is_default) values (%d, '%s', false)"
                        .formatted(owner.accountId(), label));
        long id =
                Long.parseLong(
                        people.value(
                                "select id from domain_group where label = '%s' and account_id = %d"
                                        .formatted(label, owner.accountId())));
        people.sql(
                """
                insert into domain_group_member (account_id, group_id, domain_id)
                select account_id, %d, id from domain
                where account_id = %d and name = any('{%s}')
                """
                        .formatted(id, owner.accountId(), String.join(",", names)));
        return id;
    }

    /** Somebody of the account who sees this group. */
    private static Person colleague(Person owner, long group, boolean writes) {
        String email = people.email();
        people.sql(
                """
                with person as (
                    insert into account_user (account_id, email, is_active, is_owner, is_admin,
                        has_forensic_access, has_billing_access, date_joined)
                    values (%1$d, '%2$s', true, false, false, false, false, now()) returning id)
                insert into group_access (account_id, group_id, user_id, writes)
                select %1$d, %3$d, id, %4$s from person
                """
                        .formatted(owner.accountId(), email, group, writes));
        long id =
                Long.parseLong(
                        people.value("select id from account_user where email = '" + email + "'"));
        return new Person(
                owner.accountId(),
                id,
                email,
                people.service.part(Accounts.class).createToken(email));
    }

    private static JsonNode api(Person person, String path) {
        Answer answer = people.service.get(person.token(), path);
        assertThat(answer.status()).as(path).isEqualTo(200);
        return answer.json();
    }

    private static List<String> names(Document page) {
        return page.select("tbody th a:not(.sub)").eachText();
    }

    @Test
    void theListSaysWhatTheApiSaysToTheSamePerson() {
        Person owner = people.account("List");
        add(owner, "alpha.example", "bravo.example", "charlie.example", "mail.alpha.example");
        long group = group(owner, "Group <b>", "bravo.example");
        people.sql(
                """
                update domain set last_seen_dmarc_policy = 'q', spf_lookup_count = 11, records_spf = 'v=spf1 mx -all',
                    state_spf = 'present', state_dmarc = 'present',
                    has_errors = true, last_upload_time = '2026-11-19' where name = 'bravo.example'
                    and account_id = %d
                """
                        .formatted(owner.accountId()));
        people.sql(
                """
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                select account_id, id, '2026-11-20', id * 3, id, 1, 0, id * 2 + mod(id, 3) from domain
                where account_id = %d
                """
                        .formatted(owner.accountId()));
        Person reader = colleague(owner, group, false);
        for (Person person : List.of(owner, reader)) {
            Browser browser = browser(person);
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
                            "parent_id=" + id(owner, "alpha.example"),
                            "ordering=-volume",
                            "ordering=dmarc_percentage",
                            "ordering=-dmarc_percentage",
                            "ordering=spf_lookup_count",
                            "group_id=999999",
                            "group_id=x&state=x&ordering=x&origin=x&page=x&has_errors")) {
                Document page = browser.page("/domains?" + query);
                JsonNode list = api(person, page.select(".mv-foot code a").attr("href"));
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
                                            TEXTS.number(all),
                                            domain.get("records_spf").asString().contains("mx")
                                                    ? TEXTS.of(
                                                            "domains.lookups.of",
                                                            domain.get("spf_lookup_count").asInt(),
                                                            10)
                                                    : TEXTS.share(0, 0)));
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
        assertThat(browser(reader).page("/domains").select("tbody input, .mv-bulk, .btn-primary"))
                .as("a reader changes nothing")
                .isEmpty();
        assertThat(
                        browser(owner)
                                .page("/domains?ordering=-volume")
                                .select("[aria-sort=descending]"))
                .hasSize(1);
    }

    @Test
    void onlyTheNextStepOfThePolicyIsNextAndADayLeadsToTheDomainsMail() {
        Person owner = people.account("Steps");
        add(owner, "step.example");
        long id = id(owner, "step.example");
        Browser browser = browser(owner);
        for (String[] each :
                new String[][] {
                    {"x", "next, when ready", "later", "goal"},
                    {"n", "now", "next, when ready", "goal"},
                    {"q", "done", "now", "goal"},
                    {"r", "done", "done", "now"}
                }) {
            people.sql(
                    "update domain set last_seen_dmarc_policy = '%s' where id = %d"
                            .formatted(each[0], id));
            assertThat(browser.page("/domains/" + id).select(".mv-path .sub").eachText())
                    .containsExactly(each[1], each[2], each[3]);
        }

        people.sql(
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
        Person owner = people.account("Standing");
        add(owner, "broken.example", "fine.example", "nameless.example", "unseen.example");
        people.sql(
                "update domain set state_dmarc = 'present' where name <> 'unseen.example' and account_id = "
                        + owner.accountId());
        people.sql(
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
        Browser browser = browser(owner);
        assertThat(names(browser.page("/domains?state=fix")))
                .containsExactly("broken.example", "nameless.example");
        assertThat(names(browser.page("/domains?state=ok"))).containsExactly("fine.example");
        assertThat(names(browser.page("/domains?state=unknown"))).containsExactly("unseen.example");
        assertThat(browser.page("/domains?state=watch").text())
                .contains("No domains match these filters");
        Document page = browser.page("/domains/" + id(owner, "broken.example"));
        assertThat(page.select("#next").text()).isEqualTo("Problem with the SPF record");
        assertThat(page.select(".mv-next p").text()).isEqualTo("SPF is broken Repair it");

        page = browser.page(page.select(".mv-tabs a:contains(Issues)").attr("href"));
        assertThat(page.select(".mv-tabs a[aria-current] .sub").text()).isEqualTo("1");
        Answer answer = browser.submit(page.expectFirst("form[action*=ignore]"), "");
        assertThat(answer.header("location"))
                .isEqualTo("/domains/" + id(owner, "broken.example") + "?tab=issues&done=ignored");
        assertThat(
                        api(owner, "/api/v1/issues/?domain=broken")
                                .get("results")
                                .get(0)
                                .get("ignore")
                                .asBoolean())
                .isTrue();
        page = browser.page(answer.header("location"));
        assertThat(page.select("#dn").text()).isEqualTo("Ignored. Find it under \"Ignored\".");
        assertThat(page.select("h1 .mv-state").text()).isEqualTo("OK");
        browser.submit(page.expectFirst("form[action*=ignore]"), "");
        assertThat(names(browser.page("/domains?state=fix")))
                .containsExactly("broken.example", "nameless.example");
        Person stranger = people.account("Stranger");
        long issue = Long.parseLong(people.value("select max(id) from issue"));
        assertThat(browser(stranger).post("/issues/" + issue + "/ignore").status()).isEqualTo(404);
        assertThat(
                        browser.post("/issues/" + issue + "/ignore", "next", "//evil.example")
                                .header("location"))
                .isEqualTo("/?done=ignored");
    }

    @Test
    void reportsAboveSpeakOfSubdomainsThatHaveNoneOfTheirOwn() {
        Person owner = people.account("Covered");
        add(
                owner,
                "above.example",
                "in.above.example",
                "own.above.example",
                "recorded.above.example",
                "alone.example",
                "x.alone.example");
        people.sql(
                """
                update domain set last_upload_time = timestamptz '2026-11-19 10:00:00Z'
                    - case name when 'above.example' then interval '0' else interval '3 days' end
                where name in ('above.example', 'own.above.example') and account_id = %d
                """
                        .formatted(owner.accountId()));
        people.sql(
                "update domain set state_dmarc = 'present' where name = 'recorded.above.example' and account_id = "
                        + owner.accountId());
        Browser browser = browser(owner);
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
                        browser.page("/domains/" + id(owner, "in.above.example"))
                                .select("tr:has(th:contains(Last report)) td")
                                .text())
                .isEqualTo("19 Nov 2026, 10:00 included in reports about above.example");
        assertThat(
                        browser.page("/domains/" + id(owner, "x.alone.example"))
                                .select("tr:has(th:contains(Last report)) td")
                                .text())
                .isEqualTo(TEXTS.of("domains.never"));
        Person reader = colleague(owner, group(owner, "Below", "in.above.example"), false);
        assertThat(browser(reader).page("/domains").select("tbody td:last-child").text())
                .as("who does not see the domain above")
                .isEqualTo("none");
    }

    @Test
    void aListIsPastedIntoAForm() {
        Person owner = people.account("Pasting");
        Browser browser = browser(owner);
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
        assertThat(names(page))
                .containsExactly(
                        "one.example", "three.example", "two.example", "xn--bcher-kva.example");
        answer = browser.submit(add, "", "group", group, "names", "one.example " + HTML);
        assertThat(answer.status()).isEqualTo(400);
        Document refused = Jsoup.parse(answer.text());
        assertThat(refused.select("[role=alert]").text()).contains("not valid domain names");
        assertThat(refused.select("textarea").text()).isEqualTo("one.example " + HTML);
        assertNoHtml(refused);
        for (String registrys : List.of("com", "co.uk", "localhost")) {
            answer = browser.submit(add, "", "group", group, "names", "own.github.io " + registrys);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(Jsoup.parse(answer.text()).select("[role=alert]").text())
                    .contains("not domains that you can own: " + registrys + ". Enter your own");
        }
        assertThat(browser.submit(add, "", "group", group, "names", "192.0.2.1").text())
                .contains("not valid domain names: 192.0.2.1");
        assertThat(
                        people.value(
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
        assertThat(api(owner, "/api/v1/domains/").get("count").asInt()).isEqualTo(5);

        long own = group(owner, "Own", "one.example");
        Browser reader = browser(colleague(owner, own, false));
        assertThat(reader.page("/domains/add").text())
                .contains("You don't have permission to add domains to any group");
        assertThat(reader.post("/domains/add", "group", "" + own, "names", "x.example").status())
                .isEqualTo(403);
        Browser writer = browser(colleague(owner, own, true));
        assertThat(writer.post("/domains/add", "group", "" + own, "names", "two.example").text())
                .contains("permission to add these: two.example");
        assertThat(
                        writer.post("/domains/add", "group", "" + own, "names", "five.example")
                                .header("location"))
                .isEqualTo("/domains?done=added&number=1");
    }

    @Test
    void whatDnsDoesNotTellNowIsSaidToBeWhatItWas() {
        Person owner = people.account("Silent");
        add(owner, "a.example");
        people.sql(
                """
                update domain set last_seen_dmarc_policy = 'q', records_spf = 'v=spf1 mx -all',
                    spf_lookup_count = 1, state_dmarc = 'unknown', state_spf = 'unknown'
                where account_id = %d
                """
                        .formatted(owner.accountId()));
        Browser browser = browser(owner);
        assertThat(browser.page("/domains").select("tbody td").eachText())
                .contains("unknown was quarantine", "unknown");
        people.sql(
                "update domain set state_dmarc = 'present', state_spf = 'present' where account_id = "
                        + owner.accountId());
        assertThat(browser.page("/domains").select("tbody td").eachText())
                .contains("quarantine", "1 of 10");
    }

    @Test
    void reportsThatAreMissedAreMarkedInTheList() {
        Person owner = people.account("Missed");
        add(owner, "a.example");
        Browser browser = browser(owner);
        String kept =
                "update domain set last_upload_time = timestamptz '2026-11-15 10:00:00Z' - interval '%s'"
                        + " where account_id = "
                        + owner.accountId();
        people.sql(kept.formatted("0"));
        assertThat(browser.page("/domains").select("tbody td:last-child").text())
                .as("just in time")
                .isEqualTo("5 days");
        people.sql(kept.formatted("1 second"));
        assertThat(browser.page("/domains").select("tbody td:last-child .c-watch").text())
                .isEqualTo("5 days Watch");
    }

    @Test
    void severalAreMovedAndDeletedWhoeverMay() {
        Person owner = people.account("Bulk");
        add(owner, "a.example", "b.example", "c.example");
        long from = group(owner, "From", "a.example", "b.example");
        long to = group(owner, "To");
        Browser browser = browser(owner);
        Document page = browser.page("/domains?group_id=" + from);
        Element form = page.expectFirst("form[action=/domains/change]");
        assertThat(form.select("button").eachText())
                .containsExactly(
                        "Move to group", "Add to group", "Remove from this group", "Delete …");
        assertThat(browser.page("/domains").select(".mv-bulk button").eachText())
                .as("what is in no group can't leave it")
                .containsExactly("Add to group", "Delete …");
        Answer answer =
                browser.submit(
                        form, "", "name", "a.example", "do", "move", "group", String.valueOf(to));
        assertThat(answer.header("location"))
                .as("the list that it was done in")
                .isEqualTo("/domains?done=moved&number=1&group_id=" + from);
        assertThat(names(browser.page("/domains?group_id=" + to))).containsExactly("a.example");
        assertThat(names(browser.page("/domains?group_id=" + from))).containsExactly("b.example");
        browser.submit(form, "", "name", "b.example", "do", "add", "group", String.valueOf(to));
        assertThat(names(browser.page("/domains?group_id=" + to)))
                .containsExactly("a.example", "b.example");
        browser.submit(form, "", "name", "new.example", "do", "add", "group", String.valueOf(to));
        assertThat(api(owner, "/api/v1/domains/").get("count").asInt())
                .as("the list adds no domains")
                .isEqualTo(3);
        for (Map<String, String> none :
                List.of(
                        Map.of("do", "move", "group", "" + to),
                        Map.of("do", "add", "name", "a.example"),
                        Map.of("do", "delete", "name", HTML))) {
            assertThat(browser.post("/domains/change", flat(none)).header("location"))
                    .isEqualTo(
                            none.containsValue("delete")
                                    ? "/domains?done=unselected&number=0"
                                    : "/domains?done=none&number=0");
        }
        assertThat(
                        browser.post(
                                        "/domains/change",
                                        "do",
                                        "x",
                                        "name",
                                        "a.example",
                                        "group",
                                        "" + to)
                                .status())
                .isEqualTo(400);

        for (boolean writes : List.of(false, true)) {
            Browser other = browser(colleague(owner, from, writes));
            Answer moved =
                    other.post(
                            "/domains/change",
                            "do",
                            "move",
                            "name",
                            "b.example",
                            "from",
                            "" + from,
                            "group",
                            "" + to);
            assertThat(moved.status())
                    .as("may not take it out, or does not see where it would go")
                    .isEqualTo(writes ? 404 : 403);
            for (String sure : List.of("yes", "")) {
                for (String name :
                        writes ? List.of("c.example") : List.of("c.example", "b.example")) {
                    Answer deleted =
                            other.post(
                                    "/domains/change", "do", "delete", "sure", sure, "name", name);
                    if (name.equals("c.example")) {
                        assertThat(deleted.header("location"))
                                .as("they do not see it, sure or not: '%s'", sure)
                                .isEqualTo("/domains?done=gone&number=0");
                    } else {
                        assertThat(deleted.status())
                                .as("they may not delete it, sure or not: '%s'", sure)
                                .isEqualTo(403);
                    }
                    assertThat(api(owner, "/api/v1/domains/").get("count").asInt()).isEqualTo(3);
                }
            }
        }
        assertThat(
                        browser.submit(form, "", "name", "gone.example", "do", "delete")
                                .header("location"))
                .isEqualTo("/domains?done=gone&number=0&group_id=" + from);
        assertThat(
                        browser.page("/domains?done=gone&number=0&group_id=" + from)
                                .select("[role=status]")
                                .text())
                .contains("the selected domains no longer exist");
        answer = browser.submit(form, "", "name", "c.example", "do", "delete");
        Document sure = Jsoup.parse(answer.text());
        assertThat(sure.select("h1").text()).isEqualTo("Delete 1 domain?");
        assertThat(api(owner, "/api/v1/domains/").get("count").asInt()).isEqualTo(3);
        answer = browser.submit(sure.expectFirst("main form"), "");
        assertThat(answer.header("location"))
                .isEqualTo("/domains?done=deleted&number=1&group_id=" + from);
        assertThat(api(owner, "/api/v1/domains/").get("count").asInt()).isEqualTo(2);
    }

    private static String[] flat(Map<String, String> fields) {
        return fields.entrySet().stream()
                .flatMap(f -> Stream.of(f.getKey(), f.getValue()))
                .toArray(String[]::new);
    }

    @Test
    void manyDomainsComeByPages() {
        Person owner = people.account("Many");
        add(
                owner,
                IntStream.range(0, PageList.SIZE * 2 + 1)
                        .mapToObj("d%03d.example"::formatted)
                        .toArray(String[]::new));
        Browser browser = browser(owner);
        List<String> all = new ArrayList<>();
        String path = "/domains";
        while (!path.isEmpty()) {
            Document page = browser.page(path);
            assertThat(names(page)).hasSizeLessThanOrEqualTo(PageList.SIZE);
            all.addAll(names(page));
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

    @Test
    void whatComesFromOutsideIsTextOnEveryTab() {
        Person owner = people.account("Outside");
        String longName = ("x".repeat(60) + ".").repeat(3) + "outside.example";
        add(owner, "outside.example", longName);
        long id = id(owner, "outside.example");
        String json = HTML.replace("\"", "\\\"").replace("'", "''");
        String sql = HTML.replace("'", "''");
        people.sql(
                """
                update domain set notes = '%1$s', records_spf = '%1$s', records_dmarc = '%1$s'
                where id = %2$d
                """
                        .formatted(sql, id));
        people.sql(
                """
                insert into domain_states (account_id, domain_id, states) values (%1$d, %2$d, '
                {"dmarc": {"state": "error", "checked_at": "2026-11-20T09:00:00Z",
                    "record": "v=DMARC1; p=none; rua=mailto:%3$s; x%3$s=%3$s",
                    "policy": "none", "policy_domain": "%3$s"},
                 "spf": {"state": "present", "record": "v=spf1 %3$s -all"},
                 "dkim": {"state": "error", "selectors": [{"selector": "%3$s", "state": "error",
                    "record": "v=DKIM1; k=%3$s; p=%3$s"}]},
                 "mta_sts": {"state": "%3$s", "record": "%3$s"}, "bimi": 7}')
                on conflict (domain_id) do update set states = excluded.states
                """
                        .formatted(owner.accountId(), id, json)
                        .replace(
                                "\"state\": \"" + json + "\", \"record\"",
                                "\"state\": \"missing\", \"record\""));
        people.sql(
                """
                insert into issue (account_id, domain_id, record, code, subject, level, problem,
                    solution, details, created)
                values (%1$d, %2$d, 'spf', '%3$s', '%3$s', 'err', '%3$s', '%3$s', '%3$s', now())
                """
                        .formatted(owner.accountId(), id, sql));
        people.sql(
                """
                insert into task (account_id, domain_id, code, subject, category, details, created)
                values (%1$d, %2$d, '%3$s', '', 'spf', '%3$s', now())
                """
                        .formatted(owner.accountId(), id, sql));
        people.sql(
                """
                insert into timeline_event (account_id, domain_id, domain, change, record_type,
                    old_value, new_value, details, created)
                values (%1$d, %2$d, '%3$s', 'spf_changed', 'spf', '%3$s a', '%3$s b', '%3$s', '2026-11-20')
                """
                        .formatted(owner.accountId(), id, sql));
        people.sql(
                """
                insert into policy_advice (account_id, domain_id, due, judged, blocking, notes,
                    recommended_record)
                values (%1$d, %2$d, '2100-01-01', '2026-11-20', %4$s, %4$s, '%3$s')
                on conflict (domain_id) do update set due = excluded.due, judged = excluded.judged,
                    blocking = excluded.blocking, notes = excluded.notes,
                    recommended_record = excluded.recommended_record
                """
                        .formatted(
                                owner.accountId(),
                                id,
                                sql,
                                AdviceTexts.sql(sql.replace("''", "'"))));
        people.sql(
                """
                insert into tls_policy (account_id, domain_id, p_domain, p_type, sts_p_mode,
                    sum_success, sum_failed, results, counted, last_seen)
                values (%1$d, %2$d, '%3$s', 's', 'e', 1, 2, 1, 1, now())
                """
                        .formatted(owner.accountId(), id, sql));
        group(owner, sql, "outside.example");
        people.sql(
                "update domain_group set label = '%s' where account_id = %d and not is_default"
                        .formatted(sql, owner.accountId()));
        Browser browser = browser(owner);
        List<String> paths = new ArrayList<>(List.of("/", "/domains", "/timeline", "/domains/add"));
        for (DomainTab tab : DomainTab.values()) {
            paths.add("/domains/" + id + "?tab=" + tab.code());
        }
        paths.add("/timeline?domain=" + "%22%3E%3Cscript%3E&changes=%22&begin=2026-99-99&end=x");
        for (String path : paths) {
            assertNoHtml(browser.page(path));
        }
        assertThat(browser.page("/domains/" + id + "?tab=records").select("pre").text())
                .contains("<script>alert(1)</script>");
        assertThat(browser.page("/domains/" + id + "?tab=history").select(".mv-diff ins").text())
                .isEqualTo("b");
        people.sql(
                "update domain_group set label = U&'a\\001b[2J\\202eb' where account_id = %d and not is_default"
                        .formatted(owner.accountId()));
        assertThat(browser.page("/domains").text()).contains("a?[2J?b").doesNotContain("\u202e");
        assertThat(names(browser.page("/domains"))).contains(longName);
        Document page = browser.page("/domains/" + id(owner, longName));
        assertThat(page.select("h1").text()).startsWith(longName);
    }

    private static void assertNoHtml(Document page) {
        assertThat(page.select("script:not([src]), img, [onerror]")).isEmpty();
    }

    @Test
    void aDomainsPageIsForWhoMayReadItAndItsFormsForWhoMayChangeIt() {
        Person owner = people.account("Page");
        add(owner, "mine.example", "other.example");
        long group = group(owner, "Readers", "mine.example");
        Person reader = colleague(owner, group, false);
        long mine = id(owner, "mine.example");
        long other = id(owner, "other.example");
        Browser theirs = browser(reader);
        for (DomainTab tab : DomainTab.values()) {
            assertThat(theirs.page("/domains/" + mine + "?tab=" + tab.code()).select("main form"))
                    .isEmpty();
            assertThat(theirs.get("/domains/" + other + "?tab=" + tab.code()).status())
                    .isEqualTo(404);
        }
        assertThat(theirs.page("/domains/" + mine).text()).doesNotContain("mailvane-verification");
        for (String form : List.of("refresh", "verify", "selectors")) {
            assertThat(theirs.post("/domains/" + mine + "/" + form).status()).isEqualTo(403);
            assertThat(theirs.post("/domains/" + other + "/" + form).status()).isEqualTo(404);
        }
        for (String wrong : List.of("0", "999999", "-1")) {
            assertThat(theirs.get("/domains/" + wrong).status()).isEqualTo(404);
        }
        Browser own = browser(owner);
        Document page = own.page("/domains/" + mine);
        JsonNode verified =
                people.service
                        .send("POST", owner.token(), "/api/v1/domains/" + mine + "/verify/", "")
                        .json();
        assertThat(page.text())
                .contains("mailvane-verification=" + verified.get("verification_token").asString());
        assertThat(own.submit(page.expectFirst("form[action$=verify]"), "").text())
                .contains("The TXT record was not found");

        page = own.page("/domains/" + mine + "?tab=records");
        Element form = page.expectFirst("form[action$=selectors]");
        assertThat(own.submit(form, "", "text", "s1, s2\n s1").status()).isEqualTo(303);
        assertThat(api(owner, "/api/v1/domains/" + mine + "/").get("selectors").toString())
                .isEqualTo("[\"s1\",\"s2\"]");
        assertThat(own.page("/domains/" + mine + "?tab=records").select("textarea").text())
                .isEqualTo("s1\ns2");
        page = Jsoup.parse(own.submit(form, "", "text", "s1 <b>").text());
        assertThat(page.select("[role=alert]").text())
                .contains("At least one selector is not valid");
        assertThat(page.select("textarea").text()).isEqualTo("s1 <b>");
        String many =
                IntStream.rangeClosed(0, 50)
                        .mapToObj(i -> "s" + i)
                        .collect(Collectors.joining(" "));
        assertThat(own.submit(form, "", "text", many).text()).contains("Too many selectors");
        assertThat(own.submit(form, "", "text", "").status()).isEqualTo(303);
        assertThat(api(owner, "/api/v1/domains/" + mine + "/").get("selectors").isEmpty()).isTrue();
    }

    @Test
    void eachRecordSaysWhatWasFoundOfIt() {
        Person owner = people.account("Findings");
        add(owner, "findings.example");
        long id = id(owner, "findings.example");
        people.sql(
                """
                insert into domain_states (account_id, domain_id, states) values (%1$d, %2$d, '
                {"dmarc": {"state": "present", "record": "v=DMARC1; p=none"},
                 "spf": {"state": "error", "record": "v=spf1 ip4:192.0.2.300 a:x.example -all"},
                 "dkim": {"state": "missing", "selectors": []},
                 "bimi": {"state": "error", "record": "v=BIMI1; l="}}')
                on conflict (domain_id) do update set states = excluded.states
                """
                        .formatted(owner.accountId(), id));
        for (String record : List.of("dmarc", "spf", "dkim", "mta_sts", "tls_rpt", "bimi", "mx")) {
            people.sql(
                    """
                    insert into issue (account_id, domain_id, record, code, subject, level, problem,
                        solution, details, created)
                    values (%1$d, %2$d, '%3$s', '%3$s.asked', '', 'warn', 'Asked for %3$s',
                        'Do this', 'where', now())
                    """
                            .formatted(owner.accountId(), id, record));
        }
        Document page = browser(owner).page("/domains/" + id + "?tab=records");
        assertThat(page.select("section[aria-labelledby=r1] .mv-list").text())
                .contains("Asked for dmarc Do this");
        assertThat(page.select("section[aria-labelledby=r2] .mv-list").text())
                .as("what its text says, and what DNS did")
                .contains("Asked for spf Do this", "192.0.2.300 is not an IPv4 address");
        assertThat(page.select("section[aria-labelledby=r3] .mv-list").text())
                .contains("Asked for dkim");
        assertThat(page.select("section[aria-labelledby=r4] .mv-list").eachText())
                .as("each in its row")
                .hasSize(4)
                .allMatch(text -> text.contains("Asked for"));
    }

    @Test
    void aDomainsFiguresAreThoseOfTheApi() {
        Person owner = people.account("OfOne");
        add(owner, "sum.example");
        long id = id(owner, "sum.example");
        people.sql(
                """
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                values (%1$d, %2$d, '2026-11-20', 400, 30, 2, 1, 391),
                    (%1$d, %2$d, '2026-11-01', 7, 0, 0, 0, 0)
                """
                        .formatted(owner.accountId(), id));
        people.sql(
                """
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                    dkim, spf, quarantined, rejected)
                values (%1$d, %2$d, '2026-11-20', 1, 1, 400, 390, 380, 370, 0, 0),
                    (%1$d, %2$d, '2026-11-20', 2, 4, 31, 0, 0, 0, 0, 0)
                """
                        .formatted(owner.accountId(), id));
        Browser browser = browser(owner);
        JsonNode domain = api(owner, "/api/v1/domains/" + id + "/");
        Document page = browser.page("/domains/" + id + "?days=7");
        assertThat(page.select(".mv-legend b").eachText())
                .containsExactly(
                        domain.get("count_dmarc_capable").asString(),
                        domain.get("count_non_dmarc_capable").asString(),
                        domain.get("count_forwarded").asString(),
                        domain.get("count_threat_other").asString());
        assertThat(page.select("[aria-labelledby=c1] header .c-fix").text())
                .as("what the colours don't tell")
                .isEqualTo("42 failed DMARC, 9.7%");
        assertThat(page.select(".mv-chart figcaption").text())
                .as("a sender that can pass may have failed")
                .contains("outlines show mail that failed DMARC");
        assertThat(page.select("a.day:has(.failed) title").eachText())
                .singleElement()
                .asString()
                .endsWith(", 42 failed DMARC");
        assertThat(domain.get("dmarc_count").asInt()).isEqualTo(391);
        String share = domain.get("dmarc_percentage").asString() + "% compliant";
        assertThat(share).isEqualTo("90.3% compliant");
        assertThat(page.select("#c1 .sub:not(.c-fix), #wk .sub").eachText())
                .containsExactly(share, share);
        assertThat(
                        browser.page("/domains/" + id)
                                .select("#c1 .sub:not(.c-fix), #wk .sub")
                                .eachText())
                .as("30 days")
                .containsExactly("88.9% compliant", share);
        assertThat(browser.page("/domains/" + id).expectFirst(".mv-legend b").text())
                .as("30 days")
                .isEqualTo("407");
        page = browser.page("/domains/" + id + "?tab=sources");
        for (int category = 1; category <= 4; category++) {
            JsonNode sources = api(owner, "/api/v1/sources/?category=" + category);
            String name = TEXTS.of(SourceFigures.key(Category.of(category)));
            if (sources.get("count").asInt() == 0) {
                assertThat(page.select("section[aria-label='" + name + "']")).isEmpty();
                assertThat(page.text()).contains("No mail from:", name);
                continue;
            }
            Element card = page.expectFirst("section[aria-label='" + name + "']");
            assertThat(card.select("h2 .sub").text()).isEqualTo(sources.get("count").asString());
            List<String> rows = new ArrayList<>();
            for (JsonNode source : sources.get("results")) {
                long all = source.get("message_count").asLong();
                rows.add(
                        "%s %s %s %s %s"
                                .formatted(
                                        source.get("name").asString(),
                                        TEXTS.number(all),
                                        share(source, "dmarc"),
                                        share(source, "spf"),
                                        share(source, "dkim")));
            }
            card.select("tbody td:last-child").remove();
            assertThat(card.select("tbody tr").eachText()).isEqualTo(rows);
        }
    }

    /** As a page says the API's share. */
    private static String share(JsonNode source, String what) {
        return source.get(what + "_percentage").asInt() == -999
                ? TEXTS.share(0, 0)
                : TEXTS.share(
                        source.get(what + "_count").asLong(), source.get("message_count").asLong());
    }

    @Test
    void whatASourceCannotPassIsNoShareOnADomainsPageEither() {
        Person owner = people.account("Incapable");
        add(owner, "incapable.example");
        long id = id(owner, "incapable.example");
        people.sql(
                """
                with printer as (
                    insert into custom_source (account_id, name, slug, networks, ptr_domains,
                        dkim_domains, spf_domains, category, capable_spf, capable_dkim, notes_spf,
                        notes_dkim, notes_dmarc, created)
                    values (%1$d, 'Printer', 'printer', '{}', '{}', '{}', '{}', 2, false, false,
                        '', '', '', now())
                    returning number)
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                    dkim, spf, quarantined, rejected)
                select %1$d, %2$d, '2026-11-20', number, 2, 31, 0, 0, 0, 0, 0 from printer
                """
                        .formatted(owner.accountId(), id));
        Browser browser = browser(owner);
        JsonNode source = api(owner, "/api/v1/sources/?category=2").get("results").get(0);
        Document page = browser.page("/domains/" + id + "?tab=sources");
        assertThat(source.get("dmarc_percentage").asInt()).isEqualTo(-999);
        assertThat(page.select("tbody tr:contains(Printer)").eachText())
                .containsExactly(
                        source.get("name").asString()
                                + (" 31" + (" " + TEXTS.share(0, 0)).repeat(3))
                                + " "
                                + TEXTS.of("sources.advice.short.2"));
    }
}
