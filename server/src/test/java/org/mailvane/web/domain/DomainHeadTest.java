package org.mailvane.web.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.testing.Browser;
import org.mailvane.web.Visitors;

/** What a domain's page says of its groups, and of the domains that count with it. */
class DomainHeadTest {

    private static Visitors visitors;
    private static People people;

    private Person owner;
    private Browser browser;

    @BeforeAll
    static void open() {
        visitors = new Visitors();
        people = visitors.people;
    }

    @AfterAll
    static void close() {
        visitors.close();
    }

    @BeforeEach
    void signIn() {
        owner = people.account("Groups");
        visitors.add(owner, "a.example", "b.example", "c.example");
        browser = visitors.browser(owner);
    }

    @Test
    void aDomainsPageNamesTheGroupsThatOneMaySee() {
        visitors.add(owner, "mail.a.example");
        people.sql(
                """
                update domain set top_level = false,
                    follows = (select id from domain where name = 'a.example' and account_id = %1$d)
                where name = 'mail.a.example' and account_id = %1$d
                """
                        .formatted(owner.accountId()));
        long shops = visitors.group(owner, "Shops", "a.example");
        assertThat(crumb(browser, "b.example")).isEqualTo("Domains");
        assertThat(crumb(browser, "a.example")).isEqualTo("Domains / Shops");
        assertThat(crumb(browser, "mail.a.example"))
                .as("in the groups of the one that it follows")
                .isEqualTo("Domains / Shops / a.example");
        visitors.group(owner, "Hidden", "a.example");
        assertThat(crumb(browser, "a.example")).isEqualTo("Domains / Hidden , Shops");
        Browser reader = visitors.browser(visitors.colleague(owner, shops, false));
        assertThat(crumb(reader, "a.example")).isEqualTo("Domains / Shops");
        assertThat(reader.page(path("a.example")).select(".mv-crumb a").eachAttr("href"))
                .containsExactly("/domains", "/domains?group_id=" + shops);
        for (int i = 0; i < DomainPage.MAX_GROUPS - 2; i++) {
            visitors.group(owner, "G" + i, "a.example");
        }
        assertThat(crumb(browser, "a.example"))
                .isEqualTo("Domains / G0 , G1 , G2 , Hidden , Shops");
        visitors.group(owner, "G9", "a.example");
        assertThat(crumb(browser, "a.example"))
                .isEqualTo("Domains / G0 , G1 , G2 , G9 , Hidden , …");
        // What the foot names answers them too, DEFAULT among them.
        assertThat(
                        visitors.api(
                                        owner,
                                        browser.page(path("a.example"))
                                                .select(".mv-foot code a[href*=groups]")
                                                .attr("href"))
                                .get("count")
                                .asInt())
                .isEqualTo(DomainPage.MAX_GROUPS + 2);
    }

    @Test
    void aDomainsPageSaysWhoseMessagesItCounts() {
        visitors.add(owner, "mail.a.example", "own.a.example");
        String said = "Messages and sources include those of 1 subdomain.";
        for (String tab : List.of("", "?tab=sources")) {
            assertThat(browser.page(path("a.example") + tab).text())
                    .as("those that were added count for themselves")
                    .doesNotContain("include those of");
        }
        people.sql(
                "update domain set top_level = false where name = 'mail.a.example' and account_id = %d"
                        .formatted(owner.accountId()));
        assertThat(browser.page(path("a.example")).text()).contains(said);
        assertThat(browser.page(path("a.example") + "?tab=sources").text()).contains(said);
        assertThat(browser.page(path("a.example") + "?tab=records").text()).doesNotContain(said);
        assertThat(browser.page(path("own.a.example")).text()).doesNotContain("include those of");
    }

    private String path(String name) {
        return "/domains/"
                + people.value(
                        "select id from domain where name = '%s' and account_id = %d"
                                .formatted(name, owner.accountId()));
    }

    private String crumb(Browser who, String name) {
        return who.page(path(name)).select(".mv-crumb").text();
    }
}
