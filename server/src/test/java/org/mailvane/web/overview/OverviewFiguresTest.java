package org.mailvane.web.overview;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.People.Person;
import org.mailvane.testing.Browser;
import tools.jackson.databind.JsonNode;

/** The figures and charts of the overview. */
class OverviewFiguresTest {

    private static OverviewFixture overview;

    @BeforeAll
    static void start() {
        overview = new OverviewFixture();
    }

    @AfterAll
    static void stop() {
        overview.close();
    }

    private static long sum(JsonNode list, String name) {
        long sum = 0;
        for (JsonNode domain : list.get("results")) {
            sum += domain.get("top_level").asBoolean() ? domain.get(name).asLong() : 0;
        }
        return sum;
    }

    @Test
    void figuresAreThoseOfTheApiForTheSameCaller() {
        Person owner = overview.people.account("Figures");
        Browser browser = overview.browser(owner);
        assertThat(browser.page("/").text()).contains("No domains yet");
        assertThat(browser.page("/").select("svg.spark, .mv-chart")).isEmpty();

        overview.add(owner, "a.example", "mail.a.example", "b.example");
        // The subdomain counts with its parent, and must not count twice.
        overview.people.sql(
                """
                update domain set top_level = false,
                    parent_id = (select id from domain where name = 'a.example')
                where name = 'mail.a.example'
                """);
        for (String day : List.of("2026-11-20", "2026-11-14", "2026-11-13", "2026-10-01")) {
            overview.people.sql(
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
        assertSevenDays(reader, overview.browser(reader));

        List<Long> totals =
                List.of("7", "30", "90", "", "x'\"<").stream()
                        .map(days -> browser.page("/?days=" + days.replaceAll("\\W", "%22")))
                        .map(page -> overview.figures(page).getFirst().replace(",", ""))
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
        Person owner = overview.people.account("Compared");
        overview.add(owner, "compared.example");
        Browser browser = overview.browser(owner);
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
        overview.people.sql(
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
        overview.people.sql(
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
        Person owner = overview.people.account("Chart");
        overview.add(owner, "chart.example");
        sent(owner, "2026-11-18", 90_000, 3);
        Browser browser = overview.browser(owner);
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
        assertThat(overview.figures(others)).isEqualTo(overview.figures(all));
        assertThat(others.select(".mv-alt tbody").text())
                .isEqualTo(all.select(".mv-alt tbody").text());
        assertThat(others.select(".mv-head .mv-seg a:not(:last-child)").eachAttr("href"))
                .as("other days of the same chart")
                .allMatch(href -> href.endsWith("&chart=others"));
    }

    private static void assertSevenDays(Person person, Browser browser) {
        JsonNode list = overview.people.service.get(person.token(), "/api/v1/domains/").json();
        Document page = browser.page("/?days=7");
        long capable = sum(list, "count_dmarc_capable");
        long other =
                sum(list, "count_non_dmarc_capable")
                        + sum(list, "count_forwarded")
                        + sum(list, "count_threat_other");
        assertThat(capable).as("seven days").isPositive();
        List<String> figures = overview.figures(page);
        assertThat(figures.get(0)).isEqualTo(OverviewFixture.TEXTS.number(capable + other));
        assertThat(figures.get(1))
                .isEqualTo(OverviewFixture.TEXTS.share(sum(list, "dmarc_count"), capable + other))
                .isNotEqualTo(OverviewFixture.TEXTS.share(capable, capable + other));
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
                        OverviewFixture.TEXTS.number(capable),
                        OverviewFixture.TEXTS.number(sum(list, "count_non_dmarc_capable")),
                        OverviewFixture.TEXTS.number(sum(list, "count_forwarded")),
                        OverviewFixture.TEXTS.number(sum(list, "count_threat_other")));
        assertThat(figures.get(2)).isEqualTo("0 of " + list.get("count").asString());
        assertThat(page.select(".mv-foot code a").attr("href")).isEqualTo("/api/v1/domains/");
    }

    /** Somebody of the account who may read the group of these domains. */
    private static Person reader(Person owner, String... names) {
        String email = overview.people.email();
        overview.people.sql(
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
                        overview.people.value(
                                "select id from account_user where email = '" + email + "'"));
        return new Person(
                owner.accountId(),
                id,
                email,
                overview.people.service.part(Accounts.class).createToken(email));
    }

    @Test
    void aDayLeadsToItsMailAndWhereNobodyIsNeededThatIsSaid() {
        Person owner = overview.people.account("Days");
        overview.add(owner, "day.example");
        overview.people.sql(
                "update domain set state_dmarc = 'present', last_seen_dmarc_policy = 'r' where account_id = "
                        + owner.accountId());
        Browser browser = overview.browser(owner);
        Document page = browser.page("/");
        assertThat(page.select("[aria-labelledby=need]").text())
                .contains("No domain needs attention.")
                .doesNotContain("No other domain");
        overview.open(owner, "day.example", "dmarc.publish", false);
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
        Person owner = overview.people.account("Few");
        overview.add(owner, "few.example");
        overview.people.sql(
                "update domain set last_upload_time = '2026-11-19' where account_id = "
                        + owner.accountId());
        Browser browser = overview.browser(owner);
        assertThat(browser.page("/?days=30").select(".mv-figures").text()).contains("0 per day");
        overview.people.sql(
                """
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                select account_id, id, '2026-11-20', 29, 0, 0, 0, 0 from domain where account_id = %d
                """
                        .formatted(owner.accountId()));
        assertThat(browser.page("/?days=30").select(".mv-figures").text())
                .contains("less than 1 per day")
                .doesNotContain("0 per day");
        overview.people.sql(
                "update domain_day set capable = 30 where account_id = " + owner.accountId());
        assertThat(browser.page("/?days=30").select(".mv-figures").text())
                .contains("1 per day")
                .doesNotContain("less than");
    }
}
