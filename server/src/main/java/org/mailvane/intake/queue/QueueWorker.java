package org.mailvane.intake.queue;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mailvane.intake.FreeSpace;
import org.mailvane.intake.ledger.Imports;
import org.mailvane.intake.queue.QueueTable.Claim;
import org.mailvane.intake.reading.Pipeline;
import org.mailvane.platform.jobs.LeaseWorker;
import org.mailvane.platform.jobs.QueueTurns;
import org.mailvane.platform.jobs.QueueTurns.Turn;
import org.mailvane.platform.jobs.WorkLoop;
import org.mailvane.platform.jobs.WorkLoops;
import org.mailvane.platform.store.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Works the queue: takes entries of the accounts in turn, and hands them to {@link QueueWork}. */
@Component
@Profile("service")
public final class QueueWorker extends LeaseWorker {

    /** Entries taken at once, of all accounts whose turn it is. */
    public static final int CLAIM = Pipeline.BATCH_ENVELOPES;

    /** How long they are this worker's, unless it asks for more. */
    public static final Duration LEASE = Duration.ofMinutes(5);

    /** Uploads that are taken at once, so that many of them do not keep mails out. */
    static final int UPLOADS = 20;

    /** After so many other entries, the worker looks for uploads again. */
    public static final int BETWEEN_UPLOADS = 20;

    /** An entry that has ended so many workers is given up. */
    public static final int MAX_ATTEMPTS = 5;

    /**
     * How long an entry rests at which one worker ended, two workers, and so on. A worker may end
     * for other reasons, again and again: a machine that is restarted, a database that does not
     * answer. Whatever that is, it must not last as long as all of these if no message is to be
     * given up for it.
     */
    public static final List<Duration> RESTS =
            List.of(
                    Duration.ZERO,
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(10),
                    Duration.ofHours(1));

    /** Entries whose time to wait is over that are put back into the queue by one statement. */
    static final int DEFERRALS_AT_ONCE = 5_000;

    /**
     * For so long entries that were taken together are handed on; what is left of them then takes
     * its turn again, so that large ones of one account do not keep others waiting.
     */
    static final Duration ROUND = Duration.ofSeconds(2);

    /**
     * Entries are committed at most so long after the time that decides their place: from there on
     * it is looked for further ones.
     */
    private static final Duration LATE = Duration.ofMinutes(1);

    /** How often it looks, while there is work, who else has something in the queue. */
    private static final Duration LOOK_AROUND = Duration.ofMillis(200);

    private static final int ACCOUNTS_OF_ONE_LOOK = 1_000;

    /** Time of a round for entries that are worked alone. */
    private static final Duration ALONE = Duration.ofMillis(200);

    private static final Logger log = LoggerFactory.getLogger(QueueWorker.class);

    private static final Duration CARE = Duration.ofMinutes(1);

    private final Imports imports;
    private final QueueSignal newInQueue;
    private final QueueTable queue;
    private final QueueWork work;
    private final FreeSpace freeSpace;
    private final Clock clock;
    private final QueueTurns turns = new QueueTurns();
    private long nextLookAround = System.nanoTime();
    private boolean hadRoom = true;

    QueueWorker(
            Database database,
            Imports imports,
            QueueSignal newInQueue,
            QueueTable queue,
            QueueWork.Maker maker,
            FreeSpace freeSpace,
            Clock clock,
            WorkLoops loops) {
        // It ends after the batch that is being written.
        super(database, loops, Duration.ZERO);
        this.imports = imports;
        this.newInQueue = newInQueue;
        this.queue = queue;
        this.freeSpace = freeSpace;
        this.clock = clock;
        this.work = maker.make(turns, this::isRunning);
    }

    @Override
    protected List<WorkLoop> threads() {
        Thread.Builder thread = Thread.ofPlatform().name("intake-queue");
        return List.of(thread(thread, newInQueue.signal(), this::processBatch));
    }

    @Override
    public void stop() {
        super.stop();
        work.close();
    }

    @Override
    protected void endLeases() {
        queue.endAllLeases(clock.instant(), RESTS);
    }

    @Override
    protected Duration careEvery() {
        return CARE;
    }

    /** Looks after what dead servers and commands have left. */
    @Override
    protected void maintain() {
        work.extend();
        queue.endLeases(clock.instant(), RESTS);
        endDeferrals();
        // Entries come back at places that were passed: by the above, or by another server.
        turns.startAgain();
        imports.failAbandoned();
    }

    private void endDeferrals() {
        int ended;
        do {
            ended = queue.endDeferrals(clock.instant(), DEFERRALS_AT_ONCE);
            if (ended > 0) {
                newInQueue.give();
            }
        } while (ended == DEFERRALS_AT_ONCE && isRunning());
    }

    /** Takes what is due and works it; answers false when there is nothing. */
    public boolean processBatch() {
        try {
            work.releaseLeft();
            if (!hasRoom()) {
                work.finish();
                return false;
            }
            boolean authenticated = work.submitAuthenticated();
            boolean alone = workAlone();
            boolean uploads = workUploads();
            List<Claim> claims = claim();
            if (claims.isEmpty() && !uploads) {
                work.finish();
                return alone || authenticated;
            }
            work.submit(claims, new Round()::goesOn);
            return true;
        } catch (RuntimeException | Error failed) {
            work.abandon(failed);
            throw failed;
        }
    }

    /**
     * Works uploads before everything else: a person waits for them, and mails may be many and
     * large. Answers whether there were any.
     */
    private boolean workUploads() {
        List<Claim> uploads =
                queue.claimUploads(turns.resting(), UPLOADS, clock.instant().plus(LEASE));
        work.submit(uploads);
        return !uploads.isEmpty();
    }

    /** Entries that were taken together; the worker looks for uploads in between. */
    private final class Round {

        private final long end = System.nanoTime() + ROUND.toNanos();
        private long nextLook = System.nanoTime() + LOOK_AROUND.toNanos();
        private int since;

        /** Whether there is time for one more. Others may have something in the queue by then. */
        boolean goesOn() {
            since++;
            if (since == BETWEEN_UPLOADS || System.nanoTime() - nextLook >= 0) {
                since = 0;
                nextLook = System.nanoTime() + LOOK_AROUND.toNanos();
                work.submitAuthenticated();
                workUploads();
            }
            return System.nanoTime() - end < 0;
        }
    }

    /** Whether the disk has room for what the queue unpacks to; else everything stays queued. */
    private boolean hasRoom() {
        boolean hasRoom = freeBytes() >= FreeSpace.MINIMUM;
        if (hasRoom != hadRoom) {
            hadRoom = hasRoom;
            if (hasRoom) {
                log.info("The disk has room again. Messages of the queue are read");
            } else {
                log.warn(
                        "The disk has less than {} MB free. Messages of the queue wait until there"
                                + " is more",
                        FreeSpace.MINIMUM >> 20);
            }
        }
        return hasRoom;
    }

    private long freeBytes() {
        try {
            return freeSpace.bytes();
        } catch (IOException unknown) {
            log.warn("The free space of the disk can't be measured: {}", unknown.getMessage());
            return 0;
        }
    }

    /**
     * Works entries that have ended a worker before, each without company that it could take with
     * it. Answers whether there was one.
     */
    private boolean workAlone() {
        long end = System.nanoTime() + ALONE.toNanos();
        boolean any = false;
        while (isRunning()
                && (!any || System.nanoTime() - end < 0)
                && queue.isAnyTried(turns.resting(), clock.instant())) {
            work.finish();
            Instant now = clock.instant();
            Optional<Claim> tried = queue.claimTried(turns.resting(), now, now.plus(LEASE));
            tried.ifPresent(claim -> work.submit(List.of(claim)));
            work.finish();
            any = true;
        }
        return any;
    }

    /** Returns the next entries of the accounts whose turn it is. */
    private List<Claim> claim() {
        lookAround();
        List<Turn> next = turns.next(clock.instant());
        if (next.isEmpty()) {
            return List.of();
        }
        int each = CLAIM / next.size();
        List<Claim> claims = new ArrayList<>(queue.claim(next, each, clock.instant().plus(LEASE)));
        claims.sort(Comparator.comparingLong(Claim::turn).thenComparingLong(Claim::entryId));
        long newest = clock.instant().minus(LATE).toEpochMilli();
        turns.taken(
                next,
                each,
                claims,
                claim -> claim.scope().accountId(),
                claim -> Math.min(claim.turn(), newest));
        return inTurn(claims);
    }

    /** Looks who else has something in the queue, now and then. */
    private void lookAround() {
        if (System.nanoTime() - nextLookAround < 0 && turns.isAnybodyWaiting()) {
            return;
        }
        nextLookAround = System.nanoTime() + LOOK_AROUND.toNanos();
        List<Long> found;
        long after = 0;
        do {
            found = queue.accountsInQueue(after, ACCOUNTS_OF_ONE_LOOK);
            turns.found(found);
            after = found.isEmpty() ? after : found.getLast();
        } while (found.size() == ACCOUNTS_OF_ONE_LOOK);
    }

    /** First the first of each account, then the second of each, and so on. */
    private static List<Claim> inTurn(List<Claim> claims) {
        Map<Long, List<Claim>> byAccount = new HashMap<>();
        for (Claim claim : claims) {
            byAccount
                    .computeIfAbsent(claim.scope().accountId(), id -> new ArrayList<>())
                    .add(claim);
        }
        List<Claim> inTurn = new ArrayList<>();
        for (int i = 0; inTurn.size() < claims.size(); i++) {
            for (List<Claim> own : byAccount.values()) {
                if (i < own.size()) {
                    inTurn.add(own.get(i));
                }
            }
        }
        return inTurn;
    }
}
