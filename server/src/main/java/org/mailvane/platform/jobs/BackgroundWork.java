package org.mailvane.platform.jobs;

import org.springframework.context.SmartLifecycle;

/**
 * Something that works in the background for as long as the service runs. When the service stops,
 * all background work is told to stop at once and finishes in parallel: one part that waits, for
 * example for a database that is away, does not delay the others. Spring waits for all of them
 * ({@code spring.lifecycle.timeout-per-shutdown-phase}).
 */
public interface BackgroundWork extends SmartLifecycle {

    @Override
    default void stop(Runnable stopped) {
        Thread.ofVirtual()
                .name("stop " + getClass().getSimpleName())
                .start(() -> {
                    try {
                        stop();
                    } finally {
                        stopped.run();
                    }
                });
    }
}
