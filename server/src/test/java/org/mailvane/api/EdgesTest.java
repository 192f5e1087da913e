package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.Accounts;
import org.mailvane.api.limits.RateLimits;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.ResponseBody;

/** Rate limits and trusted proxies, seen from outside. */
@Tag("slow")
class EdgesTest {

    private static final String ASKED = "/api/v1/asked/";

    @Test
    void aTokenThatHasHadItsCallsIsRefusedWhateverItAsks() {
        try (TestService service = TestService.start(Map.of(Setting.RATE_TOKEN, "4"))) {
            String token = service.account("busy").apiToken();
            String other = service.account("idle").apiToken();
            for (String path : List.of("/api/", "/api/v1/domains/", "/api/v1/nothing/")) {
                assertThat(service.get(token, path).status()).as(path).isNotEqualTo(429);
            }
            assertThat(call(service, "HEAD", token, "/api/", Map.of()).status()).isEqualTo(200);
            for (String path : List.of("/api/", "/api/v1/domains/", "/api/v1/nothing/")) {
                Answer answer = service.get(token, path);
                assertThat(answer.status()).as(path).isEqualTo(429);
                assertThat(answer.json().get("code").asString()).isEqualTo("throttled");
                assertThat(answer.json().get("detail").asString())
                        .startsWith("Request was throttled. Expected available in ");
                assertThat(answer.json().get("request_id").asString())
                        .isEqualTo(answer.header("x-request-id"));
                assertThat(Integer.parseInt(answer.header("retry-after"))).isBetween(1, 60);
            }
            assertThat(service.get(other, "/api/v1/domains/").status()).isEqualTo(200);
            assertThat(service.get(null, "/api/").status()).isEqualTo(200);
            // A wrong token is nobody's.
            for (int call = 0; call < 6; call++) {
                assertThat(service.get("wrong", "/api/").status()).isEqualTo(401);
            }
        }
    }

    @Test
    void whoSendsManyWrongTokensIsRefusedBeforeAnyIsLookedFor() {
        TestClock clock = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));
        try (TestService service =
                TestService.start(
                        Map.of(Setting.TRUSTED_PROXIES, "127.0.0.1"),
                        TestDatabases.migrated(),
                        clock)) {
            String early = service.account("early").apiToken();
            String late = service.account("late").apiToken();
            String wrong = "mvt_" + "0".repeat(40);
            Map<String, String> from = from("203.0.113.5");
            assertThat(call(service, "GET", early, "/api/", from).status()).isEqualTo(200);
            for (int i = 0; i < RateLimits.MAX_WRONG_TOKENS; i++) {
                assertThat(call(service, "GET", wrong, "/api/", from).status()).isEqualTo(401);
            }
            for (String token : List.of(wrong, late)) {
                Answer refused = call(service, "GET", token, "/api/", from);
                assertThat(refused.status()).isEqualTo(429);
                assertThat(refused.header("retry-after")).isEqualTo("60");
            }
            assertThat(call(service, "GET", early, "/api/", from).status())
                    .as("a token that was right before")
                    .isEqualTo(200);
            assertThat(call(service, "GET", null, "/api/", from).status()).isEqualTo(200);
            assertThat(call(service, "GET", late, "/api/", from("203.0.113.6")).status())
                    .isEqualTo(200);
            service.part(Accounts.class).createToken("early@example.com");
            assertThat(call(service, "GET", early, "/api/", from).status())
                    .as("it is revoked")
                    .isEqualTo(401);
            assertThat(call(service, "GET", early, "/api/", from).status()).isEqualTo(429);
            clock.advance(RateLimits.PERIOD);
            assertThat(call(service, "GET", wrong, "/api/", from).status()).isEqualTo(401);
        }
    }

    @Test
    void aNewTokenIsNoWayAroundTheLimit() {
        try (TestService service = TestService.start(Map.of(Setting.RATE_TOKEN, "1"))) {
            Accounts.Created account = service.account("busy");
            assertThat(service.get(account.apiToken(), "/api/").status()).isEqualTo(200);
            String fresh = service.part(Accounts.class).createToken(account.owner().email());
            assertThat(service.get(fresh, "/api/").status()).isEqualTo(429);
        }
    }

    @Test
    void anonymousCallsAreCountedByAddressWhereTheOperationSaysSo() {
        try (TestService service =
                TestService.start(
                        Map.of(
                                Setting.RATE_ANONYMOUS, "2",
                                Setting.TRUSTED_PROXIES, "127.0.0.0/8"))) {
            TestOperations.add(
                    service,
                    new Asked(service.part(Links.class)),
                    "metered",
                    RequestMethod.GET,
                    "/asked");
            String token = service.account("caller").apiToken();
            for (int call = 0; call < 2; call++) {
                assertThat(ask(service, null, "203.0.113.5").status()).isEqualTo(200);
            }
            Answer refused = ask(service, null, "203.0.113.5");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.json().get("code").asString()).isEqualTo("throttled");
            assertThat(Integer.parseInt(refused.header("retry-after"))).isBetween(1, 60);
            // Others, those with a token, and other operations are not concerned.
            assertThat(ask(service, null, "203.0.113.6").status()).isEqualTo(200);
            assertThat(ask(service, token, "203.0.113.5").status()).isEqualTo(200);
            assertThat(call(service, "GET", null, "/api/", from("203.0.113.5")).status())
                    .isEqualTo(200);
            // The addresses of one customer count as one.
            assertThat(ask(service, null, "2001:db8::1").status()).isEqualTo(200);
            assertThat(ask(service, null, "2001:db8::2").status()).isEqualTo(200);
            assertThat(ask(service, null, "2001:db8::3").status()).isEqualTo(429);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/schema/", "/api/docs/"})
    void theDocumentIsCountedByAddress(String path) {
        try (TestService service = TestService.start(Map.of(Setting.RATE_ANONYMOUS, "1"))) {
            assertThat(service.get(null, path).status()).isEqualTo(200);
            assertThat(service.get(null, path).status()).isEqualTo(429);
            assertThat(service.get(service.account("reader").apiToken(), path).status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aStrangerCannotTakeAnotherAddress() {
        try (TestService service = TestService.start(Map.of(Setting.RATE_ANONYMOUS, "2"))) {
            TestOperations.add(
                    service,
                    new Asked(service.part(Links.class)),
                    "metered",
                    RequestMethod.GET,
                    "/asked");
            assertThat(ask(service, null, "203.0.113.5").status()).isEqualTo(200);
            assertThat(ask(service, null, "203.0.113.6").status()).isEqualTo(200);
            assertThat(ask(service, null, "203.0.113.7").status()).isEqualTo(429);
        }
    }

    @Test
    void linksAreThoseThatATrustedProxyNames() {
        try (TestService service =
                TestService.start(Map.of(Setting.TRUSTED_PROXIES, "127.0.0.1"))) {
            String token = service.account("proxied").apiToken();
            Map<String, String> proxied =
                    Map.of(
                            "X-Forwarded-For", "203.0.113.5",
                            "X-Forwarded-Proto", "https",
                            "X-Forwarded-Host", "mail.example.com");
            Answer list = call(service, "GET", token, "/api/v1/domains/", proxied);
            assertThat(list.json().get("_links").get("first").asString())
                    .isEqualTo("https://mail.example.com/api/v1/domains/");
            assertThat(list.header("link"))
                    .startsWith("<https://mail.example.com/api/v1/domains/>");
            // A link that goes to somebody else must not depend on what a request brings along.
            TestOperations.add(
                    service,
                    new Asked(service.part(Links.class)),
                    "mailed",
                    RequestMethod.GET,
                    "/mailed");
            assertThat(
                            call(service, "GET", token, "/api/v1/mailed/", proxied)
                                    .json()
                                    .get("mail")
                                    .asString())
                    .isEqualTo(service.address() + "/reset/1/");
            Answer direct = service.get(token, "/api/v1/domains/");
            assertThat(direct.json().get("_links").get("first").asString())
                    .isEqualTo(service.address() + "/api/v1/domains/");
        }
    }

    @Test
    void aConfiguredPublicUrlGoesBeforeWhatAProxySays() {
        try (TestService service =
                TestService.start(
                        Map.of(
                                Setting.TRUSTED_PROXIES, "127.0.0.1",
                                Setting.PUBLIC_URL, "https://mail.example.com/vane"))) {
            Map<String, String> headers =
                    Map.of("X-Forwarded-Proto", "http", "X-Forwarded-Host", "other.example");
            assertThat(
                            call(service, "GET", null, "/api/", headers)
                                    .json()
                                    .get("domains")
                                    .asString())
                    .isEqualTo("https://mail.example.com/vane/api/v1/domains/");
        }
    }

    @Test
    void nobodyElsesForwardedHeadersCount() {
        try (TestService service =
                TestService.start(Map.of(Setting.TRUSTED_PROXIES, "192.0.2.0/24"))) {
            Map<String, String> headers =
                    Map.of(
                            "X-Forwarded-For", "192.0.2.1",
                            "X-Forwarded-Host", "evil.example",
                            "Forwarded", "for=192.0.2.1;host=evil.example");
            assertThat(
                            call(service, "GET", null, "/api/", headers)
                                    .json()
                                    .get("domains")
                                    .asString())
                    .isEqualTo(service.address() + "/api/v1/domains/");
        }
    }

    @Test
    void hostileForwardedHeadersAreNoError() throws IOException {
        try (TestService service =
                TestService.start(Map.of(Setting.TRUSTED_PROXIES, "127.0.0.1"))) {
            for (String header :
                    List.of(
                            "X-Forwarded-Host: <script>alert(1)</script>",
                            "X-Forwarded-Host: a\u00c2\u0085b",
                            "X-Forwarded-Host: \u00ff\u00fe",
                            "X-Forwarded-Host: " + "a".repeat(12_000),
                            "X-Forwarded-Host: evil.example\tx",
                            "X-Forwarded-For: " + "10.0.0.1,".repeat(1_300),
                            "X-Forwarded-For: " + ",".repeat(12_000),
                            "X-Forwarded-Proto: javascript",
                            "Forwarded: for=\"" + "x".repeat(12_000),
                            "Forwarded: " + "for=a;".repeat(2_000),
                            "Forwarded: " + ";".repeat(12_000))) {
                try (RawHttp http = RawHttp.to(service)) {
                    http.send("GET /api/ HTTP/1.1", "Host: localhost", header);
                    assertThat(http.status()).as(header).isEqualTo(200);
                    assertThat(http.json().get("domains").asString())
                            .as(header)
                            .isEqualTo(service.address() + "/api/v1/domains/");
                }
            }
        }
    }

    private static Answer ask(TestService service, @Nullable String token, String address) {
        return call(service, "GET", token, ASKED, from(address));
    }

    private static Map<String, String> from(String address) {
        return Map.of("X-Forwarded-For", address);
    }

    private static Answer call(
            TestService service,
            String method,
            @Nullable String token,
            String path,
            Map<String, String> headers) {
        return service.call(method, token, path, BodyPublishers.noBody(), headers);
    }

    /** An operation as the inspectors will be. */
    static final class Asked {

        private final Links links;

        Asked(Links links) {
            this.links = links;
        }

        @ApiOperation(action = "mailed", access = Access.PUBLIC, summary = "Links in mails.")
        @ResponseBody
        Map<String, String> mailed() {
            return Map.of("mail", links.inMail("/reset/1"));
        }

        @ApiOperation(
                action = "ask",
                access = Access.PUBLIC,
                summary = "Answers yes.",
                meteredAnonymously = true)
        @ResponseBody
        Map<String, String> metered() {
            return Map.of("answer", "yes");
        }
    }
}
