package org.mailvane.api;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/** Has the events of the security log counted in the service's metrics. */
@Component
class SecurityMetrics {

    SecurityMetrics(MeterRegistry registry) {
        SecurityLog.countIn(registry);
    }
}
