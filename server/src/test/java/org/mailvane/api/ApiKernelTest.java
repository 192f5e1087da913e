package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.Accounts;
import org.mailvane.api.binding.InstantSerializer;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.domains.Discovery.Sighting;
import org.mailvane.domains.DomainDiscovery;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.Settings;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** What all operations share, by the example of the domains. */
class ApiKernelTest {

    private static TestService service;
    private static String token;
    private static Accounts.Created owner;

    @BeforeAll
    static void start() {
        service = TestService.shared();
        owner = service.account("kernel");
        token = owner.apiToken();
        List<Sighting> sightings =
                IntStream.range(0, 60)
                        .mapToObj(i -> new DomainName("d%02d.example".formatted(i)))
                        .map(name -> new Sighting(name, Set.of(name)))
                        .toList();
        service.part(DomainDiscovery.class).discover(owner.account().scope(), sightings, true);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void rootsListTheCollectionsWithAbsoluteLinks() {
        for (String path : List.of("/api/", "/api", "/api/v1/", "/api/v1")) {
            Answer answer = service.get(null, path);
            assertThat(answer.status()).as(path).isEqualTo(200);
            assertThat(answer.json().propertyNames())
                    .startsWith("domains", "domain_groups")
                    .contains("imports");
            assertThat(answer.json().get("domain_groups").asString())
                    .isEqualTo(service.address() + "/api/v1/domain-groups/");
        }
    }

    @Test
    void linksBeginWithTheConfiguredPublicUrl() {
        try (TestService behindProxy =
                TestService.start(Map.of(Setting.PUBLIC_URL, "https://mail.example.com/vane/"))) {
            Answer answer =
                    behindProxy.call(
                            "GET",
                            null,
                            "/api/",
                            BodyPublishers.noBody(),
                            Map.of("X-Forwarded-Host", "evil.example"));
            assertThat(answer.json().get("domains").asString())
                    .isEqualTo("https://mail.example.com/vane/api/v1/domains/");
        }
    }

    @Test
    void withoutATokenTheAnswerIs401AndSaysHow() {
        Answer answer = service.get(null, "/api/v1/domains/");
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.headers()).containsEntry("www-authenticate", "Token");
        assertThat(answer.json().get("code").asString()).isEqualTo("not_authenticated");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Token",
                "Token wrong",
                "Token mvt_0000000000000000000000000000000000000000",
                "Token a b",
                "token "
            })
    void aWrongTokenIs401OnPublicOperationsToo(String header) {
        for (String path : List.of("/api/v1/domains/", "/api/")) {
            Answer answer =
                    service.call(
                            "GET",
                            null,
                            path,
                            BodyPublishers.noBody(),
                            Map.of("Authorization", header));
            assertThat(answer.status()).as(path).isEqualTo(401);
            assertThat(answer.json().get("code").asString()).isEqualTo("authentication_failed");
        }
    }

    @Test
    void whoSendsAnotherSchemeIsToldWhichIsWanted() {
        Answer answer =
                service.call(
                        "GET",
                        null,
                        "/api/v1/domains/",
                        BodyPublishers.noBody(),
                        Map.of("Authorization", "Bearer " + token));
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.headers()).containsEntry("www-authenticate", "Token");
        assertThat(answer.json().get("detail").asString())
                .endsWith(
                        "The Authorization header must be the word Token, one space and the"
                                + " token.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"token", "TOKEN", "ToKeN"})
    void theWordTokenIsComparedWithoutCase(String word) {
        Answer answer =
                service.call(
                        "GET",
                        null,
                        "/api/v1/domains/",
                        BodyPublishers.noBody(),
                        Map.of("Authorization", word + " " + token));
        assertThat(answer.status()).isEqualTo(200);
    }

    @Test
    void aNewTokenRevokesTheOldOneAtOnce() {
        Accounts.Created other = service.account("rotating");
        assertThat(service.get(other.apiToken(), "/api/v1/domains/").status()).isEqualTo(200);
        String fresh = service.part(Accounts.class).createToken(other.owner().email());
        assertThat(service.get(other.apiToken(), "/api/v1/domains/").status()).isEqualTo(401);
        assertThat(service.get(fresh, "/api/v1/domains/").status()).isEqualTo(200);
    }

    @Test
    void anExpiredSubscriptionIs402OnAllButTheRoots() {
        Accounts.Created other = service.account("expired");
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        Accounts accounts = service.part(Accounts.class);
        accounts.setExpiry(other.account().id(), today);
        assertThat(service.get(other.apiToken(), "/api/v1/domains/").status()).isEqualTo(200);
        accounts.setExpiry(other.account().id(), today.minusDays(1));
        Answer answer = service.get(other.apiToken(), "/api/v1/domains/");
        assertThat(answer.status()).isEqualTo(402);
        assertThat(answer.json().get("code").asString()).isEqualTo("subscription_expired");
        assertThat(service.get(other.apiToken(), "/api/").status()).isEqualTo(200);
    }

    @Test
    void aListHasItsEnvelope() {
        JsonNode list = service.get(token, "/api/v1/domains/").json();
        assertThat(list.propertyNames())
                .containsExactly(
                        "_links",
                        "_permissions",
                        "_permission",
                        "count",
                        "pages",
                        "current_page",
                        "per_page",
                        "results");
        assertThat(list.get("_permissions")).isEqualTo(list.get("_permission"));
        assertThat(list.get("_permissions").toString()).contains("\"list\"");
        assertThat(list.get("count").asInt()).isEqualTo(60);
        assertThat(list.get("pages").asInt()).isEqualTo(3);
        assertThat(list.get("per_page").asInt()).isEqualTo(PageRequest.DEFAULT_LIMIT);
        assertThat(list.get("results")).hasSize(PageRequest.DEFAULT_LIMIT);
    }

    @Test
    void pagesFollowEachOtherByTheirLinks() {
        String next = "/api/v1/domains/?limit=25&colour=blue";
        int seen = 0;
        int number = 0;
        while (next != null) {
            Answer answer = service.get(token, next);
            JsonNode list = answer.json();
            number++;
            assertThat(list.get("current_page").asInt()).isEqualTo(number);
            seen += list.get("results").size();
            JsonNode links = list.get("_links");
            assertThat(links.get("first").asString())
                    .isEqualTo(service.address() + "/api/v1/domains/?limit=25&colour=blue");
            assertThat(links.get("last").asString()).endsWith("?limit=25&colour=blue&page=3");
            assertThat(links.get("previous").isNull()).isEqualTo(number == 1);
            assertThat(answer.header("link")).contains("rel=\"first\"", "rel=\"last\"");
            next = links.get("next").isNull() ? null : links.get("next").asString();
        }
        assertThat(number).isEqualTo(3);
        assertThat(seen).isEqualTo(60);
        JsonNode last = service.get(token, "/api/v1/domains/?page=last&limit=25").json();
        assertThat(last.get("current_page").asInt()).isEqualTo(3);
        assertThat(last.get("_links").get("previous").asString()).endsWith("?limit=25&page=2");
    }

    @Test
    void aLimitAboveTheMaximumIsCut() {
        JsonNode list = service.get(token, "/api/v1/domains/?limit=501").json();
        assertThat(list.get("per_page").asInt()).isEqualTo(PageRequest.MAX_LIMIT);
    }

    @Test
    void aRepeatedParameterCountsWithItsLastValue() {
        JsonNode list = service.get(token, "/api/v1/domains/?limit=3&limit=7").json();
        assertThat(list.get("per_page").asInt()).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({
        "limit=0,    limit",
        "limit=-1,   limit",
        "limit=x,    limit",
        "limit=,     limit",
        "limit=1.5,  limit",
        "page=0,     page",
        "page=first, page",
        "page=99999999999999999999, page",
    })
    void badPageNumbersAre400ByField(String query, String field) {
        Answer answer = service.get(token, "/api/v1/domains/?" + query);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get(field).get(0).asString())
                .contains("must be a whole number from 1");
        assertThat(answer.json().get("request_id").asString())
                .isEqualTo(answer.header("x-request-id"));
    }

    @Test
    void aPagePastTheEndIs404() {
        Answer answer = service.get(token, "/api/v1/domains/?page=4");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().get("detail").asString()).isEqualTo("Invalid page.");
    }

    @Test
    void anEmptyListIsPageOneOfOne() {
        Accounts.Created empty = service.account("empty");
        JsonNode list = service.get(empty.apiToken(), "/api/v1/domains/").json();
        assertThat(list.get("count").asInt()).isZero();
        assertThat(list.get("pages").asInt()).isEqualTo(1);
        assertThat(list.get("current_page").asInt()).isEqualTo(1);
        assertThat(list.get("results")).isEmpty();
    }

    @Test
    void anotherAccountsIdIs404() {
        long id =
                service.get(token, "/api/v1/domains/")
                        .json()
                        .get("results")
                        .get(0)
                        .get("id")
                        .asLong();
        Accounts.Created stranger = service.account("stranger");
        assertThat(service.get(token, "/api/v1/domains/" + id + "/").status()).isEqualTo(200);
        Answer answer = service.get(stranger.apiToken(), "/api/v1/domains/" + id + "/");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().get("detail").asString()).isEqualTo("Not found.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/domains/abc/",
                "/api/v1/domains/1.0/",
                "/api/v1/domains/99999999999999999999/",
                "/api/v1/domains/0/",
                "/api/v1/nothing/",
                "/api/v2/",
                "/nothing"
            })
    void whatDoesNotExistIs404InTheShapeOfErrors(String path) {
        Answer answer = service.get(token, path);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().get("code").asString()).isEqualTo("not_found");
    }

    @Test
    void aWrongMethodIs405AndSaysWhichAreRight() {
        Answer answer =
                service.call(
                        "DELETE", token, "/api/v1/imports/", BodyPublishers.noBody(), Map.of());
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("allow").split(", ")).contains("GET", "POST");
        assertThat(answer.json().get("detail").asString())
                .isEqualTo("Method \"DELETE\" not allowed.");
    }

    @Test
    void whatAPathCanDoIsToldToThoseWhoAreSignedIn() {
        for (String path : List.of("/api/v1/imports/", "/api/v1/imports/1", "/api/v1/imports/x/")) {
            assertThat(delete(null, path).status()).as(path).isEqualTo(401);
            assertThat(delete("wrong", path).status()).as(path).isEqualTo(401);
            assertThat(delete(token, path).status()).as(path).isEqualTo(405);
        }
        Accounts.Created expired = service.account("expired-405");
        service.part(Accounts.class)
                .setExpiry(expired.account().id(), LocalDate.now(ZoneOffset.UTC).minusDays(1));
        assertThat(delete(expired.apiToken(), "/api/v1/imports/").status()).isEqualTo(402);
        // Anybody may know what anybody may call, and that there is nothing.
        assertThat(delete(null, "/api/v1/").status()).isEqualTo(405);
        assertThat(delete(null, "/api/v1/nothing/").status()).isEqualTo(404);
    }

    private static Answer delete(@Nullable String as, String path) {
        return service.call("DELETE", as, path, BodyPublishers.noBody(), Map.of());
    }

    @Test
    void aNestedListHasItsPermissionsToo() {
        Answer uploaded =
                service.call(
                        "POST",
                        token,
                        "/api/v1/imports/",
                        BodyPublishers.ofString("<feedback>"),
                        Map.of());
        JsonNode upload = uploaded.json();
        assertThat(upload.get("_permissions").toString())
                .isEqualTo(
                        "[\"entries\",\"failures\",\"original\",\"retrieve\",\"retry\",\"retry_entry\"]");
        JsonNode failures =
                service.get(token, upload.get("_links").get("failures").asString()).json();
        assertThat(failures.get("_permissions").toString()).isEqualTo("[\"list\"]");
        assertThat(failures.get("_permission").toString()).isEqualTo("[\"list\"]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/domains;a=b/",
                "/api//v1/domains/",
                "//api/",
                "/api/v1/domains/%0a/",
                "/api/v1/domains/?limit=%zz",
                "/nothing;a"
            })
    void aRequestThatIsRefusedUnseenIs400InTheShapeOfErrors(String path) throws IOException {
        // Written by hand: no client of ours sends them all.
        try (RawHttp http = RawHttp.to(service)) {
            http.send(
                    "GET " + path + " HTTP/1.1",
                    "Host: localhost",
                    "Authorization: Token " + token,
                    "X-Request-Id: refused-1");
            assertThat(http.status()).isEqualTo(400);
            JsonNode body = http.json();
            assertThat(body.get("code").asString()).isIn("bad_request", "parse_error");
            assertThat(body.get("detail").asString()).isNotBlank();
            assertThat(body.get("request_id").asString()).isEqualTo("refused-1");
        }
    }

    @Test
    void aHeaderThatIsRefusedIs400InTheShapeOfErrorsWhereverItIsRead() throws IOException {
        for (String name : List.of("Accept", "Authorization", "Content-Disposition")) {
            try (RawHttp http = RawHttp.to(service)) {
                http.send(
                        "POST /api/v1/imports/ HTTP/1.1",
                        "Host: localhost",
                        name.equals("Authorization")
                                ? "X-None: 1"
                                : "Authorization: Token " + token,
                        // U+0085, a control character.
                        name + ": a\u00c2\u0085b",
                        "Content-Length: 1",
                        "",
                        "x");
                assertThat(http.status()).as(name).isEqualTo(400);
                assertThat(http.json().get("code").asString()).isEqualTo("bad_request");
            }
        }
    }

    @Test
    void thePathOfErrorsIsNoOperation() {
        Answer answer = service.get(null, "/error");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().get("code").asString()).isEqualTo("not_found");
    }

    @Test
    @Tag("slow")
    void whatFailsBeforeAnyOperationHasTheShapeOfErrors() {
        try (TestService broken = TestService.start()) {
            String own = broken.account("broken").apiToken();
            broken.part(HikariDataSource.class).close();
            Answer answer = broken.get(own, "/api/v1/domains/");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("retry-after")).isEqualTo("5");
            assertThat(answer.json().get("code").asString()).isEqualTo("database_unavailable");
            assertThat(answer.json().get("request_id").asString())
                    .isEqualTo(answer.header("x-request-id"));
        }
    }

    @Test
    void theSlashAtTheEndIsOptionalAndHeadIsAsGet() {
        assertThat(service.get(token, "/api/v1/domains").status()).isEqualTo(200);
        Answer head =
                service.call("HEAD", token, "/api/v1/domains/", BodyPublishers.noBody(), Map.of());
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.text()).isEmpty();
    }

    @Test
    void aCallersRequestIdIsTakenOverWhenItIsHarmless() {
        for (String given : List.of("abc-1.2_X", "x".repeat(64))) {
            assertThat(requestId(given)).isEqualTo(given);
        }
        for (String given : List.of("x".repeat(65), "a b", "a\"b", "ä")) {
            assertThat(requestId(given)).isNotEqualTo(given).matches("[0-9a-f]{16}");
        }
    }

    private static String requestId(String given) {
        return service.call(
                        "GET",
                        null,
                        "/api/",
                        BodyPublishers.noBody(),
                        Map.of("X-Request-Id", given))
                .header("x-request-id");
    }

    @Test
    void problemsComeAsRfc9457WhereThatIsAskedFor() {
        Answer answer =
                service.call(
                        "GET",
                        token,
                        "/api/v1/domains/?limit=x",
                        BodyPublishers.noBody(),
                        Map.of("Accept", "application/problem+json"));
        assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
        assertThat(answer.json().get("status").asInt()).isEqualTo(400);
        assertThat(answer.json().get("errors").get("limit")).hasSize(1);
    }

    @Test
    void datesHaveNoMicrosecondsWhereThoseAreZero() {
        InstantSerializer form = new InstantSerializer();
        JsonMapper mapper =
                JsonMapper.builder().addModule(new SimpleModule().addSerializer(form)).build();
        assertThat(mapper.writeValueAsString(Instant.parse("2026-11-20T10:18:50.875874123Z")))
                .isEqualTo("\"2026-11-20T10:18:50.875874Z\"");
        assertThat(mapper.writeValueAsString(Instant.parse("2026-11-20T10:18:50Z")))
                .isEqualTo("\"2026-11-20T10:18:50Z\"");
    }

    @Test
    void healthAndMetricsNeedNoToken() {
        assertThat(service.get(null, "/healthz").json().get("status").asString()).isEqualTo("UP");
        assertThat(service.get(null, "/readyz").json().get("status").asString()).isEqualTo("UP");
        String metrics = service.get(null, "/metrics").text();
        assertThat(metrics)
                .contains("jvm_memory_used_bytes", "mailvane_queue_messages ", "disk_free_bytes")
                .contains("mailvane_passwords_waiting 0", "mailvane_jobs_failing 0")
                .contains(service.part(Settings.class).dataDir().toString())
                .doesNotContain("tomcat_", "logback_", "executor_");
        assertThat(metrics.lines().filter(line -> line.startsWith("# HELP ")))
                .hasSizeGreaterThan(20)
                .allSatisfy(line -> assertThat(line).matches("# HELP \\S+ \\S.*"));
        Answer refused =
                service.call(
                        "GET",
                        null,
                        "/metrics",
                        BodyPublishers.noBody(),
                        Map.of("Accept", "application/pdf"));
        assertThat(refused.status()).isEqualTo(406);
        assertThat(refused.text()).contains("text/plain").doesNotContain("JSON");
    }
}
