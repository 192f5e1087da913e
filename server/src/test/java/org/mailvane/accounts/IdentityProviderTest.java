package org.mailvane.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.IdentityProvider.Returned;
import org.mailvane.accounts.ProviderException.Reason;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.testing.TestClock;

/** What a provider says of itself, and when it is asked. */
class IdentityProviderTest {

    private static final String BACK = "https://vane.example/sign-in/provider/return/";
    private static final String SECRET = "0123456789".repeat(4);

    private static final String DOCUMENT =
            """
            {"issuer": "ISSUER", "authorization_endpoint": "ISSUER/authorize",
             "token_endpoint": "ISSUER/token", "jwks_uri": "ISSUER/keys",
             "subject_types_supported": ["public"], "response_types_supported": ["code"]}
            """;

    private final TestClock clock = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));
    private final AtomicInteger asked = new AtomicInteger();

    private HttpServer server;
    private String issuer;
    private volatile String document = DOCUMENT;
    private volatile int status = 200;

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        issuer = "http://127.0.0.1:" + server.getAddress().getPort();
        server.createContext(
                "/.well-known/openid-configuration",
                exchange -> {
                    asked.incrementAndGet();
                    byte[] body =
                            document.replace("ISSUER", issuer).getBytes(StandardCharsets.UTF_8);
                    exchange.getResponseHeaders().set("Content-Type", "application/json");
                    exchange.sendResponseHeaders(status, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    private IdentityProvider provider(String address, String client) {
        Map<Setting, String> settings = new HashMap<>();
        settings.put(Setting.OIDC_ISSUER, address);
        settings.put(Setting.OIDC_CLIENT_ID, client);
        return new IdentityProvider(SettingsReader.read(settings, Map.of(), null), clock);
    }

    private static ProviderException refused(IdentityProvider provider) {
        return catchThrowableOfType(ProviderException.class, () -> provider.address(SECRET, BACK));
    }

    @Test
    void providerIsAskedWhenItIsNeededAndSometimesAgain() throws ProviderException {
        IdentityProvider provider = provider(issuer, "us");
        assertThat(asked).hasValue(0);
        assertThat(provider.address(SECRET, BACK).toString()).startsWith(issuer + "/authorize?");
        provider.address(SECRET, BACK);
        clock.advance(IdentityProvider.KNOWN_FOR.minusMillis(1));
        provider.address(SECRET, BACK);
        assertThat(asked).hasValue(1);
        clock.advance(Duration.ofMillis(1));
        provider.address(SECRET, BACK);
        assertThat(asked).hasValue(2);
    }

    @Test
    void providerThatDoesNotAnswerIsLeftAloneForAWhile() throws ProviderException {
        IdentityProvider provider = provider(issuer, "us");
        status = 500;
        assertThat(refused(provider).reason()).isEqualTo(Reason.UNAVAILABLE);
        status = 200;
        clock.advance(IdentityProvider.LEFT_ALONE.minusMillis(1));
        assertThat(refused(provider).reason()).isEqualTo(Reason.UNAVAILABLE);
        assertThat(asked).hasValue(1);
        clock.advance(Duration.ofMillis(1));
        provider.address(SECRET, BACK);
        assertThat(asked).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{}",
                "null",
                "{\"issuer\": \"https://evil.example\"}",
                "{\"issuer\": \"ISSUER\"}",
                "{\"issuer\": \"ISSUER/\"}",
                "{\"issuer\": 1}",
                "{\"issuer\": \"ISSUER\", \"authorization_endpoint\": {}}"
            })
    void documentThatSaysSomethingElseIsNotUsed(String text) {
        document = text;
        assertThat(refused(provider(issuer, "us")).reason()).isEqualTo(Reason.UNAVAILABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"authorize", "token", "keys"})
    void everyAddressOfItIsSafe(String endpoint) {
        document = DOCUMENT.replace("ISSUER/" + endpoint, "http://login.example.com/x");
        ProviderException refused = refused(provider(issuer, "us"));
        assertThat(refused.reason()).isEqualTo(Reason.UNAVAILABLE);
        assertThat(refused).hasMessageContaining("is not an https URL");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://login.example.com", "no address", "ftp://127.0.0.1", "https:", "x"})
    void issuerIsAskedByHttpsAlone(String address) {
        assertThat(refused(provider(address, "us")).reason()).isEqualTo(Reason.UNAVAILABLE);
        assertThat(asked).hasValue(0);
    }

    @Test
    void clientThatIsNotSetIsSaid() {
        assertThat(refused(provider(issuer, ""))).hasMessageContaining("MAILVANE_OIDC_CLIENT_ID");
    }

    @Test
    void issuerThatIsPromisedIsMissed() {
        document =
                DOCUMENT.replace(
                        "{\"issuer\"",
                        "{\"authorization_response_iss_parameter_supported\": true, \"issuer\"");
        IdentityProvider provider = provider(issuer, "us");
        String state = catchState(provider);
        ProviderException refused =
                catchThrowableOfType(
                        ProviderException.class,
                        () ->
                                provider.identity(
                                        SECRET, BACK, new Returned("code", state, null, null)));
        assertThat(refused.reason()).isEqualTo(Reason.NOT_OURS);
        assertThat(refused).hasMessageContaining("another issuer");
    }

    private static String catchState(IdentityProvider provider) {
        try {
            String query = provider.address(SECRET, BACK).getRawQuery();
            return query.replaceAll(".*(?:^|&)state=([^&]*).*", "$1");
        } catch (ProviderException failed) {
            throw new AssertionError(failed);
        }
    }

    /** As an evil provider would have it that wants to be taken for another one. */
    @Test
    void tokenOfAnotherIssuerIsNotTaken() throws Exception {
        MockOAuth2Server other = new MockOAuth2Server();
        other.start();
        try {
            clock.advance(Duration.between(clock.instant(), Instant.now()));
            document =
                    DOCUMENT.replace(
                                    "ISSUER/authorize",
                                    other.authorizationEndpointUrl("other").toString())
                            .replace("ISSUER/token", other.tokenEndpointUrl("other").toString())
                            .replace("ISSUER/keys", other.jwksUrl("other").toString());
            IdentityProvider provider = provider(issuer, "us");
            HttpResponse<String> back =
                    HttpClient.newHttpClient()
                            .send(
                                    HttpRequest.newBuilder(provider.address(SECRET, BACK)).build(),
                                    BodyHandlers.ofString());
            String location = back.headers().firstValue("location").orElseThrow();
            Returned returned =
                    new Returned(
                            location.replaceAll(".*[?&]code=([^&]*).*", "$1"),
                            location.replaceAll(".*[?&]state=([^&]*).*", "$1"),
                            null,
                            null);
            ProviderException refused =
                    catchThrowableOfType(
                            ProviderException.class,
                            () -> provider.identity(SECRET, BACK, returned));
            assertThat(refused.reason()).isEqualTo(Reason.NOT_OURS);
            assertThat(refused).hasMessageContaining("iss");
        } finally {
            other.shutdown();
        }
    }

    @Test
    void codeThatIsLongIsNotHandedOn() {
        IdentityProvider provider = provider(issuer, "us");
        String state = catchState(provider);
        ProviderException refused =
                catchThrowableOfType(
                        ProviderException.class,
                        () ->
                                provider.identity(
                                        SECRET,
                                        BACK,
                                        new Returned(
                                                "x".repeat(IdentityProvider.MAX_PARAMETER + 1),
                                                state,
                                                null,
                                                null)));
        assertThat(refused.reason()).isEqualTo(Reason.NOT_OURS);
    }
}
