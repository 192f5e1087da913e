package org.mailvane.intake;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mailvane.intake.BatchWriter.Target;
import org.mailvane.intake.Envelope.Queued;
import org.mailvane.intake.LedgerTable.Claim;
import org.mailvane.jobs.WorkLoop;
import org.mailvane.reports.Limits;
import org.mailvane.store.Database;
import org.mailvane.store.DatabaseFailure;
import org.mailvane.store.LockTimeoutException;
import org.mailvane.store.Scope;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Profile;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Works the queue: takes entries by lease, reads them and writes what they hold. Any number of
 * servers may do so on one database; an entry whose server died is taken by another when its lease
 * ends.
 */
@Component
@Profile("service")
class QueueWorker implements SmartLifecycle, WorkLoop.Work {

    /** Entries taken at once. */
    static final int CLAIM = 20;

    /** How long they are this worker's: many times what the largest of them needs. */
    static final Duration LEASE = Duration.ofMinutes(5);

    /** An entry that has ended so many workers is given up. */
    static final int MAX_ATTEMPTS = 3;

    private static final Duration CARE = Duration.ofMinutes(1);

    private final Database database;
    private final Imports imports;
    private final LedgerTable ledger;
    private final RawTable raws;
    private final BatchWriter writer;
    private final Limits limits;
    private final Clock clock;
    private final WorkLoop loop;
    private final List<Unreleased> unreleased = new ArrayList<>();

    QueueWorker(
            Database database,
            Imports imports,
            LedgerTable ledger,
            RawTable raws,
            BatchWriter writer,
            Limits limits,
            Clock clock) {
        this.database = database;
        this.imports = imports;
        this.ledger = ledger;
        this.raws = raws;
        this.writer = writer;
        this.limits = limits;
        this.clock = clock;
        this.loop =
                new WorkLoop(
                        Thread.ofPlatform().name("intake-queue"),
                        this,
                        imports.newInQueue(),
                        clock);
    }

    @Override
    public void start() {
        loop.start();
    }

    @Override
    public void stop() {
        // It ends after the batch that it is at.
        loop.stop(Duration.ZERO);
    }

    @Override
    public boolean isRunning() {
        return loop.isRunning();
    }

    @Override
    public void begin() {
        if (database.isEmbedded()) {
            // Nobody else works here: what is leased was leased by a run that died.
            ledger.endLeases();
        }
    }

    @Override
    public Duration careEvery() {
        return CARE;
    }

    /** Looks after what dead commands have left. */
    @Override
    public void care() {
        imports.failAbandoned();
    }

    /** Takes what is due and works it; answers false when there is nothing. */
    @Override
    public boolean workOnce() {
        if (!unreleased.isEmpty()) {
            for (Unreleased left : unreleased) {
                ledger.release(left.claims(), left.untried());
            }
            unreleased.clear();
        }
        boolean fresh = work(claim(false, CLAIM));
        // One that has ended a worker before is worked alone: it can't take others with it.
        boolean tried = work(claim(true, 1));
        return fresh || tried;
    }

    private List<Claim> claim(boolean tried, int limit) {
        Instant now = clock.instant();
        return ledger.claim(tried, limit, now, now.plus(LEASE));
    }

    private boolean work(List<Claim> claims) {
        if (claims.isEmpty()) {
            return false;
        }
        Map<Long, List<Claim>> byImport = new LinkedHashMap<>();
        for (Claim claim : claims) {
            byImport.computeIfAbsent(claim.importId(), id -> new ArrayList<>()).add(claim);
        }
        try {
            byImport.forEach(this::work);
        } catch (RuntimeException | Error failed) {
            // Being stopped, domains that others hold, a database in trouble: not the messages'
            // fault.
            boolean untried =
                    !isRunning()
                            || failed instanceof LockTimeoutException
                            || DatabaseFailure.isTrouble(failed);
            release(claims, untried);
            throw failed;
        }
        return true;
    }

    /** Claims that could not be given back when they should have been. */
    private record Unreleased(List<Claim> claims, boolean untried) {}

    private void release(List<Claim> claims, boolean untried) {
        // Statements fail on an interrupted thread, and stopping interrupts.
        boolean interrupted = Thread.interrupted();
        try {
            ledger.release(claims, untried);
        } catch (DataAccessException gone) {
            // The next round tries again; where there is none, their leases run out.
            unreleased.add(new Unreleased(claims, untried));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void work(long importId, List<Claim> claims) {
        Scope scope = claims.getFirst().scope();
        Target target = new Target(scope, importId, true, true);
        try (Pipeline pipeline =
                new Pipeline(
                        limits,
                        Math.min(claims.size(), Runtime.getRuntime().availableProcessors()),
                        batch -> writer.write(target, batch))) {
            for (Claim claim : claims) {
                pipeline.submit(envelope(claim));
            }
            pipeline.finish();
        }
    }

    private Envelope envelope(Claim claim) {
        long rawId = claim.rawId() == null ? 0 : claim.rawId();
        return new Envelope(
                claim.name(),
                claim.size(),
                () -> {
                    if (claim.attempts() > MAX_ATTEMPTS) {
                        throw new IOException(
                                "Reading it was given up after "
                                        + MAX_ATTEMPTS
                                        + " tries that did not come to an end.");
                    }
                    return raws.find(claim.scope(), rawId)
                            .orElseThrow(() -> new IOException("The message was deleted."));
                },
                new Queued(claim.entryId(), rawId));
    }
}
