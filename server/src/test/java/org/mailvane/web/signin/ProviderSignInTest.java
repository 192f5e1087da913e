package org.mailvane.web.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.api.SecurityLines;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;

/** Sign-in by OpenID Connect, against a real provider. */
@Tag("slow")
class ProviderSignInTest {

    private static final String LEAVE = "/sign-in/provider";
    private static final String BACK = "/sign-in/provider/return/";
    private static final String SESSION = "mailvane_session";
    private static final String COOKIE = "mailvane_provider";
    private static final String ISSUER = "mailvane";
    private static final String CLIENT = "our-client";

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static MockOAuth2Server provider;
    private static People people;

    private static int subjects;

    @BeforeAll
    static void open() throws IOException {
        provider = new MockOAuth2Server();
        provider.start();
        Map<Setting, String> settings = settings(provider.issuerUrl(ISSUER).toString());
        settings.put(Setting.TRUSTED_PROXIES, "127.0.0.0/8");
        people = new People(settings);
        // The provider has the machine's clock.
        people.clock.advance(Duration.between(people.clock.instant(), Instant.now()));
    }

    @AfterAll
    static void close() {
        people.close();
        provider.shutdown();
    }

    private static Map<Setting, String> settings(String issuer) {
        return new HashMap<>(
                Map.of(
                        Setting.OIDC_ISSUER, issuer,
                        Setting.OIDC_CLIENT_ID, CLIENT,
                        Setting.OIDC_CLIENT_SECRET, "hush"));
    }

    private static Person converted() {
        Person member = people.member();
        people.givePassword(member);
        convert(member);
        return member;
    }

    private static void convert(Person person) {
        Answer answer =
                people.service.send(
                        "PUT", people.owner.token(), person.path() + "convert-to-sso/", "");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    private static String subject() {
        subjects++;
        return "subject-" + subjects;
    }

    /** What the provider says of whoever comes next. */
    private static void is(String subject, Map<String, Object> claims) {
        provider.enqueueCallback(
                new DefaultOAuth2TokenCallback(
                        ISSUER, subject, "JWT", List.of(CLIENT), claims, 3600));
    }

    private static void is(String subject, String email) {
        is(subject, Map.of("email", email, "email_verified", true));
    }

    /** Where the provider sends a browser back to, as path and query. */
    private static String asked(String address) {
        try {
            HttpResponse<String> answer =
                    HTTP.send(
                            HttpRequest.newBuilder(URI.create(address)).build(),
                            BodyHandlers.ofString());
            String back = answer.headers().firstValue("location").orElseThrow();
            assertThat(back).startsWith(people.service.address() + BACK);
            return back.substring(people.service.address().length());
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    private static Map<String, String> query(String address) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String each : URI.create(address).getRawQuery().split("&", -1)) {
            String[] pair = each.split("=", 2);
            parameters.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
        }
        return parameters;
    }

    private static String with(String address, String name, String value) {
        return address.replaceAll(
                "([?&])" + name + "=[^&]*",
                "$1" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
    }

    private static Browser browser() {
        return new Browser(people.service);
    }

    private static Answer signIn(Browser browser) {
        return browser.get(asked(browser.get(LEAVE).header("location")));
    }

    private static String problem(Answer answer) {
        return Jsoup.parse(answer.text()).select("[role=alert]").text();
    }

    @Test
    void storyOfASignIn() {
        Person member = converted();
        Browser browser = browser();
        String link =
                browser.page("/sign-in?next=/settings/token")
                        .select("a:contains(organisation)")
                        .attr("href");
        Answer leaving = browser.get(link);
        assertThat(leaving.status()).isEqualTo(303);
        assertThat(leaving.header("set-cookie"))
                .startsWith(COOKIE + "=")
                .contains("HttpOnly", "SameSite=Lax", "Max-Age=600");
        String address = leaving.header("location");
        assertThat(address).startsWith(provider.authorizationEndpointUrl(ISSUER).toString());
        Map<String, String> asked = query(address);
        assertThat(asked)
                .containsEntry("response_type", "code")
                .containsEntry("client_id", CLIENT)
                .containsEntry("scope", "openid email")
                .containsEntry("code_challenge_method", "S256")
                .containsEntry("redirect_uri", people.service.address() + BACK);
        assertThat(asked.get("state")).hasSize(43).isNotEqualTo(asked.get("nonce"));
        assertThat(asked.get("code_challenge")).hasSize(43).isNotEqualTo(asked.get("state"));
        assertThat(browser.cookies.get(COOKIE))
                .doesNotContain(asked.get("state"), asked.get("nonce"));

        is(subject(), member.email().toUpperCase(Locale.ROOT));
        Answer in = browser.get(asked(address));
        assertThat(in.status()).as(in.text()).isEqualTo(303);
        assertThat(in.header("location")).isEqualTo("/settings/token");
        assertThat(browser.cookies).containsKey(SESSION).doesNotContainKey(COOKIE);
        assertThat(browser.page("/settings/token").select(".mv-top").text())
                .contains(member.email());
        assertThat(
                        people.service
                                .get(people.owner.token(), member.path())
                                .json()
                                .get("last_login_sso")
                                .asBoolean())
                .isTrue();
    }

    @Test
    void fromThenOnTheSubjectTellsWhoTheyAre() {
        Person member = converted();
        String subject = subject();
        is(subject, member.email());
        assertThat(signIn(browser()).status()).isEqualTo(303);
        is(subject, Map.of());
        assertThat(signIn(browser()).status()).as("without an address").isEqualTo(303);
        Person other = converted();
        is(subject, other.email());
        Browser browser = browser();
        assertThat(signIn(browser).status()).isEqualTo(303);
        assertThat(browser.page("/").select(".mv-top").text())
                .as("whatever address the provider says by now")
                .contains(member.email());

        is(subject(), member.email());
        Answer answer = signIn(browser());
        assertThat(answer.status()).isEqualTo(403);
        assertThat(problem(answer)).contains("is linked to a different identity");
        convert(member);
        is(subject(), member.email());
        assertThat(signIn(browser()).status()).as("linked anew by an admin").isEqualTo(303);
    }

    @Test
    void commandIsTheWayBackToAPassword() {
        Person member = converted();
        String subject = subject();
        is(subject, member.email());
        Browser open = browser();
        assertThat(signIn(open).status()).isEqualTo(303);
        String password = people.service.part(Accounts.class).resetPassword(member.email(), null);
        assertThat(open.get("/settings/token").header("location"))
                .as("what was open")
                .startsWith("/sign-in");
        is(subject, member.email());
        assertThat(problem(signIn(browser()))).contains("No user here signs in");
        assertThat(browser().signIn(member.email(), password).page("/").select(".mv-top").text())
                .contains(member.email());

        convert(member);
        assertThat(
                        browser()
                                .post("/sign-in", "email", member.email(), "password", password)
                                .status())
                .isEqualTo(400);
        is(subject, member.email());
        assertThat(signIn(browser()).status()).as("converted again").isEqualTo(303);
    }

    @Test
    void addressThatIsNotVerifiedLetsNobodyIn() {
        Person member = converted();
        for (Map<String, Object> claims :
                List.<Map<String, Object>>of(
                        Map.of("email", member.email(), "email_verified", false),
                        Map.of("email", member.email()),
                        Map.of("email", member.email(), "email_verified", "no"),
                        Map.of("email_verified", true),
                        Map.of("email", "'; --", "email_verified", true))) {
            is(subject(), claims);
            Browser browser = browser();
            Answer answer = signIn(browser);
            assertThat(answer.status()).as("%s", claims).isEqualTo(403);
            assertThat(problem(answer)).contains("has not verified your email address");
            assertThat(browser.cookies).doesNotContainKey(SESSION);
        }
        assertThat(
                        people.value(
                                "select count(*) from user_identity where user_id = "
                                        + member.id()))
                .isEqualTo("0");
    }

    @Test
    void nobodyBecomesAUserAndWhoHasAPasswordUsesIt() {
        Person password = people.member();
        people.givePassword(password);
        String users = people.value("select count(*) from account_user");
        is(subject(), password.email());
        String withPassword = problem(signIn(browser()));
        assertThat(withPassword).contains("No user here signs in with this identity");
        is(subject(), "stranger@example.com");
        assertThat(problem(signIn(browser()))).as("told the same").isEqualTo(withPassword);
        assertThat(people.value("select count(*) from account_user")).isEqualTo(users);
    }

    @Test
    void whoIsConvertedHasNoPasswordAndWhoIsInvitedComesByTheMailedLink() {
        Person member = converted();
        assertThat(
                        browser()
                                .post(
                                        "/sign-in",
                                        "email",
                                        member.email(),
                                        "password",
                                        People.PASSWORD)
                                .status())
                .isEqualTo(400);
        people.sql("update account_user set is_active = false where id = " + member.id());
        is(subject(), member.email());
        Answer answer = signIn(browser());
        assertThat(answer.status()).isEqualTo(403);
        assertThat(problem(answer)).contains("Open the link in your activation email first");
        assertThat(
                        people.value(
                                "select count(*) from user_identity where user_id = "
                                        + member.id()))
                .isEqualTo("0");
    }

    @Test
    void stateIsThatOfTheBrowserThatBeganIt() {
        Person member = converted();
        Browser victim = browser();
        Browser attacker = browser();
        String mine = asked(attacker.get(LEAVE).header("location"));
        victim.get(LEAVE);
        for (String back :
                List.of(
                        mine,
                        with(mine, "state", "x"),
                        with(mine, "state", ""),
                        BACK,
                        BACK + "?code=x",
                        BACK + "?error=access_denied")) {
            Answer answer = victim.get(back);
            assertThat(answer.status()).as(back).isEqualTo(400);
            assertThat(problem(answer))
                    .contains("does not match a sign-in that this browser started");
        }
        Browser without = browser();
        assertThat(without.get(mine).status()).isEqualTo(400);
        without.cookies.put(COOKIE, "x.%%%");
        assertThat(without.get(mine).status()).isEqualTo(400);
        assertThat(victim.cookies).doesNotContainKey(SESSION);

        is(subject(), member.email());
        assertThat(attacker.get(mine).status()).as("its own browser").isEqualTo(303);
        attacker.get("/");
        Answer again = attacker.get(mine);
        assertThat(again.status()).as("the cookie is gone").isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonce", "code_challenge"})
    void tokenOfAnotherRequestIsNotTaken(String parameter) {
        Browser browser = browser();
        String other =
                Objects.requireNonNull(
                        query(browser().get(LEAVE).header("location")).get(parameter));
        String address = with(browser.get(LEAVE).header("location"), parameter, other);
        if (parameter.equals("nonce")) {
            // Of the other the provider itself says that it is wrong, and makes no token.
            is(subject(), converted().email());
        }
        Answer answer = browser.get(asked(address));
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(problem(answer)).contains("does not match a sign-in that this browser started");
        assertThat(browser.cookies).doesNotContainKey(SESSION);
    }

    @Test
    void tokenIsOfOurProviderForUsAndNotOver() {
        Person member = converted();
        Map<String, Object> claims = Map.of("email", member.email(), "email_verified", true);
        for (DefaultOAuth2TokenCallback callback :
                List.of(
                        new DefaultOAuth2TokenCallback(
                                ISSUER,
                                subject(),
                                "JWT",
                                List.of("another"),
                                Map.of(
                                        "email",
                                        member.email(),
                                        "email_verified",
                                        true,
                                        "aud",
                                        "another"),
                                3600),
                        new DefaultOAuth2TokenCallback(
                                ISSUER, subject(), "JWT", List.of(CLIENT), claims, -3600))) {
            provider.enqueueCallback(callback);
            Browser browser = browser();
            Answer answer = signIn(browser);
            assertThat(answer.status()).as("%d s", callback.tokenExpiry()).isEqualTo(400);
            assertThat(browser.cookies).doesNotContainKey(SESSION);
        }
    }

    @Test
    void answerOfAnotherIssuerIsNotTaken() {
        Person member = converted();
        Browser browser = browser();
        String back = asked(browser.get(LEAVE).header("location"));
        assertThat(problem(browser.get(back + "&iss=https%3A%2F%2Fevil.example")))
                .contains("does not match a sign-in that this browser started");
        is(subject(), member.email());
        assertThat(
                        browser.get(
                                        back
                                                + "&iss="
                                                + URLEncoder.encode(
                                                        provider.issuerUrl(ISSUER).toString(),
                                                        StandardCharsets.UTF_8))
                                .status())
                .isEqualTo(303);
    }

    @Test
    void refusalOfTheProviderIsSaidAndNothingOfItShown() {
        Browser browser = browser();
        String state = query(browser.get(LEAVE).header("location")).get("state");
        Answer answer =
                browser.get(
                        BACK
                                + "?error=access_denied&error_description=%3Cscript%3E&state="
                                + state);
        assertThat(answer.status()).isEqualTo(403);
        assertThat(problem(answer)).contains("refused the sign-in");
        assertThat(answer.text()).doesNotContain("access_denied", "&lt;script");
    }

    /** A failure of the provider does not count as a failed sign-in: it has a separate figure. */
    @Test
    void failureOfTheProviderIsCountedAsTheProviders() {
        double failed = counted("provider_failed");
        double refused = counted("sign_in_failed");
        Browser browser = browser();
        String state = query(browser.get(LEAVE).header("location")).get("state");
        Answer answer = browser.get(BACK + "?error=temporarily_unavailable&state=" + state);
        assertThat(answer.status()).isEqualTo(502);
        assertThat(counted("provider_failed")).isEqualTo(failed + 1);
        assertThat(browser.get(BACK + "?error=access_denied&state=" + state).status())
                .isEqualTo(403);
        assertThat(counted("provider_failed")).isEqualTo(failed + 1);
        assertThat(counted("sign_in_failed")).isEqualTo(refused);
    }

    private static double counted(String event) {
        return people.service
                .part(MeterRegistry.class)
                .get("mailvane.security.events")
                .tag("event", event)
                .counter()
                .count();
    }

    @Test
    void nobodyIsSentAwayFromHereAfterwards() {
        Person member = converted();
        String subject = subject();
        Browser browser = browser();
        String address =
                browser.get(LEAVE + "?next=https%3A%2F%2Fevil.example%2F").header("location");
        is(subject, member.email());
        assertThat(browser.get(asked(address)).header("location")).isEqualTo("/");

        Browser changed = browser();
        String back = asked(changed.get(LEAVE).header("location"));
        String secret = Objects.requireNonNull(changed.cookies.get(COOKIE)).split("\\.", -1)[0];
        changed.cookies.put(COOKIE, secret + ".Ly9ldmlsLmV4YW1wbGU");
        is(subject, member.email());
        assertThat(changed.get(back).header("location")).isEqualTo("/");
    }

    @Test
    void sessionIsNewWhateverTheBrowserCameWith() {
        Person member = converted();
        Person other = people.member();
        people.givePassword(other);
        Browser browser = browser().signIn(other.email(), People.PASSWORD);
        String before = browser.cookies.get(SESSION);
        is(subject(), member.email());
        assertThat(signIn(browser).status()).isEqualTo(303);
        assertThat(browser.cookies.get(SESSION)).isNotEqualTo(before);
        browser.cookies.put(SESSION, before);
        assertThat(browser.get("/").status()).as("the one before has ended").isEqualTo(303);
    }

    @Test
    void tooManyReturnsAreRefusedForAWhile() {
        Person member = converted();
        String subject = subject();
        is(subject, member.email());
        assertThat(signIn(browser().with("X-Forwarded-For", "10.9.9.9")).status())
                .as("one that does not count")
                .isEqualTo(303);
        Browser browser = browser().with("X-Forwarded-For", "10.9.9.9");
        for (int i = 0; i < 100; i++) {
            assertThat(browser.get(BACK).status()).isEqualTo(400);
        }
        Answer answer = browser.get(BACK);
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.header("retry-after")).isEqualTo("900");
        assertThat(problem(answer)).contains("Wait 15 minutes");
    }

    @Test
    void securityLogHasWhoCameInAndWhoDidNot() {
        Person member = converted();
        try (SecurityLines noted = new SecurityLines()) {
            Browser browser = browser().with("X-Forwarded-For", "10.9.9.8");
            is(subject(), "nobody@example.com");
            assertThat(signIn(browser).status()).isEqualTo(403);
            assertThat(browser.get(BACK).status()).isEqualTo(400);
            is(subject(), member.email());
            assertThat(signIn(browser).status()).isEqualTo(303);
            assertThat(noted.all())
                    .filteredOn(line -> line.contains("10.9.9.8") && !line.contains("=refused"))
                    .containsExactly(
                            "event=sign_in_failed email=nobody@example.com address=10.9.9.8 by=provider",
                            "event=signed_in email=%s address=10.9.9.8 by=provider"
                                    .formatted(member.email()));
        }
    }

    @Test
    void whoWasDeletedIsNobodyAndWhoComesBackIsLinkedAgain() {
        Person member = converted();
        String subject = subject();
        is(subject, member.email());
        Browser open = browser();
        assertThat(signIn(open).status()).isEqualTo(303);
        assertThat(people.service.send("DELETE", people.owner.token(), member.path(), "").status())
                .isEqualTo(204);
        assertThat(open.get("/settings/token").header("location")).startsWith("/sign-in");
        is(subject, member.email());
        assertThat(problem(signIn(browser()))).contains("No user here signs in");
    }

    @Test
    void returnThatIsReplayedLetsNobodyIn() {
        Person member = converted();
        Browser browser = browser();
        String back = asked(browser.get(LEAVE).header("location"));
        is(subject(), member.email());
        assertThat(browser.get(back).status()).isEqualTo(303);
        browser.cookies.remove(SESSION);
        assertThat(browser.get(back).status()).isEqualTo(400);
        assertThat(browser.cookies).doesNotContainKey(SESSION);
    }

    @Test
    void providerThatIsDownDoesNotKeepTheServiceFromStarting() throws IOException {
        String issuer;
        try (ServerSocket free = new ServerSocket(0)) {
            issuer = "http://127.0.0.1:" + free.getLocalPort();
        }
        try (People own = new People(settings(issuer))) {
            own.givePassword(own.owner);
            Browser browser = new Browser(own.service);
            Answer answer = browser.get(LEAVE + "?next=/settings/token");
            assertThat(answer.status()).isEqualTo(502);
            assertThat(problem(answer)).contains("The identity provider does not respond");
            assertThat(browser.cookies).doesNotContainKey(COOKIE);
            assertThat(browser.get("/sign-in").status()).isEqualTo(200);
            browser.signIn(own.owner.email(), People.PASSWORD);
        }
    }
}
