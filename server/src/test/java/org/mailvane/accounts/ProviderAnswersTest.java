package org.mailvane.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.nimbusds.jose.JWSAlgorithm;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.IdentityProvider.Returned;
import org.mailvane.accounts.ProviderException.Reason;
import org.mailvane.accounts.ScriptedProvider.Canned;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.testing.TestClock;

/** What is believed of a provider's answers, and what is said of those that can't be. */
class ProviderAnswersTest {

    private static final String BACK = "https://vane.example/sign-in/provider/return/";
    private static final String SECRET = "0123456789".repeat(4);

    private final TestClock clock = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));

    private ScriptedProvider provider;
    private IdentityProvider ours;

    @BeforeEach
    void open() throws IOException {
        provider = new ScriptedProvider(clock.instant());
        provider.claims.put("email", "ann@example.com");
        provider.claims.put("email_verified", true);
        ours =
                new IdentityProvider(
                        SettingsReader.read(
                                Map.of(
                                        Setting.OIDC_ISSUER,
                                        provider.issuer(),
                                        Setting.OIDC_CLIENT_ID,
                                        ScriptedProvider.CLIENT,
                                        Setting.OIDC_CLIENT_SECRET,
                                        ScriptedProvider.SECRET_OF_CLIENT),
                                Map.of(),
                                null),
                        clock);
    }

    @AfterEach
    void close() {
        provider.close();
    }

    private ProviderIdentity signIn() throws ProviderException {
        Returned returned = provider.comeBack(ours.address(SECRET, BACK));
        return ours.identity(SECRET, BACK, returned);
    }

    private Reason refused() {
        return catchThrowableOfType(ProviderException.class, this::signIn).reason();
    }

    @Test
    void whoSignsInIsWhoTheTokenSays() throws ProviderException {
        assertThat(signIn())
                .isEqualTo(
                        new ProviderIdentity(
                                provider.issuer(), "subject", "ann@example.com", true));
    }

    @Test
    void keysAreAskedForAgainWhenTheProviderHasOthers() throws ProviderException {
        signIn();
        provider.signing = ScriptedProvider.SECOND_KEY;
        provider.published = List.of(ScriptedProvider.SECOND_KEY);
        assertThat(signIn().subject()).isEqualTo("subject");
        provider.signing = ScriptedProvider.FIRST_KEY;
        assertThat(refused()).as("the key that was taken away").isEqualTo(Reason.NOT_OURS);
    }

    /** HS512 is signed with the octets of the public key, which everybody has. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "HS256", "HS512"})
    void tokenIsSignedByAKeyOfTheProviderAndNothingElse(String algorithm) {
        provider.algorithm = JWSAlgorithm.parse(algorithm);
        assertThat(refused()).isEqualTo(Reason.NOT_OURS);
    }

    @ParameterizedTest
    @CsvSource({
        "iss, https://evil.example",
        "aud, another",
        "nonce, another",
        "nonce, ''",
        "azp, another",
        "sub, ''"
    })
    void tokenIsOfThisProviderForThisSignIn(String claim, String value) {
        provider.claims.put(claim, value);
        assertThat(refused()).isEqualTo(Reason.NOT_OURS);
    }

    /** OpenID Connect Core 1.0, section 2. */
    @Test
    void subjectHasOnlySoManyCharacters() throws ProviderException {
        String longest = "s".repeat(ProviderIdentity.MAX_SUBJECT);
        provider.claims.put("sub", longest);
        assertThat(signIn().subject()).isEqualTo(longest);
        provider.claims.put("sub", longest + "s");
        assertThat(refused()).isEqualTo(Reason.NOT_OURS);
    }

    @Test
    void tokenForSeveralNamesTheOneThatAskedForIt() throws ProviderException {
        provider.claims.put("aud", List.of("another", ScriptedProvider.CLIENT));
        assertThat(refused()).isEqualTo(Reason.NOT_OURS);
        provider.claims.put("azp", ScriptedProvider.CLIENT);
        assertThat(signIn().subject()).isEqualTo("subject");
    }

    /** Claims that no provider makes, and that a broken one might. */
    @Test
    void claimsOfOddFormsAreNoFaultOfOurs() {
        List<String> needed = List.of("sub", "iss", "aud", "exp", "nonce");
        for (String claim : List.of("sub", "iss", "aud", "exp", "nonce", "iat", "email")) {
            for (Object odd : Arrays.asList(null, "x", 1e300, List.of(), Map.of("a", 1), -1L, 1L)) {
                Object before = provider.claims.get(claim);
                provider.claims.put(claim, odd);
                try {
                    ProviderIdentity in = signIn();
                    boolean isSubject = claim.equals("sub") && "x".equals(odd);
                    assertThat(isSubject || !needed.contains(claim))
                            .as("%s %s: %s", claim, odd, in)
                            .isTrue();
                } catch (ProviderException refused) {
                    assertThat(refused.reason()).isIn(Reason.NOT_OURS, Reason.UNAVAILABLE);
                }
                provider.claims.remove(claim);
                if (before != null) {
                    provider.claims.put(claim, before);
                }
            }
        }
    }

    /** A minute, by which clocks may differ. */
    @ParameterizedTest
    @CsvSource({"exp, -59, true", "exp, -61, false", "iat, 59, true", "iat, 61, false"})
    void clocksMayDifferByAMinute(String claim, long seconds, boolean taken)
            throws ProviderException {
        provider.claims.put(claim, clock.instant().plusSeconds(seconds));
        if (claim.equals("exp")) {
            provider.claims.put("iat", clock.instant().minusSeconds(300));
        }
        if (taken) {
            assertThat(signIn().subject()).isEqualTo("subject");
        } else {
            assertThat(refused()).isEqualTo(Reason.NOT_OURS);
        }
    }

    @ParameterizedTest
    @CsvSource({"token, 500", "token, 503", "keys, 500", "keys, 404", "me, 500", "me, 401"})
    void providerThatDoesNotAnswerIsSaidToBeAway(String path, int status) {
        provider.userInfo = true;
        if (path.equals("me")) {
            provider.claims.remove("email");
        }
        provider.canned.put(path, Canned.json(status, ""));
        assertThat(refused()).isEqualTo(Reason.UNAVAILABLE);
        assertThat(provider.asked(path)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"openid-configuration", "token", "keys", "me"})
    void answerThatIsNoneIsNoFaultOfOurs(String path) {
        provider.userInfo = true;
        if (path.equals("me")) {
            provider.claims.remove("email");
        }
        for (String body :
                List.of(
                        "",
                        "null",
                        "[]",
                        "{}",
                        "{",
                        "1",
                        "\"x\"",
                        "<html>",
                        "{\"keys\": 1}",
                        "{\"sub\": \"another\", \"email\": \"eve@example.com\"}",
                        "{\"sub\": {}}",
                        "{\"access_token\": [], \"token_type\": 1}",
                        "{\"access_token\": \"a\", \"token_type\": \"Bearer\"}",
                        "{\"access_token\": \"a\", \"token_type\": \"Bearer\", \"id_token\": \"x\"}")) {
            for (String type : List.of("application/json", "text/html", "a/b;charset=x")) {
                clock.advance(IdentityProvider.LEFT_ALONE);
                provider.canned.put(path, new Canned(200, type, body));
                assertThat(refused())
                        .as("%s %s %s", path, type, body)
                        .isIn(Reason.NOT_OURS, Reason.UNAVAILABLE);
            }
        }
    }

    /**
     * A client that the provider does not know, or another secret: the administrator has to fix it.
     */
    @ParameterizedTest
    @CsvSource({
        "400, invalid_client",
        "401, invalid_client",
        "400, unauthorized_client",
        "400, invalid_request"
    })
    void clientThatIsNotSetUpRightlyIsNoFaultOfThePerson(int status, String error) {
        provider.canned.put("token", Canned.json(status, "{\"error\": \"" + error + "\"}"));
        assertThat(refused()).isEqualTo(Reason.UNAVAILABLE);
    }

    @Test
    void codeThatTheProviderDoesNotKnowIsNotOurs() {
        provider.canned.put("token", Canned.json(400, "{\"error\": \"invalid_grant\"}"));
        assertThat(refused()).isEqualTo(Reason.NOT_OURS);
    }

    /** RFC 6749, section 4.1.2.1. */
    @ParameterizedTest
    @CsvSource({
        "access_denied, DENIED",
        "login_required, DENIED",
        "<script>, DENIED",
        "server_error, UNAVAILABLE",
        "temporarily_unavailable, UNAVAILABLE",
        "unauthorized_client, UNAVAILABLE",
        "invalid_scope, UNAVAILABLE",
        "invalid_request, UNAVAILABLE",
        "unsupported_response_type, UNAVAILABLE"
    })
    void errorThatTheBrowserBringsIsTheProvidersOrThePersons(String error, Reason reason)
            throws ProviderException {
        Returned came = provider.comeBack(ours.address(SECRET, BACK));
        ProviderException refused =
                catchThrowableOfType(
                        ProviderException.class,
                        () ->
                                ours.identity(
                                        SECRET,
                                        BACK,
                                        new Returned(null, came.state(), error, null)));
        assertThat(refused.reason()).isEqualTo(reason);
        assertThat(provider.asked("token")).isZero();
    }

    @Test
    void addressOfUserInfoCountsWhereTheTokenSaysNone() throws ProviderException {
        provider.userInfo = true;
        provider.claims.remove("email");
        provider.claims.remove("email_verified");
        provider.canned.put(
                "me",
                Canned.json(
                        200,
                        "{\"sub\": \"subject\", \"email\": \"bob@example.com\", \"email_verified\": \"true\"}"));
        assertThat(signIn())
                .isEqualTo(
                        new ProviderIdentity(
                                provider.issuer(), "subject", "bob@example.com", true));
        clock.advance(Duration.ofSeconds(1));
        provider.canned.put(
                "me", Canned.json(200, "{\"sub\": \"subject\", \"email\": \"bob@example.com\"}"));
        assertThat(signIn().verified()).isFalse();
    }
}
