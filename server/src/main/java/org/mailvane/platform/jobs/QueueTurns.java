package org.mailvane.platform.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Decides which account is next in a queue: the accounts with entries take turns, so that the many
 * entries of one don't delay the single one of another.
 *
 * <p>For each account it knows the last entry that was taken. Where entries are in the order of
 * their numbers, what was worked before that is gone from the queue, but not from its index before
 * the next vacuum: looking from there on passes over it.
 */
public final class QueueTurns {

    /** Accounts whose turn it is at the same time. */
    public static final int AT_ONCE = 10;

    /** How long an account rests whose domains somebody holds. */
    public static final Duration REST = Duration.ofSeconds(15);

    private final NavigableMap<Long, Long> waiting = new TreeMap<>();
    private final Map<Long, Instant> resting = new HashMap<>();
    private long last;

    /**
     * The turn of an account.
     *
     * @param after the last entry that was taken; 0 where the queue is looked through from its head
     */
    public record Turn(long accountId, long after) {}

    /** Notes which accounts have something in the queue, as far as they were not known. */
    public synchronized void found(List<Long> accounts) {
        accounts.forEach(account -> waiting.putIfAbsent(account, 0L));
    }

    /** Whether anybody is known to have something in the queue. */
    public synchronized boolean isAnybodyWaiting() {
        return !waiting.isEmpty();
    }

    /** Looks through all queues from their heads again. */
    public synchronized void startAgain() {
        waiting.clear();
    }

    /** The next turns; none when nobody waits. */
    public synchronized List<Turn> next(Instant now) {
        return next(now, AT_ONCE);
    }

    /** As {@link #next(Instant)}, so many at most. */
    public synchronized List<Turn> next(Instant now, int most) {
        resting.values().removeIf(end -> !end.isAfter(now));
        List<Turn> turns = new ArrayList<>();
        for (Map.Entry<Long, Long> one : inTurn()) {
            if (turns.size() == Math.min(most, AT_ONCE)) {
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
     * Records the entries taken at some turns. An account that gave fewer entries than requested
     * has no more.
     *
     * @param each how many entries each account was asked for
     * @param account whose an entry is
     * @param number an entry's number
     */
    public synchronized <T> void taken(
            List<Turn> turns,
            int each,
            List<T> entries,
            ToLongFunction<T> account,
            ToLongFunction<T> number) {
        Map<Long, List<T>> byAccount = new HashMap<>();
        for (T entry : entries) {
            byAccount
                    .computeIfAbsent(account.applyAsLong(entry), id -> new ArrayList<>())
                    .add(entry);
        }
        for (Turn turn : turns) {
            List<T> own = byAccount.getOrDefault(turn.accountId(), List.of());
            if (own.size() < each) {
                waiting.remove(turn.accountId());
            } else {
                long newest = own.stream().mapToLong(number).max().orElseThrow();
                waiting.replace(turn.accountId(), newest);
            }
        }
    }

    /** Lets an account rest for a while; then its queue is looked through from its head. */
    public synchronized void rest(long accountId, Instant now) {
        resting.put(accountId, now.plus(REST));
        waiting.remove(accountId);
    }

    public synchronized boolean isResting(long accountId) {
        return resting.containsKey(accountId);
    }

    /** The accounts that rest. */
    public synchronized Set<Long> resting() {
        return Set.copyOf(resting.keySet());
    }
}
