package org.mailvane.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.domains.DomainApi;
import org.mailvane.domains.DomainApi.Person;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Db;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;
import tools.jackson.databind.JsonNode;

/** What the timeline notes, and who sees it. */
class TimelineTest {

    private static final String PATH = "/api/v1/timeline-events/";
    private static final AtomicInteger ACCOUNTS = new AtomicInteger();
    private static final TestClock CLOCK = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));

    private static DomainApi api;
    private static Timeline timeline;
    private Person owner;

    @BeforeAll
    static void start() {
        api = new DomainApi(CLOCK);
        timeline = api.service.part(Timeline.class);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @BeforeEach
    void newAccount() {
        owner = api.account("timeline" + ACCOUNTS.incrementAndGet());
        CLOCK.advance(Duration.ofMinutes(1));
    }

    private void add(NewEvent... events) {
        timeline.add(owner.scope, List.of(events));
    }

    private NewEvent event(String domain, Change change, String newValue) {
        return new NewEvent(
                new DomainId(owner.id(domain)),
                new DomainName(domain),
                change,
                "spf",
                "",
                newValue,
                Passage.verbatim("It has changed."));
    }

    private static List<String> shown(Person who, String query) {
        Answer answer = api.service.get(who.token, PATH + "?limit=500&" + query);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json()
                .get("results")
                .valueStream()
                .map(e -> e.get("domain").asString() + " " + e.get("change").asString())
                .toList();
    }

    @Test
    void anEventHasAllThatTheContractNames() {
        owner.add("a.example");
        CLOCK.advance(Duration.ofMinutes(1));
        DomainId id = new DomainId(owner.id("a.example"));
        add(
                new NewEvent(
                        id,
                        new DomainName("a.example"),
                        Change.SPF_CHANGED,
                        "spf",
                        "v=spf1 -all",
                        "v=spf1 mx -all",
                        Passage.of(
                                EventMessages.record(
                                        new DomainName("a.example"),
                                        "SPF",
                                        EventMessages.Happening.CHANGED))));
        JsonNode list = api.service.get(owner.token, PATH).json();
        assertThat(list.get("_permissions").toString()).isEqualTo("[\"list\"]");
        assertThat(list.get("count").asInt()).isEqualTo(2);
        JsonNode event = list.at("/results/0");
        assertThat(event.propertyNames())
                .containsExactlyInAnyOrder(
                        "_links",
                        "_permissions",
                        "id",
                        "domain",
                        "change",
                        "record_type",
                        "old_value",
                        "new_value",
                        "details",
                        "created");
        assertThat(event.get("domain").asString()).isEqualTo("a.example");
        assertThat(event.get("change").asString()).isEqualTo("spf_changed");
        assertThat(event.get("record_type").asString()).isEqualTo("spf");
        assertThat(event.get("old_value").asString()).isEqualTo("v=spf1 -all");
        assertThat(event.get("new_value").asString()).isEqualTo("v=spf1 mx -all");
        assertThat(event.get("details").asString())
                .isEqualTo("The SPF record of a.example was changed.");
        assertThat(Instant.parse(event.get("created").asString())).isEqualTo(CLOCK.instant());
        assertThat(event.get("_permissions").toString()).isEqualTo("[]");
        JsonNode domain =
                api.service.get(owner.token, event.at("/_links/domain").asString()).json();
        assertThat(domain.get("id").asLong()).isEqualTo(id.value());
    }

    @Test
    void theNewestComeFirstAndOfOneMomentTheLastToldAndPagesGoOn() {
        owner.add("a.example");
        add(event("a.example", Change.SPF_ADDED, "1"), event("a.example", Change.DKIM_ADDED, "2"));
        CLOCK.advance(Duration.ofMinutes(1));
        add(event("a.example", Change.BIMI_ADDED, "3"));
        List<String> all =
                List.of(
                        "a.example bimi_added",
                        "a.example dkim_added",
                        "a.example spf_added",
                        "a.example domain_added");
        assertThat(shown(owner, "")).isEqualTo(all);
        assertThat(shown(owner, "limit=3&page=1")).isEqualTo(all.subList(0, 3));
        assertThat(shown(owner, "limit=3&page=2")).isEqualTo(all.subList(3, 4));
    }

    @Test
    void csvOfMoreThanAPageHoldsEachEventOnce() {
        owner.add("a.example");
        List<NewEvent> many =
                IntStream.range(0, 1_300)
                        .mapToObj(i -> event("a.example", Change.MX_CHANGED, "value " + i))
                        .toList();
        timeline.add(owner.scope, many.subList(0, 700));
        CLOCK.advance(Duration.ofMinutes(1));
        timeline.add(owner.scope, many.subList(700, 1_300));
        List<String> lines =
                api.service.get(owner.token, PATH + "?format=csv").text().lines().toList();
        assertThat(lines.getFirst())
                .isEqualTo("id,domain,change,record_type,old_value,new_value,details,created");
        List<Long> ids =
                lines.stream()
                        .skip(1)
                        .map(l -> Long.parseLong(l.substring(0, l.indexOf(','))))
                        .toList();
        assertThat(ids)
                .hasSize(1_301)
                .doesNotHaveDuplicates()
                .isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(
                        api.service
                                .get(owner.token, PATH + "?format=csv&limit=2&page=2")
                                .text()
                                .lines()
                                .skip(1)
                                .map(l -> Long.parseLong(l.substring(0, l.indexOf(',')))))
                .isEqualTo(ids.subList(2, 4));
    }

    @Test
    void domainsAddedByPeopleAndShownByReportsAreToldApart() {
        owner.add("a.example", "hand.a.example");
        owner.discover("found.a.example");
        owner.discover("sub.b.example");
        assertThat(shown(owner, ""))
                .containsExactlyInAnyOrder(
                        "a.example domain_added",
                        "hand.a.example domain_added",
                        "found.a.example subdomain_discovered",
                        "b.example domain_added",
                        "sub.b.example subdomain_discovered");
        // What is there is not added again.
        owner.add("a.example", "found.a.example");
        owner.discover("sub.b.example");
        assertThat(shown(owner, "")).hasSize(5);
    }

    @Test
    void anEventIsNotedWithWhatItIsAboutOrNotAtAll() {
        owner.add("a.example");
        Db db = api.service.part(Db.class);
        assertThatIllegalStateException()
                .isThrownBy(() ->
                        db.inTransaction(() -> {
                            add(event("a.example", Change.SPF_ADDED, ""));
                            throw new IllegalStateException("undone");
                        }));
        assertThat(shown(owner, "")).containsExactly("a.example domain_added");
        add();
        assertThat(shown(owner, "")).hasSize(1);
    }

    @Test
    void eventsOfARemovedDomainStayForAdmins() {
        owner.add("a.example", "b.example");
        owner.discover("sub.a.example");
        Person reader = owner.colleague("reader").sees(owner.group("g", "a.example"), false);
        Person ofAll = owner.colleague("ofall").sees(owner.defaultGroup(), false);
        assertThat(shown(reader, ""))
                .containsExactly("sub.a.example subdomain_discovered", "a.example domain_added");
        CLOCK.advance(Duration.ofMinutes(1));
        owner.send("DELETE", owner.id("a.example") + "/", "");
        assertThat(shown(reader, "")).isEmpty();
        assertThat(shown(ofAll, "")).containsExactly("b.example domain_added");
        assertThat(shown(owner, ""))
                .containsExactlyInAnyOrder(
                        "a.example domain_removed",
                        "sub.a.example domain_removed",
                        "sub.a.example subdomain_discovered",
                        "b.example domain_added",
                        "a.example domain_added");
        JsonNode removed = api.service.get(owner.token, PATH).json().at("/results/0");
        assertThat(removed.get("_links").toString()).isEqualTo("{}");
        assertThat(removed.get("details").asString()).startsWith("The domain was deleted");
        // A domain of the same name that comes later is another one.
        CLOCK.advance(Duration.ofMinutes(1));
        owner.add("a.example");
        owner.group("again", "a.example");
        api.sql.execute(
                "insert into domain_group_member select account_id, group_id, %d from group_access where user_id = %d"
                        .formatted(owner.id("a.example"), reader.userId));
        assertThat(shown(reader, "")).containsExactly("a.example domain_added");
    }

    @Test
    void aReaderSeesEventsOfTheirDomainsAndOfSubdomainsThatFollowThese() {
        owner.add("a.example", "b.example", "own.a.example");
        owner.discover("sub.a.example");
        add(event("b.example", Change.SPF_ADDED, "secret"));
        Person reader = owner.colleague("reader").sees(owner.group("g", "a.example"), false);
        assertThat(shown(reader, ""))
                .containsExactlyInAnyOrder(
                        "a.example domain_added", "sub.a.example subdomain_discovered");
        assertThat(shown(owner.colleague("nobody"), "")).isEmpty();
        Person stranger = api.account("stranger" + ACCOUNTS.incrementAndGet());
        assertThat(shown(stranger, "")).isEmpty();
        assertThat(api.service.get(reader.token, PATH).json().get("count").asInt()).isEqualTo(2);
    }

    @Test
    void anEventOfAnothersDomainOrOfNoneIsOfItsNameAlone() {
        Person stranger = api.account("stranger" + ACCOUNTS.incrementAndGet());
        stranger.add("theirs.example");
        for (@Nullable DomainId id :
                new DomainId[] {new DomainId(stranger.id("theirs.example")), null}) {
            add(
                    new NewEvent(
                            id,
                            new DomainName("theirs.example"),
                            Change.NEW_SOURCE,
                            "",
                            "",
                            "",
                            Passage.EMPTY));
        }
        assertThat(shown(owner, ""))
                .containsExactly("theirs.example new_source", "theirs.example new_source");
        assertThat(shown(stranger, "")).containsExactly("theirs.example domain_added");
        assertThat(api.service.get(owner.token, PATH).json().at("/results/0/_links").toString())
                .isEqualTo("{}");
    }

    @Test
    void textsAreKeptUpToTheirLimits() {
        owner.add("a.example");
        String value = "\ud83d\ude00".repeat(NewEvent.MAX_VALUE);
        String details = "{d}".repeat(Message.MAX_NAME_LENGTH / 3);
        CLOCK.advance(Duration.ofMinutes(1));
        add(
                new NewEvent(
                        new DomainId(owner.id("a.example")),
                        new DomainName("a.example"),
                        Change.DKIM_CHANGED,
                        "dkim",
                        value + "x",
                        "a\0b",
                        Passage.verbatim(details + "x".repeat(9))));
        JsonNode event = api.service.get(owner.token, PATH).json().at("/results/0");
        assertThat(event.get("old_value").asString()).isEqualTo(value);
        assertThat(event.get("new_value").asString()).isEqualTo("a\ufffdb");
        assertThat(event.get("details").asString())
                .startsWith(details)
                .hasSize(Message.MAX_NAME_LENGTH)
                .endsWith("…");
    }

    /** Versions before had sentences instead of messages. */
    @Test
    void anOldEventKeepsItsEnglishText() {
        owner.add("a.example");
        long id = owner.id("a.example");
        CLOCK.advance(Duration.ofMinutes(1));
        api.sql.execute(
                """
                insert into timeline_event (account_id, domain_id, domain, change, record_type,
                    old_value, new_value, details, created)
                select account_id, id, name, 'dkim_added', 'dkim', '', 'v=DKIM1; p=',
                    'The DKIM key of selector {k1} of a.example was published.', '%s'
                from domain where id = %d
                """
                        .formatted(CLOCK.instant(), id));
        JsonNode event = api.service.get(owner.token, PATH).json().at("/results/0");
        assertThat(event.get("details").asString())
                .isEqualTo("The DKIM key of selector {k1} of a.example was published.");
    }

    @Test
    @Tag("slow")
    void manyDomainsComeAndGoAtOnce() {
        String[] names =
                IntStream.range(0, 3_000)
                        .mapToObj(i -> "d" + i + ".example")
                        .toArray(String[]::new);
        owner.add(names);
        assertThat(api.service.get(owner.token, PATH).json().get("count").asInt()).isEqualTo(3_000);
        String all = String.join("\", \"", names);
        Answer deleted =
                api.service.send(
                        "POST",
                        owner.token,
                        "/api/v1/domains/delete/",
                        "{\"domains\": [\"" + all + "\"], \"delete_subdomains\": false}");
        assertThat(deleted.status()).isEqualTo(200);
        assertThat(api.service.get(owner.token, PATH).json().get("count").asInt()).isEqualTo(6_000);
    }
}
