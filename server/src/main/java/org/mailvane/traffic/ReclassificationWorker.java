package org.mailvane.traffic;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.mailvane.jobs.BackgroundWork;
import org.mailvane.jobs.StopSign;
import org.mailvane.jobs.WorkLoop;
import org.mailvane.jobs.WorkLoops;
import org.mailvane.sources.ClassificationContextLoader;
import org.mailvane.store.Database;
import org.mailvane.store.Db;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Works marks by lease, of the accounts in turn, two domains at a time. Any number of servers may
 * do so on one database; a mark whose server died is taken by another when its lease ends.
 */
@Component
@Profile("service")
class ReclassificationWorker implements BackgroundWork {

    /** Domains that are settled at the same time by one server. */
    static final int THREADS = 2;

    /** Marks that are taken at once, so that what is missing for them is looked up together. */
    static final int CLAIM = 16;

    /** How long to wait after each failure of a mark; after further ones as after the last. */
    static final List<Duration> PAUSES =
            List.of(
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(2),
                    Duration.ofMinutes(10),
                    Duration.ofHours(1));

    /** Between two lines of the log about marks that fail. */
    private static final Duration SILENCE = Duration.ofMinutes(1);

    private static final Duration CARE = Duration.ofHours(1);

    /** How often marks are kept for longer, while they are worked. */
    private static final Duration KEEP = Duration.ofMinutes(1);

    /** How long the chunk that is being worked may take on when the service is told to stop. */
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(ReclassificationWorker.class);

    private final Database database;
    private final Db db;
    private final ReclassificationQueueTable unsettled;
    private final ReclassificationWork work;
    private final ClassificationContextLoader sources;
    private final Clock clock;
    private final List<WorkLoop> loops;
    private volatile boolean running;
    private long lastAccount;
    private Instant nextReport = Instant.MIN;
    private boolean begun;

    ReclassificationWorker(
            Database database,
            Db db,
            Reclassification settling,
            ReclassificationQueueTable unsettled,
            ReclassificationWork work,
            ClassificationContextLoader sources,
            Clock clock,
            WorkLoops workLoops) {
        this.database = database;
        this.db = db;
        this.unsettled = unsettled;
        this.work = work;
        this.sources = sources;
        this.clock = clock;
        this.loops =
                IntStream.range(0, THREADS)
                        .mapToObj(i ->
                                workLoops.loop(
                                        Thread.ofPlatform().name("settling-" + i),
                                        new Turns(),
                                        settling.news()))
                        .toList();
    }

    @Override
    public void start() {
        running = true;
        loops.forEach(WorkLoop::start);
    }

    @Override
    public void stop() {
        running = false;
        WorkLoop.stopAll(loops, STOP_PATIENCE);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    private synchronized void begin() {
        if (!begun && database.isEmbedded()) {
            // Nobody else works here: what is leased was leased by a run that died.
            unsettled.endLeases(clock.instant());
        }
        begun = true;
    }

    private synchronized List<ReclassificationClaim> claim() {
        Instant now = clock.instant();
        List<ReclassificationClaim> marks =
                db.inTransaction(() ->
                        sources.settledBy()
                                .map(version ->
                                        unsettled.claim(
                                                version,
                                                lastAccount,
                                                now,
                                                now.plus(ReclassificationWork.LEASE),
                                                CLAIM))
                                .orElse(List.of()));
        if (!marks.isEmpty()) {
            lastAccount = marks.getLast().scope().accountId();
        }
        return marks;
    }

    /** Takes marks that are due and works them; answers false when there are none. */
    boolean processBatch() {
        Deque<ReclassificationClaim> left = new ArrayDeque<>(claim());
        if (left.isEmpty()) {
            return false;
        }
        StopSign stop = new StopSign(() -> !running || Thread.currentThread().isInterrupted());
        Runnable keep = keeping(left);
        try {
            Set<ReclassificationClaim> lookedUp = work.lookUp(List.copyOf(left), stop, keep);
            while (!left.isEmpty()) {
                stop.throwIfStopped();
                settle(left.getFirst(), lookedUp.contains(left.getFirst()), stop, keep);
                left.removeFirst();
            }
        } catch (StopSign.Stopped stopped) {
            release(left);
        } catch (RuntimeException | Error failed) {
            if (stop.isUp()) {
                release(left);
            } else {
                left.forEach(mark -> failed(mark, failed));
            }
        }
        return true;
    }

    private void settle(
            ReclassificationClaim mark, boolean lookedUp, StopSign stop, Runnable keep) {
        try {
            work.settle(mark, lookedUp, stop, keep);
        } catch (StopSign.Stopped stopped) {
            throw stopped;
        } catch (RuntimeException failed) {
            if (stop.isUp()) {
                throw failed;
            }
            failed(mark, failed);
        }
    }

    private Runnable keeping(Deque<ReclassificationClaim> marks) {
        long[] next = {System.nanoTime() + KEEP.toNanos()};
        return () -> {
            if (System.nanoTime() - next[0] >= 0) {
                marks.forEach(mark ->
                        unsettled.extend(mark, clock.instant().plus(ReclassificationWork.LEASE)));
                next[0] = System.nanoTime() + KEEP.toNanos();
            }
        };
    }

    private void failed(ReclassificationClaim mark, Throwable failure) {
        Duration pause = PAUSES.get(Math.min(mark.attempts(), PAUSES.size() - 1));
        unsettled.failed(mark, clock.instant().plus(pause));
        if (mayReport()) {
            log.error(
                    "Domain {} of account {} could not be settled; it is tried again in {} s",
                    mark.domain().value(),
                    mark.scope().accountId(),
                    pause.toSeconds(),
                    failure);
        }
    }

    private synchronized boolean mayReport() {
        Instant now = clock.instant();
        boolean may = !now.isBefore(nextReport);
        if (may) {
            nextReport = now.plus(SILENCE);
        }
        return may;
    }

    private void release(Deque<ReclassificationClaim> marks) {
        // Statements fail on an interrupted thread, and stopping interrupts.
        boolean interrupted = Thread.interrupted();
        try {
            marks.forEach(mark -> unsettled.release(mark, clock.instant()));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What each of the threads does. */
    private final class Turns implements WorkLoop.Work {

        @Override
        public void begin() {
            ReclassificationWorker.this.begin();
        }

        @Override
        public Duration careEvery() {
            return CARE;
        }

        @Override
        public void maintain() {}

        @Override
        public boolean processBatch() {
            return ReclassificationWorker.this.processBatch();
        }
    }
}
