package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.accounts.People.Person;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.Browser;
import org.mailvane.web.PagePaths.For;
import org.mailvane.web.frame.PageList;
import tools.jackson.databind.JsonNode;

/**
 * The API call at the foot of a page returns the rows that the page lists, with the same numbers.
 */
@Tag("slow")
class SameByApiTest {

    /** Names that are more than a page holds. */
    private static final int DOMAINS = PageList.SIZE + 12;

    /** Where pages say that calls answer the same. */
    private static final String SAME = "Same data via the API:";

    /** A share of nothing. */
    private static final String NONE = "n/a";

    private static Visitors visitors;
    private static Person owner;
    private static Person reader;
    private static Browser browser;
    private static long group;

    /** How many issues and tasks are open, by domain. */
    private static final Map<String, Long> open = new HashMap<>();

    @BeforeAll
    static void open() {
        visitors = Visitors.onFreshService();
        owner = visitors.people.owner;
        visitors.people.givePassword(owner);
        PageSamples.make(visitors.people, owner);
        String[] names =
                IntStream.range(0, DOMAINS)
                        .mapToObj(i -> "n%02d.example".formatted(i))
                        .toArray(String[]::new);
        visitors.add(owner, names);
        group = visitors.group(owner, "Some", "n01.example", "n03.example", "n61.example");
        reader = visitors.colleague(owner, group, true);
        // What the planner finds to do in the background is not what is looked at here.
        visitors.people.sql("delete from reclassification_queue");
        visitors.people.sql("update policy_advice set due = '2100-01-01'");
        Awaiting.until(
                "the planner has ended what it had begun",
                Duration.ofSeconds(60),
                () ->
                        visitors.people
                                .value(
                                        "select count(*) from policy_advice where leased_until is not null")
                                .equals("0"));
        visitors.people.sql(
                "update policy_advice set due = '2100-01-01', leased_until = null, generation = generation + 1,"
                        + " capable = domain_id * 1000, non_compliant = 7, forwarded = 5, threat = domain_id % 3,"
                        + " counted = domain_id * 1000, passed = domain_id * 990, lost = domain_id % 2");
        visitors.people.sql("delete from task");
        ofEachDomain(
                "issue (account_id, domain_id, record, code, subject, level, problem, solution, details, created, ignored)",
                "'spf', 'spf.x', name, 'err', 'Wrong', 'Do', 'x', timestamptz '2026-11-10' + id * interval '1 hour', id % 5 = 0",
                "name <> 'n05.example'");
        ofEachDomain(
                "task (account_id, domain_id, code, subject, category, details, created, ignored)",
                "case when id % 2 = 0 then 'spf.fix' else 'policy.raise' end, name, 'spf', 'Do it', timestamptz '2026-11-18', id % 4 = 0",
                "name <> 'n05.example'");
        ofEachDomain(
                "timeline_event (account_id, domain_id, domain, change, record_type, old_value, new_value, details, created)",
                "id, name, 'spf_changed', 'spf', 'v=spf1 -all', 'v=spf1 mx -all', 'It has changed.', timestamptz '2026-10-01' + id * interval '12 hours'",
                "true");
        ofEachDomain(
                "domain_day (account_id, domain_id, day, capable, non_compliant, forwarded, threat, passed)",
                "date '2026-11-19', id * 1000, id, 3, id % 5, id * 931",
                "name like 'n%' and id % 2 = 0");
        for (int category = 1; category <= 4; category++) {
            for (int source = 0; source < 7; source++) {
                ofEachDomain(
                        "daily (account_id, domain_id, day, source, category, messages, dmarc, spf, dkim, quarantined, rejected)",
                        "date '2026-11-20' - %d, %d, %d, 30 + id %% 7 + %d, 5, 5, 5, 0, 0"
                                .formatted(
                                        source * 9,
                                        source == 0 ? 1 : 1_000 + 10 * category + source,
                                        category,
                                        source),
                        "id % 3 = " + source % 3);
            }
        }
        browser = visitors.browser(owner);
        for (String list : List.of("issues", "tasks")) {
            String next = "/api/v1/%s/?ignored=false&solved=false".formatted(list);
            while (next != null) {
                JsonNode page = visitors.api(owner, next);
                for (JsonNode item : page.get("results")) {
                    open.merge(item.get("domain").asString(), 1L, Long::sum);
                }
                next = page.at("/_links/next").asStringOpt().orElse(null);
            }
        }
    }

    @AfterAll
    static void close() {
        visitors.close();
    }

    private static void ofEachDomain(String into, String values, String where) {
        String columns = into.contains("timeline_event") ? values : "id, " + values;
        visitors.people.sql(
                "insert into %s select account_id, %s from domain where account_id = %d and %s"
                        .formatted(into, columns, owner.accountId(), where));
    }

    /** Every page, with what its address can ask for. */
    static Set<String> addresses() {
        Set<String> all = new TreeSet<>(PagePaths.pages(visitors.people, Set.of(For.SIGNED_IN)));
        for (String standing : List.of("fix", "watch", "unknown", "ready", "ok")) {
            all.add("/domains?state=" + standing);
        }
        all.addAll(
                List.of(
                        "/domains?page=2",
                        "/domains?domain=n0&ordering=-domain",
                        "/domains?ordering=-volume&page=2",
                        "/domains?last_seen_dmarc_policy=unset",
                        "/domains?last_seen_dmarc_policy=r",
                        "/domains?origin=m&has_errors=true",
                        "/domains?parent_id=1",
                        "/domains?group_id=" + group,
                        "/domains?state=fix&group_id=" + group,
                        "/issues?page=2",
                        "/issues?state=ignored",
                        "/issues?state=solved",
                        "/issues?domain=n1&ordering=created",
                        "/issues?created_after=2026-11-11&created_before=2026-11-12",
                        "/issues?group_id=" + group,
                        "/tasks?page=2",
                        "/tasks?ordering=category&domain=n2",
                        "/tasks?group_id=" + group,
                        "/timeline?page=2",
                        "/timeline?page=3",
                        "/timeline?begin=2026-10-05",
                        "/timeline?begin=2026-10-05&end=2026-10-09",
                        "/timeline?begin=2026-10-09&end=2026-10-05",
                        "/timeline?changes=records",
                        "/timeline?changes=spf_changed",
                        "/timeline?changes=domains&domain=n1",
                        "/timeline?changes=traffic",
                        "/timeline?group_id=" + group,
                        "/timeline?group_id=" + group + "&changes=records&begin=2026-10-05",
                        "/planner?page=2",
                        "/planner?domain=n1&ordering=-domain",
                        "/planner?policy_ready=false&recommendation=publish",
                        "/planner?group_id=" + group,
                        "/sources?days=30",
                        "/sources?days=90&domain=n1",
                        "/sources?category=2&days=90",
                        "/sources?category=1&group_id=" + group,
                        "/sources?group_id=" + group,
                        "/sources/1?days=90",
                        "/sources/1?category=2&days=7",
                        "/sources/1?category=1&domain=n1&page=2",
                        "/sources/1?category=1&days=30&group_id=" + group,
                        "/tls?days=30",
                        "/tls?view=failures",
                        "/tls?days=61&view=failures",
                        "/reporters?trust=default&ordering=name",
                        "/reports?held=false&authentication=verified&begin=2026-11-01",
                        "/groups?q=some",
                        "/groups?q=none+such",
                        "/settings/users?q=some",
                        "/settings/users?q=nobody",
                        "/detail/" + PageSamples.REPORT + "?ordering=from_domain",
                        "/detail/" + PageSamples.REPORT + "?category=4"));
        return all;
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void theCallAnswersTheRowsOfThePage(String address) {
        assertSame(browser, owner, address);
    }

    @Test
    void whoSeesSomeDomainsGetsTheSameRowsToo() {
        Browser theirs = visitors.browser(reader);
        for (String address :
                List.of(
                        "/domains?state=fix",
                        "/timeline?begin=2026-10-05",
                        "/sources?days=90",
                        "/groups",
                        "/issues")) {
            assertThat(assertSame(theirs, reader, address)).as(address).isPositive();
        }
    }

    @Test
    void everyListOfThePagesIsCompared() {
        Set<String> compared = new TreeSet<>();
        for (String address : addresses()) {
            for (Element call : calls(browser.page(address))) {
                if (!rows(browser.page(address), call.text()).isEmpty()) {
                    compared.add(nameOf(call.text()));
                }
            }
        }
        assertThat(compared)
                .containsExactlyInAnyOrder(
                        "custom-sources",
                        "detail-viewer",
                        "domain-groups",
                        "domains",
                        "forensic-data",
                        "forensic-reports",
                        "imports",
                        "issues",
                        "policy-domains",
                        "reporters",
                        "reports",
                        "rows",
                        "source-domains",
                        "sources",
                        "tasks",
                        "timeline-events",
                        "tls-failures",
                        "tls-policies",
                        "users");
    }

    /** How many rows were compared. */
    private static int assertSame(Browser visitor, Person person, String address) {
        Document page = visitor.page(address);
        int compared = 0;
        for (Element call : calls(page)) {
            JsonNode answer = visitors.api(person, call.text());
            JsonNode list = answer.isArray() ? answer.get(0) : answer;
            List<String> expected = new ArrayList<>();
            for (JsonNode item : list.get("results")) {
                expected.add(item.get(memberOf(call.text())).asString());
            }
            List<Element> rows = rowElements(page, call.text());
            assertThat(rows(page, call.text()))
                    .as(address + " and " + call.text())
                    .isEqualTo(expected);
            compared += rows.size();
            for (int i = 0; i < rows.size(); i++) {
                JsonNode item = list.get("results").get(i);
                numbers(rows.get(i))
                        .forEach((column, shown) ->
                                numberOf(nameOf(call.text()), column, item)
                                        .ifPresent(number ->
                                                assertThat(shown)
                                                        .as("%s, %s of %s", address, column, item)
                                                        .isEqualTo(number)));
            }
            String counted = page.select(".mv-foot-row:has(nav) > span").text();
            if (!counted.isEmpty()) {
                assertThat(counted.replaceAll("[^0-9].*", ""))
                        .as(address + " has as many")
                        .isIn(
                                Visitors.TEXTS.number(list.get("count").asLong()),
                                list.get("count").asLong() == 0 ? "" : "?");
            }
        }
        return compared;
    }

    private static List<Element> calls(Document page) {
        return page.select(".mv-foot > :contains(" + SAME + ") code a");
    }

    private static String nameOf(String call) {
        return call.startsWith("/api/v1/aggregate-report/")
                ? "rows"
                : call.replaceFirst("/api/v1/([\\w-]+)/.*", "$1");
    }

    private static String memberOf(String call) {
        return switch (nameOf(call)) {
            case "tls-policies", "tls-failures" -> "p_domain";
            case "sources", "custom-sources", "reporters" -> "name";
            case "domain-groups" -> "label";
            case "users" -> "email";
            case "imports", "forensic-reports" -> "id";
            case "detail-viewer" -> "search_token";
            case "forensic-data" -> "subject";
            case "rows" -> "from_domain";
            default -> "domain";
        };
    }

    /** Returns the numbers of a row, by the names of their columns. */
    private static Map<String, String> numbers(Element name) {
        Map<String, String> numbers = new LinkedHashMap<>();
        Element row = name.closest("tr");
        Element table = name.closest("table");
        if (row != null && table != null) {
            List<String> columns = table.select("thead th").eachText();
            for (Element cell : row.select("td.n")) {
                numbers.put(
                        columns.get(cell.elementSiblingIndex()).replaceFirst(", \\d+ d$", ""),
                        cell.text());
            }
        }
        return numbers;
    }

    /** The same by API; empty for a column that has no number of it. */
    private static Optional<String> numberOf(String list, String column, JsonNode item) {
        return switch (list + ", " + column) {
            case "domains, Compliant" ->
                    isNobodys(item)
                            ? Optional.of("Unknown senders only")
                            : share(item, "dmarc_percentage");
            case "sources, DMARC", "source-domains, DMARC" -> share(item, "dmarc_percentage");
            case "sources, SPF", "source-domains, SPF" -> share(item, "spf_percentage");
            // Of mail that is passed on, whether its sender can pass or not.
            case "sources, DKIM intact" ->
                    Optional.of(
                            Visitors.TEXTS.share(
                                    item.get("dkim_count").asLong(),
                                    item.get("message_count").asLong()));
            case "sources, DKIM", "source-domains, DKIM" -> share(item, "dkim_percentage");
            case "domains, Messages" ->
                    number(
                            item.get("count_dmarc_capable").asLong()
                                    + item.get("count_non_dmarc_capable").asLong()
                                    + item.get("count_forwarded").asLong()
                                    + item.get("count_threat_other").asLong());
            case "domains, SPF lookups" ->
                    Optional.of(
                            item.get("records_spf").asString().isEmpty()
                                    ? NONE
                                    : item.get("state_spf").asString().equals("unknown")
                                            ? "unknown"
                                            : item.get("spf_lookup_count").asLong() + " of 10");
            case "domains, Open" -> number(open.getOrDefault(item.get("domain").asString(), 0L));
            case "sources, Domains", "domain-groups, Domains" -> member(item, "domain_count");
            case "sources, Messages", "source-domains, Messages", "rows, Messages" ->
                    member(item, "message_count");
            case "policy-domains, Messages" -> member(item, "message_count");
            case "policy-domains, Your failing mail" ->
                    item.get("dmarc_percentage").asLong() < 0
                                    && item.get("count_lost").asLong() == 0
                            ? Optional.of(NONE)
                            : member(item, "count_affected");
            case "tls-policies, Encrypted sessions" -> member(item, "sum_success");
            case "tls-policies, Failed sessions" -> member(item, "sum_failed");
            case "tls-policies, Failure rate" ->
                    Optional.of(
                            Visitors.TEXTS.share(
                                    item.get("sum_failed").asLong(),
                                    item.get("sum_failed").asLong()
                                            + item.get("sum_success").asLong()));
            case "reporters, Verified" -> share(item, "verified_share");
            // Screen readers also get the name of the reporter.
            case "reporters, Stored reports" ->
                    member(item, "reports").map(n -> n + " " + item.get("name").asString());
            case "reporters, Messages", "reports, Messages" -> member(item, "messages");
            case "tls-failures, Sessions" -> member(item, "failed_session_count");
            case "imports, Found" -> member(item, "found");
            case "imports, Imported" -> member(item, "imported");
            case "imports, Duplicates" -> member(item, "duplicate");
            case "imports, Not a report" -> member(item, "not_a_report");
            case "imports, Waiting" -> member(item, "waiting");
            case "imports, Failed" -> member(item, "failed");
            case "custom-sources, Networks" -> number(item.get("networks").size());
            case "custom-sources, Reverse DNS names" -> number(item.get("ptr_domains").size());
            case "custom-sources, DKIM domains" -> number(item.get("dkim_domains").size());
            case "custom-sources, Return-path domains" -> number(item.get("spf_domains").size());
            // Times, links, and numbers that are of no list.
            case "domains, Last report",
                    "domain-groups, Details",
                    "domain-groups, Users with access",
                    "detail-viewer, Rows" ->
                    Optional.empty();
            default ->
                    throw new AssertionError(list + " has a column that no test knows: " + column);
        };
    }

    /**
     * Returns whether an item counts only mail that nobody of the domain has sent. Its pass rate
     * says nothing about the domain.
     */
    private static boolean isNobodys(JsonNode item) {
        return item.get("dmarc_percentage").asDouble() == 0
                && item.get("count_threat_other").asLong() > 0
                && Stream.of("count_dmarc_capable", "count_non_dmarc_capable", "count_forwarded")
                        .allMatch(name -> item.get(name).asLong() == 0);
    }

    private static Optional<String> member(JsonNode item, String name) {
        return number(item.get(name).asLong());
    }

    private static Optional<String> number(long number) {
        return Optional.of(Visitors.TEXTS.number(number));
    }

    private static Optional<String> share(JsonNode item, String name) {
        double percentage = item.get(name).asDouble();
        return Optional.of(percentage < 0 ? NONE : percentage + "%");
    }

    /** What the page lists of what a call answers, by what names it. */
    private static List<String> rows(Document page, String call) {
        List<Element> rows = rowElements(page, call);
        return switch (nameOf(call)) {
            case "imports", "detail-viewer", "forensic-reports" ->
                    rows.stream().map(row -> row.attr("href").replaceAll(".*/", "")).toList();
            default -> rows.stream().map(Element::text).toList();
        };
    }

    /** What names the rows of the page. */
    private static List<Element> rowElements(Document page, String call) {
        return switch (nameOf(call)) {
            case "issues", "tasks" -> page.select("main li a[href*='tab=issues']");
            case "timeline-events" -> page.select(".mv-events li > div > b + *");
            case "policy-domains" -> page.select("tr.top > th > a.mv-name");
            case "tls-failures", "rows", "reporters" -> page.select("tr.top > th > span.mv-name");
            case "sources" ->
                    page.select(
                            "[aria-labelledby=list%s] tbody th > a"
                                    .formatted(call.replaceAll(".*category=(\\d).*", "$1")));
            case "source-domains" -> page.select("tbody th .mv-name");
            case "forensic-data" -> page.select("tr.top > th > a.mv-name");
            case "tls-policies" -> page.select("[aria-labelledby=list] tbody th > a");
            case "domains" -> page.select("tbody th > a.mv-name");
            default -> page.select("tbody th > a");
        };
    }
}
