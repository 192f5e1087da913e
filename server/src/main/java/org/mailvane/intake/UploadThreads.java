package org.mailvane.intake;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Takes uploads in on a few platform threads, in the order in which they come. Deflating them waits
 * for nothing: on the virtual threads of requests, of which only as many run at a time as there are
 * processors until they wait, a few large uploads would keep all other requests waiting.
 */
@Component
final class UploadThreads implements AutoCloseable {

    /** Uploads taken in at once, which bounds their memory; others wait. */
    static final int AT_ONCE = 3;

    private final ExecutorService threads =
            Executors.newFixedThreadPool(
                    AT_ONCE, Thread.ofPlatform().daemon().name("upload-", 1).factory());

    /**
     * Runs work on one of the threads, and waits for it.
     *
     * @throws InterruptedException when this thread is interrupted; the work is told to stop then
     */
    <T> T run(Supplier<T> work) throws InterruptedException {
        Future<T> task = threads.submit(work::get);
        try {
            return task.get();
        } catch (InterruptedException interrupted) {
            task.cancel(true);
            throw interrupted;
        } catch (ExecutionException failed) {
            switch (failed.getCause()) {
                case RuntimeException exception -> throw exception;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException(failed);
            }
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
