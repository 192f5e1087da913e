package org.mailvane.domains;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.Accounts;
import org.mailvane.domains.DomainApi.Person;
import org.mailvane.testing.Statements;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** Access of users to groups: given, taken, and seen through every list and object. */
class GroupAccessTest {

    private static final AtomicInteger ACCOUNTS = new AtomicInteger();
    private static final List<String> OPERATIONS =
            List.of("add-admin-users", "add-readonly-users", "set-no-access");

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
        owner = api.account("access" + ACCOUNTS.incrementAndGet());
    }

    private Person admin() {
        Person admin = owner.colleague("admin");
        api.sql.execute("update account_user set is_admin = true where id = " + admin.userId);
        return admin;
    }

    private JsonNode list(String query) {
        return GroupApi.done(api.service.get(owner.token, GroupApi.ACCESS + "?" + query));
    }

    @Test
    void theListNamesTheUsersWhoWereGivenAccess() {
        long alpha = groups.create(owner, "alpha");
        Person reader = owner.colleague("reader");
        Person writer = owner.colleague("writer");
        groups.reads(owner, alpha, reader);
        groups.writes(owner, alpha, writer);
        JsonNode list = list("");
        assertThat(list.get("count").asInt()).isEqualTo(2);
        assertThat(list.get("_permissions").toString()).isEqualTo("[\"list\"]");
        assertThat(list.get("results").get(0).get("label").asString()).isEqualTo("DEFAULT");
        assertThat(list.get("results").get(0).get("users")).isEmpty();
        JsonNode entry = list.get("results").get(1);
        String base = api.service.address() + GroupApi.ACCESS + alpha + "/";
        assertThat(entry.toString())
                .isEqualTo(
                        ("{'_links':{'add_admin_users':'%1$sadd-admin-users/',"
                                        + "'add_readonly_users':'%1$sadd-readonly-users/',"
                                        + "'set_no_access':'%1$sset-no-access/'},"
                                        + "'_permissions':['add_admin_users','add_readonly_users','set_no_access'],"
                                        + "'id':%2$d,'label':'alpha','users':[%3$s,%4$s,%5$s]}")
                                .formatted(
                                        base,
                                        alpha,
                                        user(owner, "access", true, false),
                                        user(reader, "reader", false, true),
                                        user(writer, "writer", true, false))
                                .replace('\'', '"'));
    }

    private static String user(Person person, String name, boolean writes, boolean reads) {
        String email = api.sql.value("select email from account_user where id = " + person.userId);
        assertThat(email).startsWith(name);
        return ("{'id':%d,'username':'%s','email':'%s','is_active':true,'readwrite_access':%s,"
                        + "'readonly_access':%s}")
                .formatted(person.userId, email, email, writes, reads);
    }

    @Test
    void theListComesAsCsvToo() {
        groups.create(owner, "alpha");
        Answer answer = api.service.get(owner.token, GroupApi.ACCESS + "?format=csv&label=alpha");
        assertThat(answer.header("content-type")).startsWith("text/csv");
        assertThat(answer.text().lines().skip(1)).hasSize(1);
        assertThat(answer.text()).contains("alpha", "@example.com");
    }

    @Test
    void theListIsFilteredByAPartOfTheLabelAndHasPages() {
        groups.create(owner, "Alpha");
        groups.create(owner, "beta");
        assertThat(list("label=ALP").get("results").get(0).get("label").asString())
                .isEqualTo("Alpha");
        assertThat(list("label=ALP").get("count").asInt()).isEqualTo(1);
        assertThat(list("label=x").get("results")).isEmpty();
        JsonNode page = list("limit=1&page=3");
        assertThat(page.get("pages").asInt()).isEqualTo(3);
        assertThat(page.get("results").get(0).get("label").asString()).isEqualTo("beta");
    }

    @Test
    void theResultHasTheUsersInTheOrderGiven() {
        long alpha = groups.create(owner, "alpha");
        Person one = owner.colleague("one");
        Person two = owner.colleague("two");
        api.sql.execute("update account_user set is_active = false where id = " + one.userId);
        Answer answer =
                groups.access(
                        owner, alpha, "add-readonly-users", two.userId, one.userId, two.userId);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().valueStream().map(u -> u.get("id").asLong()))
                .containsExactly(two.userId, one.userId);
        assertThat(answer.json().get(0).propertyNames())
                .containsExactly(
                        "id",
                        "username",
                        "email",
                        "is_active",
                        "readwrite_access",
                        "readonly_access");
        assertThat(answer.json().get(1).get("is_active").asBoolean()).isFalse();
        assertThat(groups.access(owner, alpha, "add-admin-users").text()).isEqualTo("[]");
    }

    @Test
    void writeAccessReplacesReadAccessAndTheOtherWayRound() {
        long alpha = groups.create(owner, "alpha");
        Person user = owner.colleague("user");
        for (String how : List.of("add-readonly-users", "add-admin-users", "add-readonly-users")) {
            boolean writes = how.equals("add-admin-users");
            for (int i = 0; i < 2; i++) {
                JsonNode result =
                        GroupApi.done(groups.access(owner, alpha, how, user.userId)).get(0);
                assertThat(result.get("readwrite_access").asBoolean()).isEqualTo(writes);
                assertThat(result.get("readonly_access").asBoolean()).isEqualTo(!writes);
            }
            assertThat(groups.add(user, alpha, "a.example").status() != 403).isEqualTo(writes);
        }
        JsonNode result =
                GroupApi.done(groups.access(owner, alpha, "set-no-access", user.userId)).get(0);
        assertThat(result.get("readwrite_access").asBoolean()).isFalse();
        assertThat(result.get("readonly_access").asBoolean()).isFalse();
        assertThat(list("label=alpha").get("results").get(0).get("users")).hasSize(1);
    }

    @Test
    void ownerAndAdminsAlwaysHaveWriteAccess() {
        long alpha = groups.create(owner, "alpha");
        Person admin = admin();
        for (String how : OPERATIONS) {
            JsonNode result =
                    GroupApi.done(groups.access(owner, alpha, how, owner.userId, admin.userId));
            for (JsonNode user : result) {
                assertThat(user.get("readwrite_access").asBoolean()).as(how).isTrue();
                assertThat(user.get("readonly_access").asBoolean()).as(how).isFalse();
            }
            assertThat(groups.labels(admin, "")).containsExactly("DEFAULT", "alpha");
            assertThat(groups.add(admin, alpha, how + ".example").status()).isEqualTo(201);
        }
        groups.reads(owner, alpha, admin);
        assertThat(
                        list("label=alpha")
                                .get("results")
                                .get(0)
                                .get("users")
                                .get(0)
                                .get("readwrite_access")
                                .asBoolean())
                .isTrue();
        // What an admin was given counts when they are none any more.
        api.sql.execute("update account_user set is_admin = false where id = " + admin.userId);
        assertThat(groups.add(admin, alpha, "x.example").status()).isEqualTo(403);
    }

    @Test
    void usersWhomTheAccountDoesNotHaveAre400ByIndexAndNothingIsChanged() {
        long alpha = groups.create(owner, "alpha");
        Person user = owner.colleague("user");
        Person stranger = api.account("stranger" + ACCOUNTS.incrementAndGet());
        groups.reads(owner, alpha, user);
        for (String how : OPERATIONS) {
            Answer answer =
                    groups.access(owner, alpha, how, stranger.userId, user.userId, 0, 987654321);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().get("users").propertyNames()).containsExactly("0", "2", "3");
            assertThat(answer.json().get("users").get("3").get(0).asString())
                    .isEqualTo(
                            "987654321 is not valid: it must be the ID of a user of the account.");
        }
        assertThat(
                        api.sql.rows(
                                "select writes from group_access where user_id in (%d, %d)"
                                        .formatted(user.userId, stranger.userId)))
                .containsExactly("f");
    }

    @Test
    void accessIsForAdminsOnly() {
        long alpha = groups.create(owner, "alpha");
        Person writer = owner.colleague("writer");
        groups.writes(owner, alpha, writer);
        groups.writes(owner, owner.defaultGroup(), writer);
        assertThat(api.service.get(writer.token, GroupApi.ACCESS).status()).isEqualTo(403);
        assertThat(api.service.get(null, GroupApi.ACCESS).status()).isEqualTo(401);
        Person stranger = api.account("stranger" + ACCOUNTS.incrementAndGet());
        for (String how : OPERATIONS) {
            assertThat(groups.access(writer, alpha, how, writer.userId).status()).isEqualTo(403);
            assertThat(groups.access(stranger, alpha, how, stranger.userId).status())
                    .isEqualTo(404);
            assertThat(groups.access(owner, 987654321, how, writer.userId).status()).isEqualTo(404);
        }
        Person admin = admin();
        assertThat(api.service.get(admin.token, GroupApi.ACCESS).status()).isEqualTo(200);
        assertThat(groups.access(admin, alpha, "set-no-access", writer.userId).status())
                .isEqualTo(200);
        assertThat(api.service.get(stranger.token, GroupApi.ACCESS).json().get("count").asInt())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{} | /users/0 | This field is required.",
                "{\"users\": null} | /users/0 | This field may not be null.",
                "{\"users\": 1} | /users/0 | it must be a list",
                "{\"users\": {\"0\": 1}} | /users/0 | it must be a list",
                "{\"users\": [null]} | /users/0/0 | This field may not be null.",
                "{\"users\": [1, \"x\"]} | /users/1/0 | it must be a whole number",
                "{\"users\": [[1]]} | /users/0/0 | it must be a whole number",
                "{\"users\": [1.5]} | /users/0/0 | it must be a whole number",
                "{\"users\": [true]} | /users/0/0 | it must be a whole number",
                "{\"users\": [9223372036854775808]} | /users/0/0 | it must be a whole number",
                "{\"users\": [{\"id\": 1}]} | /users/0/0 | it must be a whole number",
            })
    void usersThatCanNotBeReadAre400ByIndex(String json, String place, String text) {
        long alpha = groups.create(owner, "alpha");
        for (String how : OPERATIONS) {
            Answer answer =
                    api.service.send(
                            "POST", owner.token, GroupApi.ACCESS + alpha + "/" + how + "/", json);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().at(place).asString()).contains(text);
        }
    }

    @Test
    void fiveThousandUsersAreReadAndOneMoreIsRefused() {
        long alpha = groups.create(owner, "alpha");
        long[] users = LongStream.rangeClosed(1, 5_001).map(i -> -i).toArray();
        assertThat(
                        groups.access(owner, alpha, "set-no-access", users)
                                .json()
                                .get("users")
                                .get(0)
                                .asString())
                .isEqualTo("The list has 5001 items: ensure it has no more than 5000.");
        users[5_000] = -1;
        assertThat(
                        groups.access(
                                        owner,
                                        alpha,
                                        "set-no-access",
                                        LongStream.of(users).limit(5_000).toArray())
                                .json()
                                .get("users"))
                .hasSize(5_000);
    }

    @Test
    void theNumberOfStatementsDoesNotGrowWithThePageOrTheUsers() {
        long few = groups.create(owner, "g0");
        Person user = owner.colleague("user0");
        int listed = statements("GET", "", "");
        int set = statements("POST", few + "/add-admin-users/", users(user.userId));
        long[] many = new long[30];
        for (int i = 0; i < many.length; i++) {
            many[i] = owner.colleague("many" + i).userId;
            groups.create(owner, "g" + (i + 1));
        }
        assertThat(statements("POST", few + "/add-admin-users/", users(many))).isEqualTo(set);
        assertThat(statements("GET", "?limit=500", "")).isEqualTo(listed);
        assertThat(listed).isBetween(3, 8);
    }

    private int statements(String method, String path, String json) {
        String id = "access-" + ACCOUNTS.incrementAndGet();
        try (Statements statements = Statements.of(id)) {
            GroupApi.done(
                    api.service.call(
                            method,
                            owner.token,
                            GroupApi.ACCESS + path,
                            BodyPublishers.ofString(json),
                            Map.of("Content-Type", "application/json", "X-Request-Id", id)));
            return statements.count();
        }
    }

    private static String users(long... ids) {
        return LongStream.of(ids)
                .mapToObj(Long::toString)
                .collect(Collectors.joining(", ", "{\"users\": [", "]}"));
    }

    // What each of them sees.

    /** alpha holds a.example and what follows it, beta b.example; c.example is in no group. */
    private Groups groupsWithDomains() {
        long alpha = groups.holding(owner, "alpha", "a.example");
        long beta = groups.holding(owner, "beta", "b.example");
        owner.add("c.example");
        owner.discover("news.a.example");
        return new Groups(alpha, beta);
    }

    private record Groups(long alpha, long beta) {}

    private static final List<String> ALL =
            List.of("a.example", "b.example", "c.example", "news.a.example");

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void accessToAGroupIsAccessToItsDomainsAndToNoOthers(boolean writes) {
        Groups both = groupsWithDomains();
        Person user = owner.colleague("user");
        groups.sees(owner, both.alpha, user, writes);
        assertThat(groups.labels(user, "")).containsExactly("alpha");
        assertThat(groups.get(user, "").json().get("count").asInt()).isEqualTo(1);
        assertThat(groups.labels(user, "search=example")).containsExactly("alpha");
        assertThat(groups.labels(user, "search=b.example")).isEmpty();
        assertThat(groups.labels(user, "search_exact=beta")).isEmpty();
        assertThat(groups.labels(user, "label=b")).isEmpty();
        assertThat(groups.get(user, both.beta + "/").status()).isEqualTo(404);
        assertThat(groups.get(user, owner.defaultGroup() + "/").status()).isEqualTo(404);
        assertThat(groups.group(user, both.alpha).get("domain_count").asInt()).isEqualTo(1);
        assertThat(user.names("")).containsExactly("a.example", "news.a.example");
        assertThat(user.get("").json().get("count").asInt()).isEqualTo(2);
        assertThat(user.names("group_id=" + both.alpha))
                .containsExactly("a.example", "news.a.example");
        assertThat(user.names("group_id=" + both.beta)).isEmpty();
        assertThat(user.names("group_id=" + owner.defaultGroup())).isEmpty();
        assertThat(user.names("domain_exact=b.example")).isEmpty();
        assertThat(user.names("parent_id=" + owner.id("a.example")))
                .containsExactly("news.a.example");
        assertThat(user.get(owner.id("news.a.example") + "/").status()).isEqualTo(200);
        for (String hidden : List.of("b.example", "c.example")) {
            assertThat(user.get(owner.id(hidden) + "/").status()).isEqualTo(404);
            assertThat(user.send("PATCH", owner.id(hidden) + "/", "{}").status()).isEqualTo(404);
            assertThat(user.send("DELETE", owner.id(hidden) + "/", "").status()).isEqualTo(404);
        }
        int change = user.send("PATCH", owner.id("a.example") + "/", "{}").status();
        assertThat(change).isEqualTo(writes ? 200 : 403);
        assertThat(user.domain("a.example").get("_permissions").toString().contains("\"update\""))
                .isEqualTo(writes);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void accessToDefaultIsAccessToAllDomainsButToNoOtherGroup(boolean writes) {
        Groups both = groupsWithDomains();
        Person user = owner.colleague("user");
        groups.sees(owner, owner.defaultGroup(), user, writes);
        assertThat(groups.labels(user, "")).containsExactly("DEFAULT");
        assertThat(groups.labels(user, "search=b.example")).containsExactly("DEFAULT");
        assertThat(groups.get(user, both.alpha + "/").status()).isEqualTo(404);
        assertThat(user.names("")).isEqualTo(ALL);
        assertThat(user.names("group_id=" + owner.defaultGroup())).isEqualTo(ALL);
        assertThat(user.names("group_id=" + both.alpha)).isEmpty();
        for (String name : ALL) {
            assertThat(user.get(owner.id(name) + "/").status()).isEqualTo(200);
            assertThat(user.send("PATCH", owner.id(name) + "/", "{}").status())
                    .isEqualTo(writes ? 200 : 403);
        }
        assertThat(groups.add(user, owner.defaultGroup(), "new.example").status())
                .isEqualTo(writes ? 201 : 403);
        assertThat(groups.add(user, both.alpha, "new.example").status()).isEqualTo(404);
    }

    @Test
    void whoReadsAllDomainsWritesThoseOfTheirGroups() {
        Groups both = groupsWithDomains();
        Person user = owner.colleague("user");
        groups.reads(owner, owner.defaultGroup(), user);
        groups.writes(owner, both.alpha, user);
        assertThat(groups.labels(user, "")).containsExactly("DEFAULT", "alpha");
        assertThat(user.names("")).isEqualTo(ALL);
        assertThat(user.send("PATCH", owner.id("a.example") + "/", "{}").status()).isEqualTo(200);
        assertThat(user.send("PATCH", owner.id("b.example") + "/", "{}").status()).isEqualTo(403);
        assertThat(groups.move(user, owner.defaultGroup(), both.alpha, "b.example").status())
                .isEqualTo(400);
    }

    @Test
    void whoHasNoAccessSeesNothingAndAdminsAndTheOwnerSeeAll() {
        Groups both = groupsWithDomains();
        Person none = owner.colleague("none");
        Person stranger = api.account("stranger" + ACCOUNTS.incrementAndGet());
        for (Person who : List.of(none, stranger)) {
            assertThat(who.names("")).isEmpty();
            assertThat(who.names("group_id=" + both.alpha)).isEmpty();
            assertThat(who.names("parent_id=" + owner.id("a.example"))).isEmpty();
            assertThat(who.get(owner.id("a.example") + "/").status()).isEqualTo(404);
            assertThat(groups.get(who, both.alpha + "/").status()).isEqualTo(404);
        }
        assertThat(groups.labels(none, "")).isEmpty();
        assertThat(groups.labels(stranger, "")).containsExactly("DEFAULT");
        for (Person who : List.of(owner, admin())) {
            assertThat(who.names("")).isEqualTo(ALL);
            assertThat(groups.labels(who, "")).containsExactly("DEFAULT", "alpha", "beta");
            assertThat(who.names("group_id=" + both.alpha))
                    .containsExactly("a.example", "news.a.example");
        }
    }

    @Test
    void whatIsGivenAndTakenWorksAtOnce() {
        Groups both = groupsWithDomains();
        Person user = owner.colleague("user");
        groups.reads(owner, both.alpha, user);
        assertThat(user.names("")).containsExactly("a.example", "news.a.example");
        groups.reads(owner, both.beta, user);
        assertThat(user.names("")).containsExactly("a.example", "b.example", "news.a.example");
        groups.hasNone(owner, both.alpha, user);
        assertThat(user.names("")).containsExactly("b.example");
        groups.reads(owner, owner.defaultGroup(), user);
        assertThat(user.names("")).isEqualTo(ALL);
        groups.hasNone(owner, owner.defaultGroup(), user);
        assertThat(user.names("")).containsExactly("b.example");
        GroupApi.done(groups.add(owner, both.beta, "c.example"));
        assertThat(user.names("")).containsExactly("b.example", "c.example");
        GroupApi.done(groups.move(owner, both.alpha, both.beta, "a.example"));
        assertThat(user.names(""))
                .containsExactly("a.example", "b.example", "c.example", "news.a.example");
        GroupApi.done(groups.remove(owner, both.beta, "a.example"));
        assertThat(user.names("")).containsExactly("b.example", "c.example");
        GroupApi.done(groups.add(owner, both.beta, "news.a.example"));
        assertThat(user.names("")).containsExactly("b.example", "c.example", "news.a.example");
        assertThat(groups.send(owner, "DELETE", both.beta + "/", "").status()).isEqualTo(204);
        assertThat(user.names("")).isEmpty();
    }

    @Test
    void whatAUserMayDoIsAskedByOneStatement() {
        Groups both = groupsWithDomains();
        Person user = owner.colleague("user");
        groups.reads(owner, both.alpha, user);
        Accounts accounts = api.service.part(Accounts.class);
        assertThat(accounts.verify(user.token)).isPresent();
        String id = "one-statement";
        try (Statements statements = Statements.of(id)) {
            api.service.call(
                    "GET",
                    user.token,
                    "/api/v1/domains/1.5/",
                    BodyPublishers.noBody(),
                    Map.of("X-Request-Id", id));
            // The token's user, and their access to DEFAULT.
            assertThat(statements.count()).isEqualTo(2);
        }
    }
}
