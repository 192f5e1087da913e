package org.mailvane.planner;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.mailvane.planner.PolicyAdviceTable.Taken;
import org.mailvane.platform.jobs.LeaseWorker;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.jobs.WorkLoop;
import org.mailvane.platform.jobs.WorkLoops;
import org.mailvane.platform.store.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Judges domains that are due, some at a time. */
@Component
@Profile("service")
class AdviceWorker extends LeaseWorker {

    /** Domains that are taken at once, so that what they are judged by is read together. */
    static final int CLAIM = 50;

    /** How long domains are this worker's: many times what so many take. */
    static final Duration LEASE = Duration.ofMinutes(10);

    /** How long to wait with a domain that could not be judged. */
    static final Duration PAUSE = Duration.ofMinutes(10);

    /**
     * How often domains without a row, such with new reports, and accounts with another mailbox are
     * looked for.
     */
    static final Duration CARE = Duration.ofMinutes(1);

    /**
     * How long a judgement counts at least though reports come. Reports are of days that have just
     * ended, which are judged days later only; old ones are uploaded now and then.
     */
    static final Duration REST = Duration.ofHours(6);

    /** How long the domains that are being judged may take on when the service is told to stop. */
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(AdviceWorker.class);

    private final PolicyAdviceTable table;
    private final AdviceMarks marks;
    private final AdviceWork work;
    private final AdvisedMailboxes mailboxes;
    private final Clock clock;

    AdviceWorker(
            Database database,
            PolicyAdviceTable table,
            AdviceMarks marks,
            AdviceWork work,
            AdvisedMailboxes mailboxes,
            Clock clock,
            WorkLoops loops) {
        super(database, loops, STOP_PATIENCE);
        this.table = table;
        this.marks = marks;
        this.work = work;
        this.mailboxes = mailboxes;
        this.clock = clock;
    }

    @Override
    protected List<WorkLoop> threads() {
        Thread.Builder thread = Thread.ofPlatform().name("planner");
        return List.of(thread(thread, marks.news(), this::processBatch));
    }

    @Override
    protected void endLeases() {
        table.endLeases(clock.instant());
    }

    @Override
    protected Duration careEvery() {
        return CARE;
    }

    @Override
    protected void maintain() {
        Instant now = clock.instant();
        mailboxes.compare();
        table.addMissing(now);
        table.markReported(now, now.minus(REST), now.plus(AdviceMarks.SETTLED));
    }

    /** Takes domains that are due and judges them; answers false when there are none. */
    private boolean processBatch() {
        Instant now = clock.instant();
        Map<Long, List<Taken>> byAccount = new TreeMap<>();
        table.claim(now, now.plus(LEASE), CLAIM).stream()
                .sorted(Comparator.comparingLong((Taken taken) -> taken.domain().value()))
                .forEach(taken ->
                        byAccount
                                .computeIfAbsent(taken.scope().accountId(), id -> new ArrayList<>())
                                .add(taken));
        byAccount.values().forEach(this::judge);
        return !byAccount.isEmpty();
    }

    private void judge(List<Taken> taken) {
        StopSign stop = stopSign();
        for (Taken one : taken.size() == 1 || stop.isUp() ? taken : together(taken)) {
            attempt(
                    List.of(one),
                    () -> {
                        stop.throwIfStopped();
                        work.judgeAlone(one);
                    },
                    this::release,
                    this::failed);
        }
    }

    /** Answers which of them are left. */
    private List<Taken> together(List<Taken> taken) {
        try {
            return work.judge(taken);
        } catch (RuntimeException failed) {
            // One of them may be the reason. Judging those again that went well does no harm.
            return taken;
        }
    }

    private void release(Taken taken) {
        table.release(taken, clock.instant());
    }

    void failed(Taken taken, Throwable failure) {
        log.error(
                "Domain {} of account {} could not be judged; it is tried again in {} min",
                taken.domain().value(),
                taken.scope().accountId(),
                PAUSE.toMinutes(),
                failure);
        table.release(taken, clock.instant().plus(PAUSE));
    }
}
