package org.mailvane.intake.smtp;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says why clients and mails are refused: each reason in a line of the log at most once a minute,
 * since whoever is refused may try again as often as they like.
 */
final class Refusals {

    /** A mail is larger than {@link SmtpLimits#mailBytes}, or says that it is. */
    static final String TOO_LARGE = "a mail that is too large";

    /** Between two lines about the same reason. */
    static final Duration INTERVAL = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger(Refusals.class);

    private final MeterRegistry metrics;
    private final LongSupplier nanos;
    private final Map<String, Told> told = new HashMap<>();

    Refusals(MeterRegistry metrics, LongSupplier nanos) {
        this.metrics = metrics;
        this.nanos = nanos;
    }

    /** When a reason was told, and how often it came up since. */
    private static final class Told {
        private long last;
        private long untold;
    }

    /**
     * Somebody is refused.
     *
     * @param reason one of a few, without anything that a client has sent
     */
    void note(String reason) {
        note(reason, "");
    }

    /** Somebody is refused because something failed here. */
    void note(String reason, Throwable failure) {
        note(reason, ": " + failure);
    }

    private void note(String reason, String detail) {
        Counter.builder("mailvane.smtp.refused")
                .description("SMTP clients and mails that were refused, by reason")
                .tag("reason", reason)
                .register(metrics)
                .increment();
        long times;
        synchronized (told) {
            Told one = told.get(reason);
            long now = nanos.getAsLong();
            if (one != null && now - one.last < INTERVAL.toNanos()) {
                one.untold++;
                return;
            }
            if (one == null) {
                one = new Told();
                told.put(reason, one);
            }
            times = one.untold + 1;
            one.untold = 0;
            one.last = now;
        }
        log.warn("SMTP refused: {}{}{}", reason, times == 1 ? "" : ", " + times + " times", detail);
    }
}
