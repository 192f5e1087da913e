package org.mailvane.api;

import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Says that the program is alive before HTTP listens. Spring Boot says so only when everything has
 * started, and {@code /healthz} would answer 503 until then, as if the program were to be killed.
 */
@Component
@Profile("service")
class LivenessAtStart implements SmartLifecycle {

    private final ApplicationContext context;
    private volatile boolean running;

    LivenessAtStart(ApplicationContext context) {
        this.context = context;
    }

    @Override
    public void start() {
        AvailabilityChangeEvent.publish(context, LivenessState.CORRECT);
        running = true;
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Before everything else, the HTTP server among it. */
    @Override
    public int getPhase() {
        return Integer.MIN_VALUE;
    }
}
