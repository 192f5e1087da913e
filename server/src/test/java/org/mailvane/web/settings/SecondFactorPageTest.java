package org.mailvane.web.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.accounts.Sessions;
import org.mailvane.accounts.SignIns;
import org.mailvane.accounts.TestApp;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;

/** The second factor, as a browser sees it: set up, asked for, lost, and attacked. */
class SecondFactorPageTest {

    private static final String PATH = "/settings/second-factor";
    private static final String CODE = "/sign-in/code";
    private static final String SESSION = "mailvane_session";
    private static final String STEP = "mailvane_step";

    private static People people;

    private Person member;
    private Browser browser;

    @BeforeAll
    static void open() {
        people =
                new People(
                        Map.of(
                                Setting.OIDC_ISSUER, "https://id.example",
                                Setting.OIDC_CLIENT_ID, "x",
                                Setting.OIDC_CLIENT_SECRET, "y"));
    }

    @AfterAll
    static void close() {
        people.close();
    }

    @BeforeEach
    void signIn() {
        member = people.member();
        people.givePassword(member);
        browser = new Browser(people.service).signIn(member.email(), People.PASSWORD);
    }

    /** An app, and the recovery codes that were shown. */
    private record SetUp(TestApp app, List<String> codes) {}

    private SetUp setUp() {
        Document asked = Jsoup.parse(browser.post(PATH + "/new").text());
        TestApp app = new TestApp(asked.select("pre").text());
        Answer made =
                browser.submit(
                        asked.expectFirst("form:has([name=secret])"),
                        PATH,
                        "code",
                        app.code(people.clock.instant()),
                        "password",
                        People.PASSWORD);
        assertThat(made.status()).as(made.text()).isEqualTo(200);
        List<String> codes =
                Jsoup.parse(made.text()).select(".mv-next pre").text().lines().toList();
        // What the app shows next was not taken yet.
        later();
        return new SetUp(app, codes);
    }

    private static void later() {
        people.clock.advance(Duration.ofSeconds(30));
    }

    private static String code(SetUp setUp) {
        return setUp.app().code(people.clock.instant());
    }

    /** A browser that has shown the password. */
    private Browser first() {
        Browser next = new Browser(people.service);
        Answer answer = next.post("/sign-in", "email", member.email(), "password", People.PASSWORD);
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("location")).isEqualTo(CODE);
        return next;
    }

    @Test
    void storyOfASecondFactor() {
        Document off = browser.page(PATH);
        assertThat(off.select(".mv-state").text()).isEqualTo("Off");
        assertThat(off.select("pre")).as("nothing is made unasked").isEmpty();
        Document asked =
                Jsoup.parse(browser.submit(off.expectFirst("form[action$=new]"), PATH).text());
        assertThat(asked.select("svg.mv-qr path").attr("d")).startsWith("M4 4h7v1h-7z");
        String secret = asked.select("input[name=secret]").attr("value");
        assertThat(asked.select("a[href^=otpauth]").attr("href"))
                .contains("secret=" + secret, member.email().replace("@", "%40"));
        TestApp app = new TestApp(secret);
        Answer wrong =
                browser.submit(
                        asked.expectFirst("form:has([name=secret])"),
                        PATH,
                        "code",
                        "000000",
                        "password",
                        "not the password");
        assertThat(wrong.status()).isEqualTo(400);
        Document again = Jsoup.parse(wrong.text());
        assertThat(again.select("[role=alert]")).hasSize(2);
        assertThat(again.select("input[name=secret]").attr("value"))
                .as("the app knows this one")
                .isEqualTo(secret);
        assertThat(has2fa()).isFalse();

        Answer made =
                browser.submit(
                        again.expectFirst("form:has([name=secret])"),
                        PATH,
                        "code",
                        app.code(people.clock.instant()),
                        "password",
                        People.PASSWORD);
        List<String> codes =
                Jsoup.parse(made.text()).select(".mv-next pre").text().lines().toList();
        assertThat(codes).hasSize(10).doesNotHaveDuplicates();
        assertThat(codes).allMatch(code -> code.matches("[2-9a-z]{4}(-[2-9a-z]{4}){3}"));
        assertThat(has2fa()).isTrue();
        Document on = browser.page(PATH);
        assertThat(on.text()).contains("10 recovery codes left").doesNotContain(secret);
        assertThat(on.text()).doesNotContain(codes.getFirst());

        later();
        Browser second = new Browser(people.service);
        Answer step =
                second.post(
                        "/sign-in",
                        "email",
                        member.email(),
                        "password",
                        People.PASSWORD,
                        "next",
                        PATH);
        assertThat(step.header("location")).isEqualTo(CODE + "?next=%2Fsettings%2Fsecond-factor");
        assertThat(step.header("set-cookie"))
                .startsWith(STEP + "=")
                .contains("HttpOnly", "SameSite=Lax", "Max-Age=600");
        assertThat(second.cookies).doesNotContainKey(SESSION);
        Document form = second.page(step.header("location"));
        Answer in =
                second.submit(
                        form.expectFirst("form.mv-body"),
                        CODE,
                        "code",
                        app.code(people.clock.instant()));
        assertThat(in.status()).isEqualTo(303);
        assertThat(in.header("location")).isEqualTo(PATH);
        assertThat(second.cookies).containsKey(SESSION).doesNotContainKey(STEP);
        assertThat(second.get(PATH).status()).isEqualTo(200);
    }

    private boolean has2fa() {
        return people.service
                .get(people.owner.token(), member.path())
                .json()
                .get("has_2fa_enabled")
                .asBoolean();
    }

    @Test
    void passwordAloneOpensNothing() {
        setUp();
        Browser half = first();
        String step = Objects.requireNonNull(half.cookies.get(STEP));
        assertThat(half.get("/").status()).isEqualTo(303);
        half.cookies.put(SESSION, step);
        assertThat(half.get("/").status()).as("a step is no session").isEqualTo(303);
        assertThat(half.post("/settings/token").header("location")).startsWith("/sign-in?");
        assertThat(people.service.part(Sessions.class).find(step)).isEmpty();
    }

    @Test
    void stepBelongsToWhoHasItsSecretAndIsGoodForOneSession() {
        SetUp setUp = setUp();
        Browser half = first();
        Browser stranger = new Browser(people.service);
        assertThat(stranger.post(CODE, "code", code(setUp)).status()).isEqualTo(400);
        stranger.cookies.put(STEP, "0".repeat(40));
        Answer none = stranger.post(CODE, "code", code(setUp));
        assertThat(none.text()).contains("Start again");
        assertThat(stranger.get(CODE).header("location")).isEqualTo("/sign-in");

        String step = Objects.requireNonNull(half.cookies.get(STEP));
        assertThat(half.post(CODE, "code", code(setUp)).status()).isEqualTo(303);
        String session = half.cookies.get(SESSION);
        assertThat(session).isNotEqualTo(step);
        later();
        Browser replay = new Browser(people.service);
        replay.cookies.put(STEP, step);
        assertThat(replay.post(CODE, "code", code(setUp)).text()).contains("Start again");
        assertThat(people.value("select string_agg(s::text, '') from sign_in_step s"))
                .doesNotContain(step);
    }

    @Test
    void codeIsGoodOnceAlsoForAnother() {
        SetUp setUp = setUp();
        String code = code(setUp);
        assertThat(first().post(CODE, "code", code).status()).isEqualTo(303);
        Browser spy = first();
        Answer replayed = spy.post(CODE, "code", code);
        assertThat(replayed.status()).isEqualTo(400);
        assertThat(replayed.text()).contains("This code is incorrect or was already used.");
        assertThat(spy.cookies).doesNotContainKey(SESSION);
        String before = setUp.app().code(people.clock.instant().minusSeconds(30));
        assertThat(spy.post(CODE, "code", before).status()).as("an earlier one").isEqualTo(400);
        String next = setUp.app().code(people.clock.instant().plusSeconds(30));
        assertThat(spy.post(CODE, "code", next).status()).as("of a fast clock").isEqualTo(303);
    }

    @Test
    void codeThatSetItUpIsUsed() {
        Document asked = Jsoup.parse(browser.post(PATH + "/new").text());
        TestApp app = new TestApp(asked.select("pre").text());
        String code = app.code(people.clock.instant());
        browser.submit(
                asked.expectFirst("form:has([name=secret])"),
                PATH,
                "code",
                code,
                "password",
                People.PASSWORD);
        assertThat(first().post(CODE, "code", code).status()).isEqualTo(400);
    }

    @Test
    void recoveryCodeWorksOnceAndOnlyItsHashIsStored() {
        SetUp setUp = setUp();
        String code = setUp.codes().get(3);
        assertThat(
                        people.value(
                                "select string_agg(encode(code_hash, 'escape'), ' ') from recovery_code"))
                .doesNotContain(code)
                .doesNotContain(code.replace("-", ""));
        Browser lost = first();
        assertThat(
                        lost.post(
                                        CODE,
                                        "code",
                                        " " + code.toUpperCase(Locale.ROOT).replace("-", " "))
                                .status())
                .isEqualTo(303);
        assertThat(lost.page(PATH).text()).contains("9 recovery codes left");
        assertThat(first().post(CODE, "code", code).status()).isEqualTo(400);
        Person other = people.member();
        people.givePassword(other);
        assertThat(people.value("select count(*) from recovery_code where user_id = " + other.id()))
                .isEqualTo("0");
    }

    @Test
    void tooManyWrongCodesAreRefusedInHoweverManySteps() {
        SetUp setUp = setUp();
        Browser half = first();
        for (int i = 0; i < 5; i++) {
            assertThat(half.post(CODE, "code", "00000" + i).status()).isEqualTo(400);
        }
        Browser another = first();
        for (int i = 0; i < 5; i++) {
            assertThat(another.post(CODE, "code", "not-a-recovery-code").status()).isEqualTo(400);
        }
        Answer refused = first().post(CODE, "code", code(setUp));
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("retry-after")).isEqualTo("3600");
        assertThat(refused.text()).contains("Too many wrong codes. Wait 60 minutes.");
        people.clock.advance(Duration.ofHours(1));
        assertThat(first().post(CODE, "code", code(setUp)).status()).isEqualTo(303);
    }

    @Test
    void stepIsOverAfterItsTimeAndWithTheFactsThatItStoodOn() {
        SetUp setUp = setUp();
        Browser slow = first();
        people.clock.advance(SignIns.STEP_LIFETIME.minusMillis(1));
        assertThat(slow.get(CODE).status()).isEqualTo(200);
        people.clock.advance(Duration.ofMillis(1));
        assertThat(slow.post(CODE, "code", code(setUp)).text()).contains("Start again");
        people.service.part(Sessions.class).run(new StopSign(() -> false));
        assertThat(steps()).as("swept").isEqualTo("0");

        Browser reset = first();
        people.service.part(Accounts.class).resetPassword(member.email(), People.PASSWORD);
        assertThat(reset.post(CODE, "code", code(setUp)).text())
                .as("the password is another")
                .contains("Start again");

        Browser inactive = first();
        people.sql("update account_user set is_active = false where id = " + member.id());
        assertThat(inactive.post(CODE, "code", code(setUp)).text()).contains("Start again");
        people.sql("update account_user set is_active = true where id = " + member.id());

        Browser removed = first();
        people.service.part(Accounts.class).resetSecondFactor(member.email());
        assertThat(removed.post(CODE, "code", code(setUp)).text()).contains("Start again");
        new Browser(people.service).signIn(member.email(), People.PASSWORD).page(PATH);
    }

    private String steps() {
        return people.value("select count(*) from sign_in_step where user_id = " + member.id());
    }

    @Test
    void stepsOfAUserAreBounded() {
        setUp();
        Browser oldest = first();
        for (int i = 0; i < 5; i++) {
            people.clock.advance(Duration.ofSeconds(1));
            first();
        }
        assertThat(steps()).isEqualTo("5");
        assertThat(oldest.get(CODE).status()).isEqualTo(303);
    }

    @Test
    void nobodyLearnsFromTheFirstStepWhoHasASecondOne() {
        setUp();
        Person plain = people.member();
        people.givePassword(plain);
        String with = refused(member.email());
        assertThat(refused(plain.email()).replace(plain.email(), member.email())).isEqualTo(with);
        assertThat(refused("nobody@example.com").replace("nobody@example.com", member.email()))
                .isEqualTo(with);
    }

    private static String refused(String email) {
        Browser stranger = new Browser(people.service);
        Answer answer = stranger.post("/sign-in", "email", email, "password", "not the password");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(stranger.cookies).doesNotContainKey(STEP);
        return answer.text().replaceAll("name=\"_csrf\" value=\"[^\"]*\"", "");
    }

    @Test
    void nobodyIsSentAwayFromHereAfterTheSecondStep() {
        SetUp setUp = setUp();
        Answer in = first().post(CODE, "code", code(setUp), "next", "//evil.example");
        assertThat(in.header("location")).isEqualTo("/");
        Browser half = first();
        assertThat(half.page(CODE + "?next=https://evil.example/").select("[name=next]").val())
                .isEqualTo("/");
    }

    @Test
    void plantedSecretsOpenNothing() {
        SetUp setUp = setUp();
        Browser half = first();
        String planted = "0123456789abcdef".repeat(3).substring(0, 40);
        half.cookies.put(SESSION, planted);
        assertThat(half.post(CODE, "code", code(setUp)).status()).isEqualTo(303);
        assertThat(half.cookies.get(SESSION)).isNotEqualTo(planted);
        half.cookies.put(SESSION, planted);
        assertThat(half.get("/").status()).isEqualTo(303);
    }

    @Test
    void switchingOnEndsOtherSessionsAndSteps() {
        Browser other = new Browser(people.service).signIn(member.email(), People.PASSWORD);
        setUp();
        assertThat(browser.get("/").status()).isEqualTo(200);
        assertThat(other.get("/").status()).isEqualTo(303);
    }

    @Test
    void changesAskForPasswordAndCode() {
        SetUp setUp = setUp();
        for (String action : List.of("/codes", "/off")) {
            Answer answer =
                    browser.post(PATH + action, "code", code(setUp), "password", "not mine");
            assertThat(answer.status()).isEqualTo(400);
            answer = browser.post(PATH + action, "code", "000000", "password", People.PASSWORD);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(Jsoup.parse(answer.text()).select("[role=alert]")).hasSize(1);
        }
        assertThat(has2fa()).isTrue();
        Answer renewed =
                browser.post(PATH + "/codes", "code", code(setUp), "password", People.PASSWORD);
        List<String> codes =
                Jsoup.parse(renewed.text()).select(".mv-next pre").text().lines().toList();
        assertThat(codes).hasSize(10).doesNotContainAnyElementsOf(setUp.codes());
        assertThat(first().post(CODE, "code", setUp.codes().getFirst()).status())
                .as("ended")
                .isEqualTo(400);
        Answer off =
                browser.post(PATH + "/off", "code", codes.getFirst(), "password", People.PASSWORD);
        assertThat(off.header("location")).isEqualTo(PATH + "?off");
        assertThat(browser.page(PATH + "?off").text()).contains("Two-step sign-in is off");
        assertThat(has2fa()).isFalse();
        assertThat(
                        people.value(
                                "select count(*) from recovery_code where user_id = "
                                        + member.id()))
                .isEqualTo("0");
        new Browser(people.service).signIn(member.email(), People.PASSWORD);
    }

    @Test
    void tooManyWrongPasswordsOrCodesEndTheChanges() {
        SetUp setUp = setUp();
        for (int i = 0; i < 10; i++) {
            assertThat(
                            browser.post(
                                            PATH + "/off",
                                            "code",
                                            "000000",
                                            "password",
                                            People.PASSWORD)
                                    .status())
                    .isEqualTo(400);
        }
        Answer late = browser.post(PATH + "/off", "code", code(setUp), "password", People.PASSWORD);
        assertThat(late.status()).isEqualTo(429);
        assertThat(Jsoup.parse(late.text()).text())
                .as("for how long")
                .contains("Try again in 60 minutes.");
        assertThat(has2fa()).isTrue();
    }

    @Test
    void secretThatIsSetUpCantBeReplacedWithoutSwitchingOff() {
        SetUp setUp = setUp();
        String mine = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
        Answer answer =
                browser.post(
                        PATH,
                        "secret",
                        mine,
                        "code",
                        new TestApp(mine).code(people.clock.instant()),
                        "password",
                        People.PASSWORD);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(browser.post(PATH + "/new").header("location")).isEqualTo(PATH);
        assertThat(first().post(CODE, "code", code(setUp)).status()).isEqualTo(303);
    }

    @Test
    void secretOfAnotherFormIsNotTaken() {
        for (String secret : List.of("", "A", "x'\"<", "A".repeat(33))) {
            Answer answer =
                    browser.post(
                            PATH, "secret", secret, "code", "000000", "password", People.PASSWORD);
            assertThat(answer.status()).isEqualTo(400);
        }
        assertThat(has2fa()).isFalse();
    }

    @Test
    void whoIsConvertedToSingleSignOnIsAskedByTheProvider() {
        setUp();
        people.service.send("PUT", people.owner.token(), member.path() + "convert-to-sso/", "");
        assertThat(has2fa()).isFalse();
        assertThat(
                        people.value(
                                "select count(*) from recovery_code where user_id = "
                                        + member.id()))
                .isEqualTo("0");
    }
}
