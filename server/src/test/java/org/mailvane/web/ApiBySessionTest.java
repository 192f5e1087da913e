package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.frame.SessionCookie;
import tools.jackson.databind.JsonNode;

/**
 * A user who has signed in to the pages can read the API in the same browser; other sites can't,
 * and a session changes nothing.
 */
class ApiBySessionTest {

    private static final String SITE = "Sec-Fetch-Site";
    private static final String REQUEST_ID = "\"request_id\":\"\\w+\"";
    private static final String DOMAINS = "/api/v1/domains/";

    private static Visitors visitors;
    private Person owner;
    private Browser browser;

    @BeforeAll
    static void open() {
        visitors = new Visitors();
    }

    @AfterAll
    static void close() {
        visitors.close();
    }

    @BeforeEach
    void newAccount() {
        owner = visitors.people.account("Session");
        visitors.add(owner, "a.example", "b.example");
        browser = visitors.browser(owner);
    }

    private static List<String> names(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json()
                .get("results")
                .valueStream()
                .map(domain -> domain.get("domain").asString())
                .toList();
    }

    private static void assertRefused(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(401);
        assertThat(answer.header("www-authenticate")).isEqualTo("Token");
        assertThat(answer.text()).doesNotContain("a.example");
    }

    @Test
    void linksOfPagesAnswerWhatTheTokenIsAnswered() {
        String link = Visitors.apiOf(browser.page("/domains"));
        for (String site : List.of("same-origin", "none")) {
            Answer answer = browser.with(SITE, site).get(link);
            assertThat(answer.json()).isEqualTo(visitors.api(owner, link));
            assertThat(answer.header("content-type")).startsWith("application/json");
            assertThat(answer.header("cache-control")).isEqualTo("no-store");
            assertThat(answer.header("etag")).isEmpty();
            assertThat(answer.header("vary")).contains("cookie", "sec-fetch-site");
            assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
            assertThat(answer.header("x-frame-options")).isEqualTo("DENY");
            assertThat(answer.header("content-security-policy"))
                    .contains("default-src 'none'", "frame-ancestors 'none'", "sandbox");
            assertThat(answer.header("access-control-allow-origin")).isEmpty();
            assertThat(answer.header("set-cookie")).isEmpty();
        }
        assertThat(browser.send("HEAD", link, "", "").status()).isEqualTo(200);
        assertThat(browser.get(DOMAINS + "?format=csv").header("content-type"))
                .startsWith("text/csv");
        assertThat(browser.get("/api/docs/").header("content-security-policy"))
                .as("its own")
                .doesNotContain("sandbox");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site", "", "SAME-ORIGIN", "same-origin, none", "x"})
    void otherSitesReadNothing(String site) {
        assertRefused(browser.with(SITE, site).get(DOMAINS));
    }

    @Test
    void aBrowserThatDoesNotSayWhereItComesFromReadsNothingAndGetsNoLink() {
        assertRefused(browser.without(SITE).get(DOMAINS));
        Document page = browser.page("/domains");
        assertThat(page.select(".mv-foot code").text()).startsWith("GET /api/v1/domains/");
        assertThat(page.select(".mv-foot code a")).isEmpty();
        assertThat(
                        new Browser(visitors.people.service)
                                .page("/inspectors")
                                .select(".mv-foot code a"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "POST, domains/delete/, '{\"domains\": [\"a.example\"]}'",
        "POST, domain-groups/, '{\"label\": \"x\"}'",
        "PUT, domains/{a}/, '{\"notes\": \"x\"}'",
        "PATCH, domains/{a}/, '{\"notes\": \"x\"}'",
        "DELETE, domains/{a}/, ''",
        "POST, domains/{a}/refresh/, '{}'",
        "POST, sources/refresh/, '{}'"
    })
    void nothingIsChangedByASession(String method, String path, String body) {
        JsonNode before = visitors.api(owner, DOMAINS);
        String one = path.replace("{a}", before.at("/results/0/id").asString());
        for (String type : List.of("application/json", "application/x-www-form-urlencoded")) {
            assertRefused(browser.send(method, "/api/v1/" + one, type, body));
            assertRefused(
                    browser.with("X-CSRF-TOKEN", browser.token())
                            .send(method, "/api/v1/" + one, type, body));
        }
        // As some frameworks take it, which this one does not.
        Answer plain = browser.get("/api/v1/" + one);
        Answer overridden =
                browser.with("X-HTTP-Method-Override", method)
                        .get("/api/v1/" + one + "?_method=" + method);
        assertThat(overridden.status()).isEqualTo(plain.status());
        assertThat(overridden.text().replace("?_method=" + method, "").replaceAll(REQUEST_ID, ""))
                .isEqualTo(plain.text().replaceAll(REQUEST_ID, ""));
        assertThat(visitors.api(owner, DOMAINS)).isEqualTo(before);
        assertThat(visitors.api(owner, "/api/v1/domain-groups/").get("count").asInt()).isEqualTo(1);
    }

    @Test
    void aTokenThatIsWrongIsRefusedInASignedInBrowserToo() {
        assertRefused(browser.with("Authorization", "Token mvt_wrong").get(DOMAINS));
        assertRefused(browser.with("Authorization", "Basic YTpi").get(DOMAINS));
    }

    @Test
    void aSessionThatIsOverReadsNothing() {
        assertThat(names(browser.get(DOMAINS))).hasSize(2);
        String secret = browser.cookies.get(SessionCookie.NAME);
        browser.post("/sign-out");
        browser.cookies.put(SessionCookie.NAME, secret);
        assertRefused(browser.get(DOMAINS));

        Browser again = visitors.browser(owner);
        visitors.people.sql(
                "update web_session set last_seen = last_seen - interval '%d seconds'"
                        .formatted(Duration.ofHours(13).toSeconds()));
        assertRefused(again.get(DOMAINS));
        again.cookies.put(SessionCookie.NAME, "0".repeat(40));
        assertRefused(again.get(DOMAINS));
        assertRefused(new Browser(visitors.people.service).get(DOMAINS));
    }

    @Test
    void everybodyReadsWhatIsTheirs() {
        long group = visitors.group(owner, "Reading", "b.example");
        Person reader = visitors.colleague(owner, group, false);
        Browser theirs = visitors.browser(reader);
        assertThat(names(theirs.get(DOMAINS))).containsExactly("b.example");
        assertThat(theirs.get("/api/v1/users/").status()).isEqualTo(403);
        assertThat(theirs.get("/api/v1/imports/").status()).isEqualTo(403);
        assertThat(browser.get("/api/v1/users/").status()).isEqualTo(200);

        Person stranger = visitors.people.account("Other");
        visitors.add(stranger, "other.example");
        visitors.people.givePassword(stranger);
        browser.signIn(stranger.email(), People.PASSWORD);
        assertThat(names(browser.get(DOMAINS)))
                .as("who has signed in now")
                .containsExactly("other.example");

        visitors.people.sql("delete from group_access where user_id = " + reader.id());
        assertThat(names(theirs.get(DOMAINS))).isEmpty();
        visitors.people.sql(
                "update account_user set is_active = false where id = " + stranger.id());
        assertRefused(browser.get(DOMAINS));
    }

    @Test
    void anAccountThatHasRunOutIsToldSo() {
        visitors.people.sql(
                "update account set expires = '2026-01-01' where account_id = "
                        + owner.accountId());
        assertThat(browser.get(DOMAINS).status()).isEqualTo(402);
    }
}
