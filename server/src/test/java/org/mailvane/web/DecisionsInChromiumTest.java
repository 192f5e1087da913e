package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People;
import org.mailvane.testing.Chromium;
import org.mailvane.testing.NeedsChromium;

/** The policy planner and the lists of issues and tasks in a real browser. */
@NeedsChromium
class DecisionsInChromiumTest {

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
    void oneGoesFromThePlannerToADomainAndItsIssues() {
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
        browser.open("/planner");
        browser.find("#domain").sendKeys(PageSamples.DOMAIN);
        browser.follow("main form[role=search] button");
        assertThat(browser.path()).contains("domain=" + PageSamples.DOMAIN);
        assertThat(browser.all("tbody th")).hasSize(1);
        browser.find("tbody summary").click();
        assertThat(browser.find("tbody details li").getText()).startsWith("Not yet:");
        browser.follow("tbody th a");
        assertThat(browser.find("h1").getText()).startsWith(PageSamples.DOMAIN);
        browser.follow(".mv-nav a[href='/issues']");
        browser.follow("main form[action$=ignore] button");
        assertThat(browser.path()).isEqualTo("/issues?done=ignored");
        assertThat(browser.all("main form[action$=ignore]")).isEmpty();
        browser.follow(".mv-tabs a[href*=ignored]");
        browser.follow("main form[action$=ignore] button");
        assertThat(browser.all("main form[action$=ignore]")).isEmpty();
        browser.follow("main .mv-seg a[href^='/tasks']");
        assertThat(browser.find("h1").getText()).startsWith("Tasks");
        assertThat(browser.happened().wrong()).isEmpty();
    }
}
