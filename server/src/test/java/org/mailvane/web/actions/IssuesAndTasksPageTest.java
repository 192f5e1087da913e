package org.mailvane.web.actions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.web.Visitors.HTML;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People.Person;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.text.Message;
import org.mailvane.text.MessageJson;
import org.mailvane.text.Passage;
import org.mailvane.web.Visitors;
import org.mailvane.web.frame.PageList;
import tools.jackson.databind.JsonNode;

/** The lists of issues and of tasks say what the API says to the same caller. */
class IssuesAndTasksPageTest {

    private static final List<String> LISTS = List.of("/issues", "/tasks");

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
        owner = visitors.people.account("Matters");
        browser = visitors.browser(owner);
        visitors.add(owner, "a.example", "b.example");
        // What the planner finds to do in the background is not what is looked at here.
        visitors.people.sql(
                "update policy_advice set due = '2100-01-01', leased_until = null, generation = generation + 1 where account_id = "
                        + owner.accountId());
        visitors.people.sql("delete from task where account_id = " + owner.accountId());
    }

    private void issue(String domain, String day, String state, String text) {
        issue(domain, day, state, text, "spf", "err");
    }

    private void issue(
            String domain, String day, String state, String text, String record, String level) {
        issue(domain, day, state, text, record, level, "spf.x");
    }

    private void issue(
            String domain,
            String day,
            String state,
            String text,
            String record,
            String level,
            String code) {
        visitors.people.sql(
                """
                insert into issue (account_id, domain_id, record, code, subject, level, problem,
                    solution, details, created, solved_at, ignored)
                select account_id, id, '%7$s', '%9$s', '%3$s %4$s', '%8$s', 'Wrong %4$s', 'Do %4$s',
                    'Stands at %4$s', '%3$s', %5$s, %6$s
                from domain where account_id = %1$d and name = '%2$s'
                """
                        .formatted(
                                owner.accountId(),
                                domain,
                                day,
                                text,
                                solved(state),
                                ignored(state),
                                record,
                                level,
                                code));
    }

    private void task(String domain, String day, String state, String text) {
        visitors.people.sql(
                """
                insert into task (account_id, domain_id, code, subject, category, details_message,
                    created, solved_at, ignored)
                select account_id, id, 'spf.fix', '%3$s %4$s', 'spf', '%7$s', '%3$s', %5$s, %6$s
                from domain where account_id = %1$d and name = '%2$s'
                """
                        .formatted(
                                owner.accountId(),
                                domain,
                                day,
                                text,
                                solved(state),
                                ignored(state),
                                MessageJson.write(sentences("Do " + text))));
    }

    private static Passage sentences(String text) {
        return new Passage(Stream.of(text.split("(?<=\\.) ")).map(Message::verbatim).toList());
    }

    private static String solved(String state) {
        return state.equals("solved") ? "timestamptz '2026-11-19'" : "null";
    }

    private static boolean ignored(String state) {
        return state.equals("ignored");
    }

    private void addSome() {
        for (String state : List.of("open", "ignored", "solved")) {
            issue("a.example", "2026-11-01", state, "alpha " + state);
            issue("b.example", "2026-11-05", state, "bravo " + state);
            task("a.example", "2026-11-02", state, "charlie " + state);
            task("b.example", "2026-11-06", state, "delta " + state);
        }
        issue("b.example", "2026-11-09", "open", "echo");
    }

    @Test
    void theNavigationSaysHowManyDomainsThereAreAndHowMuchIsOpen() {
        assertThat(browser.page("/timeline").select(".mv-nav a[href=/issues] span")).isEmpty();
        addSome();
        Document page = browser.page("/timeline");
        assertThat(page.select(".mv-nav a[href=/domains] .visually-hidden").text())
                .isEqualTo("2 domains");
        assertThat(page.select(".mv-nav a[href=/issues] .visually-hidden").text())
                .isEqualTo("5 open");
        long group = visitors.group(owner, "Shops", "b.example");
        Person reader = visitors.colleague(owner, group, false);
        assertThat(
                        visitors.browser(reader)
                                .page("/timeline")
                                .select(".mv-nav .visually-hidden")
                                .eachText())
                .containsExactly("1 domain", "3 open");
    }

    @Test
    @Tag("slow")
    void theListsSayWhatTheApiSaysToTheSamePerson() {
        addSome();
        long group = visitors.group(owner, "Group <b>", "b.example");
        Person reader = visitors.colleague(owner, group, false);
        for (Person person : List.of(owner, reader)) {
            Browser theirs = person.equals(owner) ? browser : visitors.browser(person);
            for (String list : LISTS) {
                for (String query :
                        List.of(
                                "",
                                "state=ignored",
                                "state=solved",
                                "state=solved&ordering=-solved",
                                "state=solved&ordering=-solve_time",
                                "ordering=created",
                                "ordering=-created",
                                "state=ignored&ordering=urgency",
                                "ordering=domain",
                                "ordering=category",
                                "domain=b.ex",
                                "group_id=" + group,
                                "group_id=999999",
                                "created_after=2026-11-02&created_before=2026-11-05",
                                "state=x&group_id=x&created_after=2026-99-99&ordering=x&page=x")) {
                    assertSame(theirs, person, list + "?" + query);
                }
            }
            assertThat(theirs.page("/issues").select("option b")).isEmpty();
        }
        Document page = browser.page("/issues");
        assertThat(page.select("main section h2").text()).startsWith("Fix");
        assertThat(page.select(".mv-list span.c-fix")).as("the heading says it").isEmpty();
        assertThat(
                        browser.page("/issues?ordering=created")
                                .select(".mv-list span.c-fix")
                                .eachText())
                .containsOnly("Fix");
        assertThat(page.select(".mv-list code").eachText()).containsOnly("spf.x");
        assertThat(browser.page("/tasks").select(".mv-list b").eachText())
                .containsOnly("Fix the SPF record");
        assertThat(browser.page("/issues?state=solved").text()).contains("solved 19 Nov 2026");
    }

    private static void assertSame(Browser browser, Person person, String path) {
        Document page = browser.page(path);
        JsonNode list = visitors.api(person, Visitors.apiOf(page));
        String count = list.get("count").asString();
        assertThat(page.select("h1 .sub").text()).as(path).isEqualTo(count);
        assertThat(page.select(".mv-tabs [aria-current] .sub").text()).isEqualTo(count);
        assertThat(page.select("main .mv-seg [aria-current] .sub").text()).isEqualTo(count);
        List<String> expected = new ArrayList<>();
        for (JsonNode row : list.get("results")) {
            boolean issue = row.has("problem");
            String domain = row.get("domain").asString() + " ";
            expected.add(
                    issue
                            ? domain
                                    + "Problem with the SPF record "
                                    + row.get("problem").asString()
                                    + " What to do: "
                                    + row.get("solution").asString()
                                    + " More "
                                    + row.get("details").asString().replaceFirst(":", " ·")
                            : domain + row.get("details").asString());
        }
        List<String> shown = new ArrayList<>();
        for (Element row : page.select(".mv-list > li")) {
            shown.add(
                    row.select("a").getFirst().text()
                            + (path.startsWith("/issues") ? " " + row.select("b").text() : "")
                            + " "
                            + row.select("div > div > div.sub").getFirst().text()
                            + row.select("div.sub + div:not(.mv-more)").stream()
                                    .map(act -> " " + act.text())
                                    .collect(Collectors.joining())
                            + row.select("details").stream()
                                    .map(folded -> " " + folded.text())
                                    .collect(Collectors.joining()));
        }
        assertThat(shown).as(path).isEqualTo(expected);
        for (String other : List.of("open", "ignored", "solved")) {
            Document tab =
                    browser.page(
                            page.select(".mv-tabs a").stream()
                                    .filter(link ->
                                            link.text().toLowerCase(Locale.ROOT).startsWith(other))
                                    .findFirst()
                                    .orElseThrow()
                                    .attr("href"));
            assertThat(tab.select(".mv-tabs .sub").eachText())
                    .isEqualTo(page.select(".mv-tabs .sub").eachText());
        }
    }

    @Test
    void whatIsOpenBeginsWithTheMostUrgent() {
        issue("a.example", "2026-11-01", "open", "optional", "bimi", "err", "bimi.x");
        issue("a.example", "2026-11-02", "open", "old", "spf", "err", "spf.term.unknown");
        issue("a.example", "2026-11-03", "open", "warning", "dmarc", "warn", "dmarc.p.none");
        issue("a.example", "2026-11-04", "open", "worst", "dmarc", "err", "dmarc.record.missing");
        issue("a.example", "2026-11-05", "open", "new", "spf", "err", "spf.lookups.exceeded");
        assertThat(browser.page("/issues").select(".mv-list b").eachText())
                .containsExactly(
                        "No DMARC record",
                        "Invalid term in the SPF record",
                        "SPF exceeds the 10-lookup limit",
                        "DMARC policy does not protect (p=none)",
                        "Problem with the BIMI logo");
        assertThat(browser.page("/issues").select(".mv-list > li").getFirst().text())
                .contains(
                        "Wrong worst What to do: Do worst View DNS records More"
                                + " dmarc.record.missing · Stands at worst");
        assertThat(browser.page("/issues").select("main section h2").eachText())
                .as("by how urgent they are")
                .containsExactly("Fix 3", "Watch 1", "Optional 1");
        assertThat(browser.page("/issues?ordering=-created").select(".mv-list b").eachText())
                .startsWith("SPF exceeds the 10-lookup limit");
        assertThat(browser.page("/issues?ordering=-created").select("main section h2")).isEmpty();
    }

    @Test
    void whatToDoFirstIsSaidAndTheRestFolded() {
        task(
                "a.example",
                "2026-11-01",
                "open",
                "X has no record. Publish \"v=DMARC1; p=none\". Wait");
        Element task = browser.page("/tasks").select(".mv-list > li").getFirst();
        assertThat(task.select("div.sub").getFirst().text()).startsWith("Do X has no record.");
        Element act = task.expectFirst("div.sub + div:not(.mv-more)");
        assertThat(act.text()).isEqualTo("What to do: Publish \"v=DMARC1; p=none\".");
        assertThat(act.select("code").text()).isEqualTo("v=DMARC1; p=none");
        assertThat(task.select("details").text()).isEqualTo("More Wait");
        assertThat(task.select(".mv-more > a").attr("href")).endsWith("?tab=records#tabs");
    }

    @Test
    void whatIsIgnoredIsHeardOfNoMoreUntilItIsAgain() {
        issue("a.example", "2026-11-01", "open", "alpha");
        task("a.example", "2026-11-01", "open", "bravo");
        for (String list : LISTS) {
            String path = list + "?domain=a.ex";
            Document page = browser.page(path);
            Answer answer = browser.submit(page.expectFirst("main form[action$=ignore]"), "");
            assertThat(answer.header("location")).isEqualTo(path + "&done=ignored");
            Document told = browser.page(answer.header("location"));
            assertThat(told.select("[role=status]").text())
                    .isEqualTo("Ignored. Find it under \"Ignored\".");
            assertThat(told.select(".mv-list")).isEmpty();
            assertThat(browser.page(path).select("[role=status]")).as("told once").isEmpty();
            page = browser.page(list + "?state=ignored");
            assertThat(page.select(".mv-list li")).hasSize(1);
            assertThat(page.select(".mv-tabs .sub").eachText()).containsExactly("0", "1", "0");
            Document ofDomain = browser.page(page.select(".mv-list a").attr("href"));
            Document linked =
                    browser.page(
                            ofDomain.expectFirst("header a[href^=" + list + "?state=ignored]")
                                    .attr("href"));
            assertThat(linked.select(".mv-list li")).as("by the domain's page").hasSize(1);
            assertThat(linked.select("input[name=domain]").val()).isEqualTo("a.example");
            answer = browser.submit(page.expectFirst("main form[action$=ignore]"), "");
            assertThat(browser.page(answer.header("location")).select("[role=status]").text())
                    .isEqualTo("No longer ignored.");
            page = browser.page(list);
            assertThat(page.select(".mv-tabs .sub").eachText()).containsExactly("1", "0", "0");
            Document domain = browser.page(page.select(".mv-list a").attr("href"));
            assertThat(domain.select("h1").text()).startsWith("a.example");
            assertThat(domain.select(".mv-tabs [aria-current]").text())
                    .startsWith("Issues and tasks");
        }
    }

    @Test
    void onlyWhoMayChangeADomainIgnores() {
        issue("a.example", "2026-11-01", "open", "alpha");
        task("a.example", "2026-11-01", "open", "bravo");
        long group = visitors.group(owner, "Readers", "a.example");
        Browser reader = visitors.browser(visitors.colleague(owner, group, false));
        Browser writer = visitors.browser(visitors.colleague(owner, group, true));
        Browser stranger = visitors.browser(visitors.people.account("Strange"));
        for (String list : LISTS) {
            String form =
                    browser.page(list).expectFirst("main form[action$=ignore]").attr("action");
            assertThat(reader.page(list).select(".mv-list li")).hasSize(1);
            assertThat(reader.page(list).select("main form[method=post]")).isEmpty();
            assertThat(reader.post(form).status()).isEqualTo(403);
            assertThat(stranger.post(form).status()).isEqualTo(404);
            assertThat(stranger.page(list).text())
                    .contains(list.equals("/issues") ? "No issues found." : "No tasks.");
            assertThat(writer.post(form, "next", list).header("location"))
                    .isEqualTo(list + "?done=ignored");
            assertThat(writer.page(list + "?state=ignored").select(".mv-list li")).hasSize(1);
        }
    }

    @Test
    void listsArePaged() {
        IntStream.rangeClosed(0, PageList.SIZE)
                .forEach(i -> issue("a.example", "2026-11-01", "open", "n" + i));
        Document page = browser.page("/issues");
        assertThat(page.select(".mv-list > li")).hasSize(PageList.SIZE);
        assertThat(browser.page(page.select("a[rel=next]").attr("href")).select(".mv-list > li"))
                .hasSize(1);
    }

    @Test
    void whatIsHostileStaysText() {
        issue("a.example", "2026-11-01", "open", HTML);
        task("a.example", "2026-11-01", "open", HTML);
        for (String list : LISTS) {
            Document page = Visitors.harmless(browser.get(list));
            assertThat(page.select(".mv-list").text()).contains(HTML);
            Visitors.harmless(browser.get(list + "?domain=%22%3E%3Cscript%3E&created_after=%22"));
            assertThat(browser.page(list + "?domain=zzz").text())
                    .contains(list.equals("/issues") ? "No issues." : "No tasks.");
        }
    }
}
