package org.mailvane.detailreport.queue;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.mailvane.detailreport.DetailReports;
import org.mailvane.detailreport.queue.DetailQueueTable.Claim;
import org.mailvane.detailreport.snapshot.SnapshotCache;
import org.mailvane.platform.jobs.Signal;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/**
 * The reports that are to be worked out. Any number of servers share it.
 *
 * <p>Of the ten connections that a server has, working its reports out uses five at most: each lane
 * one to read, those that are worked at once and second readers {@link #INLINE} together, and all
 * one to write how far they are. Who asks for reports and who reads them has bounds too: {@link
 * DetailReports#CREATED_AT_ONCE} and {@link SnapshotCache#READ_AT_ONCE}.
 */
@Service
public class DetailQueue {

    /** Reports that are worked out while their users wait, at the same time. */
    static final int INLINE = 2;

    /** How long a user waits for a small report before the answer says that it is worked on. */
    public static final Duration INLINE_TIME = Duration.ofSeconds(1);

    /** Rows from which such a report has a second reader, if nobody else needs it. */
    static final long SECOND_READER_ROWS = 10_000;

    private static final Logger log = LoggerFactory.getLogger(DetailQueue.class);

    private final Db db;
    private final DetailQueueTable table;
    private final DetailWork work;
    private final Clock clock;
    private final Map<Lane, Signal> news = new EnumMap<>(Lane.class);

    /** Connections beside those of the lanes. */
    private final Semaphore spare = new Semaphore(INLINE);

    private volatile boolean stopping;

    DetailQueue(Db db, DetailQueueTable table, DetailWork work, Clock clock) {
        this.db = db;
        this.table = table;
        this.work = work;
        this.clock = clock;
        for (Lane lane : Lane.values()) {
            news.put(lane, new Signal());
        }
    }

    /** What works one report after the other. */
    public enum Lane {
        /** Takes whatever is next. */
        ALL(Long.MAX_VALUE),
        /** Takes light ones only, so that none of them waits for a heavy one. */
        LIGHT(DetailReports.LIGHT_ROWS);

        private final long most;

        Lane(long most) {
            this.most = most;
        }
    }

    /** Says that something is in the queue; after the commit of the transaction on this thread. */
    public void announce() {
        db.afterCommit(() -> news.values().forEach(Signal::give));
    }

    /** Given when something is new in the queue, to those of one lane. */
    Signal news(Lane lane) {
        return Objects.requireNonNull(news.get(lane));
    }

    /**
     * Works out a small report at once, outside of a transaction, which no lane takes until then;
     * not where as many as may are being worked out so already. Returns when it is done, and after
     * {@link #INLINE_TIME} at the latest: then the work goes on without its user. Whatever goes
     * wrong, the queue has it still.
     */
    public void workNow(Scope account, long reportId) {
        if (!spare.tryAcquire()) {
            leave(account, reportId);
            return;
        }
        CountDownLatch done = new CountDownLatch(1);
        Thread.ofVirtual()
                .name("detail-inline")
                .start(() -> {
                    try {
                        workInline(account, reportId);
                    } finally {
                        spare.release();
                        done.countDown();
                    }
                });
        try {
            if (!done.await(INLINE_TIME.toMillis(), TimeUnit.MILLISECONDS)) {
                log.info("Report {} takes longer than its user waits", reportId);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void workInline(Scope account, long reportId) {
        try {
            Instant now = clock.instant();
            table.claim(account, reportId, now, now.plus(DetailWork.LEASE))
                    .ifPresent(
                            claim -> work(claim, SECOND_READER_ROWS, new StopSign(() -> stopping)));
        } catch (RuntimeException failed) {
            log.warn("Report {} could not be worked out at once", reportId, failed);
            leave(account, reportId);
        }
    }

    /**
     * Ends the work on reports that are worked out at once, and waits for that. Others get them
     * from the queue.
     */
    void stop(Duration patience) {
        stopping = true;
        try {
            if (spare.tryAcquire(INLINE, patience.toMillis(), TimeUnit.MILLISECONDS)) {
                spare.release(INLINE);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            stopping = false;
        }
    }

    /** Leaves a report to the lanes; where even that fails, they take it when its time is up. */
    private void leave(Scope account, long reportId) {
        try {
            table.letGo(account, reportId);
            announce();
        } catch (RuntimeException failed) {
            log.warn("Report {} is held until its time is up", reportId, failed);
        }
    }

    /** Works out the next report of a lane; answers false when there is none. */
    public boolean workNext(Lane lane, StopSign stop) {
        Optional<Claim> claim = claim(lane);
        claim.ifPresent(taken -> work(taken, DetailReports.LIGHT_ROWS, stop));
        return claim.isPresent();
    }

    /** Works a report out, by two readers where it has more rows than that and a second may be. */
    private void work(Claim claim, long rows, StopSign stop) {
        boolean second = claim.weight() > rows && spare.tryAcquire();
        try {
            work.work(claim, second ? 2 : 1, stop);
        } finally {
            if (second) {
                spare.release();
            }
        }
    }

    /** Takes the next report of a lane. */
    public Optional<Claim> claim(Lane lane) {
        return db.inTransaction(() -> {
            table.lock();
            Instant now = clock.instant();
            return table.claim(
                    DetailReports.LIGHT_ROWS, lane.most, now, now.plus(DetailWork.LEASE));
        });
    }

    /** Ends all leases, on a server that is known to be the only one. */
    void endLeases() {
        table.endLeases();
    }
}
