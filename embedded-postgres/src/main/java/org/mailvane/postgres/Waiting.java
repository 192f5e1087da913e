package org.mailvane.postgres;

import java.time.Duration;

/** Polling with a limit: files, locks and foreign processes can't notify us. */
final class Waiting {

    /** Short against the shortest start (0.1 s), long enough to cost nothing. */
    static final Duration STEP = Duration.ofMillis(20);

    private final long end;

    private Waiting(long end) {
        this.end = end;
    }

    /** Begins to wait for at most this long. */
    static Waiting atMost(Duration limit) {
        return new Waiting(System.nanoTime() + limit.toNanos());
    }

    /** Whether the limit has passed. */
    boolean isOver() {
        return System.nanoTime() - end >= 0;
    }

    /** Sleeps one step. */
    static void step() throws ClusterException {
        try {
            Thread.sleep(STEP);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException(
                    "Waiting for the embedded PostgreSQL was interrupted. Start again.", e);
        }
    }
}
