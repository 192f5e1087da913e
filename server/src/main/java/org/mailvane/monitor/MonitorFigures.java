package org.mailvane.monitor;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.mailvane.monitor.WatchedDomainTable.Backlog;
import org.mailvane.platform.metrics.Sample;
import org.mailvane.platform.settings.Settings;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Figures of the domains whose DNS records are due to be looked up. All servers of a database show
 * the same. Without scheduled checks there are none.
 */
@Component
@Profile("service")
class MonitorFigures implements MeterBinder {

    /** Due domains that are counted: counting more takes longer than it helps. */
    static final int MAX_COUNTED = 100_000;

    private final WatchedDomainTable table;
    private final boolean scheduled;
    private final Clock clock;
    private final Sample<Backlog> backlog;

    MonitorFigures(WatchedDomainTable table, Settings settings, Clock clock) {
        this.table = table;
        this.scheduled = settings.watchesDns();
        this.clock = clock;
        this.backlog = new Sample<>(this::read, clock);
    }

    private Backlog read() {
        return table.backlog(clock.instant(), MAX_COUNTED);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        if (!scheduled) {
            return;
        }
        backlog.gauge(
                registry,
                "mailvane.monitor.due.domains",
                "Domains whose DNS records are due for a lookup, at most " + MAX_COUNTED,
                Backlog::domains);
        backlog.gauge(
                registry,
                "mailvane.monitor.lag.seconds",
                "Seconds since the first of these lookups was due",
                found -> lag(found.oldest()));
    }

    private double lag(Instant oldest) {
        return Math.max(0, Duration.between(oldest, clock.instant()).toSeconds());
    }
}
