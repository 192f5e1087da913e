package org.mailvane.accounts;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.mailvane.api.errors.ApiProblem;

/**
 * Hashes passwords on a few platform threads. Hashing takes memory and time on purpose: on the
 * threads of requests, of which there is any number, sign-ins alone could slow down everything
 * else.
 */
final class HashingThreads implements AutoCloseable {

    /**
     * Threads at most, each with the memory of a hash; half of the processors where these are few.
     */
    static final int MAX_THREADS = 4;

    /** Passwords of each kind that wait for a thread; more are refused at once. */
    static final int MAX_WAITING = 32;

    /** How long a password waits at most. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    /** What the names of the threads start with. */
    static final String NAME = "passwords-";

    /** Seconds after which a refused client may try again. */
    static final long RETRY_SECONDS = 5;

    private static final Duration KEPT = Duration.ofMinutes(1);

    private final ThreadPoolExecutor threads;
    private final Map<Rank, Semaphore> room = new EnumMap<>(Rank.class);
    private final AtomicLong numbers = new AtomicLong();

    /** The kind of user whose password is hashed; the first kind goes first. */
    enum Rank {
        /** Users who are signed in, hold a mailed link, or come with a browser that is known. */
        KNOWN,
        /** Anybody else who tries to sign in. */
        STRANGER
    }

    HashingThreads() {
        this(Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, MAX_THREADS));
    }

    /** Hashes on so many threads. */
    HashingThreads(int count) {
        threads =
                new ThreadPoolExecutor(
                        count,
                        count,
                        KEPT.toSeconds(),
                        TimeUnit.SECONDS,
                        new PriorityBlockingQueue<>(),
                        Thread.ofPlatform().daemon().name(NAME, 1).factory());
        threads.allowCoreThreadTimeOut(true);
        for (Rank rank : Rank.values()) {
            // Those that are worked on hold a place as well.
            room.put(rank, new Semaphore(MAX_WAITING + count));
        }
    }

    /**
     * Runs work on one of the threads, and waits for it.
     *
     * @throws ApiProblem 503 when too much waits already, or no thread is free in time
     */
    <T> T run(Rank rank, Supplier<T> work) {
        Semaphore places = room.get(rank);
        if (places == null || !places.tryAcquire()) {
            throw busy();
        }
        try {
            Task<T> task = new Task<>(rank, numbers.getAndIncrement(), work);
            threads.execute(task);
            return await(task);
        } finally {
            places.release();
        }
    }

    private <T> T await(Task<T> task) {
        try {
            return task.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            task.cancel(false);
            threads.remove(task);
            throw busy();
        } catch (InterruptedException interrupted) {
            task.cancel(false);
            threads.remove(task);
            Thread.currentThread().interrupt();
            throw busy();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(failed.getCause());
        }
    }

    /** Returns how many passwords wait for a thread. */
    int waiting() {
        return threads.getQueue().size();
    }

    private static ApiProblem busy() {
        return ApiProblem.busy(
                "Too many passwords are being checked at the moment. Nothing was"
                        + " changed. Try again.",
                RETRY_SECONDS);
    }

    @Override
    public void close() {
        threads.shutdown();
    }

    /** Work in the order of ranks, within each in the order in which it came. */
    private static final class Task<T> extends FutureTask<T> implements Comparable<Task<?>> {

        private final Rank rank;
        private final long number;

        Task(Rank rank, long number, Supplier<T> work) {
            super(work::get);
            this.rank = rank;
            this.number = number;
        }

        @Override
        public int compareTo(Task<?> other) {
            int order = rank.compareTo(other.rank);
            return order == 0 ? Long.compare(number, other.number) : order;
        }
    }
}
