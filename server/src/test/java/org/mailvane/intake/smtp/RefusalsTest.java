package org.mailvane.intake.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mailvane.intake.smtp.Refusals.Reason;
import org.slf4j.LoggerFactory;

/** Why clients were refused, in the log. */
class RefusalsTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger(Refusals.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(lines);
    }

    @Test
    void eachReasonIsToldOnceAMinuteHoweverOftenItComesUp() {
        AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
        SimpleMeterRegistry metrics = new SimpleMeterRegistry();
        Refusals refusals = new Refusals(metrics, nanos::get);
        for (int i = 0; i < 1_000; i++) {
            refusals.note(Reason.TOO_LARGE);
        }
        refusals.note(Reason.UNKNOWN_RECIPIENT);
        nanos.addAndGet(Refusals.INTERVAL.toNanos());
        refusals.note(Reason.TOO_LARGE);
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "SMTP refused: a message that is too large",
                        "SMTP refused: a recipient that is not a report address",
                        "SMTP refused: a message that is too large, 1000 times");
        assertThat(
                        metrics.get("mailvane.smtp.refused")
                                .tag("reason", "too_large")
                                .functionCounter()
                                .count())
                .isEqualTo(1_001);
    }
}
