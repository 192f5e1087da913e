package org.mailvane.actions;

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
import org.mailvane.domains.DomainApi;
import org.mailvane.domains.DomainApi.Person;
import org.mailvane.domains.DomainId;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.text.Passage;
import tools.jackson.databind.JsonNode;

/** Which users see issues and tasks and can ignore them, and what groups count of them. */
class IgnoringTest {

    private static final AtomicInteger ACCOUNTS = new AtomicInteger();

    private static DomainApi api;
    private Person owner;

    @BeforeAll
    static void start() {
        api = new DomainApi(new TestClock(Instant.parse("2026-11-20T10:00:00Z")));
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @BeforeEach
    void newAccount() {
        owner = api.account("g" + ACCOUNTS.incrementAndGet());
        owner.add("a.example", "b.example");
        raise("a.example", TaskCode.MTA_STS_PUBLISH, TaskCode.BIMI_PUBLISH);
        raise("b.example", TaskCode.MTA_STS_PUBLISH);
    }

    /** Problems and steps of a domain, as many of both. */
    private void raise(String domain, TaskCode... codes) {
        DomainId id = new DomainId(owner.id(domain));
        api.service
                .part(Issues.class)
                .settle(
                        owner.scope,
                        id,
                        "spf",
                        List.of(codes).stream()
                                .map(code ->
                                        new FoundProblem(
                                                code.code(),
                                                "",
                                                "err",
                                                Passage.verbatim("P"),
                                                Passage.verbatim("S"),
                                                Passage.EMPTY))
                                .toList());
        api.service
                .part(Tasks.class)
                .settle(
                        owner.scope,
                        id,
                        List.of(codes).stream()
                                .map(code -> new NextStep(code, "", Passage.verbatim("D")))
                                .toList());
    }

    private long first(String list, String domain) {
        return api.service
                .get(owner.token, path(list) + "?ordering=created&domain=" + domain)
                .json()
                .at("/results/0/id")
                .asLong();
    }

    private static String path(String list) {
        return "/api/v1/" + list + "/";
    }

    private static Answer send(Person who, String method, String list, long id, String body) {
        return api.service.send(method, who.token, path(list) + id + "/", body);
    }

    @ParameterizedTest
    @ValueSource(strings = {"issues", "tasks"})
    void whoMayWriteTheDomainIgnoresAndUnignores(String list) {
        long id = first(list, "a.example");
        Person writer =
                owner.colleague("w" + list).sees(owner.group("w" + list, "a.example"), true);
        JsonNode before = api.service.get(writer.token, path(list) + id + "/").json();
        assertThat(before.get("ignore").asBoolean()).isFalse();
        assertThat(before.get("_permissions").toString())
                .isEqualTo("[\"partial_update\",\"retrieve\",\"update\"]");
        for (String method : List.of("PUT", "PATCH")) {
            Answer answer = send(writer, method, list, id, "{\"ignore\": true}");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json().get("ignore").asBoolean()).isTrue();
            assertThat(send(writer, "PATCH", list, id, "{}").json()).isEqualTo(answer.json());
            assertThat(api.service.get(owner.token, path(list) + id + "/").json())
                    .isEqualTo(answer.json());
            answer = send(writer, method, list, id, "{\"ignore\": \"False\", \"solved\": true}");
            assertThat(answer.header("x-ignored-properties")).isEqualTo("solved");
            assertThat(answer.json()).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"issues", "tasks"})
    void othersGetForbiddenOrNotFound(String list) {
        long id = first(list, "a.example");
        Person reader =
                owner.colleague("r" + list).sees(owner.group("r" + list, "a.example"), false);
        Person other = owner.colleague("o" + list).sees(owner.group("o" + list, "b.example"), true);
        Person nobody = owner.colleague("n" + list);
        Person stranger = api.account("s" + list);
        String body = "{\"ignore\": true}";
        for (String method : List.of("PUT", "PATCH")) {
            assertThat(send(reader, method, list, id, body).status()).isEqualTo(403);
            // What the body holds is not looked at.
            assertThat(send(reader, method, list, id, "{\"ignore\": 7}").status()).isEqualTo(403);
            for (Person blind : List.of(other, nobody, stranger)) {
                assertThat(send(blind, method, list, id, body).status()).isEqualTo(404);
            }
        }
        JsonNode seen = api.service.get(reader.token, path(list) + id + "/").json();
        assertThat(seen.get("ignore").asBoolean()).isFalse();
        assertThat(seen.get("_permissions").toString()).isEqualTo("[\"retrieve\"]");
        for (Person blind : List.of(other, nobody, stranger)) {
            assertThat(api.service.get(blind.token, path(list) + id + "/").status()).isEqualTo(404);
        }
        assertThat(api.service.get(nobody.token, path(list)).json().get("count").asInt()).isZero();
        assertThat(api.service.get(stranger.token, path(list)).json().get("count").asInt())
                .isZero();
        assertThat(api.service.get(other.token, path(list)).json().get("count").asInt())
                .isEqualTo(1);
        assertThat(api.service.get(owner.token, path(list) + "none/").status()).isEqualTo(404);
    }

    /** What happens again is something else. */
    @ParameterizedTest
    @ValueSource(strings = {"issues", "tasks"})
    void oneThatIsSolvedCanBeIgnoredAndThatSilencesNothing(String list) {
        long id = first(list, "a.example");
        raise("a.example");
        JsonNode solved = send(owner, "PATCH", list, id, "{\"ignore\": true}").json();
        assertThat(solved.get("ignore").asBoolean()).isTrue();
        assertThat(solved.get("solved").toString()).isNotIn("null", "false");
        raise("a.example", TaskCode.MTA_STS_PUBLISH);
        JsonNode open =
                api.service.get(owner.token, path(list) + "?solved=false&domain=a.example").json();
        assertThat(open.get("count").asInt()).isEqualTo(1);
        assertThat(open.at("/results/0/id").asLong()).isNotEqualTo(id);
        assertThat(open.at("/results/0/ignore").asBoolean()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "PUT, {}, This field is required.",
        "PUT, {\"ignore\": null}, This field may not be null.",
        "PATCH, {\"ignore\": null}, This field may not be null.",
        "PATCH, {\"ignore\": \"so\"}, \"so\" is not valid: it must be true or false."
    })
    void aWrongBodyIsSaidByField(String method, String body, String text) {
        for (String list : List.of("issues", "tasks")) {
            Answer answer = send(owner, method, list, first(list, "a.example"), body);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().at("/ignore/0").asString()).isEqualTo(text);
        }
    }

    private JsonNode group(Person who, long id) {
        return api.service.get(who.token, "/api/v1/domain-groups/" + id + "/").json();
    }

    private void assertOpen(long group, int issues, int tasks) {
        for (JsonNode each :
                List.of(
                        group(owner, group),
                        api.service
                                .get(owner.token, "/api/v1/domain-groups/")
                                .json()
                                .get("results")
                                .valueStream()
                                .filter(g -> g.get("id").asLong() == group)
                                .findFirst()
                                .orElseThrow())) {
            assertThat(each.get("issues").asInt()).isEqualTo(issues);
            assertThat(each.get("tasks").asInt()).isEqualTo(tasks);
        }
    }

    @Test
    void groupsCountWhatIsOpenAndNotIgnoredOfTheDomainsThatTheyCount() {
        long defaults = owner.defaultGroup();
        long held = owner.group("held", "a.example");
        long empty = owner.group("empty");
        assertOpen(defaults, 3, 3);
        assertOpen(held, 2, 2);
        assertOpen(empty, 0, 0);

        send(owner, "PUT", "issues", first("issues", "a.example"), "{\"ignore\": true}");
        assertOpen(held, 1, 2);
        raise("a.example", TaskCode.BIMI_PUBLISH);
        assertOpen(held, 1, 1);
        assertOpen(defaults, 2, 2);

        // A domain that counts with its parent is not in a group by itself.
        owner.discover("sub.a.example");
        raise("sub.a.example", TaskCode.MTA_STS_PUBLISH);
        assertOpen(held, 1, 1);
        owner.set("sub.a.example", "top_level = true");
        assertOpen(held, 2, 2);
        assertOpen(defaults, 3, 3);

        api.sql.execute(
                "update domain_group set hide_assigned_domains = true where id = " + defaults);
        assertOpen(defaults, 1, 1);
        assertOpen(held, 2, 2);

        Person reader = owner.colleague("groups").sees(held, false);
        assertThat(group(reader, held).get("issues").asInt()).isEqualTo(2);
        assertThat(group(api.account("others"), held).has("issues")).isFalse();
    }
}
