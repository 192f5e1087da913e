package org.mailvane.api;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes what matters to security: failed sign-ins, changes of rights, refused calls. Each event is
 * a line of the log {@code mailvane.security}, {@code event=name} and further {@code key=value},
 * which programs can read. Values are escaped and bounded, and hold no secrets.
 */
public final class SecurityLog {

    static final String NAME = "mailvane.security";

    /**
     * Lines of an event within {@link #PERIOD}; further ones are only counted: others choose how
     * many. Many of one event leave room for the others.
     */
    static final int MAX_LINES = 600;

    static final Duration PERIOD = Duration.ofMinutes(1);

    /** Characters of a value that are written. */
    static final int MAX_VALUE = 100;

    /** The names of all events. */
    private static final List<String> EVENTS =
            List.of(
                    "signed_in",
                    "sign_in_failed",
                    "sign_in_throttled",
                    "sign_in_busy",
                    "provider_failed",
                    "second_factor_failed",
                    "rights_changed",
                    "refused");

    private static final Logger LOG = LoggerFactory.getLogger(NAME);
    private static final SecurityLog SHARED = new SecurityLog(LOG::info, System::nanoTime);

    /** Where events are counted: in the metrics of each service of this process. */
    private static final Set<MeterRegistry> METRICS = new CopyOnWriteArraySet<>();

    private final Consumer<String> lines;
    private final LongSupplier nanos;
    private final Map<String, Integer> written = new HashMap<>();
    private long begun;
    private long omitted;

    SecurityLog(Consumer<String> lines, LongSupplier nanos) {
        this.lines = lines;
        this.nanos = nanos;
        begun = nanos.getAsLong();
    }

    /** Counts events in these metrics from now on, all of them from 0. */
    static void countIn(MeterRegistry registry) {
        EVENTS.forEach(event -> counter(registry, event));
        METRICS.add(registry);
    }

    /** Counts no more in the metrics of a service that has ended. */
    static void countNoMoreIn(MeterRegistry registry) {
        METRICS.remove(registry);
    }

    /**
     * Notes an event.
     *
     * @param event its name, one of {@link #EVENTS}
     * @param more keys and values in turn
     */
    public static void note(String event, Object... more) {
        for (MeterRegistry registry : METRICS) {
            counter(registry, event).increment();
        }
        SHARED.write(event, more);
    }

    private static Counter counter(MeterRegistry registry, String event) {
        return Counter.builder("mailvane.security.events")
                .description("Events in the security log, such as sign-ins, by name")
                .tag("event", event)
                .register(registry);
    }

    /** Begins a new {@link #PERIOD}: in tests, the calls of others have used up the lines. */
    static void beginPeriod() {
        synchronized (SHARED) {
            SHARED.written.clear();
        }
    }

    void write(String event, Object... more) {
        StringBuilder line = new StringBuilder("event=").append(event);
        for (int i = 0; i + 1 < more.length; i += 2) {
            line.append(' ').append(more[i]).append('=').append(value(String.valueOf(more[i + 1])));
        }
        long left;
        synchronized (this) {
            long now = nanos.getAsLong();
            left = 0;
            if (now - begun >= PERIOD.toNanos()) {
                begun = now;
                written.clear();
                left = omitted;
                omitted = 0;
            }
            if (written.merge(event, 1, Integer::sum) > MAX_LINES) {
                omitted++;
                return;
            }
        }
        if (left > 0) {
            lines.accept("event=omitted count=" + left);
        }
        lines.accept(line.toString());
    }

    /** Plain words as they are, everything else between quotes. */
    private static String value(String text) {
        String bounded = text.length() <= MAX_VALUE ? text : text.substring(0, MAX_VALUE) + "...";
        if (!bounded.isEmpty() && bounded.chars().allMatch(SecurityLog::isPlain)) {
            return bounded;
        }
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < bounded.length(); i++) {
            char c = bounded.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                quoted.append("\\u%04x".formatted((int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    private static boolean isPlain(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || "._-:/@+".indexOf(c) >= 0;
    }
}
