package org.mailvane.intake;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.mailvane.intake.LedgerTable.Claim;

/**
 * Whose turn it is in the queue: the accounts that have something in it go round, so that the many
 * mails of one don't delay the single one of another.
 *
 * <p>For each account it knows the last entry that was taken. What was worked before that is gone
 * from the queue, but not from its index before the next vacuum: looking from there on passes over
 * it.
 */
final class QueueTurns {

    /** Accounts whose turn it is at the same time. */
    static final int AT_ONCE = 10;

    /** How long an account rests whose domains somebody holds. */
    static final Duration REST = Duration.ofSeconds(15);

    private final NavigableMap<Long, Long> waiting = new TreeMap<>();
    private final Map<Long, Instant> resting = new HashMap<>();
    private long last;

    /**
     * The turn of an account.
     *
     * @param after the last entry that was taken; 0 where the queue is looked through from its head
     */
    record Turn(long accountId, long after) {}

    /** Notes which accounts have something in the queue, as far as they were not known. */
    synchronized void found(List<Long> accounts) {
        accounts.forEach(account -> waiting.putIfAbsent(account, 0L));
    }

    /** Whether anybody is known to have something in the queue. */
    synchronized boolean isAnybodyWaiting() {
        return !waiting.isEmpty();
    }

    /** Looks through all queues from their heads again. */
    synchronized void startAgain() {
        waiting.clear();
    }

    /** The next turns; none when nobody waits. */
    synchronized List<Turn> next(Instant now) {
        resting.values().removeIf(end -> !end.isAfter(now));
        List<Turn> turns = new ArrayList<>();
        for (Map.Entry<Long, Long> one : inTurn()) {
            if (turns.size() == AT_ONCE) {
                break;
            }
            if (!resting.containsKey(one.getKey())) {
                turns.add(new Turn(one.getKey(), one.getValue()));
                last = one.getKey();
            }
        }
        return turns;
    }

    private List<Map.Entry<Long, Long>> inTurn() {
        List<Map.Entry<Long, Long>> all = new ArrayList<>(waiting.tailMap(last, false).entrySet());
        all.addAll(waiting.headMap(last, true).entrySet());
        return all;
    }

    /**
     * Notes what was taken at some turns. An account that gave less than it was asked for has
     * nothing more behind that.
     */
    synchronized void taken(List<Turn> turns, int each, List<Claim> claims) {
        Map<Long, List<Claim>> byAccount = new HashMap<>();
        for (Claim claim : claims) {
            byAccount
                    .computeIfAbsent(claim.scope().accountId(), id -> new ArrayList<>())
                    .add(claim);
        }
        for (Turn turn : turns) {
            List<Claim> own = byAccount.getOrDefault(turn.accountId(), List.of());
            if (own.size() < each) {
                waiting.remove(turn.accountId());
            } else {
                long newest = own.stream().mapToLong(Claim::entryId).max().orElseThrow();
                waiting.replace(turn.accountId(), newest);
            }
        }
    }

    /** Lets an account rest for a while; then its queue is looked through from its head. */
    synchronized void rest(long accountId, Instant now) {
        resting.put(accountId, now.plus(REST));
        waiting.remove(accountId);
    }

    synchronized boolean isResting(long accountId) {
        return resting.containsKey(accountId);
    }

    /** The accounts that rest. */
    synchronized Set<Long> resting() {
        return Set.copyOf(resting.keySet());
    }
}
