package org.mailvane.intake;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.mailvane.mailauth.arrival.MessageAuthenticator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Threads on which mails are authenticated: virtual ones, since they wait for DNS most of the time.
 *
 * <p>Each mail has one of the {@link #FAST} places first, for a moment. A mail whose DNS is slower
 * goes on in one of the {@link #SLOW} places, of which one sender has a few only. If there is none,
 * it is given up for now. So mails whose DNS never answers take no place from others for longer
 * than that, however many there are.
 */
@Component
final class AuthenticationThreads implements AutoCloseable {

    /** Mails that are authenticated at a time while their DNS is fast. */
    static final int FAST = 128;

    /** How long the DNS of a mail may take there. */
    static final Duration FAST_TIME = Duration.ofMillis(500);

    /**
     * Mails whose DNS is slow that are authenticated at a time. Together, fast and slow ones leave
     * some of the questions that may be on their way at once to the rest of the service.
     */
    static final int SLOW = 64;

    /** Those of them that are from one sender. */
    static final int SLOW_OF_ONE = 16;

    private static final Logger log = LoggerFactory.getLogger(AuthenticationThreads.class);

    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(
                    Thread.ofVirtual().name("mail-authentication-", 0).factory());
    private final Semaphore fast = new Semaphore(FAST, true);
    private final Semaphore slow = new Semaphore(SLOW);
    private final Map<String, Integer> slowBySender = new ConcurrentHashMap<>();

    /**
     * Runs a task. One that is cancelled before it has a place is not run.
     *
     * @param sender on whose behalf
     * @param task may be interrupted
     * @param otherwise the result of a task that is given up or fails
     */
    <T> CompletableFuture<T> run(String sender, Callable<T> task, T otherwise) {
        CompletableFuture<T> result = new CompletableFuture<>();
        threads.execute(() -> {
            try {
                result.complete(supervised(result, sender, task, otherwise));
            } catch (InterruptedException ending) {
                result.complete(otherwise);
            } catch (ExecutionException defect) {
                log.error("A mail can't be authenticated", defect.getCause());
                result.complete(otherwise);
            }
        });
        return result;
    }

    private <T> T supervised(
            CompletableFuture<T> result, String sender, Callable<T> task, T otherwise)
            throws InterruptedException, ExecutionException {
        fast.acquire();
        if (result.isDone()) {
            fast.release();
            return otherwise;
        }
        Future<T> running = threads.submit(task);
        try {
            return running.get(FAST_TIME.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException goesOn) {
            // On a slow place, if there is one.
        } finally {
            fast.release();
        }
        if (!takeSlow(sender)) {
            running.cancel(true);
            return otherwise;
        }
        try {
            return running.get(MessageAuthenticator.MAX_TIME.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException tooSlow) {
            running.cancel(true);
            return otherwise;
        } finally {
            leaveSlow(sender);
        }
    }

    private boolean takeSlow(String sender) {
        int own = slowBySender.merge(sender, 1, Integer::sum);
        if (own <= SLOW_OF_ONE && slow.tryAcquire()) {
            return true;
        }
        forget(sender);
        return false;
    }

    private void leaveSlow(String sender) {
        slow.release();
        forget(sender);
    }

    private void forget(String sender) {
        slowBySender.computeIfPresent(sender, (key, count) -> count == 1 ? null : count - 1);
    }

    /** How many tasks have a slow place. */
    int slow() {
        return SLOW - slow.availablePermits();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
