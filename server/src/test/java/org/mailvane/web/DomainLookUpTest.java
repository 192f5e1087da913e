package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.accounts.People.Person;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.Browser;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.TestService.Answer;

/** What people see of a domain when they have DNS asked for its records. */
class DomainLookUpTest {

    private static DnsServer dns;
    private static Visitors visitors;

    @BeforeAll
    static void open() {
        visitors = new Visitors(Map.of(Setting.INTAKE_DOMAIN, "in.example"));
        dns = visitors.people.service.dns();
        dns.add(
                """
                shop.example         MX   10 mx.shop.example
                shop.example         TXT  "v=spf1 mx -all"
                mx.shop.example      A    192.0.2.1
                _dmarc.shop.example  TXT  "v=DMARC1; p=reject; rua=mailto:dmarc@shop.example"
                bare.example         A    192.0.2.1
                """);
    }

    @AfterAll
    static void close() {
        visitors.close();
    }

    private static String path(Person owner, String domain) {
        return "/domains/"
                + visitors.people.value(
                        "select id from domain where name = '%s' and account_id = %d"
                                .formatted(domain, owner.accountId()));
    }

    /** The page that follows when the form of another is sent. */
    private static Document after(Browser browser, String path, String form) {
        Answer answer =
                browser.submit(browser.page(path).expectFirst("form[action$=" + form + "]"), "");
        return answer.status() == 303
                ? browser.page(answer.header("location"))
                : Jsoup.parse(answer.text());
    }

    private static String standing(Document page) {
        return page.expectFirst("h1 .mv-state").text();
    }

    @Test
    void thePageAfterALookUpShowsAllThatFollows() {
        Person owner = visitors.people.account("Looks");
        visitors.add(owner, "bare.example");
        Browser browser = visitors.browser(owner);
        Document page = after(browser, path(owner, "bare.example"), "refresh");
        assertThat(standing(page)).isEqualTo("Fix");
        assertThat(page.select("#next").text()).isEqualTo("Publish a DMARC record");
        assertThat(page.select("#rd").text()).isEqualTo("Publish a record");
        assertThat(page.select("pre").eachText())
                .anySatisfy(text -> assertThat(text).startsWith("v=DMARC1; p=none; rua=mailto:"));
    }

    @Test
    void whoVerifiesHearsWhetherTheTextIsThere() {
        Person owner = visitors.people.account("Verifies");
        visitors.add(owner, "bare.example");
        Browser browser = visitors.browser(owner);
        String path = path(owner, "bare.example");
        Document page = after(browser, path, "verify");
        assertThat(page.select("[role=alert]").text()).startsWith("The TXT record was not found");
        String text = page.select("pre:contains(mailvane-verification)").text();
        dns.add("bare.example TXT \"" + text + "\"");
        page = after(browser, path, "verify");
        assertThat(page.select("[role=alert]")).isEmpty();
        assertThat(page.select("tr:contains(Ownership verified) td").text()).isEqualTo("Yes");
    }

    @Test
    void whatWasReadOnceIsNotKnownForSure() {
        Person owner = visitors.people.account("Once");
        visitors.add(owner, "shop.example");
        Browser browser = visitors.browser(owner);
        String path = path(owner, "shop.example");
        after(browser, path, "refresh");
        for (String table : List.of("issue", "task")) {
            visitors.people.sql(
                    "update %s set ignored = true where account_id = %d"
                            .formatted(table, owner.accountId()));
        }
        assertThat(standing(browser.page(path))).isEqualTo("OK");
        visitors.people.sql(
                "update domain set unconfirmed = true where account_id = " + owner.accountId());
        assertThat(standing(browser.page(path))).isEqualTo("Unknown");
        assertThat(browser.page(path).select("#next").text())
                .as("its policy is known, but not for sure")
                .isEqualTo(
                        "DNS was checked only once: scheduled lookups are turned off (MAILVANE_MONITOR)");
        assertThat(browser.page("/domains?state=unknown").select("tbody th").text())
                .isEqualTo("shop.example");
    }

    @Test
    void whatDnsSaidBeforeIsShownAsThat() {
        Person owner = visitors.people.account("Stale");
        dns.add("_dmarc.stale.example TXT \"v=DMARC1; p=reject\"");
        visitors.add(owner, "stale.example");
        Browser browser = visitors.browser(owner);
        String path = path(owner, "stale.example");
        assertThat(after(browser, path, "refresh").text()).doesNotContain("The last DNS lookup");
        dns.remove("_dmarc.stale.example");
        dns.add("_dmarc.stale.example SERVFAIL");
        assertThat(after(browser, path, "refresh").select("[role=status]").text())
                .startsWith("The last DNS lookup of the DMARC record failed");
        assertThat(browser.page(path + "?tab=records").select("section:has(#r1) p.sub").eachText())
                .anySatisfy(
                        text -> assertThat(text).startsWith("Some lookups have failed since 20"));
        // As watching finds it, when DNS has not answered twice.
        visitors.people.sql(
                """
                insert into issue (account_id, domain_id, record, code, subject, level, problem,
                    solution, details, created)
                select account_id, id, 'dmarc', 'dns.servers.failed', '', 'err',
                    'The name servers of _dmarc.stale.example answered with a failure.', '', '', now()
                from domain where name = 'stale.example'
                """);
        assertThat(browser.page(path + "?tab=records").select("section:has(#r1) li b").eachText())
                .contains("Unknown.")
                .doesNotContain("Error.");
    }

    @Test
    void aNameThatDoesNotExistIsNoTroubleOfOneRecord() {
        Person owner = visitors.people.account("Nowhere");
        visitors.add(owner, "nowhere.example");
        Browser browser = visitors.browser(owner);
        Document page = after(browser, path(owner, "nowhere.example"), "refresh");
        assertThat(standing(page)).isEqualTo("Fix");
        assertThat(page.select("pre:contains(v=DMARC1)")).isEmpty();
        assertThat(browser.page("/issues").select(".mv-list b").eachText())
                .containsExactly("The domain does not exist");
        assertThat(browser.page("/issues").select(".mv-list").text())
                .contains("nowhere.example does not exist in DNS");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v=DMARC1; p=reject; sp=none",
                "v=DMARC1; p=quarantine; t=y",
                "v=DMARC1; p=quarantine; rua=someone@policy.example",
                "v=DMARC1; rua=mailto:a@policy.example",
                "v=DMARC1; p=rejct; rua=mailto:a@policy.example",
                "v=DMARC1; p=rejct",
                "v=DMARC1; p=reject; sp=rejct"
            })
    void thePlannerSaysThePolicyThatTheDomainSays(String record) {
        Person owner = visitors.people.account("Policy");
        dns.remove("_dmarc.policy.example");
        dns.add("_dmarc.policy.example TXT \"" + record + "\"");
        visitors.add(owner, "policy.example");
        after(visitors.browser(owner), path(owner, "policy.example"), "refresh");
        String found =
                visitors.people.value(
                        """
                        select d.last_seen_dmarc_policy || ' ' || a.policy
                        from domain d join policy_advice a on a.domain_id = d.id
                        where d.account_id = %d
                        """
                                .formatted(owner.accountId()));
        assertThat(found).isIn("n none", "q quarantine", "r reject", "e ");
    }

    @Test
    void aNameThatHasThePolicyAboveIsJudgedThere() {
        Person owner = visitors.people.account("Below");
        visitors.add(owner, "shop.example", "news.shop.example");
        // As if reports had shown it.
        visitors.people.sql(
                "update domain set follows = parent_id, top_level = false, origin = 'v' where name ="
                        + " 'news.shop.example' and account_id = "
                        + owner.accountId());
        visitors.people.sql(
                "update domain set last_upload_time = '2026-11-19 10:00:00Z' where name ="
                        + " 'shop.example' and account_id = "
                        + owner.accountId());
        Browser browser = visitors.browser(owner);
        Document page = after(browser, path(owner, "news.shop.example"), "refresh");
        assertThat(page.select("#rd").text()).isEqualTo("The policy of shop.example applies");
        assertThat(page.select(".mv-card:has(#rd) a").attr("href"))
                .isEqualTo(path(owner, "shop.example"));
        assertThat(page.text()).doesNotContain("not been judged", "A policy of quarantine");
        assertThat(
                        browser.page(path(owner, "news.shop.example"))
                                .select("tr:contains(Last report) td")
                                .text())
                .isEqualTo("19 Nov 2026, 10:00 included in reports about shop.example");
        assertThat(browser.page(path(owner, "shop.example")).select("#rd").text())
                .doesNotContain("applies");
    }
}
