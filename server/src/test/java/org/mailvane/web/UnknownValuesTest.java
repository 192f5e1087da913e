package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.testing.Browser;

/** What an address asks for and a list does not know is said, with what it knows. */
class UnknownValuesTest {

    private static Visitors visitors;
    private static Browser browser;

    @BeforeAll
    static void open() {
        visitors = Visitors.onFreshService();
        visitors.add(visitors.people.owner, "a.example");
        browser = visitors.browser(visitors.people.owner);
    }

    @AfterAll
    static void close() {
        visitors.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/domains?state=nonsense | state=\"nonsense\" is not known and was not asked for. Known are: fix, watch, unknown, ready, ok",
                "/domains?origin=x | Known are: d, m, v",
                "/domains?last_seen_dmarc_policy=reject | Known are: ",
                "/domains?ordering=size | -volume",
                "/domains?group_id=1x | group_id=\"1x\" is no number and was not asked for.",
                "/issues?state=closed | Known are: open, ignored, solved",
                "/tasks?created_after=20-11-2026 | created_after=\"20-11-2026\" is no day such as 2026-11-20",
                "/tasks?created_after=2026-11-20&created_before=2026-11-19 | The last day, 2026-11-19, lies before the first, 2026-11-20",
                "/timeline?changes=dns | Known are: records, policies, sources, traffic, domains, dmarc_added, ",
                "/sources?days=8 | days=\"8\" is not known and was not asked for. Known are: 7, 30, 90",
                "/sources?category=5 | Known are: 1, 2, 3, 4",
                "/sources/1?group_id=x | group_id=\"x\" is no number",
                "/planner?policy_ready=yes | Known are: true, false",
                "/planner?recommendation=all | Known are: publish, fix, monitor, ",
                "/planner?ordering=size | Known are: domain, -domain, ",
                "/timeline?begin=2026-02-30 | begin=\"2026-02-30\" is no day",
                "/timeline?begin=2026-11-20&end=2026-11-01 | The last day, 2026-11-01, lies before the first, 2026-11-20: nothing can be found."
            })
    void unknownValueIsSaidWithWhatIsKnown(String path, String said) {
        Document page = Visitors.harmless(browser.get(path));
        assertThat(page.select("main p[role=status]").text()).contains(said);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/domains",
                "/domains?state=fix&origin=m&ordering=-volume&last_seen_dmarc_policy=unset&group_id=1",
                "/domains?state=&origin=&ordering=&group_id=",
                "/issues?state=open&created_after=2026-11-19&created_before=2026-11-20",
                "/tasks?state=solved&ordering=urgency",
                "/timeline?begin=2026-11-20&end=2026-11-20&changes=records",
                "/timeline?changes=spf_changed",
                "/sources?days=30&category=2&domain=a&group_id=1",
                "/planner?policy_ready=true&raise=false&recommendation=quarantine&ordering=-urgency"
            })
    void nothingIsSaidOfWhatIsKnown(String path) {
        assertThat(browser.page(path).select("main p[role=status]")).isEmpty();
    }

    @Test
    void valuesAreShownAsTheyAreAndNotAtAnyLength() {
        Document page =
                Visitors.harmless(
                        browser.get(
                                "/domains?state=%22%3E%3Cscript%3Ealert(1)%3C/script%3E"
                                        + "x".repeat(2_000)));
        String said = page.select("main p[role=status]").text();
        assertThat(said).contains("<script>alert(1)").hasSizeLessThan(400);
    }
}
