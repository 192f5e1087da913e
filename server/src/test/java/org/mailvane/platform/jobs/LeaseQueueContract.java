package org.mailvane.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;

/**
 * What holds for every queue that several servers work together ({@link LeaseQueue}). The test of
 * each queue says how its rows are added, claimed and written; it stops the service's own worker.
 *
 * @param <C> what a claimed row is to the worker
 */
public abstract class LeaseQueueContract<C> {

    private static final int ROWS = 20;
    private static final int SERVERS = 4;
    private static final Duration INSTANT = Duration.ofMillis(1);

    protected final TestClock clock = new TestClock(Instant.parse("2026-11-20T12:00:00Z"));
    protected final TestService service = TestService.shared(clock);

    @AfterEach
    void close() {
        service.close();
    }

    /** Adds rows that are due now. */
    protected abstract void add(int rows);

    /** Claims rows that are due now; as many as a worker claims at once. */
    protected abstract List<C> claim();

    /** Returns the lease of a claimed row. */
    protected abstract Lease lease(C claim);

    /** Returns how long a lease lasts. */
    protected abstract Duration term();

    /** Writes the result of the work. Returns false if that is refused. */
    protected abstract boolean finish(C claim);

    /** Gives a row back, as a worker that is stopped does. */
    protected abstract void release(C claim);

    /** Does what the worker does when its work has failed. */
    protected abstract void fail(C claim);

    /** Returns how long a row rests after each failure. */
    protected abstract List<Duration> pauses();

    /**
     * Whether a row is tried no more after a last failure; else it rests as after the last pause.
     */
    protected abstract boolean givesUp();

    /** Ends all leases, as a server does that is alone when it starts. */
    protected abstract void endLeases();

    /** Returns how long a row rests at which a server died. */
    protected Duration restAfterDeath() {
        return Duration.ZERO;
    }

    /** Whether the first result counts, even if its worker has lost the lease. */
    protected boolean firstResultCounts() {
        return false;
    }

    private C claimOne() {
        List<C> claimed = claim();
        assertThat(claimed).hasSize(1);
        return claimed.getFirst();
    }

    /** Adds a row, and has a second worker take it over from a first. */
    private List<C> takenOver() {
        add(1);
        C first = claimOne();
        clock.advance(term().minus(INSTANT));
        assertThat(claim()).as("while the lease lasts").isEmpty();
        clock.advance(INSTANT.multipliedBy(2));
        C second = claimOne();
        assertThat(lease(second).id()).isEqualTo(lease(first).id());
        return List.of(first, second);
    }

    @Test
    void eachRowIsClaimedByOneServer() throws Exception {
        add(ROWS);
        Callable<List<C>> server =
                () -> {
                    List<C> all = new ArrayList<>();
                    for (List<C> some = claim(); !some.isEmpty(); some = claim()) {
                        all.addAll(some);
                    }
                    return all;
                };
        List<C> claimed = new ArrayList<>();
        try (ExecutorService servers = Executors.newFixedThreadPool(SERVERS)) {
            List<Callable<List<C>>> all = new ArrayList<>();
            for (int i = 0; i < SERVERS; i++) {
                all.add(server);
            }
            for (Future<List<C>> one : servers.invokeAll(all)) {
                claimed.addAll(one.get());
            }
        }
        // What one had locked, another may have passed over.
        claimed.addAll(server.call());
        assertThat(claimed).hasSize(ROWS);
        assertThat(claimed).extracting(claim -> lease(claim).id()).doesNotHaveDuplicates();
    }

    @Test
    void afterALeaseHasEndedTheSecondResultIsRefused() {
        List<C> claims = takenOver();
        assertThat(finish(claims.get(1))).isTrue();
        assertThat(finish(claims.get(0))).isFalse();
    }

    @Test
    void aWorkerThatHasLostItsLeaseChangesNothing() {
        List<C> claims = takenOver();
        C lost = claims.get(0);
        if (!firstResultCounts()) {
            assertThat(finish(lost)).isFalse();
        }
        release(lost);
        fail(lost);
        assertThat(claim()).as("the other worker still has it").isEmpty();
        assertThat(finish(claims.get(1))).isTrue();
    }

    @Test
    void aRowThatFailsRestsAfterEachFailureAndIsGivenUpInTheEnd() {
        add(1);
        for (Duration pause : pauses()) {
            failAndRest(pause);
        }
        if (givesUp()) {
            fail(claimOne());
            clock.advance(Duration.ofDays(1));
            assertThat(claim()).as("given up").isEmpty();
        } else if (!pauses().isEmpty()) {
            failAndRest(pauses().getLast());
            assertThat(claim()).hasSize(1);
        }
    }

    private void failAndRest(Duration pause) {
        fail(claimOne());
        if (!pause.isZero()) {
            clock.advance(pause.minus(INSTANT));
            assertThat(claim()).as("rests for " + pause).isEmpty();
            clock.advance(INSTANT);
        }
    }

    @Test
    void whatAStoppedWorkerGivesBackIsClaimedAtOnceAndHasNotFailed() {
        add(1);
        C first = claimOne();
        release(first);
        C second = claimOne();
        assertThat(lease(second).generation()).isGreaterThan(lease(first).generation());
        fail(second);
        if (!pauses().isEmpty()) {
            clock.advance(pauses().getFirst());
        }
        assertThat(finish(claimOne())).isTrue();
    }

    @Test
    void aServerThatIsAloneTakesBackWhatAnEarlierRunHad() {
        add(1);
        C dead = claimOne();
        endLeases();
        clock.advance(restAfterDeath());
        C again = claimOne();
        assertThat(finish(again)).isTrue();
        assertThat(finish(dead)).isFalse();
    }
}
