package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People;
import org.mailvane.testing.Browser;
import org.slf4j.LoggerFactory;

/** Whoever reads the log must not be able to open a link that works. */
class LoggedSecretsTest {

    private static final String SECRET = "0123456789abcdefghijklmnopqrstuv";

    @Test
    void secretOfALinkDoesNotGetIntoTheLog() {
        ListAppender<ILoggingEvent> seen = new ListAppender<>();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        try (People people = new People()) {
            people.sql("alter table one_time_link rename to gone");
            seen.start();
            root.addAppender(seen);
            for (String path : new String[] {"/activate/", "/reset/", "/confirm-email/"}) {
                assertThat(people.service.get(null, path + SECRET + "/").status()).isEqualTo(500);
                assertThat(people.service.get(null, path + SECRET + "/more/").status())
                        .isEqualTo(404);
                assertThat(people.service.get(null, path + SECRET + "/%00").status())
                        .isEqualTo(400);
            }
        } finally {
            root.detachAppender(seen);
        }
        String log = String.join("\n", seen.list.stream().map(LoggedSecretsTest::text).toList());
        assertThat(log)
                .contains("GET /activate/... failed", "GET /reset/... failed")
                .doesNotContain(SECRET);
    }

    @Test
    void nothingThatLetsSomebodyInGetsIntoTheLog() {
        ListAppender<ILoggingEvent> seen = new ListAppender<>();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Level before = root.getLevel();
        List<String> secrets = new ArrayList<>(List.of(People.PASSWORD, "a wrong password"));
        try (People people = new People()) {
            people.givePassword(people.owner);
            seen.start();
            root.addAppender(seen);
            root.setLevel(Level.INFO);
            Browser browser = new Browser(people.service);
            browser.post("/sign-in", "email", people.owner.email(), "password", "a wrong password");
            browser.signIn(people.owner.email(), People.PASSWORD);
            secrets.addAll(browser.cookies.values());
            String asked = browser.post("/settings/token", "x", "y").text();
            String made =
                    browser.submit(
                                    Jsoup.parse(asked).expectFirst(".mv-next form"),
                                    "/settings/token")
                            .text();
            String token = Jsoup.parse(made).select(".mv-next pre").text();
            assertThat(token).startsWith("mvt_");
            secrets.add(token);
            people.service.get(token, "/api/v1/domains/");
            browser.post("/forgotten", "email", people.owner.email());
            String link = people.mails.awaitLast(people.owner.email(), 2).link();
            secrets.add(link.replaceAll(".*/reset/|/$", ""));
            browser.get(link);
            assertThat(browser.get("/api/v1/domains/").status()).isEqualTo(200);
            people.sql("alter table web_session rename to gone");
            assertThat(browser.get("/settings/token").status()).isEqualTo(500);
            assertThat(browser.get("/api/v1/domains/").status()).isEqualTo(503);
        } finally {
            root.setLevel(before);
            root.detachAppender(seen);
        }
        String log =
                String.join(
                        "\n",
                        seen.list.stream()
                                .filter(event -> event.getLevel().isGreaterOrEqual(Level.INFO))
                                .map(LoggedSecretsTest::text)
                                .toList());
        assertThat(log).contains("GET /settings/... failed");
        for (String secret : secrets) {
            assertThat(log).doesNotContain(secret);
        }
    }

    private static String text(ILoggingEvent event) {
        return event.getFormattedMessage()
                + (event.getThrowableProxy() == null
                        ? ""
                        : ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
}
