package org.mailvane.web.overview;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People.Person;
import org.mailvane.actions.DomainHealthService;
import org.mailvane.testing.Browser;
import org.mailvane.web.frame.Routes;
import tools.jackson.databind.JsonNode;

/** What the overview says first, what happened last, and where it leads. */
class OverviewTest {

    private static OverviewFixture overview;

    @BeforeAll
    static void start() {
        overview = new OverviewFixture();
    }

    @AfterAll
    static void stop() {
        overview.close();
    }

    private static void setQuietState(Person owner, String state) {
        overview.people.sql(
                "update domain set state_dmarc = '%s' where name = 'quiet.example' and account_id = %d"
                        .formatted(state, owner.accountId()));
    }

    @Test
    void theMostUrgentIsSaidFirstAndTheSameOnThePageOfItsDomain() {
        Person owner = overview.people.account("Urgent");
        overview.add(owner, "large.example", "quiet.example", "small.example", "wait.example");
        overview.people.sql(
                """
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                select account_id, id, '2026-11-20', case name when 'large.example' then 1000
                    else 5 end, 0, 0, 0, 0 from domain where account_id = %d
                """
                        .formatted(owner.accountId()));
        Browser browser = overview.browser(owner);
        assertThat(browser.page("/").select("#next").text())
                .as("what DNS was not asked")
                .isEqualTo(
                        "DNS is not checked: scheduled lookups are turned off (MAILVANE_MONITOR)");
        overview.people.sql(
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
                .isEqualTo(Routes.START_RECORDS);
        assertThat(waiting.select("#setup")).isEmpty();
        overview.people.sql(
                "update domain set last_upload_time = '2026-11-19' where account_id = "
                        + owner.accountId());
        assertThat(browser.page("/").select("#next").text())
                .as("what DNS has not told")
                .isEqualTo("Checking DNS: no issues found so far");
        assertThat(browser.page("/").select("#need").text())
                .as("nothing needs attention")
                .isEqualTo("Domains being checked");
        overview.people.sql(
                "update domain set state_dmarc = 'present', last_seen_dmarc_policy = 'r' where account_id = "
                        + owner.accountId());
        assertThat(browser.page("/").select("#next").text()).isEqualTo("No action needed");
        assertThat(overview.figures(browser.page("/")).get(2)).isEqualTo("4 of 4");
        setQuietState(owner, "unknown");
        assertThat(overview.figures(browser.page("/")).get(2))
                .as("what is not known now is not said to be enforced")
                .isEqualTo("3 of 4");
        setQuietState(owner, "present");

        overview.open(owner, "wait.example", "bimi.publish", false);
        overview.open(owner, "quiet.example", "dmarc.publish", true);
        Document page = browser.page("/");
        assertThat(page.select("#next").text())
                .as("what is optional or ignored")
                .isEqualTo("No action needed");

        Document optional =
                browser.page(
                        "/domains/"
                                + overview.people.value(
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
            overview.open(owner, "quiet.example", each[0], false);
            String path =
                    "/domains/"
                            + overview.people.value(
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
        overview.people.sql(
                "delete from task where code <> 'bimi.publish' and account_id = "
                        + owner.accountId());

        overview.open(owner, "wait.example", "policy.raise", false);
        page = browser.page("/");
        assertThat(page.select("#next").text()).startsWith("wait.example: ");
        assertThat(page.select(".mv-next span.sub").text())
                .as("what is a step forward is no need")
                .isEqualTo("No domain needs attention. Optional:");

        overview.open(owner, "small.example", "spf.publish", false);
        overview.open(owner, "small.example", "dmarc.publish", false);
        overview.open(owner, "large.example", "dmarc.publish", false);
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
        overview.people.sql(
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
        assertThat(overview.figures(page).get(2)).isEqualTo("4 of 4");
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
        Person owner = overview.people.account("Stakes");
        overview.add(
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
        overview.people.sql(
                "update domain set state_dmarc = 'present', nxdomain = name like 'gone%%' where account_id = %d"
                        .formatted(owner.accountId()));
        for (String gone : List.of("gone1.example", "gone2.example", "gone-mail.example")) {
            overview.open(owner, gone, "domain.check", false);
            overview.people.sql(
                    """
                    insert into issue (account_id, domain_id, record, code, subject, level, problem,
                        solution, details, created)
                    select account_id, id, 'mx', 'dns.name.missing', '', 'err', 'No such name',
                        'Check it', '', '2026-11-01' from domain
                    where name = '%s' and account_id = %d
                    """
                            .formatted(gone, owner.accountId()));
        }
        overview.open(owner, "broken.example", "dmarc.publish", false);
        overview.open(owner, "forged.example", "dmarc.publish", false);
        overview.open(owner, "watched.example", "source.decide", false);
        overview.open(owner, "later.example", "policy.raise", false);
        overview.open(owner, "shop.example", "source.fix", false);
        mail(owner, "gone-mail.example", 3, 0);
        mail(owner, "shop.example", 0, 18_000);
        mail(owner, "watched.example", 50_000, 0);
        overview.people.sql(
                """
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                select account_id, id, '2026-11-20', 0, 0, 0, 900, 0 from domain
                where name = 'forged.example' and account_id = %d
                """
                        .formatted(owner.accountId()));
        Browser browser = overview.browser(owner);
        Document page = browser.page("/");
        assertThat(page.select("[aria-labelledby=need] tbody th a").eachText())
                .containsExactly(
                        "shop.example",
                        "gone-mail.example",
                        "forged.example",
                        "broken.example",
                        "watched.example");
        assertThat(page.select("#next").text()).startsWith("shop.example");
        overview.people.sql(
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
        Person owner = overview.people.account("Many");
        overview.people.sql(
                """
                insert into domain (account_id, name, top_level, origin, added_date)
                select %d, 'm' || n || '.example', true, 'm', now()
                from generate_series(1, %d) n order by n
                """
                        .formatted(owner.accountId(), DomainHealthService.MAX_NAMED));
        overview.people.sql(
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
        Browser browser = overview.browser(owner);
        String said = "Only the 500 that were added first are compared";
        Document page = browser.page("/");
        assertThat(page.select("[aria-labelledby=need] tbody th a").eachText())
                .as("all are compared")
                .startsWith(last, "m1.example");
        assertThat(page.text()).doesNotContain(said);

        overview.add(owner, "later.example");
        leaveTasksAlone();
        overview.open(owner, "later.example", "dmarc.publish", false);
        mail(owner, "later.example", 0, 20_000);
        page = browser.page("/");
        assertThat(page.select("[aria-labelledby=need] tbody th a").eachText())
                .startsWith(last, "m1.example")
                .doesNotContain("later.example");
        assertThat(page.select("[aria-labelledby=need]").text()).contains(said);
        assertThat(page.select(".mv-next span.sub").text())
                .as("they are counted")
                .startsWith("501 of 501 domains to fix");

        overview.people.sql(
                """
                update task set code = case when domain_id in (select id from domain
                    where account_id = %1$d order by id limit %2$d) then 'dmarc.publish'
                    else 'source.decide' end
                where account_id = %1$d
                """
                        .formatted(owner.accountId(), OverviewController.MAX_ATTENTION));
        String[] further = new String[OverviewController.MAX_ATTENTION + 1];
        Arrays.setAll(further, n -> "further" + n + ".example");
        overview.add(owner, further);
        leaveTasksAlone();
        overview.people.sql(
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
        Person owner = overview.people.account("Missing");
        overview.people.sql(
                """
                insert into domain (account_id, name, top_level, origin, added_date, nxdomain,
                    state_dmarc)
                select %d, 'n' || n || '.example', true, 'm', now(), true, 'missing'
                from generate_series(1, %d) n order by n
                """
                        .formatted(owner.accountId(), DomainHealthService.MAX_NAMED + 1));
        overview.people.sql(
                """
                insert into task (account_id, domain_id, code, subject, category, details, created)
                select account_id, id, 'domain.check', '', 'dmarc', 'Do it', '2026-11-01'
                from domain where account_id = %d
                """
                        .formatted(owner.accountId()));
        String[] watched = new String[OverviewController.MAX_ATTENTION];
        Arrays.setAll(watched, n -> "watched" + n + ".example");
        overview.add(owner, watched);
        leaveTasksAlone();
        overview.people.sql(
                "update domain set state_dmarc = 'present' where name like 'watched%%' and account_id = %d"
                        .formatted(owner.accountId()));
        for (String each : watched) {
            overview.open(owner, each, "source.decide", false);
            mail(owner, each, 0, 10);
        }
        Browser browser = overview.browser(owner);
        String said = "Only the 500 that were added first are compared";
        Document page = browser.page("/");
        assertThat(page.select("[aria-labelledby=need] tbody th a").eachText())
                .containsExactly(watched);
        assertThat(page.text())
                .as("the last of those that do not exist may have mail, and come first then")
                .contains(said);

        String[] broken = new String[OverviewController.MAX_ATTENTION];
        Arrays.setAll(broken, n -> "broken" + n + ".example");
        overview.add(owner, broken);
        leaveTasksAlone();
        for (String each : broken) {
            overview.open(owner, each, "dmarc.publish", false);
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
        Person owner = overview.people.account("Gone");
        overview.add(owner, "gone.example", "here.example");
        leaveTasksAlone();
        overview.open(owner, "gone.example", "domain.check", false);
        overview.open(owner, "here.example", "source.fix", false);
        for (String[] each :
                new String[][] {
                    {"gone.example", "mx", "dns.name.missing"}, {"here.example", "dkim", "dkim.p"}
                }) {
            overview.people.sql(
                    """
                    insert into issue (account_id, domain_id, record, code, subject, level, problem,
                        solution, details, created)
                    select account_id, id, '%s', '%s', '', 'err', 'It', 'Do', '', '2026-11-01'
                    from domain where name = '%s' and account_id = %d
                    """
                            .formatted(each[1], each[2], each[0], owner.accountId()));
        }
        Browser browser = overview.browser(owner);
        for (String list : List.of("tasks", "issues")) {
            assertThat(browser.page("/" + list).select("main li a[href*='tab=issues']").eachText())
                    .containsExactly("here.example", "gone.example");
            JsonNode api =
                    overview.people
                            .service
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
        overview.people.sql(
                "update policy_advice set due = '2100-01-01', leased_until = null, generation = generation + 1");
    }

    private static void mail(Person owner, String name, long capable, long nonCompliant) {
        overview.people.sql(
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
        Person owner = overview.people.account("Pasted");
        String[] names = new String[ShownEvent.MIN_FOLDED - 1];
        Arrays.setAll(names, i -> "n" + i + ".example");
        overview.add(owner, names);
        Browser browser = overview.browser(owner);
        assertThat(browser.page("/").select(".mv-events li")).hasSize(names.length);
        overview.people.sql(
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
        overview.add(owner, "last.example");
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
        overview.people.sql(
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
                        OverviewFixture.TEXTS.number(many) + " times",
                        ShownEvent.MIN_FOLDED + " times",
                        OverviewFixture.TEXTS.number(many) + " times");
        assertThat(page.expectFirst(".mv-events li .sub").text())
                .as("all of one domain")
                .isEqualTo("last.example");
    }

    @Test
    void whatHappenedLastStandsThere() {
        Person owner = overview.people.account("Events");
        overview.add(owner, "one.example");
        Browser browser = overview.browser(owner);
        Document page = browser.page("/");
        JsonNode api =
                overview.people.service.get(owner.token(), "/api/v1/timeline-events/").json();
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
        Person member = overview.people.member();
        overview.add(overview.people.owner, "c.example");
        assertThat(overview.browser(member).page("/").select("main").text())
                .contains("You don't have access to any group yet")
                .doesNotContain("c.example", "No domains yet");
    }
}
