package org.mailvane.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.domains.DomainApi;
import org.mailvane.domains.DomainApi.Person;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.text.Passage;
import tools.jackson.databind.JsonNode;

/** Filters of events; what all kinds of filters have in common is tested with those of sources. */
class EventFiltersTest {

    private static final String EVENTS = "/api/v1/timeline-events/";
    private static final String FILTERS = "/api/v1/timeline-event-filters/";

    private static DomainApi api;
    private static Person owner;
    private static Person reader;
    private static final List<Told> TOLD = new ArrayList<>();

    /** An event as filters see it. */
    private record Told(String domain, Change change, LocalDate day, String value) {}

    @BeforeAll
    static void start() {
        TestClock clock = new TestClock(Instant.parse("2026-11-18T00:00:00Z"));
        api = new DomainApi(clock);
        owner = api.account("filters");
        owner.add("a.example", "b.example", "own.b.example");
        owner.discover("sub.a.example");
        reader = owner.colleague("reader").sees(owner.group("g", "a.example"), false);
        api.sql.execute("delete from timeline_event");
        List<String> domains =
                List.of("a.example", "b.example", "own.b.example", "sub.a.example", "gone.example");
        List<Change> changes =
                List.of(
                        Change.DMARC_ADDED,
                        Change.DMARC_CHANGED,
                        Change.SPF_ADDED,
                        Change.MX_CHANGED);
        Random random = new Random(3);
        for (int i = 0; i < 60; i++) {
            String domain = domains.get(random.nextInt(domains.size()));
            Change change = changes.get(random.nextInt(changes.size()));
            String value = "value " + i;
            api.service
                    .part(Timeline.class)
                    .add(
                            owner.scope,
                            List.of(
                                    new NewEvent(
                                            domain.startsWith("gone")
                                                    ? null
                                                    : new DomainId(owner.id(domain)),
                                            new DomainName(domain),
                                            change,
                                            "dmarc",
                                            "",
                                            value,
                                            Passage.EMPTY)));
            LocalDate day = clock.instant().atZone(ZoneOffset.UTC).toLocalDate();
            TOLD.add(new Told(domain, change, day, value));
            // So that some are of the first and some of the last moment of a day.
            clock.advance(
                    i % 20 == 19 ? Duration.ofNanos(1_000) : Duration.ofHours(24).dividedBy(20));
            if (i % 20 == 18) {
                clock.advance(Duration.ofNanos(-1_000));
            }
        }
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static Answer create(Person who, String body) {
        return api.service.send("POST", who.token, FILTERS, body);
    }

    private static List<String> values(Person who, long filter) {
        return asked(who, "filter_id=" + filter);
    }

    private static String texts(List<String> texts) {
        return texts.stream().map(t -> "\"" + t + "\"").collect(Collectors.joining(",", "[", "]"));
    }

    /** The values of the events that a filter chooses, the newest first. */
    private static List<String> chosen(
            Set<String> readable,
            List<String> domains,
            List<String> changes,
            @Nullable LocalDate begin,
            @Nullable LocalDate end) {
        List<String> chosen = new ArrayList<>();
        for (Told event : TOLD) {
            // A subdomain that counts with its parent comes with it.
            boolean named =
                    domains.isEmpty()
                            || domains.contains(event.domain())
                            || (event.domain().equals("sub.a.example")
                                    && domains.contains("a.example"));
            if (readable.contains(event.domain())
                    && named
                    && (changes.isEmpty() || changes.contains(event.change().code()))
                    && (begin == null || !event.day().isBefore(begin))
                    && (end == null || !event.day().isAfter(end))) {
                chosen.addFirst(event.value());
            }
        }
        return chosen;
    }

    @Test
    @Tag("slow")
    void everyFilterChoosesWhatAPlainEvaluationDoes() {
        Set<String> all =
                Set.of("a.example", "b.example", "own.b.example", "sub.a.example", "gone.example");
        Set<String> some = Set.of("a.example", "sub.a.example");
        List<List<String>> domains =
                List.of(
                        List.of(),
                        List.of("a.example"),
                        List.of("sub.a.example"),
                        List.of("b.example", "own.b.example"));
        List<List<String>> changes =
                List.of(List.of(), List.of("dmarc_added"), List.of("spf_added", "dmarc_changed"));
        List<@Nullable LocalDate> days =
                Arrays.asList(
                        null,
                        LocalDate.of(2026, 11, 18),
                        LocalDate.of(2026, 11, 19),
                        LocalDate.of(2026, 11, 20));
        assertThat(TOLD.stream().map(Told::day).distinct()).hasSizeGreaterThanOrEqualTo(3);
        for (List<String> names : domains) {
            for (List<String> kinds : changes) {
                for (LocalDate begin : days) {
                    for (LocalDate end : days) {
                        if (begin != null && end != null && end.isBefore(begin)) {
                            continue;
                        }
                        String body =
                                "{\"domains\": %s, \"changes\": %s, \"begin\": %s, \"end\": %s}"
                                        .formatted(
                                                texts(names), texts(kinds), day(begin), day(end));
                        long filter = created(owner, body);
                        assertThat(values(owner, filter))
                                .as(body)
                                .isEqualTo(chosen(all, names, kinds, begin, end));
                        if (!names.contains("b.example")) {
                            assertThat(values(reader, created(reader, body)))
                                    .as("reader: " + body)
                                    .isEqualTo(chosen(some, names, kinds, begin, end));
                        }
                    }
                }
            }
        }
    }

    @Test
    void theListIsAskedForTheSameWithoutAFilterAndForLessOfOne() {
        Set<String> all =
                Set.of("a.example", "b.example", "own.b.example", "sub.a.example", "gone.example");
        Set<String> some = Set.of("a.example", "sub.a.example");
        List<String> ofA = List.of("a.example", "sub.a.example");
        LocalDate day = LocalDate.of(2026, 11, 19);
        long group = owner.group("both", "a.example", "own.b.example");
        List<String> ofGroup = List.of("a.example", "sub.a.example", "own.b.example");
        assertThat(asked(owner, "")).isEqualTo(chosen(all, List.of(), List.of(), null, null));
        assertThat(asked(owner, "domain=A.EX")).isEqualTo(chosen(all, ofA, List.of(), null, null));
        assertThat(asked(owner, "domain=none")).isEmpty();
        assertThat(asked(owner, "group_id=" + group))
                .isEqualTo(chosen(all, ofGroup, List.of(), null, null))
                .isNotEmpty();
        assertThat(asked(owner, "group_id=999999")).isEmpty();
        assertThat(asked(owner, "changes=dmarc_added,mx_changed&begin=" + day))
                .isEqualTo(chosen(all, List.of(), List.of("dmarc_added", "mx_changed"), day, null))
                .isNotEmpty();
        assertThat(asked(owner, "begin=%s&end=%s".formatted(day, day)))
                .isEqualTo(chosen(all, List.of(), List.of(), day, day))
                .isNotEmpty();
        assertThat(asked(owner, "begin=%s&end=%s".formatted(day, day.minusDays(1)))).isEmpty();
        assertThat(asked(reader, "domain=example&end=" + day))
                .isEqualTo(chosen(some, List.of(), List.of(), null, day))
                .isNotEmpty();
        assertThat(asked(reader, "group_id=" + group)).as("a group of others").isEmpty();

        long filter =
                created(
                        owner,
                        """
                        {"domains": ["a.example", "b.example"], "changes": ["dmarc_added", "spf_added"],
                         "begin": "2026-11-18", "end": "2026-11-19"}
                        """);
        String of = "filter_id=" + filter;
        List<String> kinds = List.of("dmarc_added", "spf_added");
        LocalDate first = LocalDate.of(2026, 11, 18);
        assertThat(asked(owner, of + "&domain=sub.a"))
                .as("what comes along with its parent")
                .isEqualTo(chosen(all, List.of("sub.a.example"), kinds, first, day))
                .isNotEmpty();
        assertThat(asked(owner, of + "&group_id=" + group))
                .isEqualTo(chosen(all, ofA, kinds, first, day));
        assertThat(
                        asked(
                                owner,
                                of
                                        + "&changes=spf_added,mx_changed&begin="
                                        + day
                                        + "&end=2026-12-01"))
                .isEqualTo(
                        chosen(
                                all,
                                List.of("a.example", "b.example"),
                                List.of("spf_added"),
                                day,
                                day));
        assertThat(asked(owner, of + "&changes=mx_changed")).isEmpty();
    }

    private static List<String> asked(Person who, String query) {
        Answer answer = api.service.get(who.token, EVENTS + "?limit=500&" + query);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json()
                .get("results")
                .valueStream()
                .map(event -> event.get("new_value").asString())
                .toList();
    }

    private static String day(@Nullable LocalDate day) {
        return day == null ? "null" : "\"" + day + "\"";
    }

    private static long created(Person who, String body) {
        Answer answer = create(who, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return answer.json().get("id").asLong();
    }

    @Test
    void aFilterHasAllThatTheReferenceNames() {
        Answer answer =
                create(
                        owner,
                        """
                        {"domains": ["B.Example.", "a.example", "b.example"],
                         "changes": ["spf_changed", {"type": "mx_changed", "more": 1}, "spf_changed"],
                         "begin": "2026-11-01", "end": "2026-11-01"}
                        """);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        JsonNode filter = answer.json();
        assertThat(filter.propertyNames())
                .containsExactlyInAnyOrder(
                        "_links",
                        "_permissions",
                        "id",
                        "domains",
                        "changes",
                        "begin",
                        "end",
                        "created");
        assertThat(filter.get("domains").toString()).isEqualTo("[\"b.example\",\"a.example\"]");
        assertThat(filter.get("changes").toString())
                .isEqualTo("[{\"type\":\"spf_changed\"},{\"type\":\"mx_changed\"}]");
        assertThat(filter.get("begin").asString()).isEqualTo("2026-11-01");
        assertThat(filter.get("end").asString()).isEqualTo("2026-11-01");
        assertThat(answer.header("x-ignored-properties")).isEqualTo("changes.more");
        long id = filter.get("id").asLong();
        assertThat(answer.header("location"))
                .isEqualTo(filter.at("/_links/self").asString())
                .endsWith(FILTERS + id + "/");
        assertThat(filter.at("/_links/events").asString()).endsWith(EVENTS + "?filter_id=" + id);
        assertThat(api.service.get(owner.token, filter.at("/_links/events").asString()).status())
                .isEqualTo(200);
        assertThat(api.service.get(owner.token, FILTERS + id + "/").json()).isEqualTo(filter);
        assertThat(api.service.get(owner.token, FILTERS).json().at("/results/0")).isEqualTo(filter);
        // What was answered can be sent again.
        assertThat(create(owner, filter.toString()).json().get("changes"))
                .isEqualTo(filter.get("changes"));
        assertThat(
                        api.service
                                .get(owner.token, FILTERS + "?format=csv&limit=1")
                                .text()
                                .lines()
                                .findFirst())
                .contains("id,domains,changes,begin,end,created");
    }

    @Test
    void everythingMayBeLeftOut() {
        JsonNode filter = create(owner, "{}").json();
        assertThat(filter.get("domains").toString()).isEqualTo("[]");
        assertThat(filter.get("changes").toString()).isEqualTo("[]");
        assertThat(filter.get("begin").isNull()).isTrue();
        assertThat(filter.get("end").isNull()).isTrue();
        assertThat(values(owner, filter.get("id").asLong())).hasSize(TOLD.size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{\"changes\": [\"spf_changed\", \"colour\"]}; /changes/1/0; \"colour\" is not valid: it must be one of dmarc_added,",
                "{\"changes\": [{\"type\": \"colour\"}]}; /changes/0/type/0; \"colour\" is not valid: it must be one of dmarc_added,",
                "{\"changes\": [{\"kind\": \"spf_changed\"}]}; /changes/0/type/0; This field is required.",
                "{\"changes\": [5]}; /changes/0/0; 5 is not valid",
                "{\"changes\": \"spf_changed\"}; /changes/0; \"spf_changed\" is not valid: it must be a list.",
                "{\"changes\": null}; /changes/0; This field may not be null.",
                "{\"domains\": [\"a.example\", \"z.example\", \"b.example\"]}; /domains/1/0; \"z.example\" is not valid",
                "{\"domains\": [\"a.example\", \"a.example\", \"z.example\"]}; /domains/2/0; \"z.example\" is not valid",
                "{\"domains\": [\"no domain\"]}; /domains/0/0; \"no domain\" is not valid",
                "{\"begin\": \"yesterday\"}; /begin/0; \"yesterday\" is not valid",
                "{\"end\": \"2026-11-31\"}; /end/0; \"2026-11-31\" is not valid",
                "{\"begin\": \"2026-11-02\", \"end\": \"2026-11-01\"}; /end/0; 2026-11-01 is not valid: it must not be before the begin 2026-11-02.",
            })
    void whatIsWrongIsSaidByItsPlace(String body, String place, String text) {
        Answer answer = create(owner, body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at(place).asString()).as(answer.text()).startsWith(text);
    }

    @Test
    void moreChangesThanTheLimitAreRefused() {
        String changes =
                texts(
                        IntStream.range(0, EventFilterController.MAX_CHANGES)
                                .mapToObj(i -> "spf_added")
                                .toList());
        assertThat(create(owner, "{\"changes\": " + changes + "}").status()).isEqualTo(201);
        String more = changes.replace("]", ", \"spf_added\"]");
        Answer answer = create(owner, "{\"changes\": " + more + "}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at("/changes/0").asString())
                .isEqualTo("The list has 101 items: ensure it has no more than 100.");
    }

    @Test
    void aDomainThatTheCallerMayNotReadIsAsIfThereWasNone() {
        Answer hidden = create(reader, "{\"domains\": [\"b.example\"]}");
        Answer none = create(reader, "{\"domains\": [\"z.example\"]}");
        assertThat(hidden.status()).isEqualTo(400);
        assertThat(hidden.json().get("domains").toString().replace("b.example", "z.example"))
                .isEqualTo(none.json().get("domains").toString());
    }

    @Test
    void filtersOfSourcesAndPoliciesChooseByTheirDomains() {
        for (String kind : List.of("source-filters", "policy-domain-filters")) {
            long filter =
                    api.service
                            .send(
                                    "POST",
                                    owner.token,
                                    "/api/v1/" + kind + "/",
                                    "{\"domains\": [\"a.example\"]}")
                            .json()
                            .get("id")
                            .asLong();
            assertThat(values(owner, filter))
                    .isEqualTo(
                            chosen(
                                    Set.of("a.example", "sub.a.example"),
                                    List.of(),
                                    List.of(),
                                    null,
                                    null));
            // It is not a filter of events for all that.
            assertThat(api.service.get(owner.token, FILTERS + filter + "/").status())
                    .isEqualTo(404);
        }
        long ofEvents = created(owner, "{\"domains\": [\"a.example\"]}");
        assertThat(api.service.get(owner.token, "/api/v1/sources/?filter_id=" + ofEvents).status())
                .isEqualTo(200);
    }

    @Test
    void aFilterIsItsMakersAlone() {
        long filter = created(owner, "{}");
        for (Person who : List.of(reader, owner.colleague("other"), api.account("otheraccount"))) {
            Answer list = api.service.get(who.token, EVENTS + "?filter_id=" + filter);
            assertThat(list.status()).isEqualTo(400);
            assertThat(list.json().at("/filter_id/0").asString())
                    .isEqualTo(
                            "\"%d\" is not valid: it must be the id of one of your filters."
                                    .formatted(filter));
            assertThat(api.service.get(who.token, FILTERS + filter + "/").status()).isEqualTo(404);
        }
        assertThat(api.service.get(owner.token, EVENTS + "?filter_id=999999").status())
                .isEqualTo(400);
        assertThat(api.service.get(owner.token, EVENTS + "?filter_id=x").status()).isEqualTo(400);
    }
}
