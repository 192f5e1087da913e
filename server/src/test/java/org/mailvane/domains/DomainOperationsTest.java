package org.mailvane.domains;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.domains.DomainApi.Person;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** One domain: shown, changed, refreshed, verified, deleted. */
class DomainOperationsTest {

    private static DomainApi api;
    private Person owner;

    @BeforeAll
    static void start() {
        api = new DomainApi();
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @BeforeEach
    void newAccount(TestInfo test) {
        owner = api.account("a" + test.getDisplayName().hashCode());
    }

    @Test
    void aDomainHasItsLinks() {
        owner.add("example.com");
        JsonNode links = owner.domain("example.com").path("_links");
        String self = api.service.address() + DomainApi.PATH + owner.id("example.com") + "/";
        assertThat(links.path("self").asString()).isEqualTo(self);
        assertThat(links.path("refresh").asString()).isEqualTo(self + "refresh/");
        assertThat(links.path("verify").asString()).isEqualTo(self + "verify/");
        assertThat(links.path("subdomains").asString())
                .isEqualTo(
                        api.service.address()
                                + DomainApi.PATH
                                + "?parent_id="
                                + owner.id("example.com")
                                + "&treat_as_top_level=False");
    }

    @Test
    void statesHaveAMemberForEachKindOfRecordUnknownUntilLookedUp() {
        owner.add("example.com");
        JsonNode states = owner.domain("example.com").path("states");
        assertThat(states.propertyNames())
                .containsExactly("dmarc", "spf", "dkim", "bimi", "mta_sts", "tls_rpt", "mx");
        states.forEach(state ->
                assertThat(state.toString())
                        .isEqualTo("{\"state\":\"unknown\",\"checked_at\":null}"));
        owner.set(
                "example.com",
                "state_spf = 'present', records_spf = 'v=spf1 -all', spf_lookup_count = 3");
        api.sql.execute(
                """
                insert into domain_states (account_id, domain_id, states)
                select account_id, id,
                    '{"spf": {"state": "present", "checked_at": "2026-11-20T10:00:00Z"}}'
                from domain where id = %d
                """
                        .formatted(owner.id("example.com")));
        JsonNode watched = owner.domain("example.com");
        assertThat(watched.path("states").path("spf").path("state").asString())
                .isEqualTo("present");
        assertThat(watched.path("states").path("mx").path("state").asString()).isEqualTo("unknown");
        assertThat(watched.path("state_spf").asString()).isEqualTo("present");
        assertThat(watched.path("state_dmarc").asString()).isEqualTo("unknown");
        assertThat(watched.path("records_spf").asString()).isEqualTo("v=spf1 -all");
        assertThat(watched.path("records_dmarc").asString()).isEmpty();
        assertThat(watched.path("spf_lookup_count").asInt()).isEqualTo(3);
    }

    @Test
    void updateAndPartialUpdateChangeWhatIsGivenAndLeaveTheRest() {
        owner.add("example.com");
        String path = owner.id("example.com") + "/";
        Answer put =
                owner.send(
                        "PUT",
                        path,
                        """
                        {"notes": "Ours", "spf_lookup_count": -2147483648, "domain_state": "active",
                        "last_upload_time": "2026-11-20T11:18:50.875874+01:00"}
                        """);
        assertThat(put.status()).isEqualTo(200);
        assertThat(put.json().path("notes").asString()).isEqualTo("Ours");
        assertThat(put.json().path("spf_lookup_count").asLong()).isEqualTo(Integer.MIN_VALUE);
        assertThat(put.json().path("domain_state").asString()).isEqualTo("active");
        assertThat(put.json().path("last_upload_time").asString())
                .isEqualTo("2026-11-20T10:18:50.875874Z");
        Answer patch = owner.send("PATCH", path, "{\"last_upload_time\": null, \"notes\": \"\"}");
        assertThat(patch.json().path("notes").asString()).isEmpty();
        assertThat(patch.json().path("last_upload_time").isNull()).isTrue();
        assertThat(patch.json().path("domain_state").asString()).isEqualTo("active");
        assertThat(owner.send("PATCH", path, "").json()).isEqualTo(patch.json());
        assertThat(owner.domain("example.com")).isEqualTo(patch.json());
    }

    @Test
    void writersOfDifferentPropertiesAtTheSameTimeLoseNothing() throws Exception {
        owner.add("example.com");
        String path = owner.id("example.com") + "/";
        try (ExecutorService writers = Executors.newFixedThreadPool(2)) {
            for (int round = 0; round < 20; round++) {
                String notes = "round " + round;
                int count = round;
                Future<Answer> one =
                        writers.submit(
                                () -> owner.send("PATCH", path, "{\"notes\": \"" + notes + "\"}"));
                Future<Answer> other =
                        writers.submit(() ->
                                owner.send("PATCH", path, "{\"spf_lookup_count\": " + count + "}"));
                assertThat(one.get().status()).isEqualTo(200);
                assertThat(other.get().status()).isEqualTo(200);
                JsonNode domain = owner.domain("example.com");
                assertThat(domain.path("notes").asString()).isEqualTo(notes);
                assertThat(domain.path("spf_lookup_count").asInt()).isEqualTo(count);
            }
        }
    }

    @Test
    void unsupportedPropertiesAreIgnored() {
        owner.add("example.com");
        Answer answer =
                owner.send(
                        "PATCH",
                        owner.id("example.com") + "/",
                        "{\"domain\": \"other.example\", \"is_verified\": true, \"notes\": \"n\"}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("domain").asString()).isEqualTo("example.com");
        assertThat(answer.json().path("is_verified").asBoolean()).isFalse();
        assertThat(answer.header("x-ignored-properties")).contains("domain", "is_verified");
    }

    @Test
    void onlyASubdomainCanBePromotedAndPutBelowItsParentAgain() {
        owner.add("example.com");
        owner.discover("sub.example.com");
        String sub = owner.id("sub.example.com") + "/";
        JsonNode promoted = owner.send("PATCH", sub, "{\"top_level\": true}").json();
        assertThat(promoted.path("top_level").asBoolean()).isTrue();
        assertThat(promoted.path("is_subdomain").asBoolean()).isTrue();
        JsonNode back = owner.send("PUT", sub, "{\"top_level\": false}").json();
        assertThat(back.path("top_level").asBoolean()).isFalse();
        String top = owner.id("example.com") + "/";
        Answer refused = owner.send("PATCH", top, "{\"top_level\": false}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("top_level").get(0).asString())
                .isEqualTo(
                        "false is not valid: it must be true, since example.com is not a subdomain of"
                                + " another domain of the account.");
        assertThat(owner.send("PATCH", top, "{\"top_level\": true}").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "notes|{\"notes\": null}",
                "notes|{\"notes\": []}",
                "notes|{\"notes\": {}}",
                "notes|{\"notes\": true}",
                "top_level|{\"top_level\": null}",
                "top_level|{\"top_level\": \"perhaps\"}",
                "top_level|{\"top_level\": []}",
                "spf_lookup_count|{\"spf_lookup_count\": 2147483648}",
                "spf_lookup_count|{\"spf_lookup_count\": -2147483649}",
                "spf_lookup_count|{\"spf_lookup_count\": 1.5}",
                "spf_lookup_count|{\"spf_lookup_count\": \"many\"}",
                "spf_lookup_count|{\"spf_lookup_count\": null}",
                "last_upload_time|{\"last_upload_time\": \"yesterday\"}",
                "last_upload_time|{\"last_upload_time\": \"2026-11-20T10:00:00\"}",
                "last_upload_time|{\"last_upload_time\": 5}",
                "domain_state|{\"domain_state\": \"asleep\"}",
                "domain_state|{\"domain_state\": null}",
                "domain_state|{\"domain_state\": [\"active\"]}"
            })
    void badInputIsSaidByField(String field, String body) {
        owner.add("example.com");
        JsonNode before = owner.domain("example.com");
        for (String method : List.of("PUT", "PATCH")) {
            Answer answer = owner.send(method, owner.id("example.com") + "/", body);
            assertThat(answer.status()).as(answer.text()).isEqualTo(400);
            assertThat(answer.json().path(field).get(0).asString()).isNotEmpty();
        }
        assertThat(owner.domain("example.com")).isEqualTo(before);
    }

    @Test
    void notesMayHaveSoManyCharactersAndNoMore() {
        owner.add("example.com");
        String path = owner.id("example.com") + "/";
        String longest = "\u00fc".repeat(Domain.MAX_NOTES);
        Answer allowed = owner.send("PATCH", path, "{\"notes\": \"" + longest + "\"}");
        assertThat(allowed.json().path("notes").asString()).isEqualTo(longest);
        for (int length : List.of(Domain.MAX_NOTES + 1, 1 << 20)) {
            Answer refused =
                    owner.send("PATCH", path, "{\"notes\": \"" + "x".repeat(length) + "\"}");
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.json().path("notes").get(0).asString()).contains("10000");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "1", "\"x\"", "{", "{\"notes\": \"a\", \"notes\": \"b\"}"})
    void aBodyThatIsNoObjectIsRefused(String body) {
        owner.add("example.com");
        assertThat(owner.send("PUT", owner.id("example.com") + "/", body).status()).isEqualTo(400);
    }

    @Test
    void whoMayOnlyReadIsForbiddenAndWhoMayNotSeeFindsNothing() {
        owner.add("read.example", "hidden.example", "write.example");
        long group = owner.group("r", "read.example");
        Person reader =
                owner.colleague("reader")
                        .sees(group, false)
                        .sees(owner.group("w", "write.example"), true);
        Person stranger = api.account("stranger-" + owner.scope.accountId());
        long read = owner.id("read.example");
        long hidden = owner.id("hidden.example");
        for (String[] call :
                List.of(
                        new String[] {"PUT", ""},
                        new String[] {"PATCH", ""},
                        new String[] {"DELETE", ""},
                        new String[] {"POST", "refresh/"},
                        new String[] {"POST", "verify/"})) {
            assertThat(reader.send(call[0], read + "/" + call[1], "{}").status()).isEqualTo(403);
            assertThat(reader.send(call[0], hidden + "/" + call[1], "{}").status()).isEqualTo(404);
            assertThat(stranger.send(call[0], read + "/" + call[1], "{}").status()).isEqualTo(404);
        }
        assertThat(reader.get(read + "/").status()).isEqualTo(200);
        assertThat(reader.get(hidden + "/").status()).isEqualTo(404);
        assertThat(stranger.get(read + "/").status()).isEqualTo(404);
        assertThat(reader.get("abc/").status()).isEqualTo(404);
        assertThat(reader.get("99999999999999999999/").status()).isEqualTo(404);
        assertThat(
                        reader.send("PATCH", owner.id("write.example") + "/", "{\"notes\": \"x\"}")
                                .json()
                                .path("notes")
                                .asString())
                .isEqualTo("x");
        assertThat(owner.all()).hasSize(3);
    }

    @Test
    void refreshAnswersTheDomainAndVerifyTheTokenAlsoWithoutAMonitor() {
        owner.add("example.com");
        String path = owner.id("example.com") + "/";
        Answer refreshed = owner.send("POST", path + "refresh/", "");
        assertThat(refreshed.status()).isEqualTo(200);
        assertThat(refreshed.json()).isEqualTo(owner.domain("example.com"));
        Answer verified = owner.send("POST", path + "verify/", "");
        assertThat(verified.status()).isEqualTo(202);
        assertThat(verified.json().path("verification_token").asString())
                .isEqualTo(
                        api.sql.value(
                                "select verification_token from account where account_id = "
                                        + owner.scope.accountId()))
                .isNotEmpty();
        assertThat(verified.json().path("detail").asString()).contains("example.com");
    }

    @Test
    void deletingTakesAlongTheSubdomainsThatCountAndPromotedOnesStay() {
        owner.add("example.com", "promoted.example.com", "example.org");
        owner.discover("one.example.com", "two.example.com");
        Answer answer = owner.send("DELETE", owner.id("example.com") + "/", "");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("detail").asString())
                .isEqualTo("The domain example.com was deleted, with 2 subdomains.");
        assertThat(owner.all()).containsExactly("example.org", "promoted.example.com");
        JsonNode promoted = owner.domain("promoted.example.com");
        assertThat(promoted.path("is_subdomain").asBoolean()).isFalse();
        assertThat(promoted.path("top_level").asBoolean()).isTrue();
        assertThat(
                        api.sql.rows(
                                "select name from deleted_domain where account_id = %d order by name"
                                        .formatted(owner.scope.accountId())))
                .containsExactly("example.com", "one.example.com", "two.example.com");
    }

    @Test
    void subdomainsThatTheCallerMayNotWriteStayAndBecomeTopLevel() {
        owner.add("example.com");
        owner.discover("mine.example.com", "theirs.example.com");
        owner.set("theirs.example.com", "follows = null");
        Person writer =
                owner.colleague("writer")
                        .sees(owner.group("w", "example.com"), true)
                        .sees(owner.group("r", "theirs.example.com"), false);
        Answer answer = writer.send("DELETE", owner.id("example.com") + "/", "");
        assertThat(answer.json().path("detail").asString())
                .isEqualTo("The domain example.com was deleted, with 1 subdomain.");
        assertThat(owner.all()).containsExactly("theirs.example.com");
        assertThat(owner.domain("theirs.example.com").path("top_level").asBoolean()).isTrue();
        assertThat(owner.domain("theirs.example.com").path("is_subdomain").asBoolean()).isFalse();
    }

    @Test
    void accessThatIsTakenAwayWhileADeletionWaitsCounts() throws Exception {
        owner.add("example.com");
        Person user = owner.colleague("user");
        user.sees(owner.group("g", "example.com"), true);
        long id = owner.id("example.com");
        try (Connection other = DomainApi.heldTree(api.database, owner.scope);
                ExecutorService caller = Executors.newSingleThreadExecutor()) {
            Future<Answer> deletion = caller.submit(() -> user.send("DELETE", id + "/", ""));
            DomainApi.awaitWaiting(api.sql);
            api.sql.execute("delete from group_access where user_id = " + user.userId);
            other.rollback();
            assertThat(deletion.get().status()).isEqualTo(404);
        }
        assertThat(owner.all()).containsExactly("example.com");
    }

    @Test
    @Tag("slow")
    @Timeout(60)
    void whoeverMeetsAChangeThatLastsIs503AndOthersAreAnsweredMeanwhile() throws Exception {
        owner.add("example.com");
        long group = owner.group("g");
        GroupApi groups = new GroupApi(api.service);
        Person stranger = api.account("stranger" + owner.userId);
        List<Callable<Answer>> calls =
                List.of(
                        () -> owner.send("DELETE", owner.id("example.com") + "/", ""),
                        () -> owner.send("POST", "delete/", "{\"domains\": [\"example.com\"]}"),
                        () -> groups.add(owner, group, "new.example"),
                        () -> groups.move(owner, owner.defaultGroup(), group, "example.com"),
                        () -> groups.remove(owner, group, "example.com"),
                        () -> groups.send(owner, "DELETE", group + "/", ""));
        try (Connection other = DomainApi.heldTree(api.database, owner.scope);
                ExecutorService callers = Executors.newFixedThreadPool(calls.size())) {
            List<Future<Answer>> answers = new ArrayList<>();
            for (Callable<Answer> call : calls) {
                answers.add(callers.submit(call));
            }
            DomainApi.awaitWaiting(api.sql);
            GroupApi.done(groups.add(stranger, stranger.defaultGroup(), "example.com"));
            assertThat(owner.names("")).containsExactly("example.com");
            for (Future<Answer> each : answers) {
                Answer answer = each.get();
                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.json().get("code").asString()).isEqualTo("busy");
                assertThat(answer.header("retry-after")).isNotEmpty();
            }
            other.rollback();
        }
        GroupApi.done(groups.add(owner, group, "new.example"));
    }

    @Test
    void whatStaysKeepsTheGroupsThatItWasSeenIn() {
        owner.add("example.com");
        owner.discover("sub.example.com", "x.sub.example.com");
        Person writer = owner.colleague("writer").sees(owner.group("w", "example.com"), true);
        assertThat(writer.names("")).hasSize(3);
        Answer answer = writer.send("POST", "delete/", "{\"domains\": [\"example.com\"]}");
        assertThat(answer.json().path("detail").asString()).isEqualTo("1 domain was deleted.");
        assertThat(writer.names("")).containsExactly("sub.example.com", "x.sub.example.com");
        // The highest that is left is the others' parent; both count for themselves.
        assertThat(writer.names("parent_id=" + owner.id("sub.example.com")))
                .containsExactly("x.sub.example.com");
        assertThat(writer.names("treat_as_top_level=true")).hasSize(2);
    }

    @Test
    void bulkDeletionTakesAllSubdomainsWhereThatIsAsked() {
        owner.add("example.com", "a.example.com", "x.a.example.com", "b.example.com");
        Answer answer =
                owner.send(
                        "POST",
                        "delete/",
                        "{\"domains\": [\"A.example.com\"], \"delete_subdomains\": true}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("detail").asString()).isEqualTo("2 domains were deleted.");
        assertThat(owner.all()).containsExactly("b.example.com", "example.com");
        owner.send(
                "POST", "delete/", "{\"domains\": [\"example.com\"], \"delete_subdomains\": true}");
        assertThat(owner.all()).isEmpty();
    }

    @Test
    void aPublicSuffixTakesNobodyElsesDomainsAlong() {
        owner.add("co.uk", "example.co.uk");
        owner.send("POST", "delete/", "{\"domains\": [\"co.uk\"], \"delete_subdomains\": true}");
        assertThat(owner.all()).containsExactly("example.co.uk");
    }

    @Test
    void bulkDeletionIsAllOrNothingAndTellsNobodyWhatThereIs() {
        owner.add("write.example", "read.example", "hidden.example");
        Person user =
                owner.colleague("user")
                        .sees(owner.group("w", "write.example"), true)
                        .sees(owner.group("r", "read.example"), false);
        Answer answer =
                user.send(
                        "POST",
                        "delete/",
                        """
                        {"domains": ["write.example", "read.example", "hidden.example", "none.example"]}
                        """);
        assertThat(answer.status()).isEqualTo(400);
        JsonNode errors = answer.json().path("domains");
        assertThat(errors.propertyNames()).containsExactly("1", "2", "3");
        List<String> texts =
                errors.valueStream()
                        .map(e -> e.get(0).asString().replaceAll("\".*?\"", "NAME"))
                        .distinct()
                        .toList();
        assertThat(texts)
                .containsExactly(
                        "NAME is not valid: it must be a domain of the account that you can change.");
        assertThat(owner.all()).hasSize(3);
        assertThat(user.send("POST", "delete/", "{\"domains\": [\"write.example\"]}").status())
                .isEqualTo(200);
        assertThat(owner.all()).containsExactly("hidden.example", "read.example");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"domains\": null}",
                "{\"domains\": \"example.com\"}",
                "{\"domains\": {\"a\": 1}}",
                "{\"domains\": [null]}",
                "{\"domains\": [5]}",
                "{\"domains\": [\"no domain\"]}",
                "{\"domains\": [\"a_b.example\"]}",
                "{\"domains\": [[\"example.com\"]]}"
            })
    void bulkDeletionNeedsAListOfNames(String body) {
        owner.add("example.com");
        Answer answer = owner.send("POST", "delete/", body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().has("domains")).isTrue();
        assertThat(owner.all()).hasSize(1);
    }

    @Test
    void bulkDeletionTakesSoManyNamesAndNoMore() {
        Answer refused = owner.send("POST", "delete/", names(Domains.MAX_NAMES + 1));
        assertThat(refused.json().path("domains").get(0).asString())
                .contains(String.valueOf(Domains.MAX_NAMES));
        Answer allowed = owner.send("POST", "delete/", names(Domains.MAX_NAMES));
        assertThat(allowed.status()).isEqualTo(400);
        assertThat(allowed.json().path("domains").size()).isEqualTo(Domains.MAX_NAMES);
    }

    private static String names(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> "\"n" + i + ".example\"")
                .collect(Collectors.joining(",", "{\"domains\": [", "]}"));
    }
}
