package org.mailvane.platform.jobs;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that works a queue for as long as the service runs: as fast as it can while there is
 * something to do, and otherwise as soon as somebody says that there is, or when it has waited long
 * enough. What goes wrong ends a round, never the loop.
 */
public final class WorkLoop {

    /** Between two lines of the log about the same failure. */
    static final Duration SILENCE = Duration.ofMinutes(1);

    /** Between two rounds of maintenance, where nobody says otherwise. */
    private static final Duration CARE = Duration.ofHours(1);

    private static final Logger log = LoggerFactory.getLogger(WorkLoop.class);

    private final Thread.Builder threads;
    private final Work work;
    private final Signal news;
    private final Clock clock;
    private final Duration idle;
    private final Object lock = new Object();
    private volatile boolean running;
    private boolean waiting;
    private @Nullable Thread thread;
    private @Nullable Class<?> reported;
    private Instant nextReport = Instant.MIN;

    /** A queue, as the loop sees it. All is called from one thread. */
    public interface Work {

        /** What comes first, until it has gone well once: what a run that died has left. */
        default void begin() {}

        /** Returns the time from the start of one round of maintenance to that of the next. */
        default Duration careEvery() {
            return CARE;
        }

        /** Looks after what is left over. */
        default void maintain() {}

        /**
         * Takes what is due and works it; answers false when there is nothing.
         *
         * @throws InterruptedException when the loop was told to stop meanwhile
         */
        boolean processBatch() throws InterruptedException;
    }

    /** As {@link WorkLoops#loop} makes it. */
    WorkLoop(Thread.Builder threads, Work work, Signal news, Clock clock, Duration idle) {
        this.threads = threads;
        this.work = work;
        this.news = news;
        this.clock = clock;
        this.idle = idle;
    }

    /** Begins. */
    public void start() {
        running = true;
        thread = threads.start(this::run);
    }

    /**
     * Ends, and waits until it has.
     *
     * @param patience how long what is being worked may take on; after that the thread is
     *     interrupted
     */
    public void stop(Duration patience) {
        stopAll(List.of(this), patience);
    }

    /**
     * Tells all loops to end, and then waits until all of them have.
     *
     * @param patience how long what is being worked may take on, counted once for all; after that
     *     the threads are interrupted
     */
    public static void stopAll(List<WorkLoop> loops, Duration patience) {
        long start = System.nanoTime();
        loops.forEach(WorkLoop::tellToEnd);
        try {
            for (WorkLoop loop : loops) {
                loop.awaitEnd(patience.minusNanos(System.nanoTime() - start));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void tellToEnd() {
        running = false;
        Thread worker = thread;
        synchronized (lock) {
            // Not by its signal, which another loop that waits for the same one could take.
            if (waiting && worker != null) {
                worker.interrupt();
            }
        }
    }

    private void awaitEnd(Duration patience) throws InterruptedException {
        Thread worker = thread;
        if (worker != null && !worker.join(patience)) {
            worker.interrupt();
            worker.join();
        }
    }

    /** Whether it was started, and not told to stop. */
    boolean isRunning() {
        return running;
    }

    private void run() {
        boolean begun = false;
        Instant nextCare = Instant.MIN;
        while (running) {
            try {
                if (!begun) {
                    work.begin();
                    begun = true;
                }
                Instant now = clock.instant();
                if (isDue(now, nextCare, work.careEvery())) {
                    work.maintain();
                    nextCare = now.plus(work.careEvery());
                }
                if (!work.processBatch()) {
                    await(news::await);
                }
            } catch (InterruptedException stopped) {
                return;
            } catch (RuntimeException | Error failed) {
                // Also where memory ran out: a queue that nobody works helps no one.
                if (!running) {
                    return;
                }
                report(failed);
                pause();
            }
        }
    }

    /**
     * Whether something that recurs is due, also where the clock was set back by more than that.
     */
    private static boolean isDue(Instant now, Instant next, Duration every) {
        return !now.isBefore(next) || now.plus(every).isBefore(next);
    }

    private void report(Throwable failed) {
        Instant now = clock.instant();
        if (failed.getClass().equals(reported) && !isDue(now, nextReport, SILENCE)) {
            // A database that is away for a night must not fill the disk with that.
            return;
        }
        reported = failed.getClass();
        nextReport = now.plus(SILENCE);
        try {
            log.error("{} failed; trying again", Thread.currentThread().getName(), failed);
        } catch (OutOfMemoryError again) {
            // Memory does not even suffice for the log message.
        }
    }

    private void pause() {
        try {
            await(Thread::sleep);
        } catch (InterruptedException stopped) {
            running = false;
        }
    }

    /** Some way to let time go by. */
    private interface Wait {
        void await(Duration atMost) throws InterruptedException;
    }

    /** Waits, unless it is told to stop: what is worked must not be interrupted for that. */
    private void await(Wait wait) throws InterruptedException {
        synchronized (lock) {
            if (!running) {
                return;
            }
            waiting = true;
        }
        try {
            wait.await(idle);
        } finally {
            synchronized (lock) {
                waiting = false;
            }
        }
    }
}
