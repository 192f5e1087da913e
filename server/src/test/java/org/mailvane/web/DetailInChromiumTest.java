package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People;
import org.mailvane.testing.Chromium;
import org.mailvane.testing.NeedsChromium;
import org.mailvane.testing.PageChecks;
import org.openqa.selenium.WebElement;

/** A detail report in a real browser: from the form to a source, its hosts and their rows. */
@NeedsChromium
class DetailInChromiumTest {

    private static People people;

    @BeforeAll
    static void open() {
        people = People.onFreshService();
        people.givePassword(people.owner);
        PageSamples.make(people, people.owner);
    }

    @AfterAll
    static void close() {
        people.close();
    }

    @Test
    void oneGoesFromTheFormToTheRows() {
        try (Chromium browser = new Chromium(people.service)) {
            browser.signIn(people.owner.email(), People.PASSWORD);
            walk(browser);
        }
    }

    @Test
    void theSameWithoutScripts() {
        try (Chromium browser = new Chromium(people.service)) {
            browser.signIn(people.owner.email(), People.PASSWORD);
            browser.scripts(false);
            walk(browser);
        }
    }

    private static void walk(Chromium browser) {
        browser.open("/detail");
        browser.find("#domains").sendKeys(PageSamples.DOMAIN);
        browser.follow("form[action='/detail'] .btn-primary");
        assertThat(browser.path()).matches("/detail/\\w{16}");
        assertThat(browser.find("#r1").getText()).startsWith("129 messages");
        WebElement source = browser.find("section[aria-labelledby=r2] tbody a");
        String name = source.getText();
        browser.leave(source::click);
        assertThat(browser.find("tr.sel a").getText()).isEqualTo(name);
        assertThat(browser.find("#r3").getText()).isEqualTo("Hosts of " + name);
        browser.follow("section[aria-labelledby=r3] tbody a");
        assertThat(browser.find("section[aria-labelledby=r4] tbody code").getText())
                .isIn("192.0.2.10", "2001:db8::7");
        String path = browser.path();
        assertThat(path).contains("source_number=", "ptr_org=");
        assertThat(browser.happened().wrong()).isEmpty();
    }

    @Test
    void allColumnsOfItsRowsAreSeenInAUsualWindow() {
        try (Chromium browser = new Chromium(people.service)) {
            browser.signIn(people.owner.email(), People.PASSWORD);
            browser.width(Chromium.WIDE);
            browser.open("/detail/r000000000000000");
            assertThat(browser.all("section[aria-labelledby=r4] thead th")).hasSize(9);
            assertThat(
                            browser.run(
                                    """
                                    const box = document.querySelector(
                                            'section[aria-labelledby=r4] .mv-scroll');
                                    return [...box.querySelectorAll('th, td, td *')]
                                        .filter(each => each.scrollWidth > each.clientWidth + 1
                                            && each.clientWidth > 0
                                            || each.getBoundingClientRect().right
                                                > box.getBoundingClientRect().right)
                                        .map(each => each.outerHTML.slice(0, 200));
                                    """))
                    .isEqualTo(List.of());
            browser.width(Chromium.NARROW);
            browser.open("/detail/r000000000000000");
            assertThat(
                            browser.run(
                                    """
                                    const box = document.querySelector(
                                            'section[aria-labelledby=r4] .mv-scroll');
                                    return box.scrollWidth > box.clientWidth && box.tabIndex === 0
                                        && document.documentElement.scrollWidth <= innerWidth;
                                    """))
                    .as("there it scrolls by itself")
                    .isEqualTo(true);
        }
    }

    @Test
    void whileItIsWorkedOutThePageAsksAgain() {
        people.sql(
                """
                insert into detail_report (account_id, user_id, search_token, criteria, criteria_hash,
                    domains, weight, state, stage, progress, created, expires, leased_until,
                    attempts)
                select account_id, user_id, 'w000000000000000', criteria, decode('00', 'hex'), domains,
                    weight, 'running', 'reading', 41, created, expires, timestamptz '2099-01-01', 1
                from detail_report where search_token = 'r000000000000000'
                """);
        try (Chromium browser = new Chromium(people.service)) {
            browser.signIn(people.owner.email(), People.PASSWORD);
            PageChecks.check(browser, "/detail/w000000000000000", 200);
            browser.open("/detail/w000000000000000");
            assertThat(browser.find("progress").getAttribute("value")).isEqualTo("41");
            people.sql(
                    "update detail_report set progress = 73 where search_token = 'w000000000000000'");
            browser.await("document.querySelector('progress').value === 73");
            people.sql(
                    """
                    update detail_report set state = 'failed', stage = 'failed', leased_until = null,
                        problem = 'It broke' where search_token = 'w000000000000000'
                    """);
            browser.await("document.querySelector('progress') === null");
            assertThat(browser.find("#found").getText()).contains("The report failed", "It broke");
            assertThat(browser.happened().wrong()).isEmpty();
        }
    }
}
