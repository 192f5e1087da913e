package org.mailvane.planner;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.mailvane.jobs.BackgroundWork;
import org.mailvane.jobs.StopSign;
import org.mailvane.jobs.WorkLoop;
import org.mailvane.jobs.WorkLoops;
import org.mailvane.planner.PolicyAdviceTable.Taken;
import org.mailvane.store.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Judges domains that are due, some at a time. Any number of servers may do so on one database;
 * those whose server died are taken by another when its lease ends.
 */
@Component
@Profile("service")
class AdviceWorker implements BackgroundWork, WorkLoop.Work {

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

    private final Database database;
    private final PolicyAdviceTable table;
    private final AdviceWork work;
    private final AdvisedMailboxes mailboxes;
    private final Clock clock;
    private final WorkLoop loop;

    AdviceWorker(
            Database database,
            PolicyAdviceTable table,
            AdviceMarks marks,
            AdviceWork work,
            AdvisedMailboxes mailboxes,
            Clock clock,
            WorkLoops loops) {
        this.database = database;
        this.table = table;
        this.work = work;
        this.mailboxes = mailboxes;
        this.clock = clock;
        this.loop = loops.loop(Thread.ofPlatform().name("planner"), this, marks.news());
    }

    @Override
    public void start() {
        loop.start();
    }

    @Override
    public void stop() {
        loop.stop(STOP_PATIENCE);
    }

    @Override
    public boolean isRunning() {
        return loop.isRunning();
    }

    @Override
    public void begin() {
        if (database.isEmbedded()) {
            // Nobody else works here: what is leased was leased by a run that died.
            table.endLeases(clock.instant());
        }
    }

    @Override
    public Duration careEvery() {
        return CARE;
    }

    @Override
    public void maintain() {
        Instant now = clock.instant();
        mailboxes.compare();
        table.addMissing(now);
        table.markReported(now, now.minus(REST), now.plus(AdviceMarks.SETTLED));
    }

    /** Takes domains that are due and judges them; answers false when there are none. */
    @Override
    public boolean processBatch() {
        Instant now = clock.instant();
        Map<Long, List<Taken>> byAccount = new TreeMap<>();
        table.claim(now, now.plus(LEASE), CLAIM).stream()
                .sorted(Comparator.comparingLong((Taken taken) -> taken.domain().value()))
                .forEach(taken ->
                        byAccount
                                .computeIfAbsent(taken.scope().accountId(), id -> new ArrayList<>())
                                .add(taken));
        StopSign stop =
                new StopSign(() -> !loop.isRunning() || Thread.currentThread().isInterrupted());
        for (List<Taken> taken : byAccount.values()) {
            if (stop.isUp()) {
                taken.forEach(one -> release(one, Duration.ZERO));
            } else {
                judge(taken, stop);
            }
        }
        return !byAccount.isEmpty();
    }

    private void judge(List<Taken> taken, StopSign stop) {
        for (Taken left : taken.size() == 1 ? taken : together(taken)) {
            if (stop.isUp()) {
                release(left, Duration.ZERO);
            } else {
                alone(left, stop);
            }
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

    private void alone(Taken one, StopSign stop) {
        try {
            work.judgeAlone(one);
        } catch (RuntimeException failed) {
            if (stop.isUp()) {
                release(one, Duration.ZERO);
                return;
            }
            log.error(
                    "Domain {} of account {} could not be judged; it is tried again in {} min",
                    one.domain().value(),
                    one.scope().accountId(),
                    PAUSE.toMinutes(),
                    failed);
            release(one, PAUSE);
        }
    }

    private void release(Taken taken, Duration pause) {
        // Statements fail on an interrupted thread, and stopping interrupts.
        boolean interrupted = Thread.interrupted();
        try {
            table.release(taken, clock.instant().plus(pause));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
