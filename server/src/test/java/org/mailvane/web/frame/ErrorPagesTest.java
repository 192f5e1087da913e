package org.mailvane.web.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.accounts.People;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;

/** What people see when something goes wrong, while programs get what they always got. */
class ErrorPagesTest {

    private static final Map<String, String> BROWSER = Map.of("Accept", "text/html");

    private static People people;

    @BeforeAll
    static void open() {
        people = new People();
    }

    @AfterAll
    static void close() {
        people.close();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /nothing, 404, Page not found",
        "GET, /settings/none, 404, Page not found",
        "GET, /assets/none.js, 404, Page not found",
        "GET, /error, 404, Page not found",
        "GET, /sign-out, 405, This action isn't available",
        "POST, /sign-in, 403, This form has expired",
        "POST, /nothing, 403, This form has expired",
        "PUT, /sign-in, 403, This form has expired",
        "GET, /%00, 400, Invalid request",
        "GET, /a;b, 400, Invalid request",
        "TRACE, /, 405, This action isn't available"
    })
    void pageWithTheRequestsNumber(String method, String path, int status, String title) {
        Answer answer = people.service.call(method, null, path, BodyPublishers.noBody(), BROWSER);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("content-type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(answer.header("content-security-policy")).isEqualTo(Pages.POLICY);
        assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
        Document page = Jsoup.parse(answer.text());
        assertThat(page.select("h1").text()).isEqualTo(title);
        assertThat(page.select(".mv-foot-row code").text())
                .isEqualTo(answer.header("x-request-id"));
        assertThat(page.select(".mv-foot-row").text()).contains("20 Nov 2026, 10:00:00 UTC");

        Answer json = people.service.call(method, null, path, BodyPublishers.noBody(), Map.of());
        assertThat(json.status()).isEqualTo(status);
        assertThat(json.header("content-type")).isEqualTo("application/json");
        assertThat(json.json().get("request_id").asString()).isEqualTo(json.header("x-request-id"));
    }

    @Test
    void apiAnswersJsonToABrowserToo() {
        for (String path : List.of("/api/v1/domains/", "/api/v1/nothing/", "/api/nothing/")) {
            Answer answer =
                    people.service.call("GET", null, path, BodyPublishers.noBody(), BROWSER);
            assertThat(answer.status()).isIn(401, 404);
            assertThat(answer.header("content-type")).isEqualTo("application/json");
        }
    }

    @Test
    void pageThatIsMissingSaysWhichAndInTheVisitorsLanguage() {
        Browser browser = new Browser(people.service).with("Accept-Language", "de");
        Document page = Jsoup.parse(browser.get("/nothing/9912?q=1").text());
        assertThat(page.select("h1").text()).isEqualTo("Seite nicht gefunden");
        assertThat(page.select("p code").text()).isEqualTo("/nothing/9912");
        String longest = "/" + "a".repeat(BrowserProblems.MAX_SHOWN - 1);
        assertThat(Jsoup.parse(browser.get(longest).text()).select("p code").text())
                .isEqualTo(longest);
        assertThat(Jsoup.parse(browser.get(longest + "b").text()).select("p code").text())
                .isEqualTo(longest + "...");
    }

    @Test
    void formThatIsRefusedKeepsTheNumbersOfTheNavigation() {
        people.givePassword(people.owner);
        people.service
                .part(Domains.class)
                .add(
                        Scope.ofAccount(people.owner.accountId()),
                        List.of(new DomainName("a.example"), new DomainName("b.example")));
        Browser browser = new Browser(people.service).signIn(people.owner.email(), People.PASSWORD);
        Answer refused = browser.post("/domains/add", "names", "no name");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(
                        Jsoup.parse(refused.text())
                                .select(".mv-nav a[href=/domains] [aria-hidden]")
                                .text())
                .isEqualTo("2");
    }

    @Test
    void pageThatIsMissingAsksTheDatabaseForNothing() {
        try (People own = new People()) {
            own.givePassword(own.owner);
            Browser browser = new Browser(own.service).signIn(own.owner.email(), People.PASSWORD);
            own.sql("alter table issue rename to gone");
            Answer answer = browser.get("/settings/none");
            assertThat(answer.status()).isEqualTo(404);
            assertThat(Jsoup.parse(answer.text()).select("h1").text()).isEqualTo("Page not found");
            assertThat(browser.get("/").status()).as("which needs the table").isEqualTo(500);
        }
    }

    @Test
    void whatBrokeOnOurSideShowsNoTrace() {
        try (People own = new People()) {
            own.sql("alter table one_time_link rename to gone");
            Answer answer = new Browser(own.service).get("/reset/" + "0".repeat(32) + "/");
            assertThat(answer.status()).isEqualTo(500);
            Document page = Jsoup.parse(answer.text());
            assertThat(page.select("h1").text()).isEqualTo("Something went wrong on our side");
            assertThat(page.select("pre").text()).isEqualTo(answer.header("x-request-id"));
            assertThat(page.select("a.btn-primary").attr("href"))
                    .isEqualTo("/reset/" + "0".repeat(32) + "/");
            assertThat(answer.text()).doesNotContain("Exception", "one_time_link", "org.", "SQL");
        }
    }

    @Test
    void whatBreaksBeforeThePageIsReachedIsSaidTheSame() {
        try (People own = new People()) {
            own.givePassword(own.owner);
            Browser browser = new Browser(own.service).signIn(own.owner.email(), People.PASSWORD);
            own.sql("alter table web_session rename to gone");
            Answer answer = browser.get("/settings/token");
            assertThat(answer.status()).isEqualTo(500);
            assertThat(Jsoup.parse(answer.text()).select("h1").text())
                    .isEqualTo("Something went wrong on our side");
            assertThat(Jsoup.parse(answer.text()).select("a.btn-primary").attr("href"))
                    .isEqualTo("/settings/token");
        }
    }
}
