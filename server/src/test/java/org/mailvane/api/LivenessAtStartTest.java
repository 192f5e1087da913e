package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.ApplicationAvailabilityBean;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.support.GenericApplicationContext;

/** A program that starts is alive, though it is not ready. */
class LivenessAtStartTest {

    private static final List<LivenessState> SEEN = new ArrayList<>();

    /** Starts when the HTTP server does. */
    private record Listening(ApplicationAvailability availability) implements SmartLifecycle {

        @Override
        public void start() {
            SEEN.add(availability.getLivenessState());
        }

        @Override
        public void stop() {}

        @Override
        public boolean isRunning() {
            return false;
        }

        @Override
        public int getPhase() {
            return WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE;
        }
    }

    @Test
    void programIsAliveBeforeHttpListens() {
        try (GenericApplicationContext context = new GenericApplicationContext()) {
            context.registerBean(ApplicationAvailabilityBean.class);
            context.registerBean(LivenessAtStart.class, () -> new LivenessAtStart(context));
            context.registerBean(
                    Listening.class,
                    () -> new Listening(context.getBean(ApplicationAvailability.class)));
            context.refresh();
        }
        assertThat(SEEN).containsExactly(LivenessState.CORRECT);
    }
}
