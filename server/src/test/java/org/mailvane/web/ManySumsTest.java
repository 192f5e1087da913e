package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People.Person;
import org.mailvane.domains.SumCache;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.Browser;

/** Pages of an account with so many sums that they are remembered. */
class ManySumsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Within 30 days, and not within the 7 that domains' counts cover. */
    private static final String OLD = "2026-11-05";

    private static final String TODAY = "2026-11-20";

    private static Visitors visitors;

    @BeforeAll
    static void open() {
        visitors = new Visitors();
    }

    @AfterAll
    static void close() {
        visitors.close();
    }

    private static void sent(Person owner, String domain, String day, int source, long messages) {
        visitors.people.sql(
                """
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                    spf, dkim, quarantined, rejected)
                select account_id, id, '%1$s', %2$d, 1, %3$d, 0, 0, 0, 0, 0 from domain
                where name = '%4$s' and account_id = %5$d;
                insert into domain_day as d (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                select account_id, id, '%1$s', %3$d, 0, 0, 0, 0 from domain
                where name = '%4$s' and account_id = %5$d
                on conflict (domain_id, day) do update set capable = d.capable + excluded.capable
                """
                        .formatted(day, source, messages, domain, owner.accountId()));
    }

    private static List<String> sources(Browser browser, String query) {
        return browser.page("/sources?category=1&" + query).select("tbody tr td.n").eachText();
    }

    private static String messages(Browser browser, int days) {
        Document page = browser.page("/?days=" + days);
        return page.select(".mv-figures dd:nth-of-type(1)").getFirst().text();
    }

    @Test
    @Tag("slow")
    void sumsOfLongPeriodsAreRememberedForWhoSeesAllDomains() {
        Person owner = visitors.people.account("Many");
        visitors.add(owner, "a.example", "b.example");
        sent(owner, "a.example", OLD, 1, 1_000);
        // One message each of many senders that nobody knows.
        visitors.people.sql(
                """
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                    spf, dkim, quarantined, rejected)
                select account_id, id, '%1$s', 1000000 + n, 4, 1, 0, 0, 0, 0, 0
                from domain, generate_series(1, %2$d) n
                where name = 'b.example' and account_id = %3$d;
                insert into domain (account_id, name, top_level, origin, added_date)
                select %3$d, 'd' || n || '.example', true, 'm', now()
                from generate_series(1, %4$d) n;
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                select account_id, id, cast('%1$s' as date) + k, 0, 0, 0, 1, 0
                from domain, generate_series(0, 8) k
                where name like 'd%%' and account_id = %3$d
                """
                        .formatted(OLD, SumCache.MANY, owner.accountId(), SumCache.MANY / 9 + 1));
        Person reader = visitors.colleague(owner, visitors.group(owner, "Few", "a.example"), false);
        Browser all = visitors.browser(owner);
        Browser few = visitors.browser(reader);
        List<String> before = sources(all, "days=30");
        assertThat(before.getFirst()).as("domains").isEqualTo("1");
        assertThat(before.get(1)).as("messages").isEqualTo("1,000");
        assertThat(
                        all.page("/sources?days=30")
                                .select("section[aria-labelledby=list1] td.n")
                                .eachText())
                .isEqualTo(before);
        String shown = messages(all, 30);

        sent(owner, "a.example", "2026-11-06", 1, 500);
        assertThat(sources(all, "days=30")).isEqualTo(before);
        assertThat(messages(all, 30)).isEqualTo(shown);
        assertThat(sources(few, "days=30").get(1)).as("who sees few").isEqualTo("1,500");
        assertThat(sources(all, "days=30&domain=a.ex").get(1)).as("of few").isEqualTo("1,500");
        assertThat(messages(few, 30)).isEqualTo("1,500");

        // Neither are sums of few rows remembered, nor the overview's last days.
        sent(owner, "b.example", TODAY, 1, 70);
        assertThat(sources(all, "days=7").get(1)).isEqualTo("70");
        assertThat(number(messages(all, 30))).isEqualTo(number(shown) + 70);

        visitors.people.clock.advance(SumCache.FRESH.plusSeconds(1));
        Awaiting.until(
                "sources are added up again",
                PATIENCE,
                () -> sources(all, "days=30").get(1).equals("1,570"));
        Awaiting.until(
                "days are added up again",
                PATIENCE,
                () -> number(messages(all, 30)) == number(shown) + 570);
    }

    @Test
    @Tag("slow")
    void aWeeksSourcesAreRememberedToo() {
        Person owner = visitors.people.account("Week");
        visitors.add(owner, "week.example");
        sent(owner, "week.example", TODAY, 1, 1_000);
        visitors.people.sql(
                """
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                    spf, dkim, quarantined, rejected)
                select account_id, id, '%1$s', 1000000 + n, 4, 1, 0, 0, 0, 0, 0
                from domain, generate_series(1, %2$d) n where account_id = %3$d
                """
                        .formatted(TODAY, SumCache.MANY, owner.accountId()));
        Browser browser = visitors.browser(owner);
        assertThat(sources(browser, "days=7").get(1)).isEqualTo("1,000");

        sent(owner, "week.example", "2026-11-19", 1, 500);
        assertThat(sources(browser, "days=7").get(1)).as("by page").isEqualTo("1,000");
        assertThat(
                        visitors.people
                                .service
                                .get(owner.token(), "/api/v1/sources/?category=1")
                                .json()
                                .at("/results/0/message_count")
                                .asLong())
                .as("by API")
                .isEqualTo(1_000);

        visitors.people.clock.advance(SumCache.FRESH.plusSeconds(1));
        Awaiting.until(
                "sources are added up again",
                PATIENCE,
                () -> sources(browser, "days=7").get(1).equals("1,500"));
    }

    private static long number(String text) {
        return Long.parseLong(text.replace(",", ""));
    }
}
