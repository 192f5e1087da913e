package org.mailvane.web.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.PagePaths;
import org.mailvane.web.PagePaths.For;
import org.mailvane.web.PageSamples;
import org.springframework.web.bind.annotation.RequestMethod;

/** What holds of every page, also of those that are still to come: they are found by themselves. */
@Tag("slow")
class PagesTest {

    private static People people;
    private static Person member;
    private static Browser owner;

    @BeforeAll
    static void open() {
        people = People.onFreshService();
        member = people.member();
        people.givePassword(member);
        people.sql(
                """
                insert into group_access (account_id, group_id, user_id, writes)
                select account_id, id, %d, true from domain_group
                where is_default and account_id = %d
                """
                        .formatted(member.id(), member.accountId()));
        people.givePassword(people.owner);
        PageSamples.make(people, people.owner);
        owner = new Browser(people.service).signIn(people.owner.email(), People.PASSWORD);
        people.service
                .part(Domains.class)
                .add(
                        Scope.ofAccount(people.owner.accountId()),
                        List.of(new DomainName("switch.example")));
    }

    @AfterAll
    static void close() {
        people.close();
    }

    /** The paths of all pages that are asked by this method. */
    private static Set<String> paths(RequestMethod method, boolean onlyPrivate) {
        return PagePaths.of(
                people,
                method,
                onlyPrivate ? Set.of(For.SIGNED_IN) : Set.of(For.SIGNED_IN, For.EVERYBODY));
    }

    @Test
    void everyFormIsRefusedWithoutItsTokenAndWithThatOfAnother() {
        Set<String> paths = paths(RequestMethod.POST, false);
        assertThat(paths).contains("/sign-in", "/sign-out", "/settings/token", "/forgotten");
        Browser here = new Browser(people.service).signIn(member.email(), People.PASSWORD);
        Browser stranger = new Browser(people.service);
        String others = new Browser(people.service).token();
        for (String path : paths) {
            for (Browser browser : List.of(here, stranger)) {
                for (Map<String, String> fields :
                        List.of(
                                Map.<String, String>of(),
                                Map.of("_csrf", ""),
                                Map.of("_csrf", "x"),
                                Map.of("_csrf", others))) {
                    Answer answer = browser.send(path, fields);
                    assertThat(answer.status()).as(path).isEqualTo(403);
                    assertThat(answer.text()).contains("This form has expired");
                }
            }
        }
        assertThat(here.get("/").status()).as("still signed in").isEqualTo(200);
    }

    @Test
    void whoIsNotSignedInGetsToNothingButWhatIsPublic() {
        Set<String> reading = paths(RequestMethod.GET, true);
        assertThat(reading).contains("/", "/settings/token", "/settings/sessions");
        Browser stranger = new Browser(people.service);
        for (String path : reading) {
            Answer answer = stranger.get(path + (path.equals("/") ? "" : "?a=b&c=d"));
            assertThat(answer.status()).as(path).isEqualTo(303);
            assertThat(answer.header("location"))
                    .isEqualTo(
                            path.equals("/")
                                    ? "/sign-in"
                                    : "/sign-in?next="
                                            + path.replace("/", "%2F")
                                            + "%3Fa%3Db%26c%3Dd");
            assertThat(answer.text()).isEmpty();
            assertThat(people.service.get(null, path).status()).as("a program").isEqualTo(401);
            assertThat(people.service.get(member.token(), path).status())
                    .as("a token is for the API")
                    .isEqualTo(401);
        }
        for (String path : paths(RequestMethod.POST, true)) {
            Answer answer = stranger.post(path);
            assertThat(answer.status()).as(path).isEqualTo(303);
            assertThat(answer.header("location"))
                    .as(path + ": what was sent is not taken, which is said")
                    .matches("/sign-in\\?(next=[^&]+&)?over=1");
        }
    }

    @Test
    void everyPageIsWholeAndSaysWhatBrowsersMayDo() {
        Set<String> inNoPlace = Set.of(Routes.SEARCH);
        Set<String> followed = new HashSet<>();
        // A visitor who may see all of them.
        Browser browser = new Browser(people.service).signIn(people.owner.email(), People.PASSWORD);
        for (String path : PagePaths.pages(people, Set.of(For.SIGNED_IN))) {
            Answer answer = browser.get(path);
            assertThat(answer.status()).as(path).isEqualTo(200);
            assertHeaders(answer);
            assertThat(answer.header("cache-control")).isEqualTo("no-store");
            Document page = Jsoup.parse(answer.text());
            assertThat(page.select("html").attr("lang")).isEqualTo("en");
            assertThat(answer.header("content-language")).isEqualTo("en");
            assertThat(page.title()).endsWith(" · Mailvane");
            assertThat(page.select("h1")).as(path).hasSize(1);
            assertThat(page.select("main#main")).hasSize(1);
            assertThat(page.select(".mv-nav a[aria-current=page]"))
                    .hasSize(inNoPlace.contains(path) ? 0 : 1);
            assertThat(page.select(".mv-foot").text()).contains("IP Geolocation by DB-IP", "UTC");
            assertThat(page.select(".mv-foot a[href=https://db-ip.com]")).hasSize(1);
            assertThat(
                            page.select(
                                    "form:not([method=post]):not([role=search]), form:has([name=_csrf][value=''])"))
                    .isEmpty();
            assertAccessible(page, path);
            assertLinksLeadSomewhere(browser, page, followed);
        }
    }

    @Test
    void pagesBeforeTheSignInAreWholeToo() {
        Browser browser = new Browser(people.service);
        Set<String> followed = new HashSet<>();
        for (String path :
                List.of(
                        "/sign-in",
                        "/forgotten",
                        "/nothing",
                        "/reset/x/",
                        "/setup/x",
                        "/inspectors")) {
            Answer answer = browser.get(path);
            assertHeaders(answer);
            Document page = Jsoup.parse(answer.text());
            assertThat(page.select("h1")).as(path).hasSize(1);
            assertThat(page.select("main#main")).hasSize(1);
            assertAccessible(page, path);
            assertLinksLeadSomewhere(browser, page, followed);
        }
    }

    private static void assertHeaders(Answer answer) {
        assertThat(answer.header("content-type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(answer.header("content-security-policy")).isEqualTo(Pages.POLICY);
        assertThat(answer.header("x-frame-options")).isEqualTo("DENY");
        assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
        assertThat(answer.header("referrer-policy")).isEqualTo("no-referrer");
        assertThat(answer.header("x-request-id")).isNotEmpty();
        assertThat(Pages.POLICY)
                .contains("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'")
                .doesNotContain("unsafe", "*", "http");
    }

    private static void assertAccessible(Document page, String path) {
        for (Element input : page.select("input:not([type=hidden]), select, textarea")) {
            assertThat(
                            input.hasAttr("aria-label")
                                    || page.select("label[for=" + input.id() + "]").size() == 1)
                    .as(path + " " + input)
                    .isTrue();
        }
        for (Element control : page.select("button, a, summary")) {
            assertThat(control.text()).as(path + " " + control).isNotBlank();
        }
        List<String> ids = page.select("[id]").eachAttr("id");
        assertThat(ids).as(path).doesNotHaveDuplicates();
        assertThat(page.select("table:not(:has(caption)), th:not([scope])")).as(path).isEmpty();
        for (String name : List.of("aria-describedby", "aria-labelledby")) {
            assertThat(ids).containsAll(page.select("[" + name + "]").eachAttr(name));
        }
        assertThat(page.select("[style], [onclick], script:not([src])")).as(path).isEmpty();
        for (Element use : page.select("use")) {
            assertThat(ids).as("icons").contains(use.attr("href").substring(1));
        }
    }

    /**
     * @param followed links of pages before, which lead to the same from here; they are left out
     */
    private static void assertLinksLeadSomewhere(
            Browser browser, Document page, Set<String> followed) {
        List<String> links = new ArrayList<>(page.select("a[href^=/]").eachAttr("href"));
        links.removeIf(link -> link.startsWith("/api/") || !followed.add(link));
        for (String link : links) {
            assertThat(browser.get(link).status()).as(link).isIn(200, 303);
        }
    }

    @Test
    void whatPeopleGiveBecomesNoHtml() {
        String html = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>";
        Browser browser = new Browser(people.service).with("User-Agent", html);
        browser.signIn(member.email(), People.PASSWORD);
        Browser stranger = new Browser(people.service);
        for (Answer answer :
                List.of(
                        browser.get("/settings/sessions"),
                        stranger.post("/sign-in", "email", html, "password", html, "next", html),
                        stranger.get("/sign-in?next=%22%3E%3Cscript%3Ealert(1)%3C/script%3E"),
                        stranger.get("/%3Cscript%3Ealert(1)%3C/script%3E"),
                        stranger.get("/nothing?%22%3E%3Cscript%3E"))) {
            Document page = Jsoup.parse(answer.text());
            assertThat(page.select("script:not([src]), img, [onerror]")).isEmpty();
            assertThat(page.select("script[src]").eachAttr("src"))
                    .allSatisfy(src -> assertThat(src).startsWith("/assets/"));
        }
        assertThat(browser.page("/settings/sessions").select("tbody th").text()).contains(html);
    }

    @Test
    void emailThatIsHtmlIsShownAsItIs() {
        Person odd = people.account("Odd");
        people.givePassword(odd);
        String email = "a'b&c`" + people.email();
        people.sql(
                "update account_user set email = '%s' where id = %d"
                        .formatted(email.replace("'", "''"), odd.id()));
        Browser browser = new Browser(people.service).signIn(email, People.PASSWORD);
        assertThat(browser.page("/").select(".mv-top").text()).contains(email);
    }

    @Test
    void switchesOfPagesThatAnswerAFormLeadToOneThatIsThere() {
        for (Map.Entry<String, String> each :
                Map.of(
                                "/settings/sessions/password",
                                "/settings/sessions",
                                "/domains/change",
                                "/domains",
                                "/settings/users/%d/delete".formatted(member.id()),
                                "/settings/users/%d".formatted(member.id()))
                        .entrySet()) {
            Answer answer = owner.post(each.getKey(), "do", "delete", "name", "switch.example");
            Document page = Jsoup.parse(answer.text());
            assertThat(page.select("form[action^=/preferences] [name=next]").eachAttr("value"))
                    .as(each.getKey())
                    .containsOnly(each.getValue());
            assertThat(owner.get(each.getValue()).status()).isEqualTo(200);
        }
    }

    @Test
    void everyFormHasAPageToLeadBackTo() {
        ShownPages shown = people.service.part(ShownPages.class);
        assertThat(
                        paths(RequestMethod.POST, false).stream()
                                .filter(path -> shown.nearest(path).equals("/")))
                .as("those that stand on every page, or before one is signed in")
                .containsExactlyInAnyOrder(Routes.THEME, Routes.LANGUAGE, Routes.SIGN_OUT);
        assertThat(shown.nearest("/domains/5/refresh")).isEqualTo("/domains/5");
        assertThat(shown.nearest("/nothing/of/the/kind")).isEqualTo("/");
        assertThat(shown.nearest("nothing")).isEqualTo("/");
    }

    @Test
    void pathsWithASlashBehindLeadToTheirPagesAndNowhereElse() {
        assertThat(owner.get("/domains/?state=fix&done=deleted&number=7").header("location"))
                .isEqualTo("/domains?state=fix");
        assertThat(owner.get("/settings/users/").header("location")).isEqualTo("/settings/users");
        assertThat(owner.page("/settings").select("[aria-current=page]").text())
                .contains("Profile");
        for (String path :
                List.of(
                        "//evil.example/",
                        "/nothing/",
                        "/domains//",
                        "/domains/change/",
                        "/.//evil.example/")) {
            Answer answer = owner.get(path);
            assertThat(answer.status()).as(path).isBetween(400, 499);
        }
    }

    @Test
    void onlyWhatWasDoneIsSaidAndOnlyOnce() {
        String made = "/domains?done=deleted&number=1000000";
        Answer answer = owner.get(made);
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("location")).isEqualTo("/domains");
        for (String other :
                List.of(
                        "/domains?d%6Fne=deleted&n%75mber=1000000",
                        "/settings/second-factor?off", "/sources?refreshing=true")) {
            answer = owner.get(other);
            assertThat(answer.status()).as(other).isEqualTo(303);
            assertThat(answer.header("location"))
                    .as(other)
                    .isEqualTo(other.substring(0, other.indexOf('?')));
        }
        Answer changed = owner.post("/domains/change", "do", "delete");
        String done = changed.header("location");
        assertThat(done).isEqualTo("/domains?done=unselected&number=0");
        assertThat(changed.header("set-cookie"))
                .as("a browser forgets it after a minute")
                .contains(FlashMessages.COOKIE + "=", "Max-Age=60;");
        String told = owner.cookies.remove(FlashMessages.COOKIE);
        assertThat(owner.get(done).header("location"))
                .as("too late: it is said no more, and the page stands there without it")
                .isEqualTo("/domains");
        owner.cookies.put(FlashMessages.COOKIE, told);
        assertThat(owner.get(made).status()).as("of another form").isEqualTo(303);
        assertThat(owner.page(done).select("[role=status]")).hasSize(1);
        assertThat(owner.get(done).header("location")).isEqualTo("/domains");
    }

    @Test
    void themeAndLanguageAreKeptByTheBrowser() {
        Browser browser = new Browser(people.service).with("Accept-Language", "de-CH, en;q=0.5");
        Document page = browser.page("/sign-in");
        assertThat(page.select("html").attr("lang")).isEqualTo("de");
        assertThat(page.select("html").hasAttr("data-bs-theme")).isFalse();
        assertThat(page.text()).contains("Anmelden", "Passwort vergessen?");

        Answer answer =
                browser.submit(
                        page.expectFirst("form[action=/preferences/language]"),
                        "",
                        "language",
                        "en");
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("location")).isEqualTo("/sign-in");
        assertThat(answer.header("set-cookie"))
                .contains("mailvane_language=en", "HttpOnly", "SameSite=Lax", "Path=/");
        assertThat(browser.page("/sign-in").select("html").attr("lang")).isEqualTo("en");
        assertThat(browser.get("/sign-in").header("content-language"))
                .as("what was chosen, and not what the browser asks for")
                .isEqualTo("en");
        browser.cookies.remove("mailvane_language");
        assertThat(browser.get("/sign-in").header("content-language")).isEqualTo("de");
        browser.cookies.put("mailvane_language", "en");

        browser.signIn(member.email(), People.PASSWORD);
        for (String theme : List.of("dark", "light")) {
            answer = browser.post("/preferences/theme", "theme", theme, "next", "/settings/token");
            assertThat(answer.header("location")).isEqualTo("/settings/token");
            page = browser.page("/settings/token");
            assertThat(page.select("html").attr("data-bs-theme")).isEqualTo(theme);
            assertThat(page.select("button[value=" + theme + "]").attr("aria-pressed"))
                    .isEqualTo("true");
        }
        browser.post("/preferences/theme", "theme", "<script>");
        assertThat(browser.page("/").select("html").attr("data-bs-theme")).isEqualTo("light");
        browser.post("/preferences/theme", "theme", "system");
        assertThat(browser.page("/").select("html").hasAttr("data-bs-theme")).isFalse();
        browser.cookies.put("mailvane_theme", "x\\\"><script>");
        browser.cookies.put("mailvane_language", "xx");
        assertThat(browser.page("/").select("html").hasAttr("data-bs-theme")).isFalse();
        answer = browser.post("/preferences/theme", "theme", "dark", "next", "//evil.example");
        assertThat(answer.header("location")).isEqualTo("/");
    }

    @Test
    void expiredAccountIsToldSoAndMaySignOut() {
        Person owner = people.account("Expired");
        people.givePassword(owner);
        people.sql(
                "update account set expires = '2026-01-01' where account_id = "
                        + owner.accountId());
        Browser browser = new Browser(people.service).signIn(owner.email(), People.PASSWORD);
        Answer answer = browser.get("/");
        assertThat(answer.status()).isEqualTo(402);
        assertThat(answer.text()).contains("Subscription expired");
        assertThat(browser.post("/sign-out").header("location")).isEqualTo("/sign-in");
    }
}
