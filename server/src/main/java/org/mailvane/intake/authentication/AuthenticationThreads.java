package org.mailvane.intake.authentication;

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
import java.util.concurrent.ThreadFactory;
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
 *
 * <p>Messages are in memory while they are authenticated or wait for a place. Together they have
 * {@link #MAX_BYTES}; a mail for which nothing is left is given up for now as well.
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

    /**
     * Bytes of the messages that are in memory for authentication. A message that is larger counts
     * as all of it.
     */
    static final int MAX_BYTES =
            (int) Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / 8);

    /** Those of mails whose DNS is slow, so that they don't keep the others out. */
    static final int SLOW_BYTES = MAX_BYTES / 2;

    private static final Logger log = LoggerFactory.getLogger(AuthenticationThreads.class);

    private final ThreadFactory virtual =
            Thread.ofVirtual().name("mail-authentication-", 0).factory();
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(virtual);
    private final Semaphore fast = new Semaphore(FAST, true);
    private final Semaphore slow = new Semaphore(SLOW);
    private final Semaphore bytes = new Semaphore(MAX_BYTES);
    private final Semaphore slowBytes = new Semaphore(SLOW_BYTES);
    private final Map<String, Integer> slowBySender = new ConcurrentHashMap<>();

    /**
     * Runs a task. When its result is cancelled, the task is not started, or is interrupted.
     *
     * @param sender on whose behalf
     * @param held bytes in memory that the task holds
     * @param task may be interrupted
     * @param otherwise the result of a task that is given up or fails
     * @param notStarted the result of a task that gets no memory
     */
    <T> CompletableFuture<T> run(
            String sender, int held, Callable<T> task, T otherwise, T notStarted) {
        int share = Math.min(held, MAX_BYTES);
        if (!bytes.tryAcquire(share)) {
            return CompletableFuture.completedFuture(notStarted);
        }
        CompletableFuture<T> result = new CompletableFuture<>();
        threads.execute(() -> {
            interruptWhenCancelled(result);
            // Closing it waits for the task, which holds its message until it ends.
            try (ExecutorService own = Executors.newThreadPerTaskExecutor(virtual)) {
                try {
                    result.complete(supervised(own, sender, held, task, otherwise));
                } catch (InterruptedException ending) {
                    result.complete(otherwise);
                } catch (ExecutionException defect) {
                    log.error("A mail can't be authenticated", defect.getCause());
                    result.complete(otherwise);
                } finally {
                    own.shutdownNow();
                }
            } finally {
                bytes.release(share);
            }
        });
        return result;
    }

    private static void interruptWhenCancelled(CompletableFuture<?> result) {
        Thread supervisor = Thread.currentThread();
        var _ =
                result.whenComplete((answer, cancelled) -> {
                    if (cancelled != null) {
                        supervisor.interrupt();
                    }
                });
    }

    private <T> T supervised(
            ExecutorService own, String sender, int held, Callable<T> task, T otherwise)
            throws InterruptedException, ExecutionException {
        fast.acquire();
        Future<T> running = own.submit(task);
        try {
            return running.get(FAST_TIME.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException goesOn) {
            // On a slow place, if there is one.
        } finally {
            fast.release();
        }
        int share = Math.min(held, SLOW_BYTES);
        if (!slowBytes.tryAcquire(share)) {
            return otherwise;
        }
        try {
            return inSlowPlace(running, sender, otherwise);
        } finally {
            slowBytes.release(share);
        }
    }

    private <T> T inSlowPlace(Future<T> running, String sender, T otherwise)
            throws InterruptedException, ExecutionException {
        if (!takeSlow(sender)) {
            return otherwise;
        }
        try {
            return running.get(MessageAuthenticator.MAX_TIME.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException tooSlow) {
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

    /** Returns how many tasks have a slow place. */
    int slow() {
        return SLOW - slow.availablePermits();
    }

    /** Returns how many bytes are in memory. */
    int held() {
        return MAX_BYTES - bytes.availablePermits();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
