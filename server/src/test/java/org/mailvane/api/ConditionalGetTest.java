package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.Accounts;
import org.mailvane.domains.Discovery.Sighting;
import org.mailvane.domains.DomainDiscovery;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;

/** The headers of an answer: tags, caching, HEAD, methods, and restrictions for browsers. */
class ConditionalGetTest {

    private static final String DOMAINS = "/api/v1/domains/";

    private static TestService service;
    private static Accounts.Created owner;
    private static String token;

    @BeforeAll
    static void start() {
        service = TestService.shared();
        owner = service.account("conditional");
        token = owner.apiToken();
        discover("first.example");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static void discover(String name) {
        DomainName domain = new DomainName(name);
        service.part(DomainDiscovery.class)
                .discover(
                        owner.account().scope(),
                        List.of(new Sighting(domain, Set.of(domain))),
                        true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/", "/api/v1/", DOMAINS, "/api/v1/domain-groups/"})
    void whoHasTheSameAlreadyGets304(String path) {
        Answer first = service.get(token, path);
        assertThat(first.status()).isEqualTo(200);
        String tag = first.header("etag");
        assertThat(tag).matches("W/\"[0-9a-f]+\"");
        for (String given : List.of(tag, tag.substring(2), "\"other\", " + tag, "*")) {
            Answer again = get(token, path, Map.of("If-None-Match", given, "X-Request-Id", "abc"));
            assertThat(again.status()).as(given).isEqualTo(304);
            assertThat(again.text()).isEmpty();
            assertThat(again.header("etag")).isEqualTo(tag);
            assertThat(again.header("x-request-id")).isEqualTo("abc");
            assertThat(again.header("link")).isEqualTo(first.header("link"));
            assertThat(dependsOn(again)).isEqualTo(dependsOn(first));
            assertThat(again.header("cache-control")).isEqualTo("private, no-cache");
        }
        assertThat(first.header("link").isEmpty())
                .isEqualTo(!path.startsWith(DOMAINS.substring(0, 13)));
        for (String given : List.of("\"other\"", "W/\"other\"", "", "garbage", "\"", "W/", "*x")) {
            Answer again = get(token, path, Map.of("If-None-Match", given));
            assertThat(again.status()).as(given).isEqualTo(200);
            assertThat(again.text()).isEqualTo(first.text());
        }
    }

    @Test
    void theTagChangesWithTheData() {
        String before = service.get(token, DOMAINS).header("etag");
        assertThat(service.get(token, DOMAINS).header("etag")).isEqualTo(before);
        discover("second.example");
        Answer after = get(token, DOMAINS, Map.of("If-None-Match", before));
        assertThat(after.status()).isEqualTo(200);
        assertThat(after.header("etag")).isNotEqualTo(before);
    }

    @Test
    void theTagDoesNotChangeWithTheToken() {
        Accounts.Created other = service.account("turning");
        Answer before = service.get(other.apiToken(), DOMAINS);
        String fresh = service.part(Accounts.class).createToken(other.owner().email());
        Answer after = get(fresh, DOMAINS, Map.of("If-None-Match", before.header("etag")));
        assertThat(after.status()).isEqualTo(304);
    }

    @Test
    void whoMayNotSeeItGetsNo304() {
        String tag = service.get(token, DOMAINS).header("etag");
        assertThat(get(null, DOMAINS, Map.of("If-None-Match", tag)).status()).isEqualTo(401);
        assertThat(get("wrong", DOMAINS, Map.of("If-None-Match", tag)).status()).isEqualTo(401);
        Accounts.Created expired = service.account("expired-tag");
        String own = service.get(expired.apiToken(), DOMAINS).header("etag");
        service.part(Accounts.class)
                .setExpiry(expired.account().id(), LocalDate.now(ZoneOffset.UTC).minusDays(1));
        assertThat(get(expired.apiToken(), DOMAINS, Map.of("If-None-Match", own)).status())
                .isEqualTo(402);
    }

    @Test
    void onlyWhatIsFoundHasATag() {
        for (String path :
                List.of("/api/v1/nothing/", DOMAINS + "?limit=x", DOMAINS + "?page=99")) {
            Answer answer = service.get(token, path);
            assertThat(answer.status()).as(path).isBetween(400, 404);
            assertThat(answer.headers()).as(path).doesNotContainKey("etag");
            assertThat(get(token, path, Map.of("If-None-Match", "*")).status())
                    .as(path)
                    .isEqualTo(answer.status());
        }
        Answer upload = upload(Map.of());
        assertThat(upload.status()).isEqualTo(202);
        assertThat(upload.headers()).doesNotContainKey("etag");
    }

    @Test
    void conditionsForChangesAreNoneOfReading() {
        for (Map<String, String> condition :
                List.of(
                        Map.of("If-Match", "\"x\""),
                        Map.of("If-Unmodified-Since", "Fri, 20 Nov 2020 10:00:00 GMT"),
                        Map.of("If-Modified-Since", "Fri, 20 Nov 2099 10:00:00 GMT"))) {
            Answer answer = get(token, DOMAINS, condition);
            assertThat(answer.status()).as("%s", condition).isEqualTo(200);
            assertThat(answer.text()).isNotEmpty();
        }
    }

    @Test
    void cachesAreToldWhatAnAnswerDependsOn() {
        for (String path : List.of("/api/", DOMAINS, "/api/v1/nothing/")) {
            Answer answer = service.get(token, path);
            assertThat(dependsOn(answer))
                    .as(path)
                    .containsExactlyInAnyOrder("authorization", "accept", "accept-encoding");
            assertThat(answer.header("cache-control")).as(path).isEqualTo("private, no-cache");
            assertThat(answer.headers()).as(path).doesNotContainKey("pragma");
        }
        assertThat(upload(Map.of()).header("cache-control")).contains("no-store");
    }

    @ParameterizedTest
    @CsvSource({"GET, /api/", "GET, /api/v1/domains/", "GET, /api/v1/nothing/", "DELETE, /api/"})
    void browsersAreKeptInCheckOnEveryAnswer(String method, String path) {
        for (String as : new String[] {token, null, "wrong"}) {
            Answer answer = service.call(method, as, path, BodyPublishers.noBody(), Map.of());
            assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
            assertThat(answer.header("x-frame-options")).isEqualTo("DENY");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/",
                "/api/v1",
                DOMAINS,
                "/api/v1/domains",
                "/api/v1/domains/?limit=x",
                "/api/v1/domains/?page=9",
                "/api/v1/domains/x/",
                "/api/v1/nothing/",
                "/api/v1/find/source/192.0.2.1",
                "/nothing",
                "/healthz",
                "/readyz"
            })
    void headIsAsGetWithoutItsBody(String path) throws IOException {
        for (String as : List.of("", "Authorization: Token " + token, "Authorization: Token x")) {
            Map<String, String> got = heads("GET", path, as);
            assertThat(heads("HEAD", path, as)).as(as).isEqualTo(got);
            assertThat(got).containsKeys("status", "content-type");
        }
    }

    @Test
    void headIsConditionalToo() {
        String tag = service.get(token, DOMAINS).header("etag");
        Answer head =
                service.call(
                        "HEAD",
                        token,
                        DOMAINS,
                        BodyPublishers.noBody(),
                        Map.of("If-None-Match", tag));
        assertThat(head.status()).isEqualTo(304);
    }

    private static Map<String, String> heads(String method, String path, String authorization)
            throws IOException {
        try (RawHttp http = RawHttp.to(service)) {
            http.send(
                    method + " " + path + " HTTP/1.1",
                    "Host: localhost",
                    "X-Request-Id: abc",
                    "Connection: close",
                    authorization.isEmpty() ? "X-None: 1" : authorization);
            int status = http.status();
            Map<String, String> heads = new TreeMap<>(http.headers());
            heads.put("status", String.valueOf(status));
            heads.remove("date");
            // Of a body that is not sent.
            heads.remove("transfer-encoding");
            String body = http.rest();
            assertThat(body.isEmpty()).as(path).isEqualTo(method.equals("HEAD"));
            return heads;
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DELETE | /api/            | GET, HEAD, OPTIONS",
                "PUT    | /api/v1/imports/ | GET, POST, HEAD, OPTIONS",
                "TRACE  | /api/v1/imports/ | GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS",
                "FOO    | /api/v1/imports/ | GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS"
            })
    void aWrongMethodIsToldTheRightOnes(String method, String path, String allowed)
            throws IOException {
        try (RawHttp http = RawHttp.to(service)) {
            http.send(
                    method + " " + path + " HTTP/1.1",
                    "Host: localhost",
                    "Authorization: Token " + token);
            assertThat(http.status()).isEqualTo(405);
            assertThat(http.json().get("code").asString()).isEqualTo("method_not_allowed");
            assertThat(http.header("allow")).isEqualTo(allowed);
        }
    }

    private static Answer get(@Nullable String as, String path, Map<String, String> headers) {
        return service.call("GET", as, path, BodyPublishers.noBody(), headers);
    }

    private static Answer upload(Map<String, String> headers) {
        return service.call(
                "POST", token, "/api/v1/imports/", BodyPublishers.ofString("x"), headers);
    }

    /** The names of Vary, which may be written either way (RFC 9110, section 5.1). */
    private static Set<String> dependsOn(Answer answer) {
        return Set.of(answer.header("vary").toLowerCase(Locale.ROOT).split(", *"));
    }
}
