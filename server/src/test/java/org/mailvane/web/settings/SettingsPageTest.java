package org.mailvane.web.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.frame.Routes;

/** The visitor's own token, sessions and password. */
class SettingsPageTest {

    private static final String TOKEN = "/settings/token";
    private static final String SESSIONS = "/settings/sessions";

    private static People people;

    private Person member;
    private Browser browser;

    @BeforeAll
    static void open() {
        people = new People();
    }

    @AfterAll
    static void close() {
        people.close();
    }

    @BeforeEach
    void signIn() {
        member = people.member();
        people.givePassword(member);
        browser = new Browser(people.service).with("User-Agent", "First/1");
        browser.signIn(member.email(), People.PASSWORD);
    }

    @Test
    void tokenIsShownOnceAndReplacesTheOldOneAfterAQuestion() {
        Document page = browser.page(TOKEN);
        assertThat(page.text()).contains("Current token", "Never").doesNotContain(member.token());
        assertThat(page.select("td code").text())
                .isEqualTo("mvt_..." + member.token().substring(member.token().length() - 4));
        people.service.get(member.token(), "/api/v1/domains/");
        assertThat(browser.page(TOKEN).select("tr:contains(Last used) td").text())
                .isEqualTo("20 Nov 2026, 10:00 UTC");

        Document asked = Jsoup.parse(browser.submit(form(page), TOKEN).text());
        assertThat(asked.text()).contains("Create a new token?");
        assertThat(people.service.get(member.token(), "/api/v1/domains/").status()).isEqualTo(200);

        Answer made = browser.submit(asked.expectFirst(".mv-next form"), TOKEN);
        Document shown = Jsoup.parse(made.text());
        String token = shown.select(".mv-next pre").text();
        assertThat(token).matches("mvt_[0-9a-z]{40}");
        assertThat(made.header("cache-control")).isEqualTo("no-store");
        assertThat(shown.text()).contains("Your previous token no longer works");
        assertThat(shown.select(".mv-card pre").text())
                .contains("curl -H \"Authorization: Token " + token + "\"")
                .endsWith(people.service.address() + "/api/v1/domains/");
        assertThat(people.service.get(token, "/api/v1/domains/").status()).isEqualTo(200);
        assertThat(people.service.get(member.token(), "/api/v1/domains/").status()).isEqualTo(401);
        assertThat(browser.get(TOKEN).text()).doesNotContain(token).contains("$TOKEN");

        Document again =
                Jsoup.parse(browser.submit(asked.expectFirst(".mv-next form"), TOKEN).text());
        assertThat(again.text()).as("sent once more").contains("Create a new token?");
        assertThat(people.service.get(token, "/api/v1/domains/").status()).isEqualTo(200);
    }

    @Test
    void firstTokenIsMadeWithoutAQuestion() {
        people.sql("delete from api_token where user_id = " + member.id());
        Document page = browser.page(TOKEN);
        assertThat(page.select(".mv-state").text()).isEqualTo("None");
        Document shown = Jsoup.parse(browser.submit(form(page), TOKEN).text());
        assertThat(shown.select(".mv-next pre").text()).startsWith("mvt_");
        assertThat(shown.text()).doesNotContain("Your previous token");
    }

    private static Element form(Document page) {
        return page.expectFirst(".mv-card form[action=" + TOKEN + "]");
    }

    @Test
    void sessionsAreListedAndEnded() {
        people.clock.advance(Duration.ofMinutes(2));
        Browser second = new Browser(people.service).with("User-Agent", "Second/2");
        second.signIn(member.email(), People.PASSWORD);
        Browser third = new Browser(people.service);
        third.signIn(member.email(), People.PASSWORD);
        Document page = browser.page(SESSIONS);
        List<String> names = page.select("tbody th").eachText();
        assertThat(names).hasSize(3).contains("First/1 This session", "Second/2");
        assertThat(page.select("tbody code").eachText()).containsOnly("127.0.0.1");

        Answer ended = browser.submit(page.expectFirst("tr:contains(Second/2) form"), SESSIONS);
        assertThat(ended.header("location")).isEqualTo(SESSIONS);
        assertThat(second.get("/").status()).isEqualTo(303);
        assertThat(third.get("/").status()).isEqualTo(200);

        browser.submit(page.expectFirst("form[action$=end-others]"), SESSIONS);
        assertThat(third.get("/").status()).isEqualTo(303);
        assertThat(browser.page(SESSIONS).select("tbody tr")).hasSize(1);

        Answer own = browser.submit(page.expectFirst("tr:contains(First/1) form"), SESSIONS);
        assertThat(own.header("location")).isEqualTo("/sign-in");
        assertThat(browser.get("/").status()).isEqualTo(303);
    }

    @Test
    void sessionOfSomebodyElseIsNotThere() {
        Person other = people.member();
        people.givePassword(other);
        Browser theirs = new Browser(people.service).signIn(other.email(), People.PASSWORD);
        String path = theirs.page(SESSIONS).select("tbody form").attr("action");
        assertThat(browser.post(path).status()).isEqualTo(404);
        assertThat(theirs.get("/").status()).isEqualTo(200);
        assertThat(browser.post(SESSIONS + "/x/end").status()).isEqualTo(404);
    }

    @Test
    void passwordIsChangedAndAllOtherSessionsEnd() {
        Browser second = new Browser(people.service).signIn(member.email(), People.PASSWORD);
        Answer answer =
                browser.post(
                        "/settings/sessions/password",
                        "old",
                        People.PASSWORD,
                        "password",
                        "third phrase",
                        "confirm",
                        "third phrase");
        assertThat(answer.status()).isEqualTo(303);
        assertThat(browser.page(answer.header("location")).text()).contains("Password changed");
        assertThat(second.get("/").status()).isEqualTo(303);
        new Browser(people.service).signIn(member.email(), "third phrase");
    }

    @Test
    void passwordThatCannotBeUsedIsToldAtItsField() {
        Answer answer =
                browser.post(
                        "/settings/sessions/password",
                        "old",
                        "not my password",
                        "password",
                        "short",
                        "confirm",
                        "shorter");
        assertThat(answer.status()).isEqualTo(400);
        Document page = Jsoup.parse(answer.text());
        assertThat(page.select("#po-e").text()).isEqualTo("The current password is incorrect.");
        assertThat(page.select("#pw-e").text()).contains("10 to 256 characters");
        assertThat(page.select("#cf-e").text()).contains("The passwords do not match");
        assertThat(page.select("#pw").attr("aria-describedby")).isEqualTo("pw-e");
        assertThat(answer.text()).doesNotContain("not my password", "shorter");
    }

    @Test
    void passwordThatIsNoneAnewOrIsGuessedIsNotTaken() {
        for (String password : List.of(People.PASSWORD, "1234567890")) {
            Answer answer =
                    browser.post(
                            "/settings/sessions/password",
                            "old",
                            People.PASSWORD,
                            "password",
                            password,
                            "confirm",
                            password);
            assertThat(answer.status()).as(password).isEqualTo(400);
            Document page = Jsoup.parse(answer.text());
            assertThat(page.select("#pw-e").text())
                    .as(password)
                    .contains("must differ from your current one", "keyboard patterns");
            assertThat(page.select("[id$=-e]")).as(password).hasSize(1);
        }
    }

    @Test
    void whoSignsInElsewhereHasNoPasswordToChange() {
        people.sql("update account_user set sso = true where id = " + member.id());
        assertThat(browser.page(SESSIONS).select("form[action=" + Routes.PASSWORD + "]")).isEmpty();
        Answer answer = browser.post("/settings/sessions/password", "old", People.PASSWORD);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("Invalid request");
    }
}
