package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.testing.Browser;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.PagePaths.For;

/**
 * Reporters choose the numbers of messages. Whatever they say, a report is stored, and no page and
 * no call fails: sums are as large as numbers get.
 */
@Tag("slow")
class HugeSumsTest {

    /** So many addresses of the API are read, if there are as many. */
    private static final int MOST = 400;

    private static final Pattern LINK =
            Pattern.compile("https?://127\\.0\\.0\\.1:\\d+(/api/v1/[^\"]*)");

    private static People people;
    private static Person owner;
    private static Browser browser;

    @BeforeAll
    static void open() {
        people = People.onFreshService();
        owner = people.owner;
        people.givePassword(owner);
        PageSamples.make(people, owner);
        for (int day = 10; day < 13; day++) {
            PageSamples.upload(people, owner, report(day, "two"));
        }
        people.sql(
                """
                update fact set messages = 9223372036854775807;
                update report set messages = 9223372036854775807;
                update daily set messages = 9223372036854775807, dmarc = 9223372036854775807,
                    dkim = 9223372036854775807, spf = 9223372036854775807,
                    quarantined = 9223372036854775807, rejected = 9223372036854775807;
                update domain_day set capable = 9223372036854775807,
                    non_compliant = 9223372036854775807, forwarded = 9223372036854775807,
                    threat = 9223372036854775807, passed = 9223372036854775807;
                delete from fact_block;
                """);
        // On top of them: what is added is lost, and nothing else.
        PageSamples.upload(people, owner, report(12, "three"));
        browser = new Browser(people.service).signIn(owner.email(), People.PASSWORD);
    }

    @AfterAll
    static void close() {
        people.close();
    }

    private static byte[] report(int day, String id) {
        return SampleReport.about(PageSamples.DOMAIN)
                .id(id + day)
                .period(
                        "2026-11-%dT00:00:00Z".formatted(day),
                        "2026-11-%dT23:59:59Z".formatted(day))
                .record("192.0.2.10", 1_000_000_000, "none", true, true)
                .record("2001:db8::7", 1_000_000_000, "reject", false, false)
                .xml();
    }

    @Test
    void sumsThatAreFullStayFull() {
        assertThat(people.value("select count(*) from report where report_id = 'three12'"))
                .isEqualTo("1");
        assertThat(people.value("select min(messages) from daily where day = '2026-11-12'"))
                .isEqualTo(String.valueOf(Long.MAX_VALUE));
    }

    @Test
    void noPageFails() {
        List<String> failed = new ArrayList<>();
        for (String path : PagePaths.pages(people, Set.of(For.SIGNED_IN))) {
            Answer answer = browser.get(path);
            if (answer.status() >= 500) {
                failed.add(path + " " + answer.status());
            }
        }
        assertThat(failed).isEmpty();
    }

    @Test
    void noCallFails() {
        Set<String> known = new LinkedHashSet<>(List.of("/api/v1/"));
        Deque<String> open = new ArrayDeque<>(known);
        List<String> failed = new ArrayList<>();
        while (!open.isEmpty()) {
            String path = open.remove();
            Answer answer = people.service.get(owner.token(), path);
            if (answer.status() >= 500) {
                failed.add(path + " " + answer.status());
            }
            Matcher link = LINK.matcher(answer.text());
            while (link.find() && known.size() < MOST) {
                String next = link.group(1);
                if (!next.contains("{") && known.add(next)) {
                    open.add(next);
                }
            }
        }
        assertThat(failed).isEmpty();
        assertThat(known).hasSizeGreaterThan(40);
    }
}
