package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** What is wrong with a request's path, parameters and headers is said in words that help. */
class RequestHeadTest {

    private static final String DOMAINS = "/api/v1/domains/";

    private static TestService service;
    private static String token;
    private static long user;
    private static long domain;

    @BeforeAll
    static void start() {
        service = TestService.shared();
        Accounts.Created owner = service.account("asker");
        token = owner.apiToken();
        user =
                service.send("POST", token, "/api/v1/users/", "{\"email\": \"ann@example.com\"}")
                        .json()
                        .get("id")
                        .asLong();
        DomainName name = new DomainName("head.example");
        service.part(DomainDiscovery.class)
                .discover(owner.account().scope(), List.of(new Sighting(name, Set.of(name))), true);
        domain = service.get(token, DOMAINS).json().get("results").get(0).get("id").asLong();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void anIdIsDigits() {
        assertThat(service.get(token, "/api/v1/users/" + user + "/").status()).isEqualTo(200);
        assertThat(service.get(token, DOMAINS + domain + "/").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"+%d", "-%d", "%%20%d", "%d%%20", "%%23%d", "0x%x", "0%%58%x"})
    void whatIsReadAsANumberElsewhereIsNoId(String form) {
        assertNoId("/api/v1/users/" + form.formatted(user) + "/");
        assertNoId(DOMAINS + form.formatted(domain) + "/");
    }

    @Test
    void digitsOfOtherScriptsAreNoId() {
        assertNoId("/api/v1/users/" + fullWidth(user) + "/");
        assertNoId(DOMAINS + fullWidth(domain) + "/");
    }

    private static void assertNoId(String path) {
        Answer answer = service.get(token, path);
        assertThat(answer.status()).as(path).isEqualTo(404);
        assertThat(answer.json().get("code").asString()).isEqualTo("not_found");
    }

    private static String fullWidth(long id) {
        StringBuilder encoded = new StringBuilder();
        for (char digit : String.valueOf(id).toCharArray()) {
            encoded.append("%%EF%%BC%%%02X".formatted(0x90 + digit - '0'));
        }
        return encoded.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/problem+json",
                "application/problem+json, */*;q=0.1",
                "application/json;q=0.2, application/problem+json"
            })
    void whoWantsProblemsAsSuchGetsOtherAnswersAsJson(String accept) {
        Map<String, String> header = Map.of("Accept", accept);
        for (String path : new String[] {DOMAINS, DOMAINS + domain + "/", "/api/"}) {
            Answer answer = service.call("GET", token, path, BodyPublishers.noBody(), header);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("content-type")).isEqualTo("application/json");
        }
        Answer problem =
                service.call("GET", token, DOMAINS + "0/", BodyPublishers.noBody(), header);
        assertThat(problem.status()).isEqualTo(404);
        assertThat(problem.header("content-type")).isEqualTo("application/problem+json");
    }

    @ParameterizedTest
    @CsvSource({
        "gzip, /api/v1/domains/delete/, application/json",
        "br, /api/v1/domain-groups/, application/json",
        "'identity, gzip', /api/v1/imports/, application/xml",
        "gzip, /setup/abc/, application/x-www-form-urlencoded"
    })
    void aCompressedBodyIsRefused(String encoding, String path, String type) {
        Answer answer = encoded(encoding, path, type);
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.header("accept-encoding")).isEqualTo("identity");
        assertThat(answer.json().get("code").asString()).isEqualTo("unsupported_media_type");
        assertThat(answer.json().get("detail").asString())
                .contains(
                        "\"" + encoding + "\"",
                        "send the body uncompressed, without the header Content-Encoding");
    }

    @Test
    void aBodyThatIsAsItIsMaySaySo() {
        assertThat(encoded("Identity", "/api/v1/domains/delete/", "application/json").status())
                .isNotEqualTo(415);
    }

    private static Answer encoded(String encoding, String path, String type) {
        Map<String, String> headers = new HashMap<>(Browser.formHeaders(service));
        headers.put("Content-Type", type);
        headers.put("Content-Encoding", encoding);
        return service.call("POST", token, path, BodyPublishers.ofString("{}"), headers);
    }

    @ParameterizedTest
    @CsvSource({"a=%ff, a=%ff", "a=1&b=%zz, b=%zz", "%, %", "a=%c3%28, a=%c3%28", "%e4=1, %e4=1"})
    void aParameterThatCannotBeReadIsNamed(String query, String named) throws IOException {
        JsonNode problem = refused(DOMAINS + "?" + query);
        assertThat(problem.get("code").asString()).isEqualTo("parse_error");
        assertThat(problem.get("detail").asString())
                .contains("\"" + named + "\"", "must be percent-encoded UTF-8");
    }

    @Test
    void thereMayBeSoManyParameters() throws IOException {
        String most = DOMAINS + "?" + "a=1&".repeat(ApiConfiguration.MAX_PARAMETERS - 1) + "a=1";
        assertThat(service.get(token, most).status()).isEqualTo(200);
        JsonNode problem = refused(most + "&a=1");
        assertThat(problem.get("code").asString()).isEqualTo("parse_error");
        assertThat(problem.get("detail").asString())
                .isEqualTo("The query has 1001 parameters. At most 1000.");
    }

    @Test
    void aFormThatCannotBeReadIsToldTheRules() {
        Map<String, String> headers = new HashMap<>(Browser.formHeaders(service));
        headers.put("Content-Type", "application/x-www-form-urlencoded");
        Answer answer =
                service.call(
                        "POST", null, "/setup/abc/", BodyPublishers.ofString("name=%ff"), headers);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("detail").asString())
                .contains("percent-encoded UTF-8", "at most 1000");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/domains;a=1/, ;",
        "/api/v1//domains/, //",
        "/api/v1/domains%2f1/, %2f",
        "/api/v1/domains%00/, %00",
        "/api/v1/domains%3B/, %3b",
        "/api/v1/domains%5c/, %5c",
        "/api/v1/domains%25/, %25",
        "/api/v1/domains%0a/, %0a"
    })
    void whatNoPathHoldsIsNamed(String path, String named) throws IOException {
        assertThat(refused(path).get("detail").asString())
                .isEqualTo("The path contains \"" + named + "\", which is not allowed.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/%zz/", "/api/v1/%ff/", "/api/v1/%/"})
    void aPathThatIsNotEncodedIsToldTheRule(String path) throws IOException {
        assertThat(refused(path).get("detail").asString())
                .contains("\"" + path + "\"", "must be percent-encoded UTF-8");
    }

    @Test
    void aFormWithoutATypeIsToldThatItHasNone() throws IOException {
        Map<String, String> form = Browser.formHeaders(service);
        try (RawHttp http = RawHttp.to(service)) {
            http.send(
                    "POST /setup/abc/ HTTP/1.1",
                    "Host: localhost",
                    "Cookie: " + form.get("Cookie"),
                    "X-CSRF-TOKEN: " + form.get("X-CSRF-TOKEN"),
                    "Content-Length: 3",
                    "",
                    "a=b");
            assertThat(http.status()).isEqualTo(415);
            assertThat(http.json().get("detail").asString())
                    .isEqualTo(
                            "The request body has no media type: the header Content-Type must be"
                                    + " application/x-www-form-urlencoded.");
        }
    }

    private static JsonNode refused(String path) throws IOException {
        try (RawHttp http = RawHttp.to(service)) {
            http.send(
                    "GET " + path + " HTTP/1.1",
                    "Host: localhost",
                    "Authorization: Token " + token);
            assertThat(http.status()).isEqualTo(400);
            return http.json();
        }
    }
}
