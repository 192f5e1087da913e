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
                "/domains?state=nonsense | Unknown value ignored: state=\"nonsense\". Use one of: fix, watch, unknown, ready, ok",
                "/domains?origin=x | Use one of: d, m, v",
                "/domains?last_seen_dmarc_policy=reject | Use one of: ",
                "/domains?ordering=size | -volume",
                "/domains?group_id=1x | Value ignored: group_id=\"1x\" is not a number.",
                "/issues?state=closed | Use one of: open, ignored, solved",
                "/tasks?created_after=20-11-2026 | created_after=\"20-11-2026\" is not a date such as 2026-11-20",
                "/tasks?created_after=2026-11-20&created_before=2026-11-19 | The last day, 2026-11-19, is before the first day, 2026-11-20",
                "/timeline?changes=dns | Use one of: records, policies, sources, traffic, domains, dmarc_added, ",
                "/sources?days=8 | Unknown value ignored: days=\"8\". Use one of: 7, 30, 90",
                "/sources?category=5 | Use one of: 1, 2, 3, 4",
                "/sources/1?group_id=x | group_id=\"x\" is not a number",
                "/planner?policy_ready=yes | Use one of: true, false",
                "/planner?recommendation=all | Use one of: publish, fix, monitor, ",
                "/planner?ordering=size | Use one of: domain, -domain, ",
                "/timeline?begin=2026-02-30 | begin=\"2026-02-30\" is not a date",
                "/timeline?begin=2026-11-20&end=2026-11-01 | The last day, 2026-11-01, is before the first day, 2026-11-20, so nothing can be found."
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
