package org.mailvane.web.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People.Person;
import org.mailvane.planner.AdviceTexts;
import org.mailvane.sources.Category;
import org.mailvane.testing.Browser;
import org.mailvane.web.frame.DomainTab;
import org.mailvane.web.parts.SourceFigures;
import tools.jackson.databind.JsonNode;

/** The page of each domain, beside the API's answers to the same people. */
class DomainPagesTest {

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
    void whatComesFromOutsideIsTextOnEveryTab() {
        Person owner = pages.people.account("Outside");
        String longName = ("x".repeat(60) + ".").repeat(3) + "outside.example";
        pages.add(owner, "outside.example", longName);
        long id = pages.id(owner, "outside.example");
        String json = DomainPagesFixture.HTML.replace("\"", "\\\"").replace("'", "''");
        String sql = DomainPagesFixture.HTML.replace("'", "''");
        pages.people.sql(
                """
                update domain set notes = '%1$s', records_spf = '%1$s', records_dmarc = '%1$s'
                where id = %2$d
                """
                        .formatted(sql, id));
        pages.people.sql(
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
        pages.people.sql(
                """
                insert into issue (account_id, domain_id, record, code, subject, level, problem,
                    solution, details, created)
                values (%1$d, %2$d, 'spf', '%3$s', '%3$s', 'err', '%3$s', '%3$s', '%3$s', now())
                """
                        .formatted(owner.accountId(), id, sql));
        pages.people.sql(
                """
                insert into task (account_id, domain_id, code, subject, category, details, created)
                values (%1$d, %2$d, '%3$s', '', 'spf', '%3$s', now())
                """
                        .formatted(owner.accountId(), id, sql));
        pages.people.sql(
                """
                insert into timeline_event (account_id, domain_id, domain, change, record_type,
                    old_value, new_value, details, created)
                values (%1$d, %2$d, '%3$s', 'spf_changed', 'spf', '%3$s a', '%3$s b', '%3$s', '2026-11-20')
                """
                        .formatted(owner.accountId(), id, sql));
        pages.people.sql(
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
        pages.people.sql(
                """
                insert into tls_policy (account_id, domain_id, p_domain, p_type, sts_p_mode,
                    sum_success, sum_failed, results, counted, last_seen)
                values (%1$d, %2$d, '%3$s', 's', 'e', 1, 2, 1, 1, now())
                """
                        .formatted(owner.accountId(), id, sql));
        pages.group(owner, sql, "outside.example");
        pages.people.sql(
                "update domain_group set label = '%s' where account_id = %d and not is_default"
                        .formatted(sql, owner.accountId()));
        Browser browser = pages.browser(owner);
        List<String> paths = new ArrayList<>(List.of("/", "/domains", "/timeline", "/domains/add"));
        for (DomainTab tab : DomainTab.values()) {
            paths.add("/domains/" + id + "?tab=" + tab.code());
        }
        paths.add("/timeline?domain=" + "%22%3E%3Cscript%3E&changes=%22&begin=2026-99-99&end=x");
        for (String path : paths) {
            pages.assertNoHtml(browser.page(path));
        }
        assertThat(browser.page("/domains/" + id + "?tab=records").select("pre").text())
                .contains("<script>alert(1)</script>");
        assertThat(browser.page("/domains/" + id + "?tab=history").select(".mv-diff ins").text())
                .isEqualTo("b");
        pages.people.sql(
                "update domain_group set label = U&'a\\001b[2J\\202eb' where account_id = %d and not is_default"
                        .formatted(owner.accountId()));
        assertThat(browser.page("/domains").text()).contains("a?[2J?b").doesNotContain("\u202e");
        assertThat(pages.names(browser.page("/domains"))).contains(longName);
        Document page = browser.page("/domains/" + pages.id(owner, longName));
        assertThat(page.select("h1").text()).startsWith(longName);
    }

    @Test
    void aDomainsPageIsForWhoMayReadItAndItsFormsForWhoMayChangeIt() {
        Person owner = pages.people.account("Page");
        pages.add(owner, "mine.example", "other.example");
        long group = pages.group(owner, "Readers", "mine.example");
        Person reader = pages.colleague(owner, group, false);
        long mine = pages.id(owner, "mine.example");
        long other = pages.id(owner, "other.example");
        Browser theirs = pages.browser(reader);
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
        Browser own = pages.browser(owner);
        Document page = own.page("/domains/" + mine);
        JsonNode verified =
                pages.people
                        .service
                        .send("POST", owner.token(), "/api/v1/domains/" + mine + "/verify/", "")
                        .json();
        assertThat(page.text())
                .contains("mailvane-verification=" + verified.get("verification_token").asString());
        assertThat(own.submit(page.expectFirst("form[action$=verify]"), "").text())
                .contains("The TXT record was not found");

        page = own.page("/domains/" + mine + "?tab=records");
        Element form = page.expectFirst("form[action$=selectors]");
        assertThat(own.submit(form, "", "text", "s1, s2\n s1").status()).isEqualTo(303);
        assertThat(pages.api(owner, "/api/v1/domains/" + mine + "/").get("selectors").toString())
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
        assertThat(pages.api(owner, "/api/v1/domains/" + mine + "/").get("selectors").isEmpty())
                .isTrue();
    }

    @Test
    void eachRecordSaysWhatWasFoundOfIt() {
        Person owner = pages.people.account("Findings");
        pages.add(owner, "findings.example");
        long id = pages.id(owner, "findings.example");
        pages.people.sql(
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
            pages.people.sql(
                    """
                    insert into issue (account_id, domain_id, record, code, subject, level, problem,
                        solution, details, created)
                    values (%1$d, %2$d, '%3$s', '%3$s.asked', '', 'warn', 'Asked for %3$s',
                        'Do this', 'where', now())
                    """
                            .formatted(owner.accountId(), id, record));
        }
        Document page = pages.browser(owner).page("/domains/" + id + "?tab=records");
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
        Person owner = pages.people.account("OfOne");
        pages.add(owner, "sum.example");
        long id = pages.id(owner, "sum.example");
        pages.people.sql(
                """
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                values (%1$d, %2$d, '2026-11-20', 400, 30, 2, 1, 391),
                    (%1$d, %2$d, '2026-11-01', 7, 0, 0, 0, 0)
                """
                        .formatted(owner.accountId(), id));
        pages.people.sql(
                """
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                    dkim, spf, quarantined, rejected)
                values (%1$d, %2$d, '2026-11-20', 1, 1, 400, 390, 380, 370, 0, 0),
                    (%1$d, %2$d, '2026-11-20', 2, 4, 31, 0, 0, 0, 0, 0)
                """
                        .formatted(owner.accountId(), id));
        Browser browser = pages.browser(owner);
        JsonNode domain = pages.api(owner, "/api/v1/domains/" + id + "/");
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
            JsonNode sources = pages.api(owner, "/api/v1/sources/?category=" + category);
            String name = DomainPagesFixture.TEXTS.of(SourceFigures.key(Category.of(category)));
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
                                        DomainPagesFixture.TEXTS.number(all),
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
                ? DomainPagesFixture.TEXTS.share(0, 0)
                : DomainPagesFixture.TEXTS.share(
                        source.get(what + "_count").asLong(), source.get("message_count").asLong());
    }

    @Test
    void whatASourceCannotPassIsNoShareOnADomainsPageEither() {
        Person owner = pages.people.account("Incapable");
        pages.add(owner, "incapable.example");
        long id = pages.id(owner, "incapable.example");
        pages.people.sql(
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
        Browser browser = pages.browser(owner);
        JsonNode source = pages.api(owner, "/api/v1/sources/?category=2").get("results").get(0);
        Document page = browser.page("/domains/" + id + "?tab=sources");
        assertThat(source.get("dmarc_percentage").asInt()).isEqualTo(-999);
        assertThat(page.select("tbody tr:contains(Printer)").eachText())
                .containsExactly(
                        source.get("name").asString()
                                + (" 31" + (" " + DomainPagesFixture.TEXTS.share(0, 0)).repeat(3))
                                + " "
                                + DomainPagesFixture.TEXTS.of("sources.advice.short.2"));
    }
}
