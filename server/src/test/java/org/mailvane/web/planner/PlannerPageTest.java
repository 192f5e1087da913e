package org.mailvane.web.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.web.Visitors.HTML;
import static org.mailvane.web.Visitors.TEXTS;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People.Person;
import org.mailvane.planner.AdviceTexts;
import org.mailvane.testing.Browser;
import org.mailvane.text.Message;
import org.mailvane.web.Visitors;
import org.mailvane.web.frame.PageList;
import tools.jackson.databind.JsonNode;

/** The policy planner says what the API says to the same caller. */
class PlannerPageTest {

    private static Visitors visitors;
    private Person owner;
    private Browser browser;

    @BeforeAll
    static void open() {
        visitors = new Visitors();
    }

    @AfterAll
    static void close() {
        visitors.close();
    }

    @BeforeEach
    void newAccount() {
        owner = visitors.people.account("Planner");
        browser = visitors.browser(owner);
    }

    /** What was found out about a domain, with texts that name it. */
    private void judged(
            String domain, String recommendation, boolean ready, String policy, String text) {
        visitors.people.sql(
                """
                update policy_advice set due = '2100-01-01', leased_until = null,
                    generation = generation + 1, judged = '2026-11-20',
                    recommendation = '%3$s', ready = %4$s, policy = '%5$s',
                    subdomain_policy = '%5$s', blocking = %7$s, met = %8$s, notes = %9$s,
                    recommended_record = 'v=DMARC1; p=none; %6$s', days_observed = 64,
                    capable = domain_id * 10, non_compliant = 7, forwarded = 5, threat = 3,
                    counted = domain_id * 10, passed = domain_id * 9,
                    sources = '[{"number": 100, "name": "%6$s", "slug": "x", "messages": 12,
                        "failed": 11, "own": true, "sub": false, "undecided": true, "blocks": true}]'
                where account_id = %1$d and domain_id = (select id from domain
                    where account_id = %1$d and name = '%2$s')
                """
                        .formatted(
                                owner.accountId(),
                                domain,
                                recommendation,
                                ready,
                                policy,
                                text,
                                AdviceTexts.sql("Blocks " + text),
                                AdviceTexts.sql("Has " + text, "Has more"),
                                AdviceTexts.sql("Note " + text)));
        if (ready) {
            visitors.people.sql(
                    "update policy_advice set blocking = '{}' where ready and account_id = "
                            + owner.accountId());
        }
    }

    private void addJudged() {
        visitors.add(owner, "a.example", "b.example", "c.example");
        judged("a.example", "quarantine", true, "none", "alpha");
        judged("b.example", "monitor", false, "quarantine", "bravo");
        judged("c.example", "publish", false, "", "charlie");
    }

    @Test
    void theListSaysWhatTheApiSaysToTheSamePerson() {
        addJudged();
        long group = visitors.group(owner, "Group <b>", "b.example");
        Person reader = visitors.colleague(owner, group, false);
        for (Person person : List.of(owner, reader)) {
            Browser theirs = person.equals(owner) ? browser : visitors.browser(person);
            for (String query :
                    List.of(
                            "",
                            "policy_ready=true",
                            "raise=true",
                            "policy_ready=false&ordering=-failed",
                            "recommendation=publish",
                            "recommendation=maintain",
                            "domain=b.ex",
                            "group_id=" + group,
                            "ordering=-volume",
                            "ordering=-domain",
                            "ordering=-urgency",
                            "group_id=999999",
                            "group_id=x&policy_ready=x&recommendation=x&ordering=x&page=x")) {
                assertSame(theirs, person, "/planner?" + query);
            }
        }
        Document page = browser.page("/planner?ordering=-failed&raise=true");
        assertThat(page.select("[aria-sort=descending]").text()).isEqualTo("Your failing mail");
        assertThat(page.select(".mv-seg [aria-current]").text()).isEqualTo("Ready");
        Document first = browser.page("/planner");
        assertThat(first.select("tbody th a").eachText())
                .as("what can be done at once comes first")
                .containsExactly("a.example", "c.example", "b.example");
        assertThat(first.select("[aria-sort]")).as("no column orders it").isEmpty();
        assertThat(browser.page("/planner?ordering=urgency").select("[aria-sort=ascending]").text())
                .isEqualTo("Readiness");
        assertThat(first.select(".mv-head .sub").text())
                .as("the judged days")
                .contains("30 days, 18 Oct to 16 Nov 2026");
        assertThat(page.select("tbody td.n").eachText())
                .containsExactly(
                        TEXTS.number(id("a.example") * 10 + 15), TEXTS.number(id("a.example")));
        assertThat(page.select("tbody .mv-state").text()).isEqualTo("Ready");
        assertThat(browser.page("/planner?domain=b.ex").select("tbody td:last-child").text())
                .isEqualTo("2 of 3 done");
        assertThat(visitors.browser(visitors.people.account("Other")).page("/planner").text())
                .contains("No domains yet");
    }

    @Test
    void whyNamesWhatComesFirstOnlyWhereAPolicyIsJudgedByIt() {
        visitors.add(owner, "a.example", "b.example", "c.example");
        for (String domain : List.of("a.example", "b.example", "c.example")) {
            judged(domain, "monitor", false, "none", "only so many days were observed");
        }
        open("a.example", "spf", "err", "spf.lookups.exceeded");
        open("b.example", "mx", "err", "mx.host.missing");
        open("c.example", "spf", "warn", "spf.lookups.near");
        Document page = browser.page("/planner?ordering=domain");
        List<String> why = page.select("tbody summary").eachText();
        assertThat(why.get(0)).isEqualTo("SPF exceeds the 10-lookup limit");
        assertThat(why.subList(1, 3))
                .as("what is wrong there does not stand against a policy")
                .allMatch(text -> text.contains("only so many days were observed"));
        assertThat(page.select("tbody details").getFirst().text())
                .contains("only so many days were observed");
        assertThat(page.select("tbody td:last-child").eachText())
                .as("how they stand on other pages too")
                .containsExactly("Fix", "Fix", "Watch");
        assertThat(page.select("tbody td:nth-child(3)").eachText())
                .as("nobody waits where something is to be mended")
                .containsExactly("fix", "fix", "wait");
        visitors.people.sql(
                """
                update policy_advice set sources = (select jsonb_agg(case when n < 3
                    then cast('{"number": 100, "slug": "x", "messages": 12, "failed": 11, "own": true,
                        "sub": false, "undecided": false, "blocks": true}' as jsonb)
                        || jsonb_build_object('name', 'Sender ' || n) else sources -> 0 end)
                    from generate_series(0, 3) n)
                where account_id = %d
                """
                        .formatted(owner.accountId()));
        assertThat(
                        browser.page("/planner?ordering=domain")
                                .select("tbody summary")
                                .getFirst()
                                .text())
                .as("senders that fail, and no more of them than are read at a glance")
                .isEqualTo("SPF exceeds the 10-lookup limit; Sender 0, Sender 1 fail");
    }

    @Test
    void nameServersThatDoNotAnswerAreToBeWatched() {
        visitors.add(owner, "a.example", "b.example", "c.example");
        for (String domain : List.of("a.example", "b.example", "c.example")) {
            judged(domain, "monitor", false, "quarantine", "DNS has not answered");
        }
        open("a.example", "dmarc", "err", "dns.servers.failed");
        open("b.example", "dmarc", "warn", "dmarc.p.none");
        open("c.example", "bimi", "err", "dns.servers.failed");
        visitors.people.sql(
                "update domain set state_dmarc = 'present', unconfirmed = false where name = 'b.example' and account_id = "
                        + owner.accountId());
        Document page = browser.page("/planner?ordering=domain");
        assertThat(page.select("tbody summary").getFirst().text())
                .isEqualTo("Name servers do not answer");
        assertThat(page.select("tbody td:last-child").eachText())
                .as("an optional record is no matter of a policy")
                .containsExactly("Watch", "Watch", "2 of 3 done");
        assertThat(page.select("tbody td:nth-child(2)").eachText())
                .containsExactly("unknown was quarantine", "quarantine", "unknown was quarantine");
        assertThat(browser.page("/").select("[aria-labelledby=need] tbody th a").eachText())
                .startsWith("a.example", "b.example");
        assertThat(browser.page("/issues").select("section h2").eachText())
                .as("the list says the same as the domains")
                .containsExactly("Watch 2", "Optional 1");
    }

    private void open(String domain, String record, String level, String code) {
        visitors.people.sql(
                """
                insert into issue (account_id, domain_id, record, subject, level, code, problem,
                    solution, details, created)
                select account_id, id, '%s', '', '%s', '%s', 'p', 's', '', '2026-11-01'
                from domain where name = '%s' and account_id = %d
                """
                        .formatted(record, level, code, domain, owner.accountId()));
    }

    @Test
    void shareThatPassesIsSaidToBeOfWhatCanPass() {
        visitors.add(owner, "a.example");
        judged("a.example", "maintain", true, "reject", "alpha");
        visitors.people.sql(
                "update policy_advice set passed = counted where account_id = "
                        + owner.accountId());
        Document page = browser.page("/planner");
        assertThat(page.select("tbody summary").text())
                .startsWith("100.0% of legitimate mail passed DMARC, ");
        assertThat(page.select("th").eachText()).contains("Your failing mail");
        Document domain = browser.page("/domains/" + id("a.example"));
        assertThat(domain.text())
                .contains(
                        "Forwarded mail that fails is affected too, but does not block the next policy");
    }

    @Test
    void whereNothingWasSentNothingIsSaidToFail() {
        visitors.add(owner, "a.example");
        assertThat(browser.page("/planner").select("tbody td.n").eachText())
                .containsExactly("0", TEXTS.share(0, 0));
    }

    private long id(String name) {
        return Long.parseLong(
                visitors.people.value(
                        "select id from domain where name = '%s' and account_id = %d"
                                .formatted(name, owner.accountId())));
    }

    private static void assertSame(Browser browser, Person person, String path) {
        Document page = browser.page(path);
        JsonNode list = visitors.api(person, Visitors.apiOf(page));
        assertThat(page.select("h1 .sub").text()).as(path).isEqualTo(list.get("count").asString());
        List<String> expected = new ArrayList<>();
        for (JsonNode row : list.get("results")) {
            long all =
                    row.get("count_dmarc_capable").asLong()
                            + row.get("count_non_dmarc_capable").asLong()
                            + row.get("count_forwarded").asLong()
                            + row.get("count_threat_other").asLong();
            List<String> checks = new ArrayList<>();
            row.get("blocking").forEach(text -> checks.add("Not yet: " + text.asString()));
            row.get("met").forEach(text -> checks.add("Done: " + text.asString()));
            row.get("notes").forEach(text -> checks.add(text.asString()));
            expected.add(
                    "%s %s %s %s"
                            .formatted(
                                    row.get("domain").asString(),
                                    TEXTS.number(all),
                                    row.get("recommended_record").asString(),
                                    checks));
        }
        List<String> shown = new ArrayList<>();
        Elements unfolding = page.select("tbody tr:has(details)");
        for (Element row : page.select("tbody tr:has(th)")) {
            Element more = unfolding.get(shown.size());
            shown.add(
                    "%s %s %s %s"
                            .formatted(
                                    row.select("th a").text(),
                                    row.select("td.n").getFirst().text(),
                                    more.select("pre").text(),
                                    more.expectFirst("ul").select("li").eachText()));
        }
        assertThat(shown).as(path).isEqualTo(expected);
    }

    @Test
    void aDomainsPageHasTheSameChecklist() {
        addJudged();
        Document planner = browser.page("/planner");
        List<String> links = planner.select("tbody th a").eachAttr("href");
        assertThat(links).hasSize(3);
        for (int i = 0; i < links.size(); i++) {
            Element row = planner.select("tbody tr:has(details)").get(i);
            Document page = browser.page(links.get(i));
            Element card = page.expectFirst("section[aria-labelledby=rd]");
            assertThat(card.select("ul").getFirst().select("li").eachText())
                    .isEqualTo(row.select("ul").getFirst().select("li").eachText());
            assertThat(card.select("pre").text()).isEqualTo(row.select("pre").text());
        }
        Element senders = planner.select("tbody details ul").get(1);
        assertThat(senders.text())
                .isEqualTo("alpha 11 of 12 messages failed Decide whether this sender is yours.");
        assertThat(senders.select("a").attr("href")).isEqualTo("/sources/100?domain=a.example");
    }

    @Test
    void checksAreSaidInFewWordsAndWithoutTheDaysThatThePageTells() {
        visitors.add(owner, "a.example");
        judged("a.example", "monitor", false, "none", "alpha");
        LocalDate last = LocalDate.parse("2026-11-17");
        Message failing =
                Message.of("planner.source.failing")
                        .with("source", "<i>Blaster</i>")
                        .with("where", "domain")
                        .with("failed", 11)
                        .with("messages", 12)
                        .with("begin", last.minusDays(29))
                        .with("end", last);
        Message observed =
                Message.of("planner.observed")
                        .with("days", 91)
                        .with("day", last)
                        .with("needed", 30);
        Message lost =
                Message.of("planner.note.cannot_pass")
                        .with("source", "Desk")
                        .with("messages", 7)
                        .with("begin", last.minusDays(29))
                        .with("end", last);
        visitors.people.sql(
                """
                update policy_advice
                set blocking = %s, met = %s, notes = %s where account_id = %d
                """
                        .formatted(
                                AdviceTexts.sql(failing),
                                AdviceTexts.sql(observed),
                                AdviceTexts.sql(lost, Message.verbatim("Else.")),
                                owner.accountId()));
        assertThat(browser.page("/planner").select("tbody details ul").getFirst().select("li"))
                .extracting(Element::text)
                .containsExactly(
                        "Not yet: <i>Blaster</i> passes. 11 of 12 messages failed",
                        "Done: Observed long enough. 91 days, 30 needed",
                        "Desk can't pass DMARC. A policy blocks its mail: 7 messages",
                        "Else.");
    }

    private void happened(String change, String day) {
        visitors.people.sql(
                """
                insert into timeline_event (account_id, domain_id, domain, change, record_type,
                    old_value, new_value, details, created)
                values (%d, %d, 'b.example', '%s', 'dmarc', '', '', 'x', '%s')
                """
                        .formatted(owner.accountId(), id("b.example"), change, day));
    }

    @Test
    void aDomainsPageSaysWhatAPolicyHoldsBackAndSinceWhenItsOwnStands() {
        addJudged();
        String path = "/domains/" + id("b.example");
        JsonNode row = visitors.api(owner, "/api/v1/policy-domains/?domain=b.ex").at("/results/0");
        long failed = id("b.example");
        long others =
                row.get("count_non_dmarc_capable").asLong()
                        + row.get("count_threat_other").asLong();
        Document page = browser.page(path);
        assertThat(page.select("[aria-labelledby=pp] dd:nth-of-type(1)").eachText())
                .containsExactly(
                        TEXTS.number(failed + others),
                        TEXTS.number(failed),
                        TEXTS.number(row.get("count_threat_other").asLong()));
        assertThat(page.select("[aria-labelledby=pp]").text())
                .contains("from 18 Oct to 16 Nov 2026 (64 days of data)");

        visitors.people.sql(
                "update domain set last_seen_dmarc_policy = 'q' where id = " + id("b.example"));
        assertThat(browser.page(path).select(".mv-path [aria-current] .sub").text())
                .isEqualTo("now");
        happened("dmarc_added", "2026-03-01");
        happened("dmarc_policy_changed", "2026-04-02");
        happened("dmarc_changed", "2026-05-03");
        assertThat(browser.page(path).select(".mv-path [aria-current] .sub").text())
                .isEqualTo("now, since 2 Apr 2026");
        visitors.people.sql(
                "update domain set last_seen_dmarc_policy = 'oq' where id = " + id("b.example"));
        assertThat(browser.page(path).select(".mv-path [aria-current] .sub").text())
                .as("that of the domain above")
                .isEqualTo("now");
    }

    @Test
    void mailThatCantPassIsSaidToBeTheOwnersWhereNothingElseStandsAgainstAPolicy() {
        addJudged();
        visitors.people.sql(
                "update policy_advice set lost = 4321, counted = 1000, passed = 990"
                        + " where ready and account_id = "
                        + owner.accountId());
        Element row = browser.page("/planner?policy_ready=true").select("tbody tr").getFirst();
        assertThat(row.select("summary").text())
                .isEqualTo(
                        "4,321 of your messages can't pass DMARC and would not be delivered."
                                + " Nothing else is blocking this change.");
        assertThat(row.text()).doesNotContain("Nothing is blocking this change.");
        assertThat(row.select("td.n").eachText()).contains("4,331");
        assertThat(row.select("td.n .c-fix")).hasSize(1);
        assertThat(row.text())
                .contains("10 of 1,000 messages from senders that support DMARC failed")
                .contains("It also blocks 4,321 messages from your senders");
        Document page = browser.page("/domains/" + id("a.example"));
        assertThat(page.select("[aria-labelledby=pp] .mv-figures").text())
                .contains("4,331")
                .contains("4,321 from senders that can't support DMARC");
    }

    @Test
    void thatAPolicyCanGoUpIsAskedForWithoutThoseThatAreDone() {
        addJudged();
        judged("c.example", "maintain", true, "reject", "charlie");
        Document all = browser.page("/planner");
        Document ready = browser.page(link(all, "Ready"));
        assertThat(ready.select("tbody th a").eachText()).containsExactly("a.example");
        assertThat(browser.page(link(ready, "Not ready")).select("tbody th a").eachText())
                .containsExactly("b.example");
        assertThat(browser.page(link(ready, "All")).select("tbody th a")).hasSize(3);
        assertThat(all.select("details.mv-done > summary").text())
                .isEqualTo("1 more domain is done: keep the policy");
        assertThat(all.select("details.mv-done tbody th a").text()).isEqualTo("c.example");
        assertThat(all.select("tbody .mv-state").eachText()).contains("Done");
        assertThat(browser.page("/planner?ordering=domain").select("details.mv-done"))
                .as("whoever asks for an order gets it")
                .isEmpty();
    }

    @Test
    void onlyOnesAboutWhichNothingIsToBeDoneAreFolded() {
        addJudged();
        judged("b.example", "maintain", true, "reject", "bravo");
        judged("c.example", "maintain", true, "reject", "charlie");
        open("c.example", "mx", "err", "mx.host.missing");
        Document page = browser.page("/planner");
        assertThat(page.select("details.mv-done tbody th a").eachText())
                .containsExactly("b.example");
        assertThat(page.select("tbody tr:has(a:contains(c.example)) > td:last-child").text())
                .as("what it is on other pages")
                .isEqualTo("Fix");
        long group = visitors.group(owner, "Some", "a.example", "b.example");
        assertThat(browser.page("/planner?group_id=" + group).select("details.mv-done th a").text())
                .as("all of a group")
                .isEqualTo("b.example");
        judged("a.example", "maintain", true, "reject", "alpha");
        assertThat(browser.page("/planner?group_id=" + group).select("details.mv-done"))
                .as("nothing else to show")
                .isEmpty();
    }

    @Test
    void howManyAreFoldedIsSaidOfThePageAlone() {
        visitors.add(
                owner,
                IntStream.range(0, PageList.SIZE + 1)
                        .mapToObj(i -> "d" + i + ".example")
                        .toArray(String[]::new));
        judged("d0.example", "quarantine", true, "none", "zero");
        visitors.people.sql(
                "update policy_advice set due = '2100-01-01', leased_until = null, generation = generation + 1, judged = '2026-11-20', recommendation = 'maintain', ready = true, policy = 'reject', blocking = '{}' where recommendation = 'monitor' and account_id = "
                        + owner.accountId());
        Document page = browser.page("/planner");
        assertThat(page.select("details.mv-done > summary").text())
                .isEqualTo("49 more domains on this page are done: keep the policy");
        assertThat(browser.page("/planner?page=2").select("tbody th a"))
                .as("a page of nothing else is not folded")
                .hasSize(1);
    }

    private static String link(Document page, String text) {
        return page.select(".mv-seg a").stream()
                .filter(link -> link.text().equals(text))
                .findFirst()
                .orElseThrow()
                .attr("href");
    }

    @Test
    void listsArePaged() {
        visitors.add(
                owner,
                IntStream.range(0, PageList.SIZE + 1)
                        .mapToObj(i -> "d" + i + ".example")
                        .toArray(String[]::new));
        Document page = browser.page("/planner");
        assertThat(page.select("tbody th")).hasSize(PageList.SIZE);
        assertThat(page.select("tbody details").getFirst().text())
                .contains("Not yet: Mailvane has not judged");
        assertThat(browser.page(page.select("a[rel=next]").attr("href")).select("tbody th"))
                .hasSize(1);
    }

    @Test
    void whatIsHostileStaysText() {
        visitors.add(owner, "a.example");
        judged("a.example", "monitor", false, "none", HTML.replace("\"", "\\\""));
        visitors.people.sql(
                "update domain_group set label = '%s' where account_id = %d"
                        .formatted(HTML, owner.accountId()));
        Document page = Visitors.harmless(browser.get("/planner"));
        assertThat(page.select("tbody details li").getFirst().text()).contains("<script>alert(1)");
        assertThat(page.select("option").eachText()).contains(HTML);
        Visitors.harmless(browser.get("/planner?domain=%22%3E%3Cscript%3E&ordering=%22%3E"));
        assertThat(browser.page("/planner?domain=zzz").text())
                .contains("No domains match these filters");
    }
}
