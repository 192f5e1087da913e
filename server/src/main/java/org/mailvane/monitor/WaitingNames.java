package org.mailvane.monitor;

import java.time.Duration;
import org.mailvane.domains.DomainDiscovery;
import org.mailvane.platform.jobs.Recurring;
import org.mailvane.platform.jobs.StopSign;
import org.springframework.stereotype.Component;

/** Asks DNS again for names that reports have shown and of which it has not said anything yet. */
@Component
class WaitingNames implements Recurring {

    private final DomainDiscovery discovery;

    WaitingNames(DomainDiscovery discovery) {
        this.discovery = discovery;
    }

    @Override
    public String kind() {
        return "waiting_names";
    }

    @Override
    public Duration every() {
        return Duration.ofMinutes(1);
    }

    @Override
    public void run(StopSign stop) {
        while (discovery.discoverWaiting()) {
            stop.throwIfStopped();
        }
    }
}
