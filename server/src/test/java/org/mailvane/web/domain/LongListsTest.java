package org.mailvane.web.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People.Person;
import org.mailvane.testing.Browser;
import org.mailvane.web.Visitors;
import org.mailvane.web.frame.Choice;

/** What pages show of lists that are longer than a page, and where they say that all of it is. */
class LongListsTest {

    private static Visitors visitors;

    @BeforeAll
    static void open() {
        visitors = new Visitors();
    }

    @AfterAll
    static void close() {
        visitors.close();
    }

    private static long id(Person owner) {
        return Long.parseLong(
                visitors.people.value(
                        "select min(id) from domain where account_id = " + owner.accountId()));
    }

    /** Runs a statement whose arguments are the account, its domain and how many rows. */
    private static void fill(Person owner, long domain, int number, String sql) {
        visitors.people.sql(sql.formatted(owner.accountId(), domain, number));
    }

    private static void assertPart(Document page, int shown, String item, String said) {
        assertThat(page.select(item)).hasSize(shown);
        assertThat(page.select(".mv-foot-row").text()).contains(said);
    }

    private static String all(Document page, String card) {
        return page.select(card + " .mv-foot-row a:contains(Show all)").attr("href");
    }

    @Test
    void aDomainsHistoryLeadsToItsTimeline() {
        Person owner = visitors.people.account("Events");
        visitors.add(owner, "events.example");
        long id = id(owner);
        visitors.people.sql("delete from timeline_event where account_id = " + owner.accountId());
        String sql =
                """
                insert into timeline_event (account_id, domain_id, domain, change, record_type,
                    old_value, new_value, details, created)
                select %1$d, %2$d, 'events.example', 'spf_changed', 'spf', 'v=spf1 -all',
                    'v=spf1 mx -all', '', timestamptz '2026-11-19' - n * interval '1 hour'
                from generate_series(1, %3$d) n
                """;
        fill(owner, id, DomainPageController.MAX_EVENTS, sql);
        Browser browser = visitors.browser(owner);
        String path = "/domains/" + id + "?tab=history";
        assertThat(browser.page(path).select(".mv-events > li"))
                .hasSize(DomainPageController.MAX_EVENTS);
        assertThat(browser.page(path).text()).doesNotContain("Showing only");

        fill(owner, id, 1, sql);
        Document page = browser.page(path);
        assertPart(
                page,
                DomainPageController.MAX_EVENTS,
                ".mv-events > li",
                "Showing only the 50 newest.");
        assertThat(browser.page(all(page, "")).text())
                .contains("events.example", (DomainPageController.MAX_EVENTS + 1) + " ");
    }

    @Test
    void aDomainsIssuesAndTasksLeadToTheirLists() {
        Person owner = visitors.people.account("Matters");
        visitors.add(owner, "matters.example");
        long id = id(owner);
        fill(
                owner,
                id,
                DomainPageController.MAX_OPEN + 1,
                """
                insert into issue (account_id, domain_id, record, code, subject, level, problem,
                    solution, details, created)
                select %1$d, %2$d, 'spf', 'spf.lookups.exceeded', 's' || n, 'err', '', '', '', now()
                from generate_series(1, %3$d) n
                """);
        fill(
                owner,
                id,
                DomainPageController.MAX_OPEN + 1,
                """
                insert into task (account_id, domain_id, code, subject, category, details, created)
                select %1$d, %2$d, 'source.decide', 's' || n, 'source', '', now()
                from generate_series(1, %3$d) n
                """);
        Browser browser = visitors.browser(owner);
        Document page = browser.page("/domains/" + id + "?tab=issues");
        for (String card : new String[] {"is1", "is2"}) {
            String within = "section[aria-labelledby=" + card + "]";
            assertPart(
                    page,
                    DomainPageController.MAX_OPEN,
                    within + " .mv-list > li",
                    "Showing only the 200 most urgent.");
            assertThat(browser.page(all(page, within)).text()).contains("201");
        }
    }

    @Test
    void aDomainsSourcesLeadToThoseOfTheCategory() {
        Person owner = visitors.people.account("Senders");
        visitors.add(owner, "senders.example");
        long id = id(owner);
        fill(
                owner,
                id,
                DomainPageController.MAX_SOURCES + 1,
                """
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                    dkim, spf, quarantined, rejected)
                select %1$d, %2$d, '2026-11-19', 1000000 + n, 4, 1000 - n, 0, 0, 0, 0, 0
                from generate_series(1, %3$d) n
                """);
        Browser browser = visitors.browser(owner);
        Document page = browser.page("/domains/" + id + "?tab=sources");
        assertPart(
                page,
                DomainPageController.MAX_SOURCES,
                "tbody tr",
                "Showing only the 50 with the most messages.");
        assertThat(all(page, "")).isEqualTo("/sources?category=4&domain=senders.example");
        assertThat(browser.page(all(page, "")).select("#list4 .sub").text()).isEqualTo("51");
    }

    @Test
    void aDomainsPoliciesOfTlsAreBounded() {
        Person owner = visitors.people.account("Policies");
        visitors.add(owner, "policies.example");
        long id = id(owner);
        fill(
                owner,
                id,
                DomainPageController.MAX_POLICIES + 1,
                """
                insert into tls_policy (account_id, domain_id, p_domain, p_type, sts_p_mode,
                    sum_success, sum_failed, results, counted, last_seen)
                select %1$d, %2$d, 'p' || n || '.policies.example', 's', 'e', 1, 2, 1, 1, now()
                from generate_series(1, %3$d) n
                """);
        assertPart(
                visitors.browser(owner).page("/domains/" + id + "?tab=tls"),
                DomainPageController.MAX_POLICIES,
                "section[aria-labelledby=t1] tbody tr",
                "Showing only 50; the API returns all.");
    }

    @Test
    void soManyGroupsCanBeChosen() {
        Person owner = visitors.people.account("Groups");
        visitors.add(owner, "groups.example");
        fill(
                owner,
                id(owner),
                Choice.MAX_GROUPS + 1,
                """
                insert into domain_group (account_id, label, is_default)
                select %1$d, 'G' || n, false from generate_series(1, %3$d) n
                """);
        Document page = visitors.browser(owner).page("/domains");
        assertThat(page.select("select[name=group_id] option[value~=\\d]"))
                .hasSize(Choice.MAX_GROUPS);
    }
}
