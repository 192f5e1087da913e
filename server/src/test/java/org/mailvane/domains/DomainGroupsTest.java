package org.mailvane.domains;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.domains.DomainApi.Person;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** What groups are, which are listed, and what is counted of them. */
class DomainGroupsTest {

    private static final TestClock CLOCK = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));
    private static final AtomicInteger ACCOUNTS = new AtomicInteger();

    private static DomainApi api;
    private static GroupApi groups;
    private Person owner;

    @BeforeAll
    static void start() {
        api = new DomainApi(CLOCK);
        groups = new GroupApi(api.service);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @BeforeEach
    void newAccount() {
        owner = api.account("groups" + ACCOUNTS.incrementAndGet());
    }

    @Test
    void anAccountBeginsWithTheDefaultGroup() {
        JsonNode list = GroupApi.done(groups.get(owner, ""));
        assertThat(list.get("count").asInt()).isEqualTo(1);
        assertThat(list.get("_permissions").toString()).isEqualTo("[\"create\",\"list\"]");
        JsonNode group = list.get("results").get(0);
        assertThat(group.propertyNames())
                .containsExactly(
                        "_links",
                        "_permissions",
                        "id",
                        "uid",
                        "label",
                        "notes",
                        "is_default",
                        "parked_domains",
                        "hide_assigned_domains",
                        "domain_state",
                        "domain_count",
                        "issues",
                        "tasks",
                        "max_volume_count");
        assertThat(group.get("label").asString()).isEqualTo("DEFAULT");
        assertThat(group.get("is_default").asBoolean()).isTrue();
        assertThat(group.get("domain_state").asString()).isEqualTo("unknown");
        assertThat(group.get("domain_count").asInt()).isZero();
        assertThat(group.get("uid").asString()).hasSize(36);
    }

    @Test
    void theListComesAsCsvToo() {
        groups.holding(owner, "=alpha", "a.example");
        Answer answer = groups.get(owner, "?format=csv&label=alpha");
        assertThat(answer.header("content-type")).startsWith("text/csv");
        assertThat(answer.text().lines().skip(1)).hasSize(1);
        assertThat(answer.text()).contains("label", "'=alpha", "max_volume_count");
    }

    @Test
    void theDefaultGroupComesFirstThenTheOthersByLabel() {
        groups.create(owner, "zebra");
        groups.create(owner, "Ant");
        groups.create(owner, "bee");
        assertThat(groups.labels(owner, "")).containsExactly("DEFAULT", "Ant", "bee", "zebra");
        JsonNode page = GroupApi.done(groups.get(owner, "?limit=2&page=2"));
        assertThat(page.get("results").get(0).get("label").asString()).isEqualTo("bee");
        assertThat(page.get("pages").asInt()).isEqualTo(2);
    }

    @Test
    void aGroupHasLinksToWhatCanBeDoneWithIt() {
        long id = groups.create(owner, "shops");
        String base = api.service.address() + GroupApi.PATH + id + "/";
        JsonNode links = groups.group(owner, id).get("_links");
        assertThat(links.propertyNames())
                .containsExactly("self", "add_domain", "move_domains", "remove_domains", "domains");
        assertThat(links.get("self").asString()).isEqualTo(base);
        assertThat(links.get("add_domain").asString()).isEqualTo(base + "add-domains/");
        assertThat(links.get("move_domains").asString()).isEqualTo(base + "move-domains/");
        assertThat(links.get("remove_domains").asString()).isEqualTo(base + "remove-domains/");
        assertThat(links.get("domains").asString())
                .isEqualTo(
                        api.service.address()
                                + "/api/v1/domains/?treat_as_top_level=True&group_id="
                                + id);
        assertThat(groups.group(owner, owner.defaultGroup()).get("_links").get("remove_domains"))
                .isNull();
    }

    @Test
    void permissionsNameWhatThisCallerMayDoWithThisGroup() {
        long id = groups.create(owner, "shops");
        Person reader = owner.colleague("reader").sees(id, false);
        Person writer = owner.colleague("writer").sees(id, true);
        assertThat(permissions(reader, id)).containsExactly("retrieve");
        assertThat(permissions(writer, id))
                .containsExactly(
                        "add_domains",
                        "move_domains",
                        "partial_update",
                        "remove_domains",
                        "retrieve",
                        "update");
        assertThat(permissions(owner, id)).contains("destroy").containsAll(permissions(writer, id));
        assertThat(permissions(owner, owner.defaultGroup()))
                .containsExactly(
                        "add_domains", "move_domains", "partial_update", "retrieve", "update");
        assertThat(GroupApi.done(groups.get(writer, "")).get("_permissions").toString())
                .isEqualTo("[\"list\"]");
    }

    private static List<String> permissions(Person who, long group) {
        return groups.group(who, group)
                .get("_permissions")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }

    @Test
    void theLabelFilterIsAPartWhateverItsCase() {
        groups.create(owner, "Online Shops");
        groups.create(owner, "Ärzte");
        groups.create(owner, "100%_sure");
        assertThat(groups.labels(owner, "label=shop")).containsExactly("Online Shops");
        assertThat(groups.labels(owner, "label=%C3%A4RZ")).containsExactly("Ärzte");
        assertThat(groups.labels(owner, "label=%25_")).containsExactly("100%_sure");
        assertThat(groups.labels(owner, "label=efaul")).containsExactly("DEFAULT");
        assertThat(groups.labels(owner, "label=")).hasSize(4);
        assertThat(groups.labels(owner, "label=x")).isEmpty();
    }

    @Test
    void searchFindsGroupNamesAndContainedDomains() {
        groups.holding(owner, "alpha", "shop.example");
        groups.holding(owner, "the Shop", "mail.example");
        assertThat(groups.labels(owner, "search=SHOP"))
                .containsExactly("DEFAULT", "alpha", "the Shop");
        assertThat(groups.labels(owner, "search=mail.ex")).containsExactly("DEFAULT", "the Shop");
        assertThat(groups.labels(owner, "search=_hop")).isEmpty();
        assertThat(groups.get(owner, "?search=alpha").json().get("count").asInt()).isEqualTo(1);
    }

    @Test
    void searchFindsAGroupByADiscoveredSubdomain() {
        groups.holding(owner, "alpha", "shop.example");
        owner.discover("news.shop.example");
        assertThat(groups.labels(owner, "search=news")).containsExactly("DEFAULT", "alpha");
    }

    @Test
    void searchTakesInternationalNames() {
        groups.holding(owner, "alpha", "bücher.example");
        assertThat(groups.labels(owner, "search=b%C3%BCcher.example")).contains("alpha");
        assertThat(groups.labels(owner, "search_exact=B%C3%BCcher.example")).contains("alpha");
        assertThat(groups.labels(owner, "search=xn--")).contains("alpha");
        // An international label is found as a whole only.
        assertThat(groups.labels(owner, "search=b%C3%BCch")).isEmpty();
    }

    @Test
    void searchExactIsAWholeLabelOrDomainWhateverItsCase() {
        groups.holding(owner, "Alpha", "shop.example");
        groups.holding(owner, "alpha two", "www.shop.example");
        assertThat(groups.labels(owner, "search_exact=ALPHA")).containsExactly("Alpha");
        assertThat(groups.labels(owner, "search_exact=Shop.Example"))
                .containsExactly("DEFAULT", "Alpha");
        assertThat(groups.labels(owner, "search_exact=shop")).isEmpty();
    }

    @Test
    void filtersNarrowEachOther() {
        groups.holding(owner, "alpha", "shop.example");
        groups.holding(owner, "beta", "shop.example");
        assertThat(groups.labels(owner, "search=shop&label=bet")).containsExactly("beta");
    }

    @Test
    void theStateOfAGroupIsTheOneThatAllItsDomainsShareElseUnknown() {
        long id = groups.create(owner, "alpha");
        assertThat(state(id)).isEqualTo("unknown");
        groups.addAs(owner, id, "\"active\"", "a.example", "b.example");
        assertThat(state(id)).isEqualTo("active");
        // What counts with its parent has no say.
        owner.discover("news.a.example");
        assertThat(state(id)).isEqualTo("active");
        groups.addAs(owner, id, "\"inactive\"", "b.example");
        assertThat(state(id)).isEqualTo("unknown");
        groups.addAs(owner, id, "\"inactive\"", "a.example");
        assertThat(state(id)).isEqualTo("inactive");
        assertThat(state(owner.defaultGroup())).isEqualTo("inactive");
    }

    private String state(long id) {
        return groups.group(owner, id).get("domain_state").asString();
    }

    @Test
    void theStateFilterComparesWithTheGroupsState() {
        groups.addAs(owner, groups.create(owner, "active"), "\"active\"", "a.example");
        groups.addAs(owner, groups.create(owner, "inactive"), "\"inactive\"", "b.example");
        groups.addAs(owner, groups.create(owner, "unknown"), "\"unknown\"", "c.example");
        groups.holding(owner, "mixed", "a.example", "b.example");
        groups.create(owner, "nothing");
        assertThat(groups.labels(owner, "domain_state=active")).containsExactly("active");
        assertThat(groups.labels(owner, "domain_state=inactive")).containsExactly("inactive");
        assertThat(groups.labels(owner, "domain_state=unknown"))
                .containsExactly("DEFAULT", "mixed", "nothing", "unknown");
        assertThat(groups.get(owner, "?domain_state=unknown").json().get("count").asInt())
                .isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"parked", "ACTIVE", "1"})
    void anUnknownStateIs400AndTheAllowedOnesAreSaid(String state) {
        Answer answer = groups.get(owner, "?domain_state=" + state);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("domain_state").get(0).asString())
                .isEqualTo(
                        "\""
                                + state
                                + "\" is not valid: it must be one of active, inactive, unknown.");
    }

    @Test
    void aGroupCountsTheDomainsThatItsLinkLists() {
        long id = groups.holding(owner, "alpha", "a.example", "www.a.example", "b.example");
        groups.holding(owner, "beta", "c.example");
        owner.discover("news.a.example");
        JsonNode group = groups.group(owner, id);
        assertThat(group.get("domain_count").asInt()).isEqualTo(3);
        JsonNode listed =
                GroupApi.done(
                        api.service.get(
                                owner.token, group.get("_links").get("domains").asString()));
        assertThat(listed.get("count").asInt()).isEqualTo(3);
        assertThat(groups.group(owner, owner.defaultGroup()).get("domain_count").asInt())
                .isEqualTo(4);
    }

    @Test
    void theLargestVolumeIsThatOfOneDomainInSevenDays() {
        long id = groups.holding(owner, "alpha", "a.example", "b.example");
        long other = groups.holding(owner, "beta", "c.example");
        messages("a.example", "2026-11-20", 10);
        messages("a.example", "2026-11-14", 5);
        messages("a.example", "2026-11-13", 1000);
        messages("b.example", "2026-11-19", 12);
        messages("c.example", "2026-11-20", 4);
        assertThat(largest(id)).isEqualTo(15);
        assertThat(largest(other)).isEqualTo(4);
        assertThat(largest(owner.defaultGroup())).isEqualTo(15);
        assertThat(
                        GroupApi.done(groups.get(owner, ""))
                                .get("results")
                                .valueStream()
                                .map(g -> g.get("max_volume_count").asInt()))
                .containsExactly(15, 15, 4);
    }

    @Test
    void aSubdomainsMessagesCountWithItsParentUntilItIsTopLevel() {
        long id = groups.holding(owner, "alpha", "a.example");
        owner.discover("news.a.example");
        messages("a.example", "2026-11-20", 10);
        messages("news.a.example", "2026-11-20", 7);
        assertThat(largest(id)).isEqualTo(17);
        owner.set("news.a.example", "top_level = true");
        assertThat(largest(id)).isEqualTo(10);
    }

    @Test
    void aDiscoveredSubdomainCountsForItselfOnceItIsAssigned() {
        long alpha = groups.create(owner, "alpha");
        long beta = groups.create(owner, "beta");
        owner.add("a.example");
        owner.discover("news.a.example", "shop.a.example", "left.a.example");
        messages("a.example", "2026-11-20", 10);
        messages("news.a.example", "2026-11-20", 7);
        messages("shop.a.example", "2026-11-20", 4);
        groups.add(owner, alpha, "news.a.example");
        groups.move(owner, owner.defaultGroup(), beta, "shop.a.example");
        for (long id : List.of(alpha, beta)) {
            assertThat(groups.group(owner, id).get("domain_count").asInt()).isEqualTo(1);
            assertThat(owner.names("treat_as_top_level=True&group_id=" + id)).hasSize(1);
        }
        assertThat(largest(alpha)).isEqualTo(7);
        assertThat(largest(beta)).isEqualTo(4);
        // What its parent counts does not contain it any more.
        assertThat(owner.domain("a.example").get("count_dmarc_capable").asInt()).isEqualTo(7);
        assertThat(largest(owner.defaultGroup())).isEqualTo(10);
        assertThat(groups.group(owner, owner.defaultGroup()).get("domain_count").asInt())
                .isEqualTo(3);
        // What a person puts below its parent again counts with that alone, in whatever group.
        owner.send("PATCH", owner.id("news.a.example") + "/", "{\"top_level\": false}");
        assertThat(largest(alpha)).isZero();
        assertThat(largest(owner.defaultGroup())).isEqualTo(17);
        groups.add(owner, alpha, "news.a.example");
        assertThat(largest(alpha)).isZero();
    }

    @Test
    void aDiscoveredSubdomainThatIsTakenOutOfAGroupGoesOnCountingWithItsParent() {
        long alpha = groups.holding(owner, "alpha", "a.example");
        owner.discover("news.a.example", "shop.a.example");
        GroupApi.done(groups.remove(owner, alpha, "news.a.example"));
        GroupApi.done(groups.move(owner, alpha, owner.defaultGroup(), "shop.a.example"));
        assertThat(owner.names("treat_as_top_level=False"))
                .containsExactly("news.a.example", "shop.a.example");
        assertThat(owner.names("group_id=" + alpha)).containsExactly("a.example");
    }

    private int largest(long id) {
        return groups.group(owner, id).get("max_volume_count").asInt();
    }

    private void messages(String domain, String day, int number) {
        api.sql.execute(
                "insert into domain_day values (%d, %d, '%s', %d, 1, 1, 1, 0)"
                        .formatted(owner.scope.accountId(), owner.id(domain), day, number - 3));
    }

    private static Answer patch(Person who, long id, String json) {
        return groups.send(who, "PATCH", id + "/", json);
    }

    private static Answer put(Person who, long id, String json) {
        return groups.send(who, "PUT", id + "/", json);
    }

    @Test
    void hideAssignedDomainsCanBeSetOnTheDefaultGroupOnly() {
        long id = groups.create(owner, "alpha");
        for (Answer answer :
                List.of(
                        patch(owner, id, "{\"hide_assigned_domains\": true}"),
                        put(owner, id, "{\"label\": \"a\", \"hide_assigned_domains\": true}"),
                        groups.send(
                                owner,
                                "POST",
                                "",
                                "{\"label\": \"a\", \"hide_assigned_domains\": true}"))) {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().get("hide_assigned_domains").get(0).asString())
                    .contains("must be false for every group but DEFAULT");
        }
        assertThat(groups.labels(owner, "")).containsExactly("DEFAULT", "alpha");
        assertThat(patch(owner, id, "{\"hide_assigned_domains\": false}").status()).isEqualTo(200);
        groups.create(owner, "beta", "\"hide_assigned_domains\": false");
        assertThat(
                        GroupApi.done(
                                        patch(
                                                owner,
                                                owner.defaultGroup(),
                                                "{\"hide_assigned_domains\": true}"))
                                .get("hide_assigned_domains")
                                .asBoolean())
                .isTrue();
    }

    @Test
    void hidingAssignedDomainsChangesWhatDefaultListsAndCountsButNoAccess() {
        long id = groups.create(owner, "alpha");
        groups.addAs(owner, id, "\"active\"", "a.example");
        owner.add("b.example");
        owner.discover("news.a.example", "news.b.example");
        messages("a.example", "2026-11-20", 10);
        messages("b.example", "2026-11-20", 5);
        long all = owner.defaultGroup();
        Person reader = owner.colleague("reader").sees(all, false);
        assertThat(groups.group(owner, all).get("domain_count").asInt()).isEqualTo(2);
        GroupApi.done(patch(owner, all, "{\"hide_assigned_domains\": true}"));
        for (Person who : List.of(owner, reader)) {
            JsonNode group = groups.group(who, all);
            assertThat(group.get("domain_count").asInt()).isEqualTo(1);
            assertThat(group.get("max_volume_count").asInt()).isEqualTo(5);
            assertThat(group.get("domain_state").asString()).isEqualTo("unknown");
            assertThat(who.names("group_id=" + all)).containsExactly("b.example", "news.b.example");
            assertThat(who.names("")).hasSize(4);
            assertThat(who.get(owner.id("a.example") + "/").status()).isEqualTo(200);
        }
        assertThat(groups.labels(owner, "search=a.example")).containsExactly("alpha");
        assertThat(groups.labels(owner, "domain_state=active")).containsExactly("alpha");
        GroupApi.done(patch(owner, all, "{\"hide_assigned_domains\": false}"));
        assertThat(groups.group(owner, all).get("domain_count").asInt()).isEqualTo(2);
    }

    @Test
    void whatIsOpenAboutDomainsThatDefaultHidesIsNotCountedWithIt() {
        long id = groups.create(owner, "alpha");
        groups.addAs(owner, id, "\"active\"", "a.example");
        owner.add("b.example");
        owner.discover("news.b.example");
        long all = owner.defaultGroup();
        // One, two and four of each, so that a sum says of which domains it is.
        open("a.example", 1);
        open("b.example", 2);
        open("news.b.example", 4);
        assertOpen(all, 3);
        assertOpen(id, 1);
        GroupApi.done(patch(owner, all, "{\"hide_assigned_domains\": true}"));
        assertOpen(all, 2);
        assertOpen(id, 1);
        GroupApi.done(groups.add(owner, id, "b.example"));
        assertOpen(all, 0);
        assertThat(groups.group(owner, all).get("domain_count").asInt()).isZero();
        assertOpen(id, 3);
    }

    private void open(String domain, int number) {
        api.sql.execute(
                """
                insert into issue (account_id, domain_id, record, code, subject, level, problem,
                    solution, details, created)
                select account_id, id, 'spf', 'c', i, 'err', '', '', '', now()
                from domain, generate_series(1, %1$d) i where id = %2$d;
                insert into task (account_id, domain_id, code, subject, category, details, created)
                select account_id, id, 'c', i, 'spf', '', now()
                from domain, generate_series(1, %1$d) i where id = %2$d
                """
                        .formatted(number, owner.id(domain)));
    }

    private void assertOpen(long group, int number) {
        JsonNode figures = groups.group(owner, group);
        assertThat(figures.get("issues").asInt()).isEqualTo(number);
        assertThat(figures.get("tasks").asInt()).isEqualTo(number);
    }
}
