package org.mailvane.platform.jobs;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.mailvane.platform.store.Database;

/**
 * Works a {@link LeaseQueue} for as long as the service runs, on one or more threads. Each thread
 * claims rows and works them, and waits when nothing is due. Any number of servers may do so on one
 * database: the rows of a server that died are taken by another when their lease ends.
 */
public abstract class LeaseWorker implements BackgroundWork {

    private static final Duration CARE = Duration.ofHours(1);

    private final Database database;
    private final WorkLoops workLoops;
    private final Duration patience;
    private volatile List<WorkLoop> loops = List.of();
    private volatile boolean running;
    private boolean begun;

    /**
     * @param patience how long work may go on after the service was told to stop, before its
     *     threads are interrupted
     */
    protected LeaseWorker(Database database, WorkLoops workLoops, Duration patience) {
        this.database = database;
        this.workLoops = workLoops;
        this.patience = patience;
    }

    /**
     * Returns the worker's threads, each made by {@link #thread}. They are needed at each start.
     */
    protected abstract List<WorkLoop> threads();

    /** Ends all leases: those of a run that died, on a server that has the database to itself. */
    protected abstract void endLeases();

    /** Returns the time from the start of one round of maintenance to that of the next. */
    protected Duration careEvery() {
        return CARE;
    }

    /** Looks after what is left over. Each thread calls it. */
    protected void maintain() {}

    /** One round of a thread. */
    public interface Batch {

        /** Claims rows that are due and works them. Returns false if there are none. */
        boolean process() throws InterruptedException;
    }

    /**
     * Returns a thread.
     *
     * @param news given when something is due that was not before
     */
    protected final WorkLoop thread(Thread.Builder thread, Signal news, Batch batch) {
        WorkLoop.Work work =
                new WorkLoop.Work() {
                    @Override
                    public void begin() {
                        endLeasesOnce();
                    }

                    @Override
                    public Duration careEvery() {
                        return LeaseWorker.this.careEvery();
                    }

                    @Override
                    public void maintain() {
                        LeaseWorker.this.maintain();
                    }

                    @Override
                    public boolean processBatch() throws InterruptedException {
                        return batch.process();
                    }
                };
        return workLoops.loop(thread, work, news);
    }

    private synchronized void endLeasesOnce() {
        if (!begun && database.isEmbedded()) {
            endLeases();
        }
        begun = true;
    }

    @Override
    public void start() {
        running = true;
        loops = threads();
        loops.forEach(WorkLoop::start);
    }

    @Override
    public void stop() {
        running = false;
        WorkLoop.stopAll(loops, patience);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Returns a sign that is up when the service ends. */
    protected final StopSign stopSign() {
        return new StopSign(() -> !running || Thread.currentThread().isInterrupted());
    }

    /** Work on claimed rows, which writes its result. */
    public interface Attempt {
        void work() throws Exception;
    }

    /**
     * Works claimed rows so that none is kept for nothing: if the service ends meanwhile, they are
     * given back.
     *
     * @param release gives a row back as if it had not been claimed
     * @param failed has a row tried again later, or not any more
     * @return whether the work went well
     */
    protected final <C> boolean attempt(
            Collection<C> claims,
            Attempt attempt,
            Consumer<C> release,
            BiConsumer<C, Throwable> failed) {
        try {
            attempt.work();
            return true;
        } catch (InterruptedException | StopSign.Stopped stopped) {
            StopSign.uninterrupted(() -> claims.forEach(release));
        } catch (Exception | Error failure) {
            boolean ending = stopSign().isUp();
            StopSign.uninterrupted(() ->
                    claims.forEach(ending ? release : claim -> failed.accept(claim, failure)));
        }
        return false;
    }
}
