package org.mailvane.domains;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.domains.DomainApi.Person;
import org.mailvane.testing.TestService.Answer;

/** Domains are moved between groups and removed from them. */
class GroupMovesTest {

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
    void domainsMoveFromOneGroupToAnother() {
        long alpha = groups.holding(owner, "alpha", "a.example", "b.example", "c.example");
        long beta = groups.create(owner, "beta");
        long gamma = groups.holding(owner, "gamma", "a.example", "d.example");
        Answer answer = groups.move(owner, alpha, beta, "a.example", "b.example");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("{\"domain_state\":\"\",\"not_existing\":[]}");
        assertThat(in(alpha)).containsExactly("c.example");
        assertThat(in(beta)).containsExactly("a.example", "b.example");
        assertThat(in(gamma)).containsExactly("a.example", "d.example");
    }

    @Test
    void domainsMoveFromSeveralGroupsAtOnce() {
        long alpha = groups.holding(owner, "alpha", "a.example");
        long beta = groups.holding(owner, "beta", "a.example", "b.example");
        long gamma = groups.create(owner, "gamma");
        Answer answer =
                groups.send(
                        owner,
                        "POST",
                        gamma + "/move-domains/",
                        """
                        {"domains": [{"domain": "a.example", "group_id": %d},
                            {"domain": "b.example", "group_id": %d},
                            {"domain": "a.example", "group_id": %d},
                            {"domain": "A.EXAMPLE.", "group_id": %d.0}]}\
                        """
                                .formatted(alpha, beta, beta, alpha));
        assertThat(answer.text()).isEqualTo("{\"domain_state\":\"\",\"not_existing\":[]}");
        assertThat(in(alpha)).isEmpty();
        assertThat(in(beta)).isEmpty();
        assertThat(in(gamma)).containsExactly("a.example", "b.example");
    }

    @Test
    void whatIsMovedFromDefaultStaysInItAndInItsGroups() {
        long alpha = groups.holding(owner, "alpha", "a.example");
        long beta = groups.create(owner, "beta");
        owner.add("b.example");
        GroupApi.done(groups.move(owner, owner.defaultGroup(), beta, "a.example", "b.example"));
        assertThat(in(alpha)).containsExactly("a.example");
        assertThat(in(beta)).containsExactly("a.example", "b.example");
        assertThat(in(owner.defaultGroup())).containsExactly("a.example", "b.example");
    }

    @Test
    void whatIsMovedToDefaultLeavesItsGroup() {
        long alpha = groups.holding(owner, "alpha", "a.example", "b.example");
        GroupApi.done(groups.move(owner, alpha, owner.defaultGroup(), "a.example"));
        assertThat(in(alpha)).containsExactly("b.example");
        assertThat(owner.names("assigned=false")).containsExactly("a.example");
    }

    @Test
    void aMoveWithinAGroupLeavesTheDomainInIt() {
        long alpha = groups.holding(owner, "alpha", "a.example");
        owner.discover("news.a.example");
        GroupApi.done(groups.move(owner, alpha, alpha, "a.example"));
        assertThat(in(alpha)).containsExactly("a.example", "news.a.example");
        long all = owner.defaultGroup();
        assertThat(
                        groups.moveAs(owner, all, all, "\"active\"", "a.example")
                                .json()
                                .get("domain_state")
                                .asString())
                .isEqualTo("active");
        assertThat(state("a.example")).isEqualTo("active");
        assertThat(in(alpha)).containsExactly("a.example", "news.a.example");
    }

    @Test
    void notExistingNamesWhatWasNotInTheSourceGroup() {
        long alpha = groups.holding(owner, "alpha", "a.example");
        long beta = groups.create(owner, "beta");
        owner.add("b.example");
        Answer answer =
                groups.moveAs(
                        owner,
                        alpha,
                        beta,
                        "\"active\"",
                        "none.example",
                        "b.example",
                        "a.example",
                        "none.example");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text())
                .isEqualTo(
                        "{\"domain_state\":\"active\",\"not_existing\":[\"none.example\",\"b.example\"]}");
        assertThat(in(beta)).containsExactly("a.example");
        assertThat(state("b.example")).isEqualTo("unknown");
        assertThat(owner.all()).containsExactly("a.example", "b.example");
    }

    @Test
    void aMoveSetsAGivenStateOnWhatIsMovedAndAnswersIt() {
        long alpha = groups.holding(owner, "alpha", "a.example", "b.example");
        long beta = groups.create(owner, "beta");
        Answer answer = groups.moveAs(owner, alpha, beta, "\"inactive\"", "a.example");
        assertThat(answer.json().get("domain_state").asString()).isEqualTo("inactive");
        assertThat(state("a.example")).isEqualTo("inactive");
        assertThat(state("b.example")).isEqualTo("unknown");
    }

    @Test
    void whatIsMovedIntoAGroupOfParkedDomainsIsInactive() {
        long alpha = groups.create(owner, "alpha");
        groups.addAs(owner, alpha, "\"active\"", "a.example", "b.example");
        long parked = groups.create(owner, "parked", "\"parked_domains\": true");
        Answer answer = groups.move(owner, alpha, parked, "a.example");
        assertThat(answer.json().get("domain_state").asString()).isEqualTo("inactive");
        assertThat(state("a.example")).isEqualTo("inactive");
        GroupApi.done(groups.moveAs(owner, alpha, parked, "\"active\"", "b.example"));
        assertThat(state("b.example")).isEqualTo("active");
    }

    @Test
    void aSubdomainThatIsMovedKeepsTheOtherGroupsOfItsParent() {
        long alpha = groups.holding(owner, "alpha", "a.example");
        long beta = groups.holding(owner, "beta", "a.example");
        long gamma = groups.create(owner, "gamma");
        owner.discover("news.a.example", "shop.a.example");
        GroupApi.done(groups.move(owner, alpha, gamma, "news.a.example"));
        assertThat(in(alpha)).containsExactly("a.example", "shop.a.example");
        assertThat(in(beta)).containsExactly("a.example", "news.a.example", "shop.a.example");
        assertThat(in(gamma)).containsExactly("news.a.example");
        GroupApi.done(groups.move(owner, owner.defaultGroup(), gamma, "shop.a.example"));
        assertThat(in(alpha)).containsExactly("a.example", "shop.a.example");
        assertThat(in(gamma)).containsExactly("news.a.example", "shop.a.example");
        // From now on they are on their own.
        GroupApi.done(groups.remove(owner, beta, "a.example"));
        assertThat(in(beta)).containsExactly("news.a.example", "shop.a.example");
    }

    @Test
    void movingNeedsWriteAccessToTheSourceGroup() {
        long alpha = groups.holding(owner, "alpha", "read.example");
        long hidden = groups.holding(owner, "hidden", "hidden.example");
        long own = groups.holding(owner, "own", "own.example");
        long target = groups.create(owner, "target");
        Person writer = owner.colleague("writer");
        groups.reads(owner, alpha, writer);
        groups.writes(owner, own, writer);
        groups.writes(owner, target, writer);
        long strange = api.account("strange" + ACCOUNTS.incrementAndGet()).defaultGroup();
        for (long source : List.of(alpha, hidden, owner.defaultGroup(), strange, 0L, 987654321L)) {
            for (String name : List.of("read.example", "hidden.example", "none.example")) {
                Answer answer =
                        groups.send(
                                writer,
                                "POST",
                                target + "/move-domains/",
                                """
                                {"domains": [{"domain": "own.example", "group_id": %d},
                                    {"domain": "%s", "group_id": %d}]}\
                                """
                                        .formatted(own, name, source));
                assertThat(answer.status()).isEqualTo(400);
                assertThat(answer.json().get("domains").toString())
                        .isEqualTo(
                                "{\"1\":{\"group_id\":[\"%d is not valid: it must be a group that you can change.\"]}}"
                                        .formatted(source));
            }
        }
        assertThat(in(own)).containsExactly("own.example");
        assertThat(in(target)).isEmpty();
        assertThat(groups.move(writer, own, target, "own.example").status()).isEqualTo(200);
        assertThat(in(target)).containsExactly("own.example");
    }

    @Test
    void removingLeavesTheDomainInTheAccountAndInOtherGroups() {
        long alpha = groups.holding(owner, "alpha", "a.example", "b.example");
        long beta = groups.holding(owner, "beta", "a.example");
        Answer answer = groups.remove(owner, alpha, "a.example");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("{}");
        assertThat(in(alpha)).containsExactly("b.example");
        assertThat(in(beta)).containsExactly("a.example");
        assertThat(owner.all()).containsExactly("a.example", "b.example");
    }

    @Test
    void namesThatAreNotInTheGroupArePassedOver() {
        long alpha = groups.holding(owner, "alpha", "a.example");
        groups.holding(owner, "beta", "b.example");
        for (int i = 0; i < 2; i++) {
            Answer answer = groups.remove(owner, alpha, "none.example", "b.example", "a.example");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(in(alpha)).isEmpty();
        }
    }

    @Test
    void removingIsNotApplicableToTheDefaultGroup() {
        owner.add("a.example");
        Answer answer = groups.remove(owner, owner.defaultGroup(), "a.example");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("non_field_errors").get(0).asString())
                .startsWith("Domains can't be removed from the DEFAULT group");
    }

    @Test
    void aSubdomainThatIsRemovedKeepsTheOtherGroupsOfItsParent() {
        long alpha = groups.holding(owner, "alpha", "a.example");
        long beta = groups.holding(owner, "beta", "a.example");
        owner.discover("news.a.example");
        GroupApi.done(groups.remove(owner, alpha, "news.a.example"));
        assertThat(in(alpha)).containsExactly("a.example");
        assertThat(in(beta)).containsExactly("a.example", "news.a.example");
        assertThat(groups.group(owner, alpha).get("domain_count").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{} | /domains/0 | This field is required.",
                "{\"domains\": null} | /domains/0 | This field may not be null.",
                "{\"domains\": [\"a.example\"]} | /domains/0/0 | it must be an object",
                "{\"domains\": [null]} | /domains/0/0 | This field may not be null.",
                "{\"domains\": [{}]} | /domains/0/domain/0 | This field is required.",
                "{\"domains\": [{}]} | /domains/0/group_id/0 | This field is required.",
                "{\"domains\": [{\"domain\": \"a.example\", \"group_id\": null}]} | /domains/0/group_id/0 | This field may not be null.",
                "{\"domains\": [{\"domain\": null, \"group_id\": 1}]} | /domains/0/domain/0 | This field may not be null.",
                "{\"domains\": [{\"domain\": \"a b\", \"group_id\": 1}]} | /domains/0/domain/0 | it must be a domain name",
                "{\"domains\": [{\"domain\": \"a.example\", \"group_id\": \"x\"}]} | /domains/0/group_id/0 | it must be a whole number",
                "{\"domains\": [{\"domain\": \"a.example\", \"group_id\": 1.5}]} | /domains/0/group_id/0 | it must be a whole number",
                "{\"domains\": [{\"domain\": \"a.example\", \"group_id\": 9223372036854775808}]} | /domains/0/group_id/0 | it must be a whole number",
                "{\"domains\": [{\"domain\": \"a.example\", \"group_id\": [1]}]} | /domains/0/group_id/0 | it must be a whole number",
                "{\"domains\": [], \"domain_state\": \"asleep\"} | /domain_state/0 | it must be one of active, inactive, unknown",
                "{\"domains\": [], \"domain_state\": \"\"} | /domain_state/0 | it must be one of active, inactive, unknown",
                "{\"domains\": [], \"domain_state\": [\"active\"]} | /domain_state/0 | it must be one of active, inactive, unknown",
            })
    void movesThatCanNotBeDoneAre400ByIndex(String json, String place, String text) {
        long id = groups.create(owner, "alpha");
        Answer answer = groups.send(owner, "POST", id + "/move-domains/", json);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at(place).asString()).contains(text);
    }
}
