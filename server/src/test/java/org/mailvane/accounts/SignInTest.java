package org.mailvane.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.People.Person;
import org.mailvane.accounts.SignIns.Outcome;
import org.mailvane.api.Caller;
import org.mailvane.api.TokenVerifier.Verdict;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.text.Language;

/** Signing in: who may, for how long, and what ends a session. */
class SignInTest {

    private static People people;
    private static SignIns signIns;
    private static Sessions sessions;

    private static int addresses;

    @BeforeAll
    static void open() {
        people =
                new People(
                        Map.of(
                                Setting.OIDC_ISSUER, "https://id.example",
                                Setting.OIDC_CLIENT_ID, "x",
                                Setting.OIDC_CLIENT_SECRET, "y"));
        signIns = people.service.part(SignIns.class);
        sessions = people.service.part(Sessions.class);
    }

    @AfterAll
    static void close() {
        people.close();
    }

    @Test
    void whoKnowsThePasswordIsInAndThatIsNoted() {
        Person member = withPassword();
        String secret = in(member.email().toUpperCase(Locale.ROOT) + " ", People.PASSWORD);
        assertThat(secret).matches("[0-9a-z]{40}");
        Sessions.Visitor visitor = sessions.find(secret).orElseThrow();
        assertThat(visitor.session().email()).isEqualTo(member.email());
        assertThat(visitor.session().browser()).isEqualTo("Test 1.0");
        assertThat(visitor.verdict()).isInstanceOf(Verdict.Valid.class);
        assertThat(caller(secret).userId()).isEqualTo(member.id());
        assertThat(
                        people.service
                                .get(people.owner.token(), member.path())
                                .json()
                                .get("last_login")
                                .asString())
                .isEqualTo(people.clock.instant().toString());
    }

    @Test
    void onlyAHashOfTheSecretIsStored() {
        Person member = withPassword();
        String secret = in(member.email(), People.PASSWORD);
        assertThat(
                        people.value(
                                "select encode(secret_hash, 'hex') = encode(sha256('%s'), 'hex') from web_session where user_id = %d"
                                        .formatted(secret, member.id())))
                .isEqualTo("true");
        assertThat(people.value("select string_agg(s::text, '') from web_session s"))
                .doesNotContain(secret);
    }

    @Test
    void nobodyElseGetsInAndAllAreToldTheSame() {
        Person member = withPassword();
        Person sso = withPassword();
        people.service.send("PUT", people.owner.token(), sso.path() + "convert-to-sso/", "");
        Person inactive = withPassword();
        people.sql("update account_user set is_active = false where id = " + inactive.id());
        Person none = people.member();
        assertThat(signIns.signIn(member.email(), "wrong password", client()))
                .isEqualTo(new Outcome.Wrong());
        for (String email :
                List.of(
                        sso.email(),
                        inactive.email(),
                        none.email(),
                        "nobody@example.com",
                        "",
                        "\0",
                        "x".repeat(100_000))) {
            assertThat(signIns.signIn(email, People.PASSWORD, client()))
                    .as(email)
                    .isEqualTo(new Outcome.Wrong());
        }
        assertThat(signIns.signIn(member.email(), "x".repeat(Passwords.MAX_LENGTH + 1), client()))
                .isEqualTo(new Outcome.Wrong());
    }

    @Test
    void unknownUserTakesAsMuchAsAWrongPassword() {
        try (TestService service =
                TestService.start(
                        Map.of(),
                        TestDatabases.migrated(),
                        people.clock,
                        PasswordCost.PRODUCTION)) {
            Accounts.Created created = service.account("Example");
            String email = created.owner().email();
            service.part(Accounts.class).resetPassword(email, People.PASSWORD);
            SignIns costly = service.part(SignIns.class);
            // What a hash works on is nearly all that a sign-in takes, and unlike time does not
            // depend on what else this machine does.
            long wrong = memory(costly, email);
            long unknown = memory(costly, "nobody@example.com");
            assertThat(wrong).isGreaterThan(10_000_000);
            assertThat(unknown).isCloseTo(wrong, Percentage.withPercentage(10));
        }
    }

    /** Bytes that a sign-in with a wrong password takes where passwords are hashed. */
    private static long memory(SignIns signIns, String email) {
        long before = allocated();
        signIns.signIn(email, "wrong password", client());
        return allocated() - before;
    }

    private static long allocated() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread ->
                        thread != null && thread.getThreadName().startsWith(HashingThreads.NAME))
                .mapToLong(thread -> threads.getThreadAllocatedBytes(thread.getThreadId()))
                .sum();
    }

    @Test
    void tooManyTriesAreToldTheSameOfEverybody() {
        Person member = withPassword();
        for (String email : List.of(member.email(), people.email())) {
            Client client = client();
            for (int i = 0; i < SignInLimits.BY_BOTH; i++) {
                assertThat(signIns.signIn(email, "wrong password", client))
                        .isEqualTo(new Outcome.Wrong());
            }
            assertThat(signIns.signIn(email, People.PASSWORD, client))
                    .isEqualTo(new Outcome.Throttled(SignInLimits.WINDOW.toSeconds()));
        }
        assertThat(signIns.signIn(member.email(), People.PASSWORD, client()))
                .as("from elsewhere")
                .isInstanceOf(Outcome.In.class);
    }

    @Test
    void strangersLockNobodyOutOfABrowserThatIsKnown() {
        Person member = withPassword();
        List<String> secrets = known(member, List.of());
        lockOut(member);
        assertThat(signIns.signIn(member.email(), People.PASSWORD, client()))
                .as("a browser that nobody knows")
                .isInstanceOf(Outcome.Throttled.class);
        Outcome in = signIns.signIn(member.email(), People.PASSWORD, client(secrets));
        assertThat(in).isInstanceOf(Outcome.In.class);
        List<String> fresh = ((Outcome.In) in).browser();
        assertThat(fresh).isNotEqualTo(secrets).hasSize(1);
        assertThat(signIns.signIn(member.email(), People.PASSWORD, client(secrets)))
                .as("by the secret before")
                .isInstanceOf(Outcome.Throttled.class);
        for (int i = 0; i < SignInLimits.BY_BROWSER; i++) {
            assertThat(signIns.signIn(member.email(), "wrong password", client(fresh)))
                    .isEqualTo(new Outcome.Wrong());
        }
        assertThat(signIns.signIn(member.email(), People.PASSWORD, client(fresh)))
                .as("too many from there")
                .isEqualTo(new Outcome.Throttled(SignInLimits.WINDOW.toSeconds()));
    }

    @Test
    void browserIsKnownToItsUsersAndToNobodyElse() {
        Person ann = withPassword();
        Person bob = withPassword();
        Person eve = withPassword();
        List<String> of = known(bob, known(ann, List.of()));
        assertThat(of).hasSize(2);
        lockOut(ann);
        lockOut(bob);
        lockOut(eve);
        assertThat(signIns.signIn(eve.email(), People.PASSWORD, client(of)))
                .isInstanceOf(Outcome.Throttled.class);
        assertThat(signIns.signIn(ann.email(), People.PASSWORD, client(of)))
                .isInstanceOf(Outcome.In.class);
        assertThat(signIns.signIn(bob.email(), People.PASSWORD, client(of)))
                .isInstanceOf(Outcome.In.class);
    }

    @Test
    void browsersAreForgottenInTimeByANewPasswordAndBeyondTheirNumber() {
        Person member = withPassword();
        List<String> first = known(member, List.of());
        for (int i = 0; i < KnownBrowsers.MAX_OF_USER; i++) {
            people.clock.advance(Duration.ofMillis(1));
            known(member, List.of());
        }
        User user = people.service.part(UserTable.class).findByEmail(member.email()).orElseThrow();
        KnownBrowsers browsers = people.service.part(KnownBrowsers.class);
        assertThat(browsers.find(user, first)).isEmpty();
        List<String> last = known(member, List.of());
        assertThat(browsers.find(user, last)).isPresent();
        people.givePassword(member);
        assertThat(browsers.find(user, last)).isEmpty();
        List<String> again = known(member, List.of("no secret", "x".repeat(40)));
        people.clock.advance(KnownBrowsers.LIFETIME);
        assertThat(browsers.find(user, again)).isEmpty();
        browsers.run(new StopSign(() -> false));
        assertThat(
                        people.value(
                                "select count(*) from known_browser where user_id = "
                                        + member.id()))
                .isEqualTo("0");
    }

    @Test
    void browserOfMoreUsersThanItKnowsForgetsTheOldest() {
        List<String> secrets = List.of();
        for (int i = 0; i <= KnownBrowsers.MAX_USERS; i++) {
            secrets = known(withPassword(), secrets);
        }
        assertThat(secrets).hasSize(KnownBrowsers.MAX_USERS);
    }

    @Test
    void hashThatCostsLessIsReplacedAtTheNextSignIn() {
        Person member = withPassword();
        String old = new Passwords(new PasswordCost(32, 1)).hash(People.PASSWORD);
        people.sql(
                "update account_user set password_hash = '%s' where id = %d"
                        .formatted(old, member.id()));
        in(member.email(), People.PASSWORD);
        assertThat(people.value("select password_hash from account_user where id = " + member.id()))
                .startsWith("$argon2id$v=19$m=64,");
        in(member.email(), People.PASSWORD);
    }

    @Test
    void tooManyPasswordsAtOnceAreRefusedAsBusyAndLockNobodyOut() throws Exception {
        Person member = withPassword();
        HashingThreads threads = people.service.part(Passwords.class).threads;
        CountDownLatch hold = new CountDownLatch(1);
        int places = HashingThreads.MAX_WAITING + HashingThreads.MAX_THREADS;
        try (var requests = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                for (int i = 0; i < places; i++) {
                    requests.submit(() ->
                            threads.run(
                                    HashingThreads.Rank.STRANGER,
                                    () -> {
                                        hold(hold);
                                        return "";
                                    }));
                }
                Awaiting.until(
                        "all wait",
                        Duration.ofSeconds(20),
                        () -> threads.waiting() == HashingThreads.MAX_WAITING);
                for (int i = 0; i <= SignInLimits.BY_USER; i++) {
                    assertThat(signIns.signIn(member.email(), People.PASSWORD, client()))
                            .isEqualTo(new Outcome.Busy(HashingThreads.RETRY_SECONDS));
                }
                Answer page =
                        new Browser(people.service)
                                .post(
                                        "/sign-in",
                                        "email",
                                        member.email(),
                                        "password",
                                        "x".repeat(12));
                assertThat(page.status()).isEqualTo(503);
                assertThat(page.header("retry-after")).isEqualTo("5");
                assertThat(page.text()).contains("Too many users are signing in");
                assertThat(people.service.get(null, "/readyz").status()).isEqualTo(200);
            } finally {
                // Whatever fails, the threads are of all tests.
                hold.countDown();
            }
        }
        in(member.email(), People.PASSWORD);
    }

    private static void hold(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    /** Has somebody sign in with a browser; answers what it is known by then. */
    private static List<String> known(Person person, List<String> secrets) {
        if (signIns.signIn(person.email(), People.PASSWORD, client(secrets))
                instanceof Outcome.In in) {
            return in.browser();
        }
        throw new AssertionError(person.email());
    }

    /** Tries wrong passwords from everywhere until nobody is listened to any more. */
    private static void lockOut(Person person) {
        for (int i = 0; i < SignInLimits.BY_USER; i++) {
            signIns.signIn(person.email(), "wrong password", client());
        }
        people.clock.advance(SignInLimits.INSTALLATION_WINDOW);
    }

    @Test
    void sessionEndsWhenItIsNotUsed() {
        Person member = withPassword();
        String secret = in(member.email(), People.PASSWORD);
        Duration almost = Session.IDLE.minusMillis(1);
        people.clock.advance(almost);
        assertThat(sessions.find(secret)).isPresent();
        people.clock.advance(almost);
        assertThat(sessions.find(secret)).as("it was used in between").isPresent();
        people.clock.advance(Session.IDLE);
        assertThat(sessions.find(secret)).isEmpty();
    }

    @Test
    void sessionEndsAfterItsTimeHoweverMuchItIsUsed() {
        Person member = withPassword();
        String secret = in(member.email(), People.PASSWORD);
        Duration step = Session.IDLE.dividedBy(2);
        long steps = Session.LIFETIME.dividedBy(step);
        for (int i = 1; i < steps; i++) {
            people.clock.advance(step);
            assertThat(sessions.find(secret)).isPresent();
        }
        people.clock.advance(step);
        assertThat(sessions.find(secret)).isEmpty();
    }

    @Test
    void useIsNotedOnceAMinute() {
        Person member = withPassword();
        String secret = in(member.email(), People.PASSWORD);
        String begun = people.clock.instant().toString();
        people.clock.advance(Session.NOTED_EVERY.minusMillis(1));
        sessions.find(secret);
        assertThat(sessions.find(secret).orElseThrow().session().lastSeen()).hasToString(begun);
        people.clock.advance(Duration.ofMillis(1));
        sessions.find(secret);
        assertThat(sessions.find(secret).orElseThrow().session().lastSeen())
                .isEqualTo(people.clock.instant());
    }

    @Test
    void oneSessionTooManyEndsTheOneThatWasNotUsedForLongest() {
        Person member = withPassword();
        String first = in(member.email(), People.PASSWORD);
        people.clock.advance(Duration.ofSeconds(1));
        String second = in(member.email(), People.PASSWORD);
        for (int i = 2; i < Session.MAX_OF_USER; i++) {
            people.clock.advance(Duration.ofSeconds(1));
            in(member.email(), People.PASSWORD);
        }
        people.clock.advance(Session.NOTED_EVERY);
        assertThat(sessions.find(first)).isPresent();
        String last = in(member.email(), People.PASSWORD);
        assertThat(sessions.find(first)).as("used since").isPresent();
        assertThat(sessions.find(second)).isEmpty();
        assertThat(sessions.list(caller(last))).hasSize(Session.MAX_OF_USER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a changed password",
                "a reset password",
                "a password by the command line",
                "a conversion to single sign-on",
                "no longer being active",
                "being deleted"
            })
    void sessionsAreEndedBy(String way) {
        Person member = withPassword();
        String secret = in(member.email(), People.PASSWORD);
        assertThat(sessions.find(secret)).isPresent();
        switch (way) {
            case "a changed password" ->
                    people.service.send(
                            "POST",
                            member.token(),
                            member.path() + "password-change/",
                            """
                            {"password_old": "%s", "password": "third phrase", "password_confirm": "third phrase"}
                            """
                                    .formatted(People.PASSWORD));
            case "a reset password" -> {
                people.service.send(
                        "POST", people.owner.token(), member.path() + "password-reset/", "");
                String link = people.mails.awaitLast(member.email(), 2).link();
                people.post(link, "password", "third phrase", "confirm", "third phrase");
            }
            case "a password by the command line" ->
                    people.service.part(Accounts.class).resetPassword(member.email(), null);
            case "a conversion to single sign-on" ->
                    people.service.send(
                            "PUT", people.owner.token(), member.path() + "convert-to-sso/", "");
            case "no longer being active" ->
                    people.sql(
                            "update account_user set is_active = false where id = " + member.id());
            case "being deleted" ->
                    people.service.send("DELETE", people.owner.token(), member.path(), "");
            default -> throw new AssertionError(way);
        }
        assertThat(sessions.find(secret)).isEmpty();
    }

    @Test
    void changedPasswordBeginsASessionInPlaceOfAllOthers() {
        Person member = withPassword();
        String other = in(member.email(), People.PASSWORD);
        String here = in(member.email(), People.PASSWORD);
        Caller caller = caller(here);
        assertThatThrownBy(() ->
                        signIns.changePassword(
                                caller, "wrong", "third phrase", "third phrase", client()))
                .isInstanceOf(ApiProblem.class);
        assertThat(sessions.find(other)).isPresent();
        String fresh =
                signIns.changePassword(
                                caller, People.PASSWORD, "third phrase", "third phrase", client())
                        .secret();
        assertThat(sessions.find(fresh)).isPresent();
        assertThat(sessions.find(here)).isEmpty();
        assertThat(sessions.find(other)).isEmpty();
        assertThat(signIns.signIn(member.email(), "third phrase", client()))
                .isInstanceOf(Outcome.In.class);
    }

    @Test
    void sessionIsEndedByItsUserAlone() {
        Person member = withPassword();
        Person other = withPassword();
        String mine = in(member.email(), People.PASSWORD);
        long id = sessions.find(mine).orElseThrow().session().id();
        assertThat(sessions.end(caller(in(other.email(), People.PASSWORD)), id)).isFalse();
        assertThat(sessions.find(mine)).isPresent();
        assertThat(sessions.end(caller(mine), id)).isTrue();
        assertThat(sessions.find(mine)).isEmpty();
    }

    @Test
    void sessionsThatAreOverAreForgotten() {
        Person member = withPassword();
        in(member.email(), People.PASSWORD);
        people.clock.advance(Session.IDLE);
        String fresh = in(member.email(), People.PASSWORD);
        sessions.run(new StopSign(() -> false));
        assertThat(people.value("select count(*) from web_session where user_id = " + member.id()))
                .isEqualTo("1");
        assertThat(sessions.find(fresh)).isPresent();
    }

    @Test
    void secretsOfOtherFormsAreNotLookedFor() {
        for (String secret : List.of("", "x", "' or 1=1", "A".repeat(40), "0".repeat(40))) {
            assertThat(sessions.find(secret)).isEqualTo(Optional.empty());
        }
    }

    @Test
    void whoForgotTheirPasswordIsMailedALinkAndNobodyElse() {
        Person member = withPassword();
        Person sso = withPassword();
        people.service.send("PUT", people.owner.token(), sso.path() + "convert-to-sso/", "");
        String invited = people.email();
        people.invited(invited);
        people.mails.await(invited, 1);
        for (String email : List.of(sso.email(), invited, "nobody@example.com", member.email())) {
            assertThat(signIns.forgotten(" " + email, client())).isZero();
        }
        // They are worked one after the other, so that this one comes last.
        String link = people.mails.awaitLast(member.email(), 2).link();
        assertThat(link).contains("/reset/");
        assertThat(
                        people.value(
                                "select count(*) from one_time_link where purpose = 'reset' and user_id = "
                                        + sso.id()))
                .isEqualTo("0");
        assertThat(people.mails.await(invited, 1)).hasSize(1);
    }

    @Test
    void wishesOfOneAddressEnd() {
        Client client = client();
        for (int i = 0; i < SignIns.MAX_WISHES; i++) {
            assertThat(signIns.forgotten("nobody@example.com", client)).isZero();
        }
        assertThat(signIns.forgotten("nobody@example.com", client))
                .isEqualTo(SignIns.WISHES_WINDOW.toSeconds());
        assertThat(signIns.forgotten("nobody@example.com", client())).isZero();
    }

    @Test
    void mailsToOneAddressEnd() {
        Person member = withPassword();
        for (int i = 0; i <= Users.MAX_MAILS; i++) {
            assertThat(signIns.forgotten(member.email(), client())).isZero();
        }
        Person last = withPassword();
        signIns.forgotten(last.email(), client());
        people.mails.awaitLast(last.email(), 2);
        Awaiting.until(
                "all mails are away",
                Duration.ofSeconds(20),
                () -> people.value("select count(*) from outgoing_mail").equals("0"));
        assertThat(people.mails.await(member.email(), 1 + Users.MAX_MAILS))
                .hasSize(1 + Users.MAX_MAILS);
    }

    @Test
    void useOfATokenIsNotedNowAndThen() {
        Person member = withPassword();
        Accounts accounts = people.service.part(Accounts.class);
        Caller caller = caller(in(member.email(), People.PASSWORD));
        String token = accounts.createToken(member.email());
        assertThat(accounts.token(caller).orElseThrow().lastUsed()).isNull();
        String first = people.clock.instant().toString();
        people.service.get(token, "/api/v1/domains/");
        assertThat(accounts.token(caller).orElseThrow().lastUsed()).hasToString(first);
        people.clock.advance(Accounts.TOKEN_USE_NOTED_EVERY.minusMillis(1));
        people.service.get(token, "/api/v1/domains/");
        assertThat(accounts.token(caller).orElseThrow().lastUsed()).hasToString(first);
        people.clock.advance(Duration.ofMillis(1));
        people.service.get(token, "/api/v1/domains/");
        assertThat(accounts.token(caller).orElseThrow().lastUsed())
                .isEqualTo(people.clock.instant());
        accounts.createToken(member.email());
        assertThat(accounts.token(caller).orElseThrow().lastUsed()).as("of the new one").isNull();
    }

    private static Person withPassword() {
        Person member = people.member();
        people.givePassword(member);
        return member;
    }

    private static String in(String email, String password) {
        if (signIns.signIn(email, password, client()) instanceof Outcome.In in) {
            return in.secret();
        }
        throw new AssertionError(email);
    }

    private static Caller caller(String secret) {
        return switch (sessions.find(secret).orElseThrow().verdict()) {
            case Verdict.Valid(Caller caller) -> caller;
            case Verdict.Expired(Caller caller) -> caller;
        };
    }

    /** Each from another address, so that limits are crossed only where that is meant. */
    private static Client client() {
        return client(List.of());
    }

    private static Client client(List<String> secrets) {
        addresses++;
        String address = "10.0." + addresses / 256 + "." + addresses % 256;
        return new Client(address, address, "Test 1.0", Language.ENGLISH, secrets);
    }
}
