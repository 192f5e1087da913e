package org.mailvane.traffic.reclassify;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.mailvane.platform.jobs.LeaseQueue;
import org.mailvane.platform.jobs.LeaseWorker;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.jobs.WorkLoop;
import org.mailvane.platform.jobs.WorkLoops;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Db;
import org.mailvane.sources.classify.ClassificationContextLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Works marks of the accounts in turn, two domains at a time. */
@Component
@Profile("service")
public class ReclassificationWorker extends LeaseWorker {

    /** Domains that one server reclassifies at the same time. */
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

    /** How often marks are kept for longer, while they are worked. */
    private static final Duration KEEP = Duration.ofMinutes(1);

    /** How long the chunk that is being worked may take on when the service is told to stop. */
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(ReclassificationWorker.class);

    private final Db db;
    private final Reclassification settling;
    private final ReclassificationQueueTable unsettled;
    private final ReclassificationWork work;
    private final ClassificationContextLoader sources;
    private final Clock clock;
    private long lastAccount;
    private Instant nextReport = Instant.MIN;

    ReclassificationWorker(
            Database database,
            Db db,
            Reclassification settling,
            ReclassificationQueueTable unsettled,
            ReclassificationWork work,
            ClassificationContextLoader sources,
            Clock clock,
            WorkLoops workLoops) {
        super(database, workLoops, STOP_PATIENCE);
        this.db = db;
        this.settling = settling;
        this.unsettled = unsettled;
        this.work = work;
        this.sources = sources;
        this.clock = clock;
    }

    @Override
    protected List<WorkLoop> threads() {
        return IntStream.range(0, THREADS)
                .mapToObj(i ->
                        thread(
                                Thread.ofPlatform().name("settling-" + i),
                                settling.news(),
                                this::processBatch))
                .toList();
    }

    @Override
    protected void endLeases() {
        unsettled.endLeases(clock.instant());
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
        List<ReclassificationClaim> marks = claim();
        if (marks.isEmpty()) {
            return false;
        }
        StopSign stop = stopSign();
        Set<ReclassificationClaim> left = new LinkedHashSet<>(marks);
        Set<ReclassificationClaim> lookedUp = new HashSet<>();
        Runnable keep = keeping(left);
        if (attempt(marks, () -> lookedUp.addAll(work.lookUp(marks, stop, keep)))) {
            for (ReclassificationClaim mark : marks) {
                attempt(
                        List.of(mark),
                        () -> {
                            stop.throwIfStopped();
                            work.settle(mark, lookedUp.contains(mark), stop, keep);
                        });
                left.remove(mark);
            }
        }
        return true;
    }

    private boolean attempt(List<ReclassificationClaim> marks, Attempt attempt) {
        return attempt(
                marks, attempt, mark -> unsettled.release(mark, clock.instant()), this::failed);
    }

    private Runnable keeping(Set<ReclassificationClaim> marks) {
        long[] next = {System.nanoTime() + KEEP.toNanos()};
        return () -> {
            if (System.nanoTime() - next[0] >= 0) {
                // One after the other: each locks its mark.
                marks.forEach(mark ->
                        unsettled.extend(mark, clock.instant().plus(ReclassificationWork.LEASE)));
                next[0] = System.nanoTime() + KEEP.toNanos();
            }
        };
    }

    void failed(ReclassificationClaim mark, Throwable failure) {
        Duration pause = LeaseQueue.pause(PAUSES, mark.attempts() + 1);
        unsettled.failed(mark, clock.instant().plus(pause));
        if (mayReport()) {
            log.error(
                    "Domain {} of account {} could not be reclassified; next attempt in {} s",
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
}
