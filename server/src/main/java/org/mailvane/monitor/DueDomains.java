package org.mailvane.monitor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import org.mailvane.monitor.WatchedDomainTable.Watcher;
import org.mailvane.platform.jobs.QueueTurns;
import org.mailvane.platform.jobs.QueueTurns.Turn;

/**
 * Takes domains that are due. As long as all of them can be taken, none waits. Where more are due,
 * accounts take turns, so that the many domains of one account don't delay the few of another. Any
 * number of servers can do so, each with its own turns; a domain that one has taken is skipped by
 * the others.
 */
final class DueDomains {

    /** How often it looks, while more is due than can be taken, who else has something due. */
    static final Duration LOOK_AROUND = Duration.ofSeconds(1);

    /** Accounts that one such look covers; the next look starts after them. */
    static final int ACCOUNTS_OF_ONE_LOOK = 1_000;

    private final WatchedDomainTable table;
    private final LongSupplier nanos;
    private final QueueTurns turns = new QueueTurns();
    private boolean crowded;
    private long nextLook;
    private long lastAccount;

    /**
     * Nobody is known to have anything due.
     *
     * @param nanos measures the time between two looks
     */
    DueDomains(WatchedDomainTable table, LongSupplier nanos) {
        this.table = table;
        this.nanos = nanos;
    }

    /** Takes some; none when none is due. */
    synchronized List<WatchedDomain> claim(int limit, Instant now, Instant leaseEnd) {
        if (crowded) {
            lookAround(now);
            List<WatchedDomain> inTurn = claimInTurn(limit, now, leaseEnd);
            if (!inTurn.isEmpty()) {
                return inTurn;
            }
        }
        List<WatchedDomain> oldest = table.claim(limit, now, leaseEnd);
        crowded = oldest.size() == limit;
        return oldest;
    }

    private List<WatchedDomain> claimInTurn(int limit, Instant now, Instant leaseEnd) {
        while (turns.isAnybodyWaiting()) {
            List<Turn> next = turns.next(now, limit);
            int each = limit / next.size();
            List<WatchedDomain> claimed = table.claim(next, each, now, leaseEnd);
            turns.taken(
                    next,
                    each,
                    claimed,
                    domain -> domain.scope().accountId(),
                    domain -> domain.id().value());
            if (!claimed.isEmpty()) {
                return claimed;
            }
        }
        return List.of();
    }

    private void lookAround(Instant now) {
        if (nanos.getAsLong() - nextLook < 0 && turns.isAnybodyWaiting()) {
            return;
        }
        nextLook = nanos.getAsLong() + LOOK_AROUND.toNanos();
        List<Watcher> found = table.accounts(lastAccount, ACCOUNTS_OF_ONE_LOOK, now);
        turns.found(found.stream().filter(Watcher::due).map(Watcher::accountId).toList());
        lastAccount = found.size() < ACCOUNTS_OF_ONE_LOOK ? 0 : found.getLast().accountId();
    }
}
