package org.mailvane.platform.network;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.EnumSet;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.net.LookupListener;
import org.mailvane.platform.metrics.EventCounter;
import org.mailvane.platform.metrics.EventTimes;
import org.mailvane.platform.metrics.Label;
import org.springframework.stereotype.Component;

/** Counts DNS lookups. */
@Component
class DnsFigures implements LookupListener, MeterBinder {

    private final EventTimes lookups =
            new EventTimes(
                    "mailvane.dns.lookup",
                    "DNS lookups that were not answered from the cache, by result, and how long they took",
                    new Label(
                            "result",
                            // A lookup that was made.
                            EnumSet.complementOf(EnumSet.of(Status.NOT_ASKED)).stream()
                                    .map(Label::valueOf)
                                    .toList()));

    private final EventCounter cached =
            new EventCounter(
                    "mailvane.dns.cache.hits", "DNS lookups that were answered from the cache");

    @Override
    public void lookedUp(Status result, long nanos) {
        lookups.add(nanos, Label.valueOf(result));
    }

    @Override
    public void answeredFromCache() {
        cached.add(1);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        lookups.bindTo(registry);
        cached.bindTo(registry);
    }
}
