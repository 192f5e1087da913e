package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.accounts.People;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Chromium;
import org.mailvane.testing.NeedsChromium;
import org.mailvane.testing.PageChecks;
import org.mailvane.web.PagePaths.For;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** What holds of every page in a real browser, also of those that are still to come. */
@NeedsChromium
class ChromiumTest {

    /** Bytes of the first page, with all that it loads, as it comes over the line. */
    private static final long FIRST_PAGE_LIMIT = 150_000;

    private static final String TRANSFERRED =
            "return performance.getEntries().reduce((sum, each) => sum + (each.transferSize || 0), 0)";

    private static People people;

    /** Figures that are wider than their place. */
    private static final String CUT =
            "return [...document.querySelectorAll('.mv-figures dd')]"
                    + ".filter(each => each.scrollWidth > each.clientWidth).map(each => each.innerText)";

    /** Whether all of a table's second column is seen without scrolling, where there is a table. */
    private static final String ROOM =
            """
            return [...document.querySelectorAll('.mv-scroll')].every(each => {
              const second = each.querySelector('tbody td');
              return second === null || !second.checkVisibility()
                  || second.getBoundingClientRect().right <= each.getBoundingClientRect().right + 1;
            });
            """;

    private static Chromium stranger;
    private static Chromium member;

    @BeforeAll
    static void open() {
        people = People.onFreshService();
        people.givePassword(people.owner);
        PageSamples.make(people, people.owner);
        stranger = new Chromium(people.service);
        member = new Chromium(people.service).signIn(people.owner.email(), People.PASSWORD);
    }

    @AfterAll
    static void close() {
        stranger.close();
        member.close();
        people.close();
    }

    static Stream<String> publicPages() {
        return PagePaths.pages(people, Set.of(For.EVERYBODY)).stream();
    }

    static Stream<String> privatePages() {
        return PagePaths.pages(people, Set.of(For.SIGNED_IN)).stream();
    }

    @ParameterizedTest
    @MethodSource("publicPages")
    void pageForEverybody(String path) {
        PageChecks.check(stranger, path, 200, 404);
    }

    @ParameterizedTest
    @MethodSource("privatePages")
    void pageForWhoHasSignedIn(String path) {
        PageChecks.check(member, path, 200);
    }

    @Test
    void firstPageIsSmall() {
        try (Chromium fresh = new Chromium(people.service)) {
            fresh.open("/");
            Number bytes = (Number) fresh.run(TRANSFERRED);
            assertThat(bytes.longValue()).isGreaterThan(10_000).isLessThan(FIRST_PAGE_LIMIT);
        }
        assertThat(member.open("/").status()).isEqualTo(200);
    }

    @Test
    void longNamesLeaveRoomForWhatIsSaidOfThem() {
        String name = "%s.%s.%s.%s.example";
        name = name.formatted("a".repeat(60), "b".repeat(60), "c".repeat(60), "d".repeat(22));
        assertThat(name).hasSize(213);
        long account = people.owner.accountId();
        people.service
                .part(Domains.class)
                .add(Scope.ofAccount(account), List.of(new DomainName(name)));
        people.sql(
                """
                insert into task (account_id, domain_id, code, subject, category, details, created,
                    ignored)
                select account_id, id, 'dmarc.publish', '', 'dmarc', 'Publish it at _dmarc.' || name,
                    '2026-11-01', false from domain where name = '%1$s';
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                select account_id, id, '2026-11-20', 1234567905, 0, 0, 0, 1234567890
                from domain where name = '%1$s';
                insert into domain_group (account_id, label, is_default)
                values (%2$d, repeat('x', 119), false)
                """
                        .formatted(name, account));
        String id = people.value("select id from domain where name = '" + name + "'");
        try {
            for (String path : List.of("/domains/" + id, "/domains", "/")) {
                member.width(Chromium.NARROW);
                assertThat(member.open(path).wrong()).as(path).isEmpty();
                PageChecks.narrow(member, path);
                assertThat((List<?>) member.run(CUT)).as(path).isEmpty();
                member.width(Chromium.WIDE);
                assertThat((List<?>) member.run(CUT)).as(path).isEmpty();
                assertThat((Boolean) member.run(ROOM)).as(path + ", second column").isTrue();
            }
            member.open("/domains");
            member.find("tbody [name=name]").click();
            assertThat((Long) member.run("return document.querySelector('#to').offsetWidth"))
                    .isBetween(100L, 300L);
        } finally {
            people.sql("delete from domain_group where label = repeat('x', 119)");
            people.sql("delete from domain where id = " + id);
        }
    }

    /** Returns how high the navigation is, and which of its parts are on two lines. */
    private static final String NAVIGATION =
            """
            const nav = document.querySelector('.mv-nav');
            const heights = new Set([...nav.querySelectorAll('a')].map(each => each.offsetHeight));
            return nav.offsetHeight + ' ' + [...heights].join(' ');
            """;

    @Test
    void theNavigationIsAsHighOnEveryPage() {
        member.width(Chromium.NARROW);
        try {
            assertThat(
                            List.of("/", "/domains", "/issues", "/tasks", "/settings/token")
                                    .stream()
                                    .map(path -> {
                                        member.open(path);
                                        return (String) member.run(NAVIGATION);
                                    }))
                    .allMatch(heights -> heights.split(" ").length == 2)
                    .containsOnly((String) member.run(NAVIGATION));
            String high = (String) member.run(NAVIGATION);
            member.run("document.querySelector('.mv-main').replaceChildren()");
            assertThat((String) member.run(NAVIGATION)).as("on a short page").isEqualTo(high);
        } finally {
            member.width(Chromium.WIDE);
        }
    }

    @Test
    void theHeadOfANarrowPageIsTwoLines() {
        member.width(Chromium.NARROW);
        try {
            member.open("/");
            assertThat((Long) member.run(TOPS)).as("all above the search is one line").isEqualTo(1);
            member.find(".mv-end .mv-menu:last-child summary").click();
            assertThat(member.find(".mv-menu[open] li").getText())
                    .as("the whole address is in the menu")
                    .isEqualTo(people.owner.email());
        } finally {
            member.width(Chromium.WIDE);
        }
    }

    /** Returns on how many lines the parts of the top bar are, without the search. */
    private static final String TOPS =
            """
            const middle = each => {
              const box = each.getBoundingClientRect();
              return Math.round((box.top + box.bottom) / 2);
            };
            return new Set([...document.querySelectorAll(
                '.mv-top > :not(.mv-search, .mv-end), .mv-end > *')].map(middle)).size;
            """;

    @Test
    void whatIsSelectedIsCountedAndCanBeAll() {
        member.open("/domains");
        WebElement bar = member.find(".mv-bulk");
        assertThat(bar.isDisplayed()).as("nothing is selected").isFalse();
        List<WebElement> boxes = member.all("tbody [name=name]");
        assertThat(boxes).hasSizeGreaterThan(1);
        boxes.get(1).click();
        assertThat(bar.isDisplayed()).isTrue();
        assertThat(bar.findElement(By.tagName("b")).getText()).isEqualTo("1 selected");
        WebElement all = member.find("thead [data-all]");
        assertThat(all.getDomProperty("indeterminate")).isEqualTo("true");
        all.click();
        assertThat(bar.findElement(By.tagName("b")).getText())
                .isEqualTo(boxes.size() + " selected");
        assertThat(boxes).allMatch(WebElement::isSelected);
        boxes.getFirst().click();
        assertThat(all.isSelected()).isFalse();
        boxes.getFirst().click();
        assertThat(all.isSelected()).as("all of them are selected").isTrue();
        all.click();
        assertThat(boxes).noneMatch(WebElement::isSelected);
        assertThat(bar.isDisplayed()).isFalse();
    }

    /** Finds cells with a bar whose number is not next to it. */
    private static final String BESIDE_BARS =
            """
            return [...document.querySelectorAll('.mv-table .n:has(> .bar)')].filter(cell => {
              const bar = cell.querySelector('.bar').getBoundingClientRect();
              const range = document.createRange();
              range.setStartAfter(cell.querySelector('.bar'));
              range.setEndAfter(cell.lastChild);
              const text = range.getBoundingClientRect();
              const box = cell.getBoundingClientRect();
              return text.left < bar.right || text.right > box.right || text.bottom <= bar.top
                  || text.top >= bar.bottom || bar.left < box.left;
            }).map(cell => cell.innerText);
            """;

    private static final String ARROWS =
            """
            return [...document.querySelectorAll('.mv-table thead a')]
                .map(each => getComputedStyle(each, '::after').content)
                .filter(content => content !== 'none').join();
            """;

    @Test
    void sharesStandBesideTheirBarsAndTheSortedColumnHasAnArrow() {
        people.sql("update domain_day set passed = capable + non_compliant + forwarded + threat");
        try {
            for (int width : List.of(Chromium.NARROW, 760, 1_000, 1_100, Chromium.WIDE)) {
                member.width(width);
                member.open("/domains?ordering=-dmarc_percentage");
                assertThat(member.find(".mv-table .n:has(> .bar)").getText()).isEqualTo("100.0%");
                assertThat((List<?>) member.run(BESIDE_BARS)).as("at " + width).isEmpty();
            }
            assertThat((String) member.run(ARROWS)).contains("▼").doesNotContain("▲");
            member.open("/domains");
            assertThat((String) member.run(ARROWS)).contains("▲").doesNotContain("▼");
        } finally {
            member.width(Chromium.WIDE);
        }
    }

    @Test
    void everythingWorksWithoutScripts() {
        try (Chromium plain = new Chromium(people.service)) {
            plain.scripts(false);
            plain.open("/settings/token");
            assertThat(plain.path()).startsWith("/sign-in");
            plain.find("[name=email]").sendKeys(people.owner.email());
            plain.find("[name=password]").sendKeys(People.PASSWORD);
            plain.follow("form.mv-body button");
            assertThat(plain.path()).isEqualTo("/settings/token");

            choose(plain, "theme", "dark");
            assertThat(plain.find("html").getAttribute("data-bs-theme")).isEqualTo("dark");
            choose(plain, "language", "de");
            assertThat(plain.find("html").getAttribute("lang")).isEqualTo("de");
            assertThat(plain.path()).isEqualTo("/settings/token");
            plain.leave(() -> plain.find(".mv-search input").sendKeys("example", Keys.ENTER));
            assertThat(plain.path()).isEqualTo("/search?q=example");

            plain.open("/domains");
            assertThat(plain.find(".mv-bulk").isDisplayed()).as("nobody shows it later").isTrue();
            assertThat(plain.find("[data-all]").isDisplayed()).as("nobody makes it work").isFalse();

            plain.find(".mv-menu:last-child summary").click();
            plain.follow("form[action='/sign-out'] button");
            assertThat(plain.path()).isEqualTo("/sign-in");
            assertThat(plain.happened().wrong()).isEmpty();
        }
    }

    private static void choose(Chromium browser, String what, String value) {
        String button = "button[name=" + what + "][value=" + value + "]";
        browser.find(".mv-menu:has(" + button + ") summary").click();
        browser.follow(button);
    }

    @Test
    void everythingIsReachedByKeyboard() {
        member.width(Chromium.WIDE);
        member.open("/settings/token");
        member.press(Keys.TAB);
        assertThat(focused()).isEqualTo("A #main");
        assertThat(member.run("return document.activeElement.getBoundingClientRect().left >= 0"))
                .as("shown while it has the focus")
                .isEqualTo(true);
        member.press("/");
        assertThat(focused()).isEqualTo("INPUT q");
        member.press("a/b");
        assertThat(member.find(".mv-search input").getAttribute("value")).isEqualTo("a/b");
        member.press(Keys.TAB);
        member.press(Keys.ENTER);
        assertThat(member.find(".mv-menu[open] .mv-choices").isDisplayed()).isTrue();
        member.press(Keys.TAB);
        assertThat(focused()).isEqualTo("BUTTON theme");
        member.press(Keys.ESCAPE);
        assertThat(member.all(".mv-menu[open]")).isEmpty();
        assertThat(focused()).startsWith("SUMMARY");
    }

    @Test
    void theDaysOfAChartAreReachedByArrowKeys() {
        member.width(Chromium.WIDE);
        member.open("/");
        member.run("document.querySelector('.mv-chart .mv-scroll').focus()");
        List<String> days =
                member.all(".mv-chart a.day").stream()
                        .map(day -> String.valueOf(day.getDomAttribute("href")))
                        .toList();
        member.press(Keys.ARROW_LEFT);
        assertThat(focusedDay()).as("the last day").isEqualTo(days.getLast());
        member.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_RIGHT);
        assertThat(focusedDay()).isEqualTo(days.get(days.size() - 2));
        member.press(Keys.HOME, Keys.ARROW_LEFT);
        assertThat(focusedDay()).as("there is none before").isEqualTo(days.getFirst());
        member.leave(() -> member.press(Keys.ENTER));
        assertThat(member.path()).isEqualTo(days.getFirst());
    }

    private static String focusedDay() {
        return String.valueOf(member.run("return document.activeElement.getAttribute('href')"));
    }

    @Test
    void timesSayWhatTheVisitorsClockSaid() {
        member.zone("Asia/Kolkata");
        member.open("/imports");
        String utc = member.find("tbody time").getDomAttribute("datetime");
        String text =
                DateTimeFormatter.ofPattern("h:mm:ss", Locale.ENGLISH)
                        .format(Instant.parse(utc).atZone(ZoneId.of("Asia/Kolkata")));
        assertThat(member.find("tbody time").getDomAttribute("title"))
                .contains(text)
                .contains("GMT+5:30");
        member.zone("UTC");
        member.open("/imports");
        assertThat(member.find("tbody time").getDomAttribute("title")).isNull();
    }

    private static String focused() {
        return String.valueOf(
                member.run(
                        "const e = document.activeElement;"
                                + "return e.tagName + ' ' + (e.name || e.getAttribute('href'))"));
    }
}
