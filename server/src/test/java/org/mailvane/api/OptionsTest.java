package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.Accounts;
import org.mailvane.api.binding.Coded;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Given;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.Sent;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.ResponseBody;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What OPTIONS says about a path. */
class OptionsTest {

    private static final JsonMapper JSON = new JsonMapper();

    private static TestService service;
    private static String token;

    @BeforeAll
    static void start() {
        service = TestService.shared();
        token = service.account("options").apiToken();
        Things things = new Things();
        TestOperations.add(service, things, "list", RequestMethod.GET, "/odd-things");
        TestOperations.add(service, things, "create", RequestMethod.POST, "/odd-things");
        TestOperations.add(service, things, "retrieve", RequestMethod.GET, "/odd-things/{id}");
        TestOperations.add(service, things, "update", RequestMethod.PUT, "/odd-things/{id}");
        TestOperations.add(service, things, "partial", RequestMethod.PATCH, "/odd-things/{id}");
        TestOperations.add(service, things, "destroy", RequestMethod.DELETE, "/odd-things/{id}");
        TestOperations.add(service, things, "purge", RequestMethod.POST, "/odd-things/purge");
        TestOperations.add(service, things, "inspect", RequestMethod.POST, "/inspect-thing");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void aListTellsWhatMayBeCreated() {
        Answer answer = options(token, "/api/v1/odd-things/");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-type")).isEqualTo("application/json");
        assertThat(answer.header("allow")).isEqualTo("GET, POST, HEAD, OPTIONS");
        assertThat(answer.json())
                .isEqualTo(
                        JSON.readTree(
                                """
                                {
                                  "name": "Odd Things List",
                                  "description": "The odd things.",
                                  "renders": ["application/json", "text/csv"],
                                  "parses": ["application/json"],
                                  "actions": {
                                    "POST": {
                                      "label": {"type": "string", "required": true, "read_only": false,
                                        "label": "Label", "help_text": "What it is called.", "max_length": 128},
                                      "notes": {"type": "string", "required": false, "read_only": false,
                                        "label": "Notes", "max_length": 1000},
                                      "spf_lookup_count": {"type": "integer", "required": false, "read_only": false,
                                        "label": "Spf lookup count", "min_value": -2147483648, "max_value": 2147483647},
                                      "days": {"type": "integer", "required": false, "read_only": false,
                                        "label": "Days", "min_value": 1, "max_value": 30},
                                      "large": {"type": "integer", "required": false, "read_only": false,
                                        "label": "Large"},
                                      "kind": {"type": "choice", "required": false, "read_only": false,
                                        "label": "Kind", "choices": [
                                          {"value": "p", "display_name": "Plain"},
                                          {"value": "c", "display_name": "Very colourful"}]},
                                      "is_parked": {"type": "boolean", "required": true, "read_only": false,
                                        "label": "Is parked"},
                                      "since": {"type": "date", "required": false, "read_only": false, "label": "Since"},
                                      "seen": {"type": "datetime", "required": false, "read_only": false, "label": "Seen"},
                                      "settings": {"type": "field", "required": false, "read_only": false,
                                        "label": "Settings"},
                                      "names": {"type": "list", "required": false, "read_only": false, "label": "Names",
                                        "child": {"type": "string", "max_length": 1000, "required": true, "read_only": false}},
                                      "part": {"type": "nested object", "required": false, "read_only": false,
                                        "label": "Part", "children": {
                                          "weight": {"type": "integer", "required": true, "read_only": false,
                                            "label": "Weight", "min_value": 0, "max_value": 2147483647}}}
                                    }
                                  }
                                }
                                """));
    }

    @Test
    void namesOfDomainsTellWhatTheyMustBe() {
        JsonNode domain =
                options(null, "/api/v1/inspect-thing/")
                        .json()
                        .get("actions")
                        .get("POST")
                        .get("domain");
        assertThat(domain.get("type").asString()).isEqualTo("string");
        assertThat(domain.get("max_length").asInt()).isEqualTo(253);
        assertThat(domain.get("help_text").asString()).startsWith("It must be a domain name");
    }

    @Test
    void anItemTellsWhatMayBeChangedAndAPartRequiresNothing() {
        Answer answer = options(token, "/api/v1/odd-things/5/");
        assertThat(answer.header("allow")).isEqualTo("GET, PUT, PATCH, DELETE, HEAD, OPTIONS");
        JsonNode body = answer.json();
        assertThat(body.get("name").asString()).isEqualTo("Odd Things Instance");
        assertThat(body.get("actions").propertyNames()).containsExactly("PUT", "PATCH");
        assertThat(required(body, "PUT", "label")).isTrue();
        assertThat(required(body, "PATCH", "label")).isFalse();
    }

    private static boolean required(JsonNode body, String method, String field) {
        return body.get("actions").get(method).get(field).get("required").asBoolean();
    }

    @Test
    void onlyWhatTheCallerMayDoIsAnAction() {
        Accounts.Created account = service.account("options-none");
        JsonNode actions = options(account.apiToken(), "/api/v1/odd-things/").json().get("actions");
        assertThat(actions.propertyNames()).containsExactly("POST");
        // An operation for the signed in beside a public one: a stranger has no such action.
        Things things = new Things();
        TestOperations.add(service, things, "create", RequestMethod.POST, "/mixed");
        TestOperations.add(service, things, "open", RequestMethod.GET, "/mixed");
        assertThat(options(null, "/api/v1/mixed/").json().get("actions")).isEmpty();
        assertThat(options(token, "/api/v1/mixed/").json().get("actions")).hasSize(1);
    }

    @Test
    void thePathThatFitsBestIsTheOneThatIsMeant() {
        Answer answer = options(token, "/api/v1/odd-things/purge/");
        assertThat(answer.header("allow")).isEqualTo("POST, OPTIONS");
        assertThat(answer.json().get("name").asString()).isEqualTo("Odd Things Purge");
        assertThat(answer.json().get("actions").get("POST")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/api/, Api Root",
        "/api/v1, Api Root",
        "/api/v1/domains/, Domains List",
        "/api/v1/domains/1/, Domains Instance",
        "/api/v1/imports/1/failures/, Imports Failures List",
        "/api/v1/find/source/192.0.2.1, Find Source Instance"
    })
    void everyPathHasAName(String path, String name) {
        Answer answer = options(token, path);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().propertyNames())
                .containsExactly("name", "description", "renders", "parses", "actions");
        assertThat(answer.json().get("name").asString()).isEqualTo(name);
        assertThat(answer.json().get("description").asString()).isNotBlank();
        assertThat(answer.header("allow")).startsWith("GET, ").endsWith("HEAD, OPTIONS");
    }

    @Test
    void whatTakesFilesSaysSo() {
        assertThat(options(token, "/api/v1/imports/").json().get("parses").toString())
                .isEqualTo("[\"multipart/form-data\",\"*/*\"]");
    }

    @Test
    void whereSignInIsNeededAStrangerIsToldNothing() {
        for (String path : List.of("/api/v1/domains/", "/api/v1/domains/1/", "/api/v1/imports/")) {
            assertThat(options(null, path).status()).as(path).isEqualTo(401);
            assertThat(options("wrong", path).status()).as(path).isEqualTo(401);
            assertThat(options(null, path).headers()).as(path).doesNotContainKey("allow");
        }
        Accounts.Created expired = service.account("options-expired");
        service.part(Accounts.class)
                .setExpiry(expired.account().id(), LocalDate.now(ZoneOffset.UTC).minusDays(1));
        assertThat(options(expired.apiToken(), "/api/v1/domains/").status()).isEqualTo(402);
        assertThat(options(expired.apiToken(), "/api/").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/nothing/",
                "/api/v2/",
                "/api/v1/domains/x/",
                "/api/v1/domains/1.0/",
                "/api/v1/domains/-1/",
                "/api/v1/domains/99999999999999999999/",
                "/api/v1/domains/1/nothing/"
            })
    void whatDoesNotExistIs404(String path) {
        Answer answer = options(token, path);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().get("code").asString()).isEqualTo("not_found");
    }

    @Test
    void aBrowsersQuestionBeforeACallIsAnsweredLikeAnyOther() throws IOException {
        try (RawHttp http = RawHttp.to(service)) {
            http.send(
                    "OPTIONS /api/ HTTP/1.1",
                    "Host: localhost",
                    "Origin: https://elsewhere.example",
                    "Access-Control-Request-Method: GET");
            assertThat(http.status()).isEqualTo(200);
            assertThat(http.headers()).doesNotContainKey("access-control-allow-origin");
            assertThat(http.json().get("name").asString()).isEqualTo("Api Root");
        }
    }

    private static Answer options(@Nullable String as, String path) {
        return service.call("OPTIONS", as, path, BodyPublishers.noBody(), Map.of());
    }

    /** How a thing looks. */
    enum Kind implements Coded {
        PLAIN("p"),
        VERY_COLOURFUL("c");

        private final String code;

        Kind(String code) {
            this.code = code;
        }

        @Override
        public String code() {
            return code;
        }
    }

    /** Operations with every type of property. */
    static final class Things {

        record Part(@Field(min = 0) int weight) {}

        record Thing(
                @Field(required = true, maxLength = 128, description = "What it is called.")
                        Given<String> label,
                Given<String> notes,
                Given<Integer> spfLookupCount,
                @Field(min = 1, max = 30) Given<Integer> days,
                Given<Long> large,
                Given<Kind> kind,
                boolean isParked,
                Given<LocalDate> since,
                Given<Instant> seen,
                Given<JsonNode> settings,
                Given<List<String>> names,
                Given<Part> part) {}

        record Asked(DomainName domain) {}

        @ApiOperation(action = "list", access = Access.SIGNED_IN, summary = "The odd things.")
        @ResponseBody
        Listing<String> list(PageRequest page) {
            return page.listing(() -> 0, window -> List.of());
        }

        @ApiOperation(action = "create", access = Access.SIGNED_IN, summary = "Makes one.")
        void create(Sent<Thing> thing) {}

        @ApiOperation(action = "retrieve", access = Access.SIGNED_IN, summary = "One of them.")
        void retrieve(@PathVariable long id) {}

        @ApiOperation(action = "update", access = Access.WRITER, summary = "Changes one.")
        void update(@PathVariable long id, Sent<Thing> thing) {}

        @ApiOperation(action = "partial_update", access = Access.WRITER, summary = "Changes a bit.")
        void partial(@PathVariable long id, Sent<Thing> thing) {}

        @ApiOperation(action = "destroy", access = Access.ADMIN, summary = "Takes one away.")
        void destroy(@PathVariable long id) {}

        @ApiOperation(action = "purge", access = Access.ADMIN, summary = "Takes all away.")
        void purge() {}

        @ApiOperation(action = "inspect", access = Access.PUBLIC, summary = "Looks at one.")
        void inspect(Sent<Asked> asked) {}

        @ApiOperation(action = "open", access = Access.PUBLIC, summary = "For anybody.")
        void open() {}
    }
}
