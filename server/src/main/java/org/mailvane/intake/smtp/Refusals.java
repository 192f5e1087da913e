package org.mailvane.intake.smtp;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.mailvane.platform.metrics.EventCounter;
import org.mailvane.platform.metrics.Label;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says why clients and mails are refused: each reason in a line of the log at most once a minute,
 * since a refused client may try again as often as it likes.
 */
final class Refusals {

    /** Why a client or mail is refused. Metrics have its name, the log its text. */
    enum Reason {
        DISK_FULL("the disk is nearly full"),
        FREE_SPACE_UNKNOWN("free space can't be found"),
        DATABASE("the database is unavailable"),
        NO_ACCOUNT("mail for the postmaster without an account"),
        UNKNOWN_RECIPIENT("a recipient that is not a report address"),
        DAY_IS_FULL("an account that has reached its daily limit"),
        TOO_LARGE("a message that is too large"),
        NO_ROOM("no disk space for an incoming message"),
        TOO_MANY_LARGE("too many large messages at once"),
        TOO_MANY_OF_ADDRESS("too many connections from one address");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    /** Between two lines about the same reason. */
    static final Duration INTERVAL = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger(Refusals.class);

    private final EventCounter counter =
            new EventCounter(
                    "mailvane.smtp.refused",
                    "SMTP clients and messages refused, by reason",
                    Label.of("reason", Reason.class));

    private final LongSupplier nanos;
    private final Map<Reason, Told> told = new EnumMap<>(Reason.class);

    Refusals(MeterRegistry metrics, LongSupplier nanos) {
        counter.bindTo(metrics);
        this.nanos = nanos;
    }

    /** When a reason was logged, and how often it came up since. */
    private static final class Told {
        private long last;
        private long untold;
    }

    /** Somebody is refused. */
    void note(Reason reason) {
        note(reason, "");
    }

    /** Somebody is refused because something failed here. */
    void note(Reason reason, Throwable failure) {
        note(reason, ": " + failure);
    }

    private void note(Reason reason, String detail) {
        counter.add(1, Label.valueOf(reason));
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
        log.warn(
                "SMTP refused: {}{}{}",
                reason.text,
                times == 1 ? "" : ", " + times + " times",
                detail);
    }
}
