package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.domains.Domains;
import org.mailvane.issues.DomainHealthService;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.store.Scope;
import org.mailvane.testing.Browser;
import org.mailvane.text.Language;
import tools.jackson.databind.JsonNode;

/** The first page says the same as the API. */
class OverviewTest {

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

    private static void open(Person owner, String domain, String code, boolean ignored) {
        people.sql(
                """
                insert into task (account_id, domain_id, code, subject, category, details, created,
                    ignored)
                select account_id, id, '%s', '', 'dmarc', 'Do %s for ' || name, '2026-11-01', %s
                from domain where name = '%s' and account_id = %d
                """
                        .formatted(code, code, ignored, domain, owner.accountId()));
    }

    private static long sum(JsonNode list, String name) {
        long sum = 0;
        for (JsonNode domain : list.get("results")) {
            sum += domain.get("top_level").asBoolean() ? domain.get(name).asLong() : 0;
        }
        return sum;
    }

    /** The first number of each figure. */
    private static List<String> figures(Document page) {
        return page.select(".mv-figures dd:nth-of-type(1)").eachText();
    }

    @Test
    void figuresAreThoseOfTheApiForTheSameCaller() {
        Person owner = people.account("Figures");
        Browser browser = browser(owner);
        assertThat(browser.page("/").text()).contains("No domains yet");
        assertThat(browser.page("/").select("svg.spark, .mv-chart")).isEmpty();

        add(owner, "a.example", "mail.a.example", "b.example");
        // The subdomain counts with its parent, and must not count twice.
        people.sql(
                """
                update domain set top_level = false,
                    parent_id = (select id from domain where name = 'a.example')
                where name = 'mail.a.example'
                """);
        for (String day : List.of("2026-11-20", "2026-11-14", "2026-11-13", "2026-10-01")) {
            people.sql(
                    """
                    insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                        forwarded, threat, passed)
                    select account_id, id, '%s', id * 1000, id * 10, id, 3, id * 900 from domain
                    where account_id = %d
                    """
                            .formatted(day, owner.accountId()));
        }
        assertSevenDays(owner, browser);
        // The same of the parts that a reader of one group sees.
        Person reader = reader(owner, "b.example");
        assertSevenDays(reader, browser(reader));

        List<Long> totals =
                List.of("7", "30", "90", "", "x'\"<").stream()
                        .map(days -> browser.page("/?days=" + days.replaceAll("\\W", "%22")))
                        .map(page -> figures(page).getFirst().replace(",", ""))
                        .map(Long::valueOf)
                        .toList();
        assertThat(totals.get(0)).isPositive();
        // Of four days two are in the first, three in the second, all in the third.
        assertThat(totals)
                .containsExactly(
                        totals.get(0),
                        totals.get(0) / 2 * 3,
                        totals.get(0) * 2,
                        totals.get(0) / 2 * 3,
                        totals.get(0) / 2 * 3);
        Document page = browser.page("/?days=90");
        assertThat(page.select("a.day")).hasSize(90);
        assertThat(page.select(".mv-head .mv-seg a[aria-current]").text()).isEqualTo("90 days");
        long table = 0;
        for (Element all : page.select(".mv-alt tbody td:nth-last-child(2)")) {
            table += Long.parseLong(all.text().replace(",", ""));
        }
        assertThat(table).as("the table says the same").isEqualTo(totals.get(2));
    }

    @Test
    void aPeriodIsComparedWithTheOneBeforeWithoutDaysThatStillWaitForReports() {
        Person owner = people.account("Compared");
        add(owner, "compared.example");
        Browser browser = browser(owner);
        // Of the period of 7 days that ends on 20 November, the last two days still wait.
        sent(owner, "2026-11-14", 90, 10);
        sent(owner, "2026-11-19", 7_000, 0);
        // Of the one before, the same days are left out.
        sent(owner, "2026-11-11", 60, 20);
        sent(owner, "2026-11-12", 5_000, 0);
        assertThat(change(browser, 7))
                .as("no report is known to have come before")
                .containsExactly("1,014 per day", "7,090 messages");
        sent(owner, "2026-11-07", 0, 1);
        assertThat(change(browser, 7))
                .as("the earlier period's first day is the last that tells so")
                .containsExactly(
                        "+23.5% compared with the previous 7 days",
                        "+15.9 points compared with the previous 7 days");
        people.sql(
                "update domain_day set day = '2026-11-06' where day = '2026-11-07' and account_id = "
                        + owner.accountId());
        assertThat(change(browser, 7))
                .as("what is before both is in neither")
                .containsExactly(
                        "+25.0% compared with the previous 7 days",
                        "+15.0 points compared with the previous 7 days");
        assertThat(change(browser, 30)).noneMatch(text -> text.contains("previous"));
        sent(owner, "2026-09-21", 10_000, 0);
        sent(owner, "2026-09-22", 20_000, 0);
        // Of 5,181 messages 5,150 pass now, of 20,000 all did.
        assertThat(change(browser, 30))
                .containsExactly(
                        "−74.1% compared with the previous 30 days",
                        "−0.6 points compared with the previous 30 days");
        sent(owner, "2026-05-30", 1, 0);
        sent(owner, "2026-07-30", 1, 0);
        assertThat(change(browser, 90)).as("too long").noneMatch(text -> text.contains("previous"));
    }

    private static void sent(Person owner, String day, long passed, long failed) {
        people.sql(
                """
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                select account_id, id, '%1$s', %2$d, %3$d, 0, 0, %2$d from domain
                where account_id = %4$d
                """
                        .formatted(day, passed, failed, owner.accountId()));
    }

    /** Returns the text below the first two figures. */
    private static List<String> change(Browser browser, int days) {
        return browser.page("/?days=" + days).select(".mv-figures dd:nth-of-type(2)").stream()
                .limit(2)
                .map(each -> each.child(0).text())
                .toList();
    }

    @Test
    void theChartCanLeaveOutWhatIsCapableAndTheNumbersStayTheSame() {
        Person owner = people.account("Chart");
        add(owner, "chart.example");
        sent(owner, "2026-11-18", 90_000, 3);
        Browser browser = browser(owner);
        Document all = browser.page("/?days=7");
        assertThat(all.select("a.day rect.k1")).hasSize(1);
        Document others =
                browser.page(all.select("a:contains(Without capable senders)").attr("href"));
        assertThat(others.select(".mv-seg [aria-current]").eachText())
                .containsExactly("7 days", "Without capable senders");
        assertThat(others.select("a.day rect.k1, .mv-legend .k1")).isEmpty();
        assertThat(others.select("a.day rect.k2")).hasSize(1);
        assertThat(Integer.parseInt(others.select("a.day rect.k2").attr("height")))
                .as("its scale is that of what is drawn")
                .isGreaterThan(100);
        assertThat(figures(others)).isEqualTo(figures(all));
        assertThat(others.select(".mv-alt tbody").text())
                .isEqualTo(all.select(".mv-alt tbody").text());
        assertThat(others.select(".mv-head .mv-seg a:not(:last-child)").eachAttr("href"))
                .as("other days of the same chart")
                .allMatch(href -> href.endsWith("&chart=others"));
    }

    private static void setQuietState(Person owner, String state) {
        people.sql(
                "update domain set state_dmarc = '%s' where name = 'quiet.example' and account_id = %d"
                        .formatted(state, owner.accountId()));
    }

    private static void assertSevenDays(Person person, Browser browser) {
        JsonNode list = people.service.get(person.token(), "/api/v1/domains/").json();
        Document page = browser.page("/?days=7");
        long capable = sum(list, "count_dmarc_capable");
        long other =
                sum(list, "count_non_dmarc_capable")
                        + sum(list, "count_forwarded")
                        + sum(list, "count_threat_other");
        assertThat(capable).as("seven days").isPositive();
        List<String> figures = figures(page);
        assertThat(figures.get(0)).isEqualTo(TEXTS.number(capable + other));
        assertThat(figures.get(1))
                .isEqualTo(TEXTS.share(sum(list, "dmarc_count"), capable + other))
                .isNotEqualTo(TEXTS.share(capable, capable + other));
        assertThat(page.select(".mv-figures dt").get(1).text()).isEqualTo("Compliant");
        // As far as a share is that of one domain, the API says it too.
        Map<String, String> shares = new HashMap<>();
        for (JsonNode domain : list.get("results")) {
            shares.put(
                    domain.get("domain").asString(),
                    domain.get("dmarc_percentage").asString() + "%");
        }
        assertThat(page.select("[aria-labelledby=need] tbody tr"))
                .isNotEmpty()
                .allSatisfy(row ->
                        assertThat(row.select("td:last-child").text())
                                .isEqualTo(shares.get(row.select("th > a").text())));
        assertThat(page.select(".mv-legend b").eachText())
                .containsExactly(
                        TEXTS.number(capable),
                        TEXTS.number(sum(list, "count_non_dmarc_capable")),
                        TEXTS.number(sum(list, "count_forwarded")),
                        TEXTS.number(sum(list, "count_threat_other")));
        assertThat(figures.get(2)).isEqualTo("0 of " + list.get("count").asString());
        assertThat(page.select(".mv-foot code a").attr("href")).isEqualTo("/api/v1/domains/");
    }

    /** Somebody of the account who may read the group of these domains. */
    private static Person reader(Person owner, String... names) {
        String email = people.email();
        people.sql(
                """
                with person as (
                    insert into account_user (account_id, email, is_active, is_owner, is_admin,
                        has_forensic_access, has_billing_access, date_joined)
                    values (%1$d, '%2$s', true, false, false, false, false, now()) returning id
                ), made as (
                    insert into domain_group (account_id, label, is_default)
                    values (%1$d, '%2$s', false) returning id
                ), seen as (
                    insert into group_access (account_id, group_id, user_id, writes)
                    select %1$d, made.id, person.id, false from made, person
                )
                insert into domain_group_member (account_id, group_id, domain_id)
                select %1$d, made.id, domain.id from made, domain
                where domain.account_id = %1$d and domain.name = any('{%3$s}')
                """
                        .formatted(owner.accountId(), email, String.join(",", names)));
        long id =
                Long.parseLong(
                        people.value("select id from account_user where email = '" + email + "'"));
        return new Person(
                owner.accountId(),
                id,
                email,
                people.service.part(Accounts.class).createToken(email));
    }

    @Test
    void theMostUrgentIsSaidFirstAndTheSameOnThePageOfItsDomain() {
        Person owner = people.account("Urgent");
        add(owner, "large.example", "quiet.example", "small.example", "wait.example");
        people.sql(
                """
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                select account_id, id, '2026-11-20', case name when 'large.example' then 1000
                    else 5 end, 0, 0, 0, 0 from domain where account_id = %d
                """
                        .formatted(owner.accountId()));
        Browser browser = browser(owner);
        assertThat(browser.page("/").select("#next").text())
                .as("what DNS was not asked")
                .isEqualTo(
                        "DNS is not checked: scheduled lookups are turned off (MAILVANE_MONITOR)");
        people.sql(
                """
                insert into domain_states (account_id, domain_id, states)
                select account_id, id, '{"dmarc": {"state": "unknown"}}' from domain
                where account_id = %d
                """
                        .formatted(owner.accountId()));
        Document waiting = browser.page("/");
        assertThat(waiting.select("#next").text()).isEqualTo("No reports received yet");
        assertThat(waiting.select("#next + .sub").text())
                .contains("Checking DNS: no issues found so far");
        assertThat(waiting.select(".mv-next.watch a.btn").attr("href"))
                .isEqualTo(StartController.RECORDS_PATH);
        assertThat(waiting.select("#setup")).isEmpty();
        people.sql(
                "update domain set last_upload_time = '2026-11-19' where account_id = "
                        + owner.accountId());
        assertThat(browser.page("/").select("#next").text())
                .as("what DNS has not told")
                .isEqualTo("Checking DNS: no issues found so far");
        assertThat(browser.page("/").select("#need").text())
                .as("nothing needs attention")
                .isEqualTo("Domains being checked");
        people.sql(
                "update domain set state_dmarc = 'present', last_seen_dmarc_policy = 'r' where account_id = "
                        + owner.accountId());
        assertThat(browser.page("/").select("#next").text()).isEqualTo("No action needed");
        assertThat(figures(browser.page("/")).get(2)).isEqualTo("4 of 4");
        setQuietState(owner, "unknown");
        assertThat(figures(browser.page("/")).get(2))
                .as("what is not known now is not said to be enforced")
                .isEqualTo("3 of 4");
        setQuietState(owner, "present");

        open(owner, "wait.example", "bimi.publish", false);
        open(owner, "quiet.example", "dmarc.publish", true);
        Document page = browser.page("/");
        assertThat(page.select("#next").text())
                .as("what is optional or ignored")
                .isEqualTo("No action needed");

        Document optional =
                browser.page(
                        "/domains/"
                                + people.value(
                                        "select id from domain where name = 'wait.example' and account_id = "
                                                + owner.accountId()));
        assertThat(optional.select("#next").text()).isEqualTo("No action needed");
        assertThat(optional.select(".mv-next span.sub").text()).isEqualTo("No action required");
        assertThat(optional.select(".mv-next p").text())
                .isEqualTo("Optional: Publish a logo. Do bimi.publish for wait.example");

        for (String[] each :
                new String[][] {
                    {"mta_sts.fix", "tls", "/inspectors?record=mta-sts&domain=quiet.example"},
                    {"spf.publish", "records", "/inspectors?record=spf&domain=quiet.example"},
                    {"source.fix", "sources", ""}
                }) {
            open(owner, "quiet.example", each[0], false);
            String path =
                    "/domains/"
                            + people.value(
                                    "select id from domain where name = 'quiet.example' and account_id = "
                                            + owner.accountId());
            Document open = browser.page(path);
            String tab = path + "?tab=" + each[1];
            assertThat(open.select(".mv-next .btn-primary").attr("href")).isEqualTo(tab + "#tabs");
            assertThat(open.select("#tabs a").eachAttr("href")).contains(tab);
            assertThat(browser.page(tab).select(".mv-next .btn-primary").attr("href"))
                    .as("who is there goes on to the record's inspector")
                    .isEqualTo(each[2]);
        }
        people.sql(
                "delete from task where code <> 'bimi.publish' and account_id = "
                        + owner.accountId());

        open(owner, "wait.example", "policy.raise", false);
        page = browser.page("/");
        assertThat(page.select("#next").text()).startsWith("wait.example: ");
        assertThat(page.select(".mv-next span.sub").text())
                .as("what is a step forward is no need")
                .isEqualTo("No domain needs attention. Optional:");

        open(owner, "small.example", "spf.publish", false);
        open(owner, "small.example", "dmarc.publish", false);
        open(owner, "large.example", "dmarc.publish", false);
        page = browser.page("/");
        assertThat(page.select("#next").text())
                .as("of equally urgent ones that with the most mail")
                .isEqualTo("large.example: Publish a DMARC record");
        assertThat(page.select(".mv-next p").text())
                .isEqualTo("Do dmarc.publish for large.example");
        assertThat(page.select(".mv-next span.sub").text())
                .isEqualTo("2 of 4 domains to fix: start here");
        assertThat(page.select("[aria-labelledby=need] tbody th a").eachText())
                .containsExactly("large.example", "small.example", "wait.example");
        assertThat(page.select("[aria-labelledby=need] .mv-state").eachText())
                .containsExactly("Fix", "Fix", "Ready");
        people.sql(
                """
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                select account_id, id, '2026-11-01', 3000000, 0, 0, 0, 2700000 from domain
                where name = 'small.example' and account_id = %1$d;
                delete from domain_day where day > '2026-11-01' and account_id = %1$d
                    and domain_id = (select id from domain where name = 'small.example'
                        and account_id = %1$d)
                """
                        .formatted(owner.accountId()));
        assertThat(compliant("/", browser)).isEqualTo("90.0%");
        assertThat(compliant("/?days=7", browser)).as("of the page's days").isEqualTo("n/a");
        assertThat(browser.page("/?days=7").select("[aria-labelledby=need] thead").text())
                .contains("Compliant, 7 d");
        assertThat(figures(page).get(2)).isEqualTo("4 of 4");
        assertThat(page.select("[aria-labelledby=need] tbody th div").eachText())
                .as("why, not what to do")
                .startsWith("No DMARC record", "No DMARC record");
        for (Element row : page.select("[aria-labelledby=need] tbody th")) {
            Document domain = browser.page(row.select("a").attr("href"));
            assertThat(browser.page("/domains?domain=" + row.select("a").text()).text())
                    .contains(domain.select("h1 .mv-state").text());
        }
        assertThat(browser.page(page.select(".mv-next .btn-quiet").attr("href")).select("tbody tr"))
                .as("all that are to be fixed")
                .hasSize(2);
    }

    @Test
    void whatHasMailOfItsOwnToLoseComesBeforeNamesThatDoNotExist() {
        Person owner = people.account("Stakes");
        add(
                owner,
                "gone1.example",
                "gone2.example",
                "gone-mail.example",
                "broken.example",
                "forged.example",
                "watched.example",
                "shop.example",
                "later.example");
        leaveTasksAlone();
        people.sql(
                "update domain set state_dmarc = 'present', nxdomain = name like 'gone%%' where account_id = %d"
                        .formatted(owner.accountId()));
        for (String gone : List.of("gone1.example", "gone2.example", "gone-mail.example")) {
            open(owner, gone, "domain.check", false);
            people.sql(
                    """
                    insert into issue (account_id, domain_id, record, code, subject, level, problem,
                        solution, details, created)
                    select account_id, id, 'mx', 'dns.name.missing', '', 'err', 'No such name',
                        'Check it', '', '2026-11-01' from domain
                    where name = '%s' and account_id = %d
                    """
                            .formatted(gone, owner.accountId()));
        }
        open(owner, "broken.example", "dmarc.publish", false);
        open(owner, "forged.example", "dmarc.publish", false);
        open(owner, "watched.example", "source.decide", false);
        open(owner, "later.example", "policy.raise", false);
        open(owner, "shop.example", "source.fix", false);
        mail(owner, "gone-mail.example", 3, 0);
        mail(owner, "shop.example", 0, 18_000);
        mail(owner, "watched.example", 50_000, 0);
        people.sql(
                """
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                select account_id, id, '2026-11-20', 0, 0, 0, 900, 0 from domain
                where name = 'forged.example' and account_id = %d
                """
                        .formatted(owner.accountId()));
        Browser browser = browser(owner);
        Document page = browser.page("/");
        assertThat(page.select("[aria-labelledby=need] tbody th a").eachText())
                .containsExactly(
                        "shop.example",
                        "gone-mail.example",
                        "forged.example",
                        "broken.example",
                        "watched.example");
        assertThat(page.select("#next").text()).startsWith("shop.example");
        people.sql(
                "delete from task where code in ('dmarc.publish', 'source.fix') and account_id = "
                        + owner.accountId());
        assertThat(browser.page("/").select("[aria-labelledby=need] tbody th a").eachText())
                .containsExactly(
                        "gone-mail.example",
                        "watched.example",
                        "gone1.example",
                        "gone2.example",
                        "later.example");
        assertThat(browser.page("/").text()).contains("3 of 8 domains to fix, 1 to watch");
    }

    @Test
    void ofVeryManyThatAreEquallyUrgentTheFirstAreComparedAndThatIsSaid() {
        Person owner = people.account("Many");
        people.sql(
                """
                insert into domain (account_id, name, top_level, origin, added_date)
                select %d, 'm' || n || '.example', true, 'm', now()
                from generate_series(1, %d) n order by n
                """
                        .formatted(owner.accountId(), DomainHealthService.MAX_NAMED));
        people.sql(
                """
                insert into task (account_id, domain_id, code, subject, category, details, created)
                select account_id, id, 'dmarc.publish', '', 'dmarc', 'Do it', '2026-11-01'
                from domain where account_id = %d
                """
                        .formatted(owner.accountId()));
        leaveTasksAlone();
        String last = "m" + DomainHealthService.MAX_NAMED + ".example";
        mail(owner, "m1.example", 0, 5);
        mail(owner, last, 0, 9_000);
        Browser browser = browser(owner);
        String said = "Only the 500 that were added first are compared";
        Document page = browser.page("/");
        assertThat(page.select("[aria-labelledby=need] tbody th a").eachText())
                .as("all are compared")
                .startsWith(last, "m1.example");
        assertThat(page.text()).doesNotContain(said);

        add(owner, "later.example");
        leaveTasksAlone();
        open(owner, "later.example", "dmarc.publish", false);
        mail(owner, "later.example", 0, 20_000);
        page = browser.page("/");
        assertThat(page.select("[aria-labelledby=need] tbody th a").eachText())
                .startsWith(last, "m1.example")
                .doesNotContain("later.example");
        assertThat(page.select("[aria-labelledby=need]").text()).contains(said);
        assertThat(page.select(".mv-next span.sub").text())
                .as("they are counted")
                .startsWith("501 of 501 domains to fix");

        people.sql(
                """
                update task set code = case when domain_id in (select id from domain
                    where account_id = %1$d order by id limit %2$d) then 'dmarc.publish'
                    else 'source.decide' end
                where account_id = %1$d
                """
                        .formatted(owner.accountId(), OverviewController.MAX_ATTENTION));
        String[] further = new String[OverviewController.MAX_ATTENTION + 1];
        Arrays.setAll(further, n -> "further" + n + ".example");
        add(owner, further);
        leaveTasksAlone();
        people.sql(
                """
                insert into task (account_id, domain_id, code, subject, category, details, created)
                select account_id, id, 'source.decide', '', 'dmarc', 'Do it', '2026-11-01'
                from domain d where account_id = %d
                    and not exists (select from task t where t.domain_id = d.id)
                """
                        .formatted(owner.accountId()));
        assertThat(browser.page("/").text())
                .as("those that are named need somebody more than all others")
                .doesNotContain(said);
    }

    @Test
    void namesThatDoNotExistAreComparedNoFurtherThanMatters() {
        Person owner = people.account("Missing");
        people.sql(
                """
                insert into domain (account_id, name, top_level, origin, added_date, nxdomain,
                    state_dmarc)
                select %d, 'n' || n || '.example', true, 'm', now(), true, 'missing'
                from generate_series(1, %d) n order by n
                """
                        .formatted(owner.accountId(), DomainHealthService.MAX_NAMED + 1));
        people.sql(
                """
                insert into task (account_id, domain_id, code, subject, category, details, created)
                select account_id, id, 'domain.check', '', 'dmarc', 'Do it', '2026-11-01'
                from domain where account_id = %d
                """
                        .formatted(owner.accountId()));
        String[] watched = new String[OverviewController.MAX_ATTENTION];
        Arrays.setAll(watched, n -> "watched" + n + ".example");
        add(owner, watched);
        leaveTasksAlone();
        people.sql(
                "update domain set state_dmarc = 'present' where name like 'watched%%' and account_id = %d"
                        .formatted(owner.accountId()));
        for (String each : watched) {
            open(owner, each, "source.decide", false);
            mail(owner, each, 0, 10);
        }
        Browser browser = browser(owner);
        String said = "Only the 500 that were added first are compared";
        Document page = browser.page("/");
        assertThat(page.select("[aria-labelledby=need] tbody th a").eachText())
                .containsExactly(watched);
        assertThat(page.text())
                .as("the last of those that do not exist may have mail, and come first then")
                .contains(said);

        String[] broken = new String[OverviewController.MAX_ATTENTION];
        Arrays.setAll(broken, n -> "broken" + n + ".example");
        add(owner, broken);
        leaveTasksAlone();
        for (String each : broken) {
            open(owner, each, "dmarc.publish", false);
            mail(owner, each, 0, 10);
        }
        page = browser.page("/");
        assertThat(page.select("[aria-labelledby=need] tbody th a").eachText())
                .containsExactly(broken);
        assertThat(page.text())
                .as("none of those that do not exist comes before")
                .doesNotContain(said);
    }

    @Test
    void namesThatDoNotExistComeLastInTheListsOfWhatIsToBeFixedToo() {
        Person owner = people.account("Gone");
        add(owner, "gone.example", "here.example");
        leaveTasksAlone();
        open(owner, "gone.example", "domain.check", false);
        open(owner, "here.example", "source.fix", false);
        for (String[] each :
                new String[][] {
                    {"gone.example", "mx", "dns.name.missing"}, {"here.example", "dkim", "dkim.p"}
                }) {
            people.sql(
                    """
                    insert into issue (account_id, domain_id, record, code, subject, level, problem,
                        solution, details, created)
                    select account_id, id, '%s', '%s', '', 'err', 'It', 'Do', '', '2026-11-01'
                    from domain where name = '%s' and account_id = %d
                    """
                            .formatted(each[1], each[2], each[0], owner.accountId()));
        }
        Browser browser = browser(owner);
        for (String list : List.of("tasks", "issues")) {
            assertThat(browser.page("/" + list).select("main li a[href*='tab=issues']").eachText())
                    .containsExactly("here.example", "gone.example");
            JsonNode api =
                    people.service
                            .get(owner.token(), "/api/v1/" + list + "/?ordering=urgency")
                            .json();
            assertThat(api.get("results").get(1).get("domain").asString())
                    .isEqualTo("gone.example");
        }
    }

    private static String compliant(String path, Browser browser) {
        return browser.page(path)
                .select("[aria-labelledby=need] tr:contains(small.example) td:last-child")
                .text();
    }

    /** What the planner finds to do in the background is not what is looked at. */
    private static void leaveTasksAlone() {
        people.sql(
                "update policy_advice set due = '2100-01-01', leased_until = null, generation = generation + 1");
    }

    private static void mail(Person owner, String name, long capable, long nonCompliant) {
        people.sql(
                """
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                select account_id, id, '2026-11-20', %d, %d, 0, 0, 0 from domain
                where name = '%s' and account_id = %d
                """
                        .formatted(capable, nonCompliant, name, owner.accountId()));
    }

    @Test
    void manyEventsOfAKindAreOneLine() {
        Person owner = people.account("Pasted");
        String[] names = new String[ShownEvent.MIN_FOLDED - 1];
        Arrays.setAll(names, i -> "n" + i + ".example");
        add(owner, names);
        Browser browser = browser(owner);
        assertThat(browser.page("/").select(".mv-events li")).hasSize(names.length);
        people.sql(
                """
                insert into timeline_event (account_id, domain_id, domain, change, record_type,
                    old_value, new_value, details, created)
                select account_id, id, name, 'spf_changed', 'spf', 'a', 'b', 'It has changed.',
                    created - interval '1 hour'
                from domain join lateral (select min(created) as created from timeline_event e
                    where e.account_id = domain.account_id) e on true
                where account_id = %d and name = 'n0.example'
                """
                        .formatted(owner.accountId()));
        add(owner, "last.example");
        Document page = browser.page("/");
        assertThat(page.select(".mv-events li b").eachText())
                .containsExactly("Domain added", "SPF record changed");
        Element folded = page.expectFirst(".mv-events li");
        assertThat(folded.select("a").text()).isEqualTo(ShownEvent.MIN_FOLDED + " times");
        assertThat(folded.select(".sub").text())
                .startsWith("last.example, ")
                .endsWith(" and others");
        Document timeline = browser.page(folded.select("a").attr("href"));
        assertThat(timeline.select(".mv-events li")).hasSize(ShownEvent.MIN_FOLDED);
        assertThat(timeline.select("#changes option[selected]").text()).isEqualTo("Domain added");

        // However many there are of one kind, the others of the day are there too.
        int many = 5_000;
        people.sql(
                """
                insert into timeline_event (account_id, domain_id, domain, change, record_type,
                    old_value, new_value, details, created)
                select e.account_id, e.domain_id, e.domain, n.change, '', '', '', '',
                    e.created + n.later
                from timeline_event e, generate_series(1, %d) i, (values
                    ('mx_changed', interval '-2 minutes'),
                    ('dmarc_changed', interval '2 minutes')) n (change, later)
                where e.id = (select min(id) from timeline_event
                    where account_id = %d and domain = 'last.example')
                """
                        .formatted(many, owner.accountId()));
        page = browser.page("/");
        assertThat(page.select(".mv-events li b").eachText())
                .containsExactly(
                        "DMARC record changed",
                        "Domain added",
                        "MX records changed",
                        "SPF record changed");
        assertThat(page.select(".mv-events li a[href*=timeline]").eachText())
                .containsExactly(
                        TEXTS.number(many) + " times",
                        ShownEvent.MIN_FOLDED + " times",
                        TEXTS.number(many) + " times");
        assertThat(page.expectFirst(".mv-events li .sub").text())
                .as("all of one domain")
                .isEqualTo("last.example");
    }

    @Test
    void aDayLeadsToItsMailAndWhereNobodyIsNeededThatIsSaid() {
        Person owner = people.account("Days");
        add(owner, "day.example");
        people.sql(
                "update domain set state_dmarc = 'present', last_seen_dmarc_policy = 'r' where account_id = "
                        + owner.accountId());
        Browser browser = browser(owner);
        Document page = browser.page("/");
        assertThat(page.select("[aria-labelledby=need]").text())
                .contains("No domain needs attention.")
                .doesNotContain("No other domain");
        open(owner, "day.example", "dmarc.publish", false);
        assertThat(browser.page("/").select("[aria-labelledby=need]").text())
                .contains("No other domain needs attention.");

        sent(owner, "2026-11-19", 9_999_999, 0);
        page = browser.page("/");
        assertThat(page.select(".mv-figures dd.long")).isEmpty();
        String path = "/detail?start_date=2026-11-19&end_date=2026-11-19";
        assertThat(page.select("a.day").eachAttr("href")).contains(path);
        Document form = browser.page(path);
        assertThat(form.select("#start_date, #end_date").eachAttr("value"))
                .containsExactly("2026-11-19", "2026-11-19");
        assertThat(form.select("#domains").attr("value")).isEmpty();
        assertThat(page.select(".mv-head .mv-seg a:last-child").attr("href"))
                .as("other days than 30 up to today")
                .isEqualTo("/detail?start_date=2026-10-22&end_date=2026-11-20");
        sent(owner, "2026-11-18", 1, 0);
        assertThat(browser.page("/").select(".mv-figures dd.long").text()).isEqualTo("10,000,000");
    }

    @Test
    void fewMessagesAreNotNoneADay() {
        Person owner = people.account("Few");
        add(owner, "few.example");
        people.sql(
                "update domain set last_upload_time = '2026-11-19' where account_id = "
                        + owner.accountId());
        Browser browser = browser(owner);
        assertThat(browser.page("/?days=30").select(".mv-figures").text()).contains("0 per day");
        people.sql(
                """
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                select account_id, id, '2026-11-20', 29, 0, 0, 0, 0 from domain where account_id = %d
                """
                        .formatted(owner.accountId()));
        assertThat(browser.page("/?days=30").select(".mv-figures").text())
                .contains("less than 1 per day")
                .doesNotContain("0 per day");
        people.sql("update domain_day set capable = 30 where account_id = " + owner.accountId());
        assertThat(browser.page("/?days=30").select(".mv-figures").text())
                .contains("1 per day")
                .doesNotContain("less than");
    }

    @Test
    void whatHappenedLastStandsThere() {
        Person owner = people.account("Events");
        add(owner, "one.example");
        Browser browser = browser(owner);
        Document page = browser.page("/");
        JsonNode api = people.service.get(owner.token(), "/api/v1/timeline-events/").json();
        assertThat(api.get("results").get(0).get("details").asString())
                .isEqualTo("The domain was added.");
        assertThat(page.select(".mv-events li > div").eachText())
                .as("once")
                .containsExactly("Domain added one.example");
        assertThat(page.select(".mv-events a").attr("href")).startsWith("/domains/");
        assertThat(page.select(".mv-figures")).as("no report has come").isEmpty();
    }

    @Test
    void whoHasAccessToNoGroupSeesNothing() {
        Person member = people.member();
        add(people.owner, "c.example");
        assertThat(browser(member).page("/").select("main").text())
                .contains("You don't have access to any group yet")
                .doesNotContain("c.example", "No domains yet");
    }
}
