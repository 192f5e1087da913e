package org.mailvane.web.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.People.Person;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.Visitors;

/** Each page's list is a file too: the API's CSV for the same caller and filter. */
@Tag("slow")
class ListFilesTest {

    private static final String API = "/api/v1/";

    private static Visitors visitors;
    private Person owner;
    private Person reader;

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
        owner = visitors.people.account("Files");
        visitors.add(owner, "a.example", "b.example", "c.example");
        reader = visitors.colleague(owner, visitors.group(owner, "Reading", "b.example"), false);
        // What the planner finds to do in the background is not what is looked at here.
        visitors.people.sql(
                "update policy_advice set due = '2100-01-01', leased_until = null, generation = generation + 1 where account_id = "
                        + owner.accountId());
        visitors.people.sql("delete from task where account_id = " + owner.accountId());
        ofEachDomain(
                "issue (account_id, domain_id, record, code, subject, level, problem, solution, details, created, ignored)",
                "'spf', 'spf.x', name, 'err', '=1+1', 'Do', '@at', timestamptz '2026-11-19', name = 'c.example'");
        ofEachDomain(
                "issue (account_id, domain_id, record, code, subject, level, problem, solution, details, created, ignored)",
                "'spf', 'spf.y', name, 'warn', 'Odd', 'Do', 'y', timestamptz '2026-11-17', true");
        ofEachDomain(
                "task (account_id, domain_id, code, subject, category, details, created, ignored)",
                "'spf.fix', name, 'spf', '-do', timestamptz '2026-11-18', name = 'c.example'");
        ofEachDomain(
                "daily (account_id, domain_id, day, source, category, messages, dmarc, spf, dkim, quarantined, rejected)",
                "date '2026-11-20', 1, 1, 30 + id % 7, 5, 5, 5, 0, 0");
    }

    private void ofEachDomain(String into, String values) {
        visitors.people.sql(
                "insert into %s select account_id, id, %s from domain where account_id = %d"
                        .formatted(into, values, owner.accountId()));
    }

    private static Answer file(Browser browser, String page) {
        String link = browser.page(page).select("a[href*=format]:containsOwn(CSV)").attr("href");
        assertThat(link).as("link of %s", page).isNotEmpty();
        Answer file = browser.get(link);
        assertThat(file.status()).as(link).isEqualTo(200);
        return file;
    }

    private static Answer api(Person person, String list) {
        return visitors.people.service.get(
                person.token(), API + list + (list.contains("?") ? "&" : "?") + "format=csv");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "/domains domains/",
                "/domains?domain=a domains/?domain=a",
                "/domains?ordering=-volume domains/?ordering=-volume",
                "/issues issues/?solved=false&ignored=false&ordering=urgency",
                "/issues?state=ignored issues/?solved=false&ignored=true&ordering=-created",
                "/issues?ordering=domain issues/?solved=false&ignored=false&ordering=domain",
                "/tasks tasks/?solved=false&ignored=false&ordering=urgency",
                "/tasks?domain=b tasks/?solved=false&ignored=false&ordering=urgency&domain=b",
                "/timeline timeline-events/",
                "/planner policy-domains/?ordering=urgency",
                "/planner?ordering=-domain policy-domains/?ordering=-domain",
                "/sources?category=1 sources/?category=1",
                "/sources sources/"
            })
    void aPagesFileIsTheApisForTheSamePerson(String page, String list) {
        for (Person person : List.of(owner, reader)) {
            Answer file = file(visitors.browser(person), page);
            Answer expected = api(person, list);
            assertThat(expected.status()).isEqualTo(200);
            assertThat(file.text()).as("%s of %s", page, person.email()).isEqualTo(expected.text());
            for (String header : List.of("content-type", "content-disposition")) {
                assertThat(file.header(header)).as(header).isEqualTo(expected.header(header));
            }
        }
        assertThat(file(visitors.browser(reader), page).text())
                .doesNotContain("a.example", "c.example");
    }

    @Test
    void aFileHoldsAllPagesAndNoFormulas() {
        visitors.add(
                owner,
                IntStream.range(0, 600).mapToObj(i -> "n" + i + ".example").toArray(String[]::new));
        Browser browser = visitors.browser(owner);
        assertThat(file(browser, "/domains?page=2").text().lines()).hasSize(604);
        assertThat(file(browser, "/issues").text()).contains(",'=1+1,").doesNotContain(",=1+1");
    }

    @Test
    void whatTheApiCannotBeAskedIsFilteredToo() {
        Browser browser = visitors.browser(owner);
        assertThat(file(browser, "/domains?state=fix").text())
                .contains("a.example", "b.example")
                .doesNotContain("c.example");
        assertThat(file(browser, "/timeline?domain=b").text())
                .contains("b.example")
                .doesNotContain("a.example");
        String none = "/sources?days=30&domain=nothing";
        assertThat(browser.get(none + "&format=csv").text().lines()).hasSize(1);
        assertThat(browser.page(none).select("a[href*=format]")).as("a file of nothing").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"domains", "issues", "tasks", "timeline", "planner", "sources"})
    void nobodyGetsAFileWithoutASession(String page) {
        assertThat(new Browser(visitors.people.service).get("/" + page + "?format=csv").text())
                .doesNotContain("example,");
        assertThat(visitors.people.service.get(owner.token(), "/" + page + "?format=csv").text())
                .doesNotContain("a.example");
    }
}
