package org.mailvane.domains;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.domains.DomainApi.Person;
import org.mailvane.testing.Statements;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** Domains are added to groups, and what can not be used of a request. */
class GroupMembersTest {

    private static final AtomicInteger ACCOUNTS = new AtomicInteger();

    private static DomainApi api;
    private static GroupApi groups;
    private Person owner;

    @BeforeAll
    static void start() {
        api = new DomainApi();
        groups = new GroupApi(api.service);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @BeforeEach
    void newAccount() {
        owner = api.account("members" + ACCOUNTS.incrementAndGet());
    }

    /** Names in a group, those that follow their parents too. */
    private List<String> in(long group) {
        return owner.names("group_id=" + group);
    }

    private String state(String domain) {
        return owner.domain(domain).get("domain_state").asString();
    }

    @Test
    void addedAreTheDomainsThatTheAccountDidNotHaveAsUrls() {
        long id = groups.create(owner, "alpha");
        owner.add("b.example");
        Answer answer = groups.add(owner, id, "c.example", "b.example", "a.example");
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.json().propertyNames()).containsExactly("added");
        List<JsonNode> added =
                answer.json()
                        .get("added")
                        .valueStream()
                        .map(url -> api.service.get(owner.token, url.asString()).json())
                        .toList();
        assertThat(added.stream().map(d -> d.get("domain").asString()))
                .containsExactly("c.example", "a.example");
        assertThat(added.getFirst().get("_links").get("self"))
                .isEqualTo(answer.json().get("added").get(0));
        assertThat(added.getFirst().get("origin").get("code").asString()).isEqualTo("m");
        assertThat(added.getFirst().get("top_level").asBoolean()).isTrue();
        assertThat(in(id)).containsExactly("a.example", "b.example", "c.example");
    }

    @Test
    void whereNothingWasCreatedTheAnswerIs200WithNothingAdded() {
        long id = groups.create(owner, "alpha");
        owner.add("a.example");
        for (Answer answer :
                List.of(
                        groups.add(owner, id, "a.example"),
                        groups.add(owner, id, "a.example"),
                        groups.add(owner, id))) {
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).isEqualTo("{\"added\":[]}");
        }
        assertThat(in(id)).containsExactly("a.example");
    }

    @Test
    void aNameThatStandsTwiceCountsOnce() {
        long id = groups.create(owner, "alpha");
        Answer answer =
                groups.add(owner, id, "a.example", "A.Example", "a.example.", " a.example ");
        assertThat(answer.json().get("added")).hasSize(1);
        assertThat(owner.all()).containsExactly("a.example");
    }

    @Test
    void internationalNamesAreStoredAsALabels() {
        long id = groups.create(owner, "alpha");
        assertThat(groups.add(owner, id, "bücher.example", "xn--bcher-kva.example").status())
                .isEqualTo(201);
        assertThat(in(id)).containsExactly("xn--bcher-kva.example");
        GroupApi.done(groups.remove(owner, id, "BÜCHER.example"));
        assertThat(in(id)).isEmpty();
    }

    @Test
    void addingToDefaultAddsToTheAccountAndToNoGroup() {
        long other = groups.holding(owner, "alpha", "a.example");
        owner.discover("news.a.example");
        Answer answer =
                groups.add(owner, owner.defaultGroup(), "a.example", "b.example", "news.a.example");
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.json().get("added")).hasSize(1);
        assertThat(owner.names("assigned=false")).containsExactly("b.example");
        // It goes on following its parent.
        GroupApi.done(groups.remove(owner, other, "a.example"));
        assertThat(in(other)).isEmpty();
    }

    @Test
    void aDomainMayBeInSeveralGroups() {
        long alpha = groups.holding(owner, "alpha", "a.example");
        long beta = groups.holding(owner, "beta", "a.example");
        assertThat(in(alpha)).isEqualTo(in(beta)).containsExactly("a.example");
    }

    @Test
    void aGivenStateIsSetOnAllThatWereNamed() {
        long id = groups.holding(owner, "alpha", "a.example");
        owner.add("b.example");
        GroupApi.done(groups.addAs(owner, id, "\"active\"", "a.example", "b.example", "c.example"));
        assertThat(List.of(state("a.example"), state("b.example"), state("c.example")))
                .containsOnly("active");
        GroupApi.done(groups.addAs(owner, owner.defaultGroup(), "\"inactive\"", "a.example"));
        assertThat(state("a.example")).isEqualTo("inactive");
    }

    @Test
    void withoutAStateWhatIsThereStaysAndWhatIsNewIsUnknown() {
        long id = groups.create(owner, "alpha");
        owner.add("a.example");
        owner.set("a.example", "domain_state = 'active'");
        GroupApi.done(groups.addAs(owner, id, "null", "a.example", "b.example"));
        assertThat(state("a.example")).isEqualTo("active");
        assertThat(state("b.example")).isEqualTo("unknown");
    }

    @Test
    void whatComesIntoAGroupOfParkedDomainsIsInactive() {
        long id = groups.create(owner, "parked", "\"parked_domains\": true");
        owner.add("a.example");
        owner.set("a.example", "domain_state = 'active'");
        GroupApi.done(groups.add(owner, id, "a.example", "b.example"));
        assertThat(state("a.example")).isEqualTo("inactive");
        assertThat(state("b.example")).isEqualTo("inactive");
        // What somebody said of one that is in it already is not undone.
        owner.set("a.example", "domain_state = 'active'");
        GroupApi.done(groups.add(owner, id, "a.example", "c.example"));
        assertThat(state("a.example")).isEqualTo("active");
        GroupApi.done(groups.addAs(owner, id, "\"unknown\"", "d.example"));
        assertThat(state("d.example")).isEqualTo("unknown");
    }

    @Test
    void aDiscoveredSubdomainFollowsItsParentUntilItIsAssigned() {
        long alpha = groups.holding(owner, "alpha", "a.example");
        long beta = groups.create(owner, "beta");
        owner.discover("news.a.example", "shop.a.example");
        assertThat(in(alpha)).containsExactly("a.example", "news.a.example", "shop.a.example");
        GroupApi.done(groups.add(owner, beta, "news.a.example"));
        assertThat(in(alpha)).containsExactly("a.example", "shop.a.example");
        assertThat(in(beta)).containsExactly("news.a.example");
        // It does not come with its parent any more.
        GroupApi.done(groups.add(owner, beta, "a.example"));
        GroupApi.done(groups.remove(owner, alpha, "a.example"));
        assertThat(in(alpha)).isEmpty();
        assertThat(in(beta)).containsExactly("a.example", "news.a.example", "shop.a.example");
    }

    @Test
    void whatIsDiscoveredLaterIsInItsParentsGroupsAtOnce() {
        long alpha = groups.holding(owner, "alpha", "a.example");
        Person reader = owner.colleague("reader");
        groups.reads(owner, alpha, reader);
        owner.discover("news.a.example");
        assertThat(reader.names("")).containsExactly("a.example", "news.a.example");
        assertThat(reader.domain("news.a.example").get("is_subdomain").asBoolean()).isTrue();
    }

    @Test
    void whoHasWriteAccessAddsNewDomainsAndThoseTheyMayWrite() {
        long alpha = groups.holding(owner, "alpha", "a.example");
        long beta = groups.create(owner, "beta");
        Person writer = owner.colleague("writer");
        groups.writes(owner, alpha, writer);
        groups.writes(owner, beta, writer);
        assertThat(groups.add(writer, beta, "a.example", "new.example").status()).isEqualTo(201);
        assertThat(writer.names("group_id=" + beta)).containsExactly("a.example", "new.example");
    }

    @Test
    void addingADomainThatTheAccountHasNeedsWriteAccessToIt() {
        long alpha = groups.holding(owner, "alpha", "read.example");
        long beta = groups.create(owner, "beta");
        owner.add("hidden.example");
        Person writer = owner.colleague("writer");
        groups.reads(owner, alpha, writer);
        groups.writes(owner, beta, writer);
        Answer answer =
                groups.add(
                        writer, beta, "new.example", "hidden.example", "b.example", "read.example");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("domains").propertyNames()).containsExactly("1", "3");
        assertThat(answer.json().get("domains").get("1").get(0).asString())
                .isEqualTo(
                        "\"hidden.example\" is not valid: it must be a domain that you can change,"
                                + " or a new one without parent domains or subdomains that you"
                                + " can't change.");
        assertThat(owner.all()).containsExactly("hidden.example", "read.example");
        assertThat(in(beta)).isEmpty();
        // A user who reads all domains may write no others because of that.
        Person all = owner.colleague("all");
        groups.reads(owner, owner.defaultGroup(), all);
        groups.writes(owner, beta, all);
        assertThat(groups.add(all, beta, "hidden.example").status()).isEqualTo(400);
        groups.writes(owner, owner.defaultGroup(), all);
        assertThat(groups.add(all, beta, "hidden.example").status()).isEqualTo(200);
    }

    @Test
    void whoAddsWhatWouldStandAboveOthersNeedsWriteAccessToThese() {
        long alpha = groups.holding(owner, "alpha", "a.b.example");
        owner.discover("news.a.b.example");
        long beta = groups.create(owner, "beta");
        Person writer = owner.colleague("writer");
        groups.writes(owner, beta, writer);
        Answer answer = groups.add(writer, beta, "new.example", "b.example");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("domains").propertyNames()).containsExactly("1");
        assertThat(in(alpha)).containsExactly("a.b.example", "news.a.b.example");
        assertThat(writer.names("")).isEmpty();
        // Beside them there is nothing to lose, nor above what stands for itself.
        GroupApi.done(groups.add(writer, beta, "c.b.example"));
        assertThat(groups.add(writer, beta, "b.example").status()).isEqualTo(400);
        GroupApi.done(groups.add(owner, alpha, "news.a.b.example"));
        owner.set("news.a.b.example", "top_level = true");
        GroupApi.done(groups.add(writer, beta, "b.example"));
        assertThat(in(alpha)).containsExactly("a.b.example", "news.a.b.example");
    }

    @Test
    void whoAddsWhatWouldStandBelowOthersNeedsWriteAccessToThese() {
        groups.holding(owner, "alpha", "b.example", "read.example");
        long beta = groups.holding(owner, "beta", "a.b.example", "own.example");
        Person writer = owner.colleague("writer");
        groups.writes(owner, beta, writer);
        Answer answer =
                groups.add(
                        writer,
                        beta,
                        "mail.b.example",
                        "new.example",
                        "mail.own.example",
                        "deep.below.read.example",
                        // Its mail counts with a.b.example, and its parent would be b.example.
                        "mail.a.b.example");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("domains").propertyNames()).containsExactly("0", "3", "4");
        assertThat(owner.all())
                .containsExactly("a.b.example", "b.example", "own.example", "read.example");
        GroupApi.done(groups.add(writer, beta, "new.example", "mail.own.example"));
        // Whoever may change the domain above may add what is below it, and who may change all.
        groups.writes(owner, owner.defaultGroup(), writer);
        GroupApi.done(groups.add(writer, beta, "mail.b.example"));
    }

    @Test
    void aReportThatAddsADomainAboveOthersTakesAccessFromNobody() {
        long alpha = groups.holding(owner, "alpha", "a.b.example");
        owner.add("c.d.example");
        owner.discover("news.a.b.example", "news.c.d.example");
        Person reader = owner.colleague("reader");
        groups.reads(owner, alpha, reader);
        owner.discover("b.example", "d.example");
        assertThat(owner.names("parent_id=" + owner.id("b.example")))
                .containsExactly("a.b.example", "news.a.b.example");
        assertThat(reader.names("")).containsExactly("a.b.example", "news.a.b.example");
        assertThat(in(alpha)).containsExactly("a.b.example", "news.a.b.example");
        // It is in its groups by itself; a domain without groups now follows the domain above it.
        long beta = groups.holding(owner, "beta", "b.example", "d.example");
        assertThat(in(beta)).containsExactly("b.example", "d.example", "news.c.d.example");
        GroupApi.done(groups.remove(owner, alpha, "a.b.example"));
        assertThat(in(alpha)).containsExactly("news.a.b.example");
    }

    @Test
    void whoMayOnlyReadIs403AndWhoSeesNothingIs404() {
        long alpha = groups.holding(owner, "alpha", "a.example");
        Person reader = owner.colleague("reader");
        groups.reads(owner, alpha, reader);
        Person none = owner.colleague("none");
        Person stranger = api.account("stranger" + ACCOUNTS.incrementAndGet());
        for (Answer answer :
                List.of(
                        groups.add(reader, alpha, "b.example"),
                        groups.move(reader, alpha, alpha, "a.example"),
                        groups.remove(reader, alpha, "a.example"))) {
            assertThat(answer.status()).isEqualTo(403);
        }
        for (Person who : List.of(none, stranger)) {
            for (Answer answer :
                    List.of(
                            groups.add(who, alpha, "b.example"),
                            groups.move(who, alpha, alpha, "a.example"),
                            groups.remove(who, alpha, "a.example"))) {
                assertThat(answer.status()).isEqualTo(404);
            }
        }
        Person all = owner.colleague("all");
        groups.reads(owner, owner.defaultGroup(), all);
        assertThat(groups.add(all, owner.defaultGroup(), "b.example").status()).isEqualTo(403);
        assertThat(groups.add(all, alpha, "b.example").status()).isEqualTo(404);
        assertThat(owner.all()).containsExactly("a.example");
        assertThat(in(alpha)).containsExactly("a.example");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{} | /domains/0 | This field is required.",
                "{\"domains\": null} | /domains/0 | This field may not be null.",
                "{\"domains\": \"a.example\"} | /domains/0 | it must be a list",
                "{\"domains\": {\"0\": \"a.example\"}} | /domains/0 | it must be a list",
                "{\"domains\": [null]} | /domains/0/0 | This field may not be null.",
                "{\"domains\": [[\"a.example\"]]} | /domains/0/0 | it must be a domain name",
                "{\"domains\": [\"a.example\", 7]} | /domains/1/0 | it must be a domain name",
                "{\"domains\": [\"a.example\", {\"domain\": \"b.example\"}]} | /domains/1/0 | it must be a domain name",
                "{\"domains\": [\"a_b.example\"]} | /domains/0/0 | \"a_b.example\" is not valid",
                "{\"domains\": [\"-a.example\"]} | /domains/0/0 | it must be a domain name",
                "{\"domains\": [\"a..example\"]} | /domains/0/0 | it must be a domain name",
                "{\"domains\": [\"\"]} | /domains/0/0 | it must be a domain name",
                "{\"domains\": [\"192.0.2.1\"]} | /domains/0/0 | it must be a domain name",
            })
    void namesThatCanNotBeUsedAre400ByIndex(String json, String place, String text) {
        long id = groups.create(owner, "alpha");
        for (String operation : List.of("add-domains", "remove-domains")) {
            Answer answer = groups.send(owner, "POST", id + "/" + operation + "/", json);
            assertThat(answer.status()).as(operation).isEqualTo(400);
            assertThat(answer.json().at(place).asString()).contains(text);
        }
        assertThat(owner.all()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"asleep", "ACTIVE", "''"})
    void anUnknownStateIs400AndTheAllowedOnesAreSaid(String state) {
        long id = groups.create(owner, "alpha");
        Answer answer = groups.addAs(owner, id, "\"" + state + "\"", "a.example");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("domain_state").get(0).asString())
                .contains("it must be one of active, inactive, unknown.");
        assertThat(owner.all()).isEmpty();
    }

    @Test
    @Tag("slow")
    void fiveThousandNamesAreTakenAndOneMoreIsRefused() {
        long alpha = groups.create(owner, "alpha");
        long beta = groups.create(owner, "beta");
        String[] names = names(Domains.MAX_NAMES);
        assertThat(groups.add(owner, alpha, names).json().get("added")).hasSize(5_000);
        assertThat(groups.move(owner, alpha, beta, names).json().get("not_existing")).isEmpty();
        assertThat(groups.group(owner, beta).get("domain_count").asInt()).isEqualTo(5_000);
        assertThat(groups.remove(owner, beta, names).status()).isEqualTo(200);
        assertThat(groups.group(owner, beta).get("domain_count").asInt()).isZero();
        String[] tooMany = names(Domains.MAX_NAMES + 1);
        for (Answer answer :
                List.of(
                        groups.add(owner, alpha, tooMany),
                        groups.remove(owner, alpha, tooMany),
                        groups.move(owner, alpha, beta, tooMany))) {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().get("domains").get(0).asString())
                    .isEqualTo("The list has 5001 items: ensure it has no more than 5000.");
        }
    }

    @Test
    void aNameOfAMegabyteIs400() {
        long alpha = groups.create(owner, "alpha");
        String name = "a".repeat(1 << 20) + ".example";
        for (Answer answer :
                List.of(
                        groups.add(owner, alpha, name),
                        groups.remove(owner, alpha, name),
                        groups.move(owner, alpha, alpha, name))) {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text().length()).isLessThan(1_000);
        }
    }

    @Test
    void theNumberOfStatementsDoesNotGrowWithTheNames() {
        int add = -1;
        int move = -1;
        int remove = -1;
        for (int size : List.of(2, 200)) {
            long alpha = groups.create(owner, "alpha " + size);
            long beta = groups.create(owner, "beta " + size);
            // Half of them are there, and some of these follow their parents.
            owner.add("there" + size + ".example");
            String[] names = new String[size];
            for (int i = 0; i < size; i++) {
                names[i] = "n%d-%d.there%d.example".formatted(i, size, size);
                if (i % 2 == 0 && i < 40) {
                    owner.discover(names[i]);
                }
            }
            String listed =
                    Stream.of(names).map(n -> "\"" + n + "\"").collect(Collectors.joining(", "));
            int added = statements(alpha + "/add-domains/", "{\"domains\": [" + listed + "]}");
            String moves =
                    Stream.of(names)
                            .map(n -> "{\"domain\": \"" + n + "\", \"group_id\": " + alpha + "}")
                            .collect(Collectors.joining(", "));
            int moved = statements(beta + "/move-domains/", "{\"domains\": [" + moves + "]}");
            int removed = statements(beta + "/remove-domains/", "{\"domains\": [" + listed + "]}");
            assertThat(add).isIn(-1, added);
            assertThat(move).isIn(-1, moved);
            assertThat(remove).isIn(-1, removed);
            add = added;
            move = moved;
            remove = removed;
        }
        assertThat(List.of(add, move, remove)).allMatch(count -> count > 3 && count < 30);
    }

    private int statements(String path, String json) {
        String id = "members-" + path.replace("/", "-");
        try (Statements statements = Statements.of(id)) {
            Answer answer =
                    api.service.call(
                            "POST",
                            owner.token,
                            GroupApi.PATH + path,
                            BodyPublishers.ofString(json),
                            Map.of("Content-Type", "application/json", "X-Request-Id", id));
            GroupApi.done(answer);
            return statements.count();
        }
    }

    private static String[] names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "d" + i + ".example").toArray(String[]::new);
    }
}
