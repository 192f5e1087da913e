package org.mailvane.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Lets a long command end in order when it is told to (SIGINT, SIGTERM): it asks {@link #requested}
 * between two steps, and the process waits for it to close this.
 */
final class Stopping implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 60;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "stopping");
    private final Consumer<String> notices;
    private volatile boolean requested;

    /**
     * @param notices receives a sentence for the person who waits for the end
     */
    Stopping(Consumer<String> notices) {
        this.notices = notices;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Whether the command should end. */
    boolean requested() {
        return requested;
    }

    private void stop() {
        requested = true;
        notices.accept("Stopping after the current step ...");
        try {
            ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The command has ended. */
    @Override
    public void close() {
        ended.countDown();
        if (!requested) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException endingAnyway) {
                // The process is being ended at this very moment.
            }
        }
    }
}
