package org.mailvane.actions;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.domains.DomainApi;
import org.mailvane.domains.DomainApi.Person;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** Lists of issues and of tasks: filters and orders, against a plain evaluation of each. */
class IssueListTest {

    private static final int ROWS = 60;

    private static DomainApi api;
    private static Person owner;
    private static Person reader;
    private static long alphas;
    private static long bravos;
    private static long both;
    private static final List<Held> DOMAINS = new ArrayList<>();
    private static final Map<String, List<Row>> LISTS = new LinkedHashMap<>();

    /** A domain as filters see it. */
    private record Held(long id, String name, String state, boolean topLevel, Set<Long> groups) {}

    /** A row as filters see it. */
    private record Row(
            long id,
            Held domain,
            String category,
            Instant created,
            @Nullable Instant solved,
            boolean ignored) {

        LocalDate day() {
            return created.atZone(ZoneOffset.UTC).toLocalDate();
        }
    }

    @BeforeAll
    static void start() {
        api = new DomainApi(new TestClock(Instant.parse("2026-11-20T10:00:00Z")));
        owner = api.account("lists");
        owner.add("alpha.example", "bravo.example", "charlie.example", "echo.bravo.example");
        owner.discover("delta.alpha.example", "foxtrot.charlie.example");
        owner.set("alpha.example", "domain_state = 'active'");
        owner.set("bravo.example", "domain_state = 'inactive'");
        owner.set("delta.alpha.example", "domain_state = 'inactive'");
        alphas = owner.group("alphas", "alpha.example");
        bravos = owner.group("bravos", "bravo.example");
        both = owner.group("both", "alpha.example", "bravo.example");
        reader = owner.colleague("reader").sees(alphas, false);
        held("alpha.example", "active", true, Set.of(alphas, both));
        held("bravo.example", "inactive", true, Set.of(bravos, both));
        held("charlie.example", "unknown", true, Set.of());
        held("delta.alpha.example", "inactive", false, Set.of(alphas, both));
        held("echo.bravo.example", "unknown", true, Set.of());
        held("foxtrot.charlie.example", "unknown", false, Set.of());
        Random random = new Random(7);
        LISTS.put("issues", rows("issue", random));
        LISTS.put("tasks", rows("task", random));
        Person stranger = api.account("strangers");
        stranger.add("alpha.example");
        insert(
                "issue",
                stranger.id("alpha.example"),
                1,
                "spf",
                "2026-11-01T00:00:00Z",
                null,
                false);
        insert("task", stranger.id("alpha.example"), 1, "spf", "2026-11-01T00:00:00Z", null, false);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static void held(String name, String state, boolean topLevel, Set<Long> groups) {
        DOMAINS.add(new Held(owner.id(name), name, state, topLevel, groups));
    }

    /** Few different values of each, so that there are many equals. */
    private static List<Row> rows(String table, Random random) {
        List<String> times =
                List.of(
                        "2026-11-01T00:00:00Z",
                        "2026-11-01T23:59:59.999999Z",
                        "2026-11-02T00:00:00Z",
                        "2026-11-09T12:00:00Z");
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            Held domain = DOMAINS.get(random.nextInt(DOMAINS.size()));
            String category = random.nextBoolean() ? "spf" : "dkim";
            String created = times.get(random.nextInt(times.size()));
            String solved =
                    random.nextBoolean() ? null : "2026-11-1" + random.nextInt(3) + "T00:00:00Z";
            boolean ignored = random.nextInt(3) == 0;
            long id = insert(table, domain.id(), i, category, created, solved, ignored);
            rows.add(
                    new Row(
                            id,
                            domain,
                            category,
                            Instant.parse(created),
                            solved == null ? null : Instant.parse(solved),
                            ignored));
        }
        return rows;
    }

    private static long insert(
            String table,
            long domain,
            int number,
            String category,
            String created,
            @Nullable String solved,
            boolean ignored) {
        String end = solved == null ? "null" : "'" + solved + "'";
        String columns =
                table.equals("issue")
                        ? "(account_id, domain_id, record, code, subject, level, problem, solution,"
                                + " details, created, solved_at, ignored) select account_id, id, '%1$s',"
                                + " '%1$s.code', '%2$d', 'err', 'Problem %2$d', 'Solution', 'at %2$d',"
                        : "(account_id, domain_id, category, code, subject, details, created,"
                                + " solved_at, ignored) select account_id, id, '%1$s', 'code',"
                                + " '%2$d', 'Do %2$d.',";
        return Long.parseLong(
                api.sql.value(
                        ("insert into "
                                        + table
                                        + columns
                                        + " '%3$s', %4$s, %5$s from domain where id = %6$d returning id")
                                .formatted(category, number, created, end, ignored, domain)));
    }

    private static List<Row> told(String list) {
        return Objects.requireNonNull(LISTS.get(list));
    }

    private static JsonNode list(Person who, String list, String query) {
        Answer answer = api.service.get(who.token, "/api/v1/" + list + "/?" + query);
        assertThat(answer.status()).as(query + answer.text()).isEqualTo(200);
        return answer.json();
    }

    private static List<Long> ids(Person who, String list, String query) {
        JsonNode answer = list(who, list, "limit=500&" + query);
        List<Long> ids =
                answer.get("results").valueStream().map(row -> row.get("id").asLong()).toList();
        assertThat(answer.get("count").asInt()).isEqualTo(ids.size());
        return ids;
    }

    /** Every value that a filter is asked for, and what it lets through. */
    private static Map<String, Predicate<Row>> filters() {
        Map<String, Predicate<Row>> filters = new LinkedHashMap<>();
        filters.put("assigned_to_group=true", row -> !row.domain().groups().isEmpty());
        filters.put("assigned_to_group=False", row -> row.domain().groups().isEmpty());
        for (String day : List.of("2026-11-01", "2026-11-02", "2026-11-05", "2026-11-10")) {
            LocalDate date = LocalDate.parse(day);
            filters.put("created_after=" + day, row -> !row.day().isBefore(date));
            filters.put("created_before=" + day, row -> !row.day().isAfter(date));
        }
        filters.put("created_after=1900-01-01", row -> true);
        filters.put("created_before=9999-12-31", row -> true);
        for (String part : List.of("ALPHA", "alpha.example", "a.alpha", ".br", "zulu", "%25")) {
            String stored = part.toLowerCase(Locale.ROOT);
            filters.put("domain=" + part, row -> row.domain().name().contains(stored));
        }
        for (String state : List.of("active", "inactive", "unknown")) {
            filters.put("domain_state=" + state, row -> row.domain().state().equals(state));
        }
        for (long group : List.of(alphas, bravos, both, 999_999L)) {
            filters.put("group_id=" + group, row -> row.domain().groups().contains(group));
        }
        filters.put("group_id=" + owner.defaultGroup() + ".0", row -> true);
        for (boolean yes : List.of(true, false)) {
            filters.put("ignored=" + yes, row -> row.ignored() == yes);
            filters.put("solved=" + yes, row -> (row.solved() != null) == yes);
            filters.put("top_level=" + yes, row -> row.domain().topLevel() == yes);
        }
        return filters;
    }

    private static List<Long> expected(String list, Predicate<Row> filter) {
        return told(list).stream().filter(filter).map(Row::id).sorted().toList();
    }

    @ParameterizedTest
    @Tag("slow")
    @ValueSource(strings = {"issues", "tasks"})
    void everyFilterAloneAndAnyTogetherShowWhatAPlainEvaluationDoes(String list) {
        Map<String, Predicate<Row>> filters = filters();
        List<String> queries = new ArrayList<>(filters.keySet());
        queries.add("");
        Random random = new Random(11);
        for (int i = 0; i < 150; i++) {
            int few = 2 + random.nextInt(3);
            List<String> some = new ArrayList<>(filters.keySet());
            Collections.shuffle(some, random);
            // Of one name the last counts, so each is asked once.
            Map<String, String> byName = new LinkedHashMap<>();
            some.stream().limit(few).forEach(q -> byName.put(q.substring(0, q.indexOf('=')), q));
            queries.add(String.join("&", byName.values()));
        }
        Predicate<Row> readable = row -> row.domain().groups().contains(alphas);
        for (String query : queries) {
            Predicate<Row> all =
                    Stream.of(query.split("&", -1))
                            .filter(q -> !q.isEmpty())
                            .map(filters::get)
                            .reduce(row -> true, Predicate::and);
            assertThat(ids(owner, list, query))
                    .as(query)
                    .containsExactlyInAnyOrderElementsOf(expected(list, all));
            if (!query.contains("group_id")) {
                assertThat(ids(reader, list, query))
                        .as("reader: " + query)
                        .containsExactlyInAnyOrderElementsOf(expected(list, all.and(readable)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"issues", "tasks"})
    void groupsThatTheCallerCantSeeAreEmptyAndDefaultMayHideWhatOthersHold(String list) {
        assertThat(ids(reader, list, "group_id=" + bravos)).isEmpty();
        assertThat(ids(reader, list, "group_id=" + owner.defaultGroup())).isEmpty();
        assertThat(ids(reader, list, "group_id=" + alphas))
                .containsExactlyInAnyOrderElementsOf(
                        expected(list, row -> row.domain().groups().contains(alphas)));
        String hide = "update domain_group set hide_assigned_domains = %s where id = %d";
        api.sql.execute(hide.formatted(true, owner.defaultGroup()));
        assertThat(ids(owner, list, "group_id=" + owner.defaultGroup()))
                .containsExactlyInAnyOrderElementsOf(
                        expected(list, row -> row.domain().groups().isEmpty()));
        api.sql.execute(hide.formatted(false, owner.defaultGroup()));
    }

    private static Map<String, Comparator<Row>> orders(String list) {
        // What has no value yet comes last, and first where the order is turned.
        Comparator<Row> solved =
                Comparator.comparing(
                        Row::solved, Comparator.nullsLast(Comparator.<Instant>naturalOrder()));
        Comparator<Row> domain = Comparator.comparing(row -> row.domain().name());
        Comparator<Row> created = Comparator.comparing(Row::created);
        return list.equals("issues")
                ? Map.of("created", created, "solved", solved, "domain", domain)
                : Map.of(
                        "created",
                        created,
                        "solve_time",
                        solved,
                        "domain",
                        domain,
                        "category",
                        Comparator.comparing(Row::category),
                        "resolved",
                        Comparator.comparing(row -> row.solved() != null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"issues", "tasks"})
    void everyOrderGoesUpAndDownWithIdsAmongEquals(String list) {
        Map<String, Comparator<Row>> signed = new LinkedHashMap<>();
        orders(list)
                .forEach((name, order) -> {
                    signed.put(name, order);
                    signed.put("-" + name, order.reversed());
                });
        Comparator<Row> byId = Comparator.comparingLong(Row::id);
        Function<Comparator<Row>, List<Long>> sorted =
                order -> told(list).stream().sorted(order).map(Row::id).toList();
        signed.forEach((first, one) -> {
            assertThat(ids(owner, list, "ordering=" + first))
                    .as(first)
                    .isEqualTo(sorted.apply(one.thenComparing(byId)));
            signed.forEach((second, other) ->
                    assertThat(ids(owner, list, "ordering=" + first + "," + second))
                            .as(first + "," + second)
                            .isEqualTo(sorted.apply(one.thenComparing(other).thenComparing(byId))));
        });
        assertThat(ids(owner, list, ""))
                .isEqualTo(
                        sorted.apply(
                                Comparator.comparing(Row::created)
                                        .reversed()
                                        // Steps that came together are in their order.
                                        .thenComparing(
                                                list.equals("tasks") ? byId : byId.reversed())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"issues", "tasks"})
    void pagesHoldEachRowOnce(String list) {
        List<Long> all = new ArrayList<>();
        for (int page = 1; page <= ROWS / 10; page++) {
            JsonNode answer = list(owner, list, "ordering=-domain&limit=10&page=" + page);
            assertThat(answer.get("count").asInt()).isEqualTo(ROWS);
            answer.get("results").valueStream().forEach(row -> all.add(row.get("id").asLong()));
        }
        assertThat(all).isEqualTo(ids(owner, list, "ordering=-domain"));
    }

    @Test
    void anIssueHasAllThatTheReferenceNames() {
        Row first = told("issues").getFirst();
        JsonNode issue = api.service.get(owner.token, "/api/v1/issues/" + first.id() + "/").json();
        assertThat(issue.propertyNames())
                .containsExactlyInAnyOrder(
                        "_links",
                        "_permissions",
                        "id",
                        "domain",
                        "problem",
                        "solution",
                        "details",
                        "created",
                        "solved",
                        "ignore");
        assertThat(issue.get("domain").asString()).isEqualTo(first.domain().name());
        assertThat(issue.get("problem").asString()).isEqualTo("Problem 0");
        assertThat(issue.get("solution").asString()).isEqualTo("Solution");
        assertThat(issue.get("details").asString()).isEqualTo(first.category() + ".code: at 0");
        assertThat(issue.get("ignore").asBoolean()).isEqualTo(first.ignored());
        assertThat(issue.at("/_links/self").asString())
                .endsWith("/api/v1/issues/" + first.id() + "/");
        for (Row row : told("issues")) {
            JsonNode one = api.service.get(owner.token, "/api/v1/issues/" + row.id() + "/").json();
            assertThat(Instant.parse(one.get("created").asString())).isEqualTo(row.created());
            assertThat(one.get("solved").isNull()).isEqualTo(row.solved() == null);
        }
    }

    @Test
    void aTaskHasAllThatTheReferenceNames() {
        for (Row row : told("tasks")) {
            JsonNode task = api.service.get(owner.token, "/api/v1/tasks/" + row.id() + "/").json();
            assertThat(task.propertyNames())
                    .containsExactlyInAnyOrder(
                            "_links",
                            "_permissions",
                            "id",
                            "domain",
                            "category",
                            "details",
                            "created",
                            "solve_time",
                            "solved",
                            "ignore");
            assertThat(task.get("category").asString()).isEqualTo(row.category());
            assertThat(task.get("solved").asBoolean()).isEqualTo(row.solved() != null);
            assertThat(task.get("solve_time").isNull()).isEqualTo(row.solved() == null);
            assertThat(task.get("details").asString()).startsWith("Do ");
        }
    }

    @Test
    void bothComeAsCsvToo() {
        List<String> lines =
                api.service
                        .get(owner.token, "/api/v1/issues/?format=csv&ordering=created")
                        .text()
                        .lines()
                        .toList();
        assertThat(lines.getFirst())
                .isEqualTo("id,domain,problem,solution,details,created,solved,ignore");
        assertThat(lines).hasSize(ROWS + 1);
        assertThat(
                        lines.stream()
                                .skip(1)
                                .map(line -> Long.parseLong(line.substring(0, line.indexOf(','))))
                                .toList())
                .isEqualTo(ids(owner, "issues", "ordering=created"));
        lines =
                api.service
                        .get(reader.token, "/api/v1/tasks/?format=csv&solved=true")
                        .text()
                        .lines()
                        .toList();
        assertThat(lines.getFirst())
                .isEqualTo("id,domain,category,details,created,solve_time,solved,ignore");
        assertThat(lines.stream().skip(1).collect(Collectors.joining()))
                .contains(",true,")
                .doesNotContain("bravo");
    }

    @ParameterizedTest
    @CsvSource({
        "assigned_to_group=maybe, assigned_to_group",
        "created_after=2026-13-01, created_after",
        "created_before=2026-11-01T00:00:00Z, created_before",
        "domain_state=asleep, domain_state",
        "group_id=5.5, group_id",
        "ignored=2, ignored",
        "solved=yes, solved",
        "top_level=on, top_level",
        "ordering=problem, ordering"
    })
    void anInvalidFilterIsSaidByItsName(String query, String field) {
        for (String list : List.of("issues", "tasks")) {
            Answer answer = api.service.get(owner.token, "/api/v1/" + list + "/?" + query);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().path(field).path(0).asString()).isNotEmpty();
        }
    }

    @Test
    void daysThatEndBeforeTheyBeginHoldNothing() {
        String query = "created_after=2026-11-09&created_before=2026-11-01";
        assertThat(ids(owner, "issues", query)).isEmpty();
        assertThat(ids(owner, "tasks", query)).isEmpty();
    }
}
