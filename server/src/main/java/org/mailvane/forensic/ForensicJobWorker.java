package org.mailvane.forensic;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.forensic.ForensicJobTable.Claim;
import org.mailvane.store.Database;
import org.mailvane.store.DatabaseFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Profile;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Works the jobs, one after the other. Any number of servers may do so on one database; a job whose
 * server died is taken by another when its lease ends.
 */
@Component
@Profile("service")
class ForensicJobWorker implements SmartLifecycle {

    /** How long a job is this worker's: many times what one needs. */
    static final Duration LEASE = Duration.ofMinutes(5);

    /** How long a job that has failed waits for its next try. */
    static final Duration PAUSE = Duration.ofSeconds(5);

    private static final Duration IDLE = Duration.ofSeconds(1);
    private static final Duration CARE = Duration.ofMinutes(10);
    private static final Logger log = LoggerFactory.getLogger(ForensicJobWorker.class);

    private final Database database;
    private final ForensicJobs jobs;
    private final Clock clock;
    private volatile boolean running;
    private boolean leasesEnded;
    private @Nullable Thread thread;

    ForensicJobWorker(Database database, ForensicJobs jobs, Clock clock) {
        this.database = database;
        this.jobs = jobs;
        this.clock = clock;
    }

    @Override
    public void start() {
        running = true;
        thread = Thread.ofPlatform().name("forensic-jobs").start(this::work);
    }

    @Override
    public void stop() {
        running = false;
        Thread worker = thread;
        if (worker != null) {
            worker.interrupt();
            try {
                worker.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    private void work() {
        Instant nextCare = Instant.MIN;
        while (running) {
            try {
                if (!clock.instant().isBefore(nextCare)) {
                    care();
                    nextCare = clock.instant().plus(CARE);
                }
                Optional<Claim> claim = jobs.claim(LEASE);
                if (claim.isPresent()) {
                    work(claim.get());
                } else {
                    jobs.awaitQueued(IDLE);
                }
            } catch (InterruptedException stopped) {
                return;
            } catch (RuntimeException failed) {
                if (!running) {
                    return;
                }
                log.error("Working the forensic jobs failed; trying again", failed);
                pause();
            }
        }
    }

    /** Looks after what earlier runs have left, and what is not kept any longer. */
    private void care() {
        if (!leasesEnded && database.isEmbedded()) {
            // Nobody else works here: what is leased was leased by a run that died.
            jobs.endLeases();
        }
        leasesEnded = true;
        jobs.deleteExpired();
    }

    private void pause() {
        try {
            Thread.sleep(IDLE);
        } catch (InterruptedException stopped) {
            running = false;
        }
    }

    private void work(Claim claim) {
        try {
            jobs.work(claim);
        } catch (RuntimeException failed) {
            boolean untried = !running || DatabaseFailure.isTrouble(failed);
            giveBack(claim, untried);
            throw failed;
        }
    }

    private void giveBack(Claim claim, boolean untried) {
        // Statements fail on an interrupted thread, and stopping interrupts.
        boolean interrupted = Thread.interrupted();
        try {
            jobs.giveBack(claim, PAUSE, untried);
        } catch (DataAccessException gone) {
            log.warn("Job {} is tried again when its lease has run out", claim.job().id());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
