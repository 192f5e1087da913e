package org.mailvane.web.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.accounts.Session;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.Visitors;

/** In and out, as a browser sees it. */
class SignInPageTest {

    private static final String SESSION = "mailvane_session";

    private static People people;
    private static Person member;

    @BeforeAll
    static void open() {
        people = new People(Map.of(Setting.TRUSTED_PROXIES, "127.0.0.0/8"));
        member = people.member();
        people.givePassword(member);
    }

    @AfterAll
    static void close() {
        people.close();
    }

    @Test
    void storyOfAVisit() {
        Browser browser = browser("10.1.0.1");
        Answer asked = browser.get("/settings/token");
        assertThat(asked.header("location")).isEqualTo("/sign-in?next=%2Fsettings%2Ftoken");
        Document form = browser.page(asked.header("location"));
        Answer in =
                browser.submit(
                        form.expectFirst("form.mv-body"),
                        "",
                        "email",
                        member.email(),
                        "password",
                        People.PASSWORD);
        assertThat(in.status()).isEqualTo(303);
        assertThat(in.header("location")).isEqualTo("/settings/token");
        assertThat(in.header("set-cookie"))
                .contains(
                        "HttpOnly",
                        "SameSite=Lax",
                        "Path=/",
                        "Max-Age=" + Session.LIFETIME.toSeconds())
                .doesNotContain("Secure", "Domain");
        Document page = browser.page("/settings/token");
        assertThat(page.select(".mv-top").text()).contains(member.email());
        assertThat(browser.get("/sign-in").header("location")).as("in already").isEqualTo("/");

        String secret = browser.cookies.get(SESSION);
        Answer out = browser.submit(page.expectFirst("form[action=/sign-out]"), "");
        assertThat(out.header("location")).isEqualTo("/sign-in");
        assertThat(browser.cookies).doesNotContainKey(SESSION);
        browser.cookies.put(SESSION, secret);
        assertThat(browser.get("/settings/token").status())
                .as("ended on the server")
                .isEqualTo(303);
    }

    @Test
    void secretIsNewAtEverySignInWhateverTheBrowserCameWith() {
        Browser browser = browser("10.1.0.2");
        String planted = "0123456789abcdef".repeat(3).substring(0, 40);
        browser.cookies.put(SESSION, planted);
        browser.signIn(member.email(), People.PASSWORD);
        String first = browser.cookies.get(SESSION);
        assertThat(first).isNotEqualTo(planted).matches("[0-9a-z]{40}");
        browser.cookies.put(SESSION, planted);
        assertThat(browser.get("/").status()).isEqualTo(303);

        browser.cookies.put(SESSION, first);
        browser.signIn(member.email(), People.PASSWORD);
        assertThat(browser.cookies.get(SESSION)).isNotEqualTo(first);
        browser.cookies.put(SESSION, first);
        assertThat(browser.get("/").status()).as("the one before has ended").isEqualTo(303);
    }

    @Test
    void tokenOfAFormIsAnotherAfterTheSignIn() {
        Browser browser = browser("10.1.0.3");
        String before = browser.token();
        browser.signIn(member.email(), People.PASSWORD);
        assertThat(browser.send("/settings/token", Map.of("_csrf", before)).status())
                .isEqualTo(403);
        assertThat(browser.token()).as("masked anew each time").isNotEqualTo(browser.token());
    }

    @Test
    void wrongPasswordAndUnknownUserAreToldTheSame() {
        Browser browser = browser("10.1.0.4");
        String wrong = answered(browser, member.email());
        String unknown = answered(browser, "nobody@example.com");
        assertThat(unknown.replace("nobody@example.com", member.email())).isEqualTo(wrong);
        assertThat(Jsoup.parse(wrong).select("[role=alert]").text())
                .isEqualTo("Incorrect email or password.");
        assertThat(wrong).doesNotContain("not the password");
        assertThat(browser.cookies).doesNotContainKey(SESSION);
    }

    private static String answered(Browser browser, String email) {
        Answer answer = browser.post("/sign-in", "email", email, "password", "not the password");
        assertThat(answer.status()).isEqualTo(400);
        return answer.text().replaceAll("name=\"_csrf\" value=\"[^\"]*\"", "");
    }

    @Test
    void tooManyTriesAreRefusedForAWhile() {
        for (String email : List.of(member.email(), "nobody@example.com")) {
            Browser browser = browser("10.1.0.5");
            for (int i = 0; i < 10; i++) {
                answered(browser, email);
            }
            Answer answer = browser.post("/sign-in", "email", email, "password", People.PASSWORD);
            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.header("retry-after")).isEqualTo("900");
            assertThat(answer.text()).contains("Too many attempts. Wait 15 minutes");
        }
        browser("10.1.0.6").signIn(member.email(), People.PASSWORD);
    }

    @ParameterizedTest
    @CsvSource({
        "/settings/token, /settings/token",
        "/settings/sessions?changed&page=2, /settings/sessions?page=2",
        "//evil.example, /",
        "/\\evil.example, /",
        "https://evil.example/, /",
        "javascript:alert(1), /",
        "'', /"
    })
    void nobodyIsSentAwayFromHere(String next, String target) {
        Browser browser = browser("10.1.0.7");
        String shown =
                browser.page("/sign-in?next=" + URLEncoder.encode(next, StandardCharsets.UTF_8))
                        .select("form.mv-body input[name=next]")
                        .attr("value");
        assertThat(shown).isEqualTo(target);
        Answer answer =
                browser.post(
                        "/sign-in",
                        "email",
                        member.email(),
                        "password",
                        People.PASSWORD,
                        "next",
                        next);
        assertThat(answer.header("location")).isEqualTo(target);
    }

    @Test
    void whatIsSentAfterASessionsEndIsSaidNotToBeTaken() {
        Person owner = people.account("Ended");
        people.givePassword(owner);
        for (String[] sent :
                List.of(
                        new String[] {"/detail", "/detail", "/sign-in?next=%2Fdetail&over=1"},
                        new String[] {"/sources", "/sources/refresh", "/sign-in?over=1"})) {
            Browser browser = new Browser(people.service).signIn(owner.email(), People.PASSWORD);
            Element form = browser.page(sent[0]).expectFirst("form[action=" + sent[1] + "]");
            people.sql("delete from web_session where user_id = " + owner.id());
            Answer answer = browser.submit(form, sent[1]);
            assertThat(answer.status()).isEqualTo(303);
            assertThat(answer.header("location")).isEqualTo(sent[2]);
            assertThat(browser.page(answer.header("location")).select("form [role=alert]").text())
                    .isEqualTo(Visitors.TEXTS.of("sign-in.over"));
        }
        assertThat(new Browser(people.service).page("/sign-in").select("[role=alert]")).isEmpty();
    }

    @Test
    void aPasswordIsForgottenByWhoHasAnAddress() {
        Browser browser = new Browser(people.service);
        for (String wrong : List.of("", " ", "nobody", "a@b@c", "<b>@x")) {
            Answer answer = browser.post("/forgotten", "email", wrong);
            assertThat(answer.status()).as(wrong).isEqualTo(400);
            Document page = Jsoup.parse(answer.text());
            assertThat(page.select("#em").attr("value")).isEqualTo(wrong);
            assertThat(page.select("[role=alert]").text())
                    .isEqualTo(Visitors.TEXTS.of("forgotten.email"));
        }
        Answer taken = browser.post("/forgotten", "email", " nobody@there.example ");
        assertThat(taken.status()).isEqualTo(200);
        assertThat(taken.text()).contains("Check your email").doesNotContain("outbox");
    }

    @Test
    void redirectsAndLinksDoNotSayWhatARequestClaimsItsHostToBe() {
        Browser browser =
                browser("10.1.0.8")
                        .with("X-Forwarded-Host", "evil.example")
                        .with("X-Forwarded-Proto", "http");
        Answer answer = browser.get("/settings/token");
        assertThat(answer.header("location")).startsWith("/sign-in");
        browser.post("/forgotten", "email", member.email());
        assertThat(people.mails.awaitLast(member.email(), 2).link())
                .startsWith("http://127.0.0.1:")
                .doesNotContain("evil");
    }

    @Test
    void wishForANewPasswordIsAnsweredTheSameForEverybody() {
        Person forgetful = people.member();
        people.givePassword(forgetful);
        Browser browser = browser("10.1.0.9");
        String known = wished(browser, forgetful.email());
        assertThat(wished(browser, "nobody@example.com")).isEqualTo(known);
        assertThat(known).contains("Check your email").doesNotContain(forgetful.email());
        String link = people.mails.awaitLast(forgetful.email(), 2).link();
        assertThat(browser.get(link).status()).isEqualTo(200);
        Answer done = browser.post(link, "password", "third phrase", "confirm", "third phrase");
        assertThat(done.text()).contains("Your password was changed");
        browser.signIn(forgetful.email(), "third phrase");
    }

    private static String wished(Browser browser, String email) {
        Answer answer = browser.post("/forgotten", "email", email);
        assertThat(answer.status()).isEqualTo(200);
        return answer.text();
    }

    @Test
    void tooManyWishesAreRefusedForAWhile() {
        Browser browser = browser("10.1.0.10");
        for (int i = 0; i < 20; i++) {
            wished(browser, "nobody@example.com");
        }
        Answer answer = browser.post("/forgotten", "email", "nobody@example.com");
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.header("retry-after")).isEqualTo("3600");
        assertThat(answer.text())
                .contains("Too many requests from your network", "Wait 60 minutes");
    }

    @Test
    void withoutAnIdentityProviderThereIsNoWayToIt() {
        Browser browser = browser("10.1.0.11");
        assertThat(browser.get("/sign-in/provider").status()).isEqualTo(404);
        assertThat(browser.get("/sign-in/provider/return/").status()).isEqualTo(404);
        assertThat(browser.page("/sign-in").select("a[href^=/sign-in/provider]")).isEmpty();
    }

    @Test
    @Tag("slow")
    void overHttpsCookiesAreSecureAndOfThisHostAlone() {
        Map<Setting, String> settings = new HashMap<>();
        settings.put(Setting.PUBLIC_URL, "https://vane.example/below");
        try (People own = new People(settings)) {
            own.givePassword(own.owner);
            Browser browser = new Browser(own.service);
            Document page = browser.page("/sign-in");
            assertThat(page.select("form.mv-body").attr("action"))
                    .as("a proxy serves it below a path")
                    .isEqualTo("/below/sign-in");
            assertThat(page.select("link[rel=stylesheet]").attr("href"))
                    .startsWith("/below/assets/");
            Answer answer =
                    browser.post(
                            "/sign-in", "email", own.owner.email(), "password", People.PASSWORD);
            assertThat(answer.header("location")).isEqualTo("/below/");
            assertThat(answer.header("set-cookie"))
                    .startsWith("__Host-mailvane_session=")
                    .contains("Secure", "HttpOnly", "Path=/;")
                    .doesNotContain("Domain");
            assertThat(browser.cookies).containsKey("__Host-mailvane_visitor");
            assertThat(browser.get("/").status()).isEqualTo(200);
            String secret = browser.cookies.remove("__Host-mailvane_session");
            browser.cookies.put(SESSION, secret);
            assertThat(browser.get("/").status())
                    .as("a name that anybody could set")
                    .isEqualTo(303);
        }
    }

    private static Browser browser(String address) {
        return new Browser(people.service).with("X-Forwarded-For", address);
    }
}
