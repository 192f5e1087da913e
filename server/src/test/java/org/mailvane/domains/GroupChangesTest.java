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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.domains.DomainApi.Person;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** Groups are made, changed and deleted by those who may. */
class GroupChangesTest {

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
    void anAdminMakesAGroup() {
        Answer answer =
                groups.send(
                        owner,
                        "POST",
                        "",
                        "{\"label\": \" Shops \", \"notes\": \"n\", \"parked_domains\": true, \"id\": 7}");
        assertThat(answer.status()).isEqualTo(201);
        JsonNode group = answer.json();
        assertThat(answer.header("location")).isEqualTo(group.get("_links").get("self").asString());
        assertThat(answer.header("x-ignored-properties")).isEqualTo("id");
        assertThat(group.get("label").asString()).isEqualTo("Shops");
        assertThat(group.get("notes").asString()).isEqualTo("n");
        assertThat(group.get("parked_domains").asBoolean()).isTrue();
        assertThat(group.get("is_default").asBoolean()).isFalse();
        assertThat(group.get("hide_assigned_domains").asBoolean()).isFalse();
        assertThat(groups.get(owner, group.get("id").asLong() + "/").json()).isEqualTo(group);
        JsonNode least = groups.group(owner, groups.create(owner, "least"));
        assertThat(least.get("notes").asString()).isEmpty();
        assertThat(least.get("parked_domains").asBoolean()).isFalse();
    }

    @Test
    void whoMakesAGroupHasWriteAccessToItAlsoWhenTheyAreNoAdminAnyMore() {
        Person admin = admin("boss");
        long id = groups.create(admin, "mine");
        api.sql.execute("update account_user set is_admin = false where id = " + admin.userId);
        assertThat(groups.labels(admin, "")).containsExactly("mine");
        assertThat(groups.add(admin, id, "a.example").status()).isEqualTo(201);
    }

    private Person admin(String name) {
        Person admin = owner.colleague(name);
        api.sql.execute("update account_user set is_admin = true where id = " + admin.userId);
        return admin;
    }

    @Test
    void onlyAdminsMakeAndDeleteGroups() {
        long id = groups.create(owner, "alpha");
        Person writer = owner.colleague("writer").sees(id, true).sees(owner.defaultGroup(), true);
        assertThat(groups.send(writer, "POST", "", "{\"label\": \"x\"}").status()).isEqualTo(403);
        assertThat(groups.send(writer, "DELETE", id + "/", "").status()).isEqualTo(403);
        assertThat(groups.labels(owner, "")).containsExactly("DEFAULT", "alpha");
        Person admin = admin("boss");
        assertThat(groups.send(admin, "DELETE", id + "/", "").status()).isEqualTo(204);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                  | label          | This field is required.",
                "''                                  | label          | This field is required.",
                "{\"label\": null}                   | label          | This field may not be null.",
                "{\"label\": \"\"}                   | label          | This field may not be blank.",
                "{\"label\": \"  \"}                 | label          | This field may not be blank.",
                "{\"label\": \"\\u200b\\u00a0\"}       | label          | This field may not be blank.",
                "{\"label\": \"\\u3164\\u2800\"}       | label          | This field may not be blank.",
                "{\"label\": \"\\u115f\\uffa0\"}       | label          | This field may not be blank.",
                "{\"label\": \"\\u034f\\ufe0f\"}       | label          | This field may not be blank.",
                "{\"label\": [\"a\"]}                | label          | it must be a text",
                "{\"label\": {\"a\": 1}}             | label          | it must be a text",
                "{\"label\": true}                   | label          | it must be a text",
                "{\"label\": \"a\\u0000b\"}          | label          | ",
                "{\"label\": \"a\", \"notes\": null} | notes          | This field may not be null.",
                "{\"label\": \"a\", \"notes\": []}   | notes          | it must be a text",
                "{\"label\": \"a\", \"parked_domains\": null}   | parked_domains | This field may not be null.",
                "{\"label\": \"a\", \"parked_domains\": \"x\"}  | parked_domains | it must be true or false",
                "{\"label\": \"a\", \"parked_domains\": 7}      | parked_domains | it must be true or false",
                "{\"label\": \"a\", \"parked_domains\": [true]} | parked_domains | it must be true or false",
                "{\"label\": \"a\", \"hide_assigned_domains\": \"x\"} | hide_assigned_domains | it must be true or false",
                "[]                                  | non_field_errors | it must be a JSON object",
            })
    void whatCanNotBeAGroupIs400ByField(String json, String field, String text) {
        for (String method : List.of("POST", "PUT", "PATCH")) {
            boolean partial = method.equals("PATCH");
            if (partial && text != null && text.contains("required")) {
                continue;
            }
            String path = method.equals("POST") ? "" : owner.defaultGroup() + "/";
            Answer answer = groups.send(owner, method, path, json);
            assertThat(answer.status()).as(method).isEqualTo(400);
            assertThat(answer.json().get(field).get(0).asString())
                    .contains(text == null ? "" : text);
        }
        assertThat(groups.labels(owner, "")).containsExactly("DEFAULT");
    }

    @Test
    void aLabelHasAtMost128Characters() {
        String longest = "ä".repeat(DomainGroup.MAX_LABEL);
        assertThat(groups.group(owner, groups.create(owner, longest)).get("label").asString())
                .isEqualTo(longest);
        for (String label : List.of(longest + "a", "a".repeat(1 << 20))) {
            Answer answer = groups.send(owner, "POST", "", "{\"label\": \"" + label + "\"}");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().get("label").get(0).asString())
                    .contains("ensure this field has no more than 128");
        }
        assertThat(groups.get(owner, "?label=" + "a".repeat(1001)).status()).isEqualTo(400);
    }

    @Test
    void notesHaveAtMostTenThousandCharacters() {
        long id = groups.create(owner, "alpha");
        String longest = "n".repeat(DomainGroup.MAX_NOTES);
        assertThat(patch(owner, id, "{\"notes\": \"" + longest + "\"}").status()).isEqualTo(200);
        for (String notes : List.of(longest + "n", "n".repeat(1 << 20))) {
            Answer answer = patch(owner, id, "{\"notes\": \"" + notes + "\"}");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().get("notes").get(0).asString()).contains("no more than 10000");
        }
        assertThat(groups.group(owner, id).get("notes").asString()).isEqualTo(longest);
    }

    private static Answer patch(Person who, long id, String json) {
        return groups.send(who, "PATCH", id + "/", json);
    }

    private static Answer put(Person who, long id, String json) {
        return groups.send(who, "PUT", id + "/", json);
    }

    @Test
    void aFullUpdateNeedsTheLabelAndLeavesWhatIsNotGiven() {
        long id = groups.create(owner, "alpha", "\"notes\": \"kept\"", "\"parked_domains\": true");
        assertThat(put(owner, id, "{\"notes\": \"x\"}").json().get("label").get(0).asString())
                .isEqualTo("This field is required.");
        JsonNode changed = GroupApi.done(put(owner, id, "{\"label\": \"beta\"}"));
        assertThat(changed.get("label").asString()).isEqualTo("beta");
        assertThat(changed.get("notes").asString()).isEqualTo("kept");
        assertThat(changed.get("parked_domains").asBoolean()).isTrue();
        assertThat(groups.group(owner, id)).isEqualTo(changed);
    }

    @Test
    void aPartialUpdateChangesWhatIsGiven() {
        long id = groups.create(owner, "alpha", "\"notes\": \"kept\"");
        assertThat(patch(owner, id, "").status()).isEqualTo(200);
        JsonNode changed =
                GroupApi.done(patch(owner, id, "{\"label\": \"beta\", \"parked_domains\": true}"));
        assertThat(changed.get("label").asString()).isEqualTo("beta");
        assertThat(changed.get("notes").asString()).isEqualTo("kept");
        assertThat(changed.get("parked_domains").asBoolean()).isTrue();
        assertThat(GroupApi.done(patch(owner, id, "{\"notes\": \"\"}")).get("notes").asString())
                .isEmpty();
    }

    @Test
    void parkedDomainsCanNotBeSetOnTheDefaultGroup() {
        long id = owner.defaultGroup();
        for (Answer answer :
                List.of(
                        patch(owner, id, "{\"parked_domains\": true}"),
                        put(owner, id, "{\"label\": \"DEFAULT\", \"parked_domains\": true}"))) {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().get("parked_domains").get(0).asString())
                    .contains("must be false for the DEFAULT group");
        }
        assertThat(groups.group(owner, id).get("parked_domains").asBoolean()).isFalse();
        assertThat(patch(owner, id, "{\"parked_domains\": false}").status()).isEqualTo(200);
    }

    @Test
    void whoHasWriteAccessChangesTheNotesAndNothingElse() {
        long id = groups.create(owner, "alpha", "\"parked_domains\": true");
        Person writer = owner.colleague("writer").sees(id, true);
        assertThat(patch(writer, id, "{\"notes\": \"one\"}").status()).isEqualTo(200);
        assertThat(
                        put(
                                        writer,
                                        id,
                                        """
                                        {"label": "alpha", "notes": "two", "parked_domains": true,
                                        "hide_assigned_domains": false}\
                                        """)
                                .status())
                .isEqualTo(200);
        assertThat(groups.group(owner, id).get("notes").asString()).isEqualTo("two");
        for (String json :
                List.of(
                        "{\"label\": \"beta\", \"notes\": \"three\"}",
                        "{\"label\": \"alpha\", \"parked_domains\": false}",
                        "{\"label\": \"alpha\", \"hide_assigned_domains\": true}")) {
            assertThat(patch(writer, id, json).status()).isEqualTo(403);
            assertThat(put(writer, id, json).status()).isEqualTo(403);
        }
        JsonNode group = groups.group(owner, id);
        assertThat(group.get("label").asString()).isEqualTo("alpha");
        assertThat(group.get("notes").asString()).isEqualTo("two");
        assertThat(group.get("parked_domains").asBoolean()).isTrue();
    }

    @Test
    void aGroupThatIsReadOnlyIs403AndOneThatIsInvisibleIs404() {
        long id = groups.create(owner, "alpha");
        Person reader = owner.colleague("reader").sees(id, false);
        Person stranger = api.account("stranger" + ACCOUNTS.incrementAndGet());
        Person none = owner.colleague("none");
        Person all = owner.colleague("all").sees(owner.defaultGroup(), true);
        assertThat(groups.get(reader, id + "/").status()).isEqualTo(200);
        assertThat(patch(reader, id, "{\"notes\": \"x\"}").status()).isEqualTo(403);
        assertThat(put(reader, id, "{\"label\": \"alpha\"}").status()).isEqualTo(403);
        for (Person other : List.of(stranger, none, all)) {
            assertThat(groups.get(other, id + "/").status()).isEqualTo(404);
            assertThat(patch(other, id, "{\"notes\": \"x\"}").status()).isEqualTo(404);
            assertThat(put(other, id, "{\"label\": \"alpha\"}").status()).isEqualTo(404);
            assertThat(groups.send(other, "DELETE", id + "/", "").status()).isEqualTo(404);
        }
        assertThat(groups.send(reader, "DELETE", id + "/", "").status()).isEqualTo(403);
        assertThat(groups.group(owner, id).get("notes").asString()).isEmpty();
    }

    @Test
    void deletingAGroupDeletesNoDomains() {
        long id = groups.holding(owner, "alpha", "a.example");
        Person writer = owner.colleague("writer").sees(id, true);
        assertThat(writer.names("")).containsExactly("a.example");
        Answer answer = groups.send(owner, "DELETE", id + "/", "");
        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.text()).isEmpty();
        assertThat(groups.send(owner, "DELETE", id + "/", "").status()).isEqualTo(404);
        assertThat(groups.get(owner, id + "/").status()).isEqualTo(404);
        assertThat(owner.names("")).containsExactly("a.example");
        assertThat(writer.names("")).isEmpty();
        assertThat(owner.names("assigned=true")).isEmpty();
    }

    @Test
    void theDefaultGroupCanNotBeDeleted() {
        Answer answer = groups.send(owner, "DELETE", owner.defaultGroup() + "/", "");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("non_field_errors").get(0).asString())
                .startsWith("The DEFAULT group can't be deleted");
        assertThat(groups.labels(owner, "")).containsExactly("DEFAULT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "0", "-1", "1.5", "99999999999999999999"})
    void anIdThatIsNoGroupsIs404(String id) {
        for (String method : List.of("GET", "PATCH", "DELETE")) {
            assertThat(groups.send(owner, method, id + "/", "").status()).isEqualTo(404);
        }
        for (String below : List.of("add-domains", "move-domains", "remove-domains")) {
            assertThat(
                            groups.send(owner, "POST", id + "/" + below + "/", "{\"domains\": []}")
                                    .status())
                    .isEqualTo(404);
        }
    }
}
