package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People;
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

    private static String text(ILoggingEvent event) {
        return event.getFormattedMessage()
                + (event.getThrowableProxy() == null
                        ? ""
                        : ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
}
