package org.mailvane.detailreport.queue;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.mailvane.detailreport.DetailReports;
import org.mailvane.detailreport.Stage;
import org.mailvane.detailreport.queue.DetailQueueTable.Claim;
import org.mailvane.detailreport.queue.DetailQueueTable.Written;
import org.mailvane.detailreport.snapshot.SnapshotBuilder;
import org.mailvane.platform.jobs.LeaseQueue;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.metrics.EventTimes;
import org.mailvane.platform.metrics.Label;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Works out a report that was taken from the queue, and ends it or puts it back. */
@Component
public class DetailWork implements MeterBinder {

    /** How long a report is a worker's, unless it asks for more. */
    public static final Duration LEASE = Duration.ofSeconds(30);

    /** A report that was begun so often, and failed or ended its server each time, has failed. */
    static final int MAX_ATTEMPTS = 3;

    /** How long a report rests after its first failure, and after the second. */
    public static final List<Duration> PAUSES =
            List.of(Duration.ofSeconds(2), Duration.ofSeconds(15));

    /**
     * How long a failed report is kept to show why, before the same one can be worked out again.
     */
    static final Duration KEPT_WHEN_FAILED = Duration.ofHours(1);

    /** What people read where nobody but us can help. */
    static final String DEFECT = "The report could not be created. Please request it again.";

    /** What people read where they can. */
    static final String TOO_MUCH =
            "The report is too large: %s. Choose fewer days, fewer domains or a"
                    + " narrower filter.";

    private static final Logger log = LoggerFactory.getLogger(DetailWork.class);

    private static final String READY = "ready";
    private static final String FAILED = "failed";

    private final EventTimes times =
            new EventTimes(
                    "mailvane.detail.report",
                    "Detail reports that were finished or given up, and their duration",
                    new Label("result", List.of(READY, FAILED)));

    private final DetailQueueTable queue;
    private final ReportWorks works;
    private final DetailResults results;
    private final Clock clock;

    /** So that all who write progress take one connection together. */
    private final ReentrantLock writing = new ReentrantLock();

    DetailWork(DetailQueueTable queue, ReportWorks works, DetailResults results, Clock clock) {
        this.queue = queue;
        this.works = works;
        this.results = results;
        this.clock = clock;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        times.bindTo(registry);
    }

    /**
     * Works out a report. Nobody may expect that it is ready then: it may have failed, wait in the
     * queue again, or be gone.
     *
     * @param threads how many read its rows at the same time
     * @param stop whether the service ends
     * @throws RuntimeException when the outcome could not be stored in the queue; the report is
     *     another worker's when its lease ends
     */
    void work(Claim claim, int threads, StopSign stop) {
        if (claim.attempts() > MAX_ATTEMPTS) {
            log.error("{} has ended its server {} times", name(claim), MAX_ATTEMPTS);
            // It took no time here: what it took the servers that ended is not known.
            giveUp(claim, DEFECT);
            return;
        }
        try (ReportProgress progress =
                new ReportProgress(
                                (stage, percent) -> write(claim, stage, percent), System::nanoTime)
                        .start()) {
            work(claim, threads, progress, stop);
        }
    }

    /** As {@link #work(Claim, int, StopSign)}, with this progress. */
    void work(Claim claim, int threads, ReportProgress progress, StopSign stop) {
        long begun = System.nanoTime();
        StopSign ownOrStop = new StopSign(() -> progress.isLost() || stop.isUp());
        try {
            ReportWorks.Result result =
                    works.work(
                            claim.scope(),
                            claim.criteria(),
                            claim.domains(),
                            threads,
                            progress,
                            ownOrStop);
            if (claim.weight() > DetailReports.INLINE_ROWS) {
                // The transaction that stores it has locked its row, so that no progress can be
                // stored meanwhile.
                progress.write();
            }
            ownOrStop.throwIfStopped();
            if (results.finish(claim.lease(), result)) {
                times.add(System.nanoTime() - begun, READY);
            } else {
                // Domains have gone meanwhile, if it is still there and this worker's.
                putBack(claim, Duration.ZERO, begun);
            }
        } catch (StopSign.Stopped stopped) {
            release(claim);
        } catch (SnapshotBuilder.TooMuchException tooMuch) {
            fail(claim, TOO_MUCH.formatted(tooMuch.getMessage()), begun);
        } catch (OutOfMemoryError full) {
            // Again it would take as much, from all others too.
            log.error("{} takes more memory than there is", name(claim), full);
            fail(claim, TOO_MUCH.formatted("it exceeds the server's memory"), begun);
        } catch (RuntimeException | Error failed) {
            if (ownOrStop.isUp()) {
                // Interrupted, or of a report that is gone.
                release(claim);
            } else {
                failed(claim, failed, begun);
            }
        }
    }

    private Written write(Claim claim, Stage stage, int percent) {
        writing.lock();
        try {
            return queue.progress(claim, stage, percent, clock.instant().plus(LEASE));
        } finally {
            writing.unlock();
        }
    }

    private void release(Claim claim) {
        StopSign.uninterrupted(() -> queue.release(claim));
    }

    public void failed(Claim claim, Throwable failure, long begun) {
        if (claim.attempts() < MAX_ATTEMPTS) {
            Duration pause = LeaseQueue.pause(PAUSES, claim.attempts());
            log.warn(
                    "{} could not be worked out; it is tried again in {} s",
                    name(claim),
                    pause.toSeconds(),
                    failure);
            putBack(claim, pause, begun);
        } else {
            log.error("{} has failed {} times", name(claim), MAX_ATTEMPTS, failure);
            fail(claim, DEFECT, begun);
        }
    }

    private void putBack(Claim claim, Duration pause, long begun) {
        if (claim.attempts() < MAX_ATTEMPTS) {
            queue.putBack(claim, clock.instant().plus(pause));
        } else {
            fail(claim, DEFECT, begun);
        }
    }

    private void fail(Claim claim, String problem, long begun) {
        giveUp(claim, problem);
        times.add(System.nanoTime() - begun, FAILED);
    }

    private void giveUp(Claim claim, String problem) {
        queue.fail(claim, problem, clock.instant().plus(KEPT_WHEN_FAILED));
    }

    private static String name(Claim claim) {
        return "Report " + claim.id() + " of account " + claim.scope().accountId();
    }
}
