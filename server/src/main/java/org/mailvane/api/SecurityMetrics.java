package org.mailvane.api;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** Has the events of the security log counted in the service's metrics. */
@Component
class SecurityMetrics implements DisposableBean {

    private final MeterRegistry registry;

    SecurityMetrics(MeterRegistry registry) {
        this.registry = registry;
        SecurityLog.countIn(registry);
    }

    @Override
    public void destroy() {
        SecurityLog.countNoMoreIn(registry);
    }
}
