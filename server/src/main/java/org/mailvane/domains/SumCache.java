package org.mailvane.domains;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Sums that are remembered for a while where they are made of so many rows that a page can't wait
 * for them. Whoever asks for what is no longer {@link #FRESH} is told what is remembered, and has
 * it added up again in the background.
 *
 * <p>Each server remembers for itself. Only what all callers with the same key may see belongs
 * here: nobody's rights are looked at again.
 *
 * @param <K> what is added up, with the account and the days
 * @param <V> the sums
 */
public final class SumCache<K, V> {

    /** Sums of fewer rows are added up each time. */
    public static final long MANY = 100_000;

    /** What is older is added up again when somebody asks for it. */
    public static final Duration FRESH = Duration.ofMinutes(1);

    /** What is older is forgotten: nobody is told sums of before. */
    public static final Duration KEPT = Duration.ofMinutes(15);

    /** So many sums are remembered; those that nobody has asked for lately are forgotten first. */
    static final int MAX_REMEMBERED = 200;

    private static final int PLACES = 4_096;

    private final LoadingCache<K, Counted<V>> sums;

    /**
     * Sums.
     *
     * @param value what was added up
     * @param rows how many rows that took
     */
    public record Counted<V>(V value, long rows) {}

    /** Remembers what {@code add} finds. */
    public SumCache(Clock clock, Function<K, Counted<V>> add) {
        Instant start = clock.instant();
        sums =
                Caffeine.newBuilder()
                        .maximumSize(MAX_REMEMBERED)
                        // What is added up keeps those waiting that share its place in the table.
                        .initialCapacity(PLACES)
                        .executor(task -> Thread.ofVirtual().name("sums").start(task))
                        .ticker(() -> Duration.between(start, clock.instant()).toNanos())
                        .expireAfter(
                                Expiry.<K, Counted<V>>writing(
                                        (key, found) -> found.rows() < MANY ? Duration.ZERO : KEPT))
                        .refreshAfterWrite(FRESH.toNanos(), TimeUnit.NANOSECONDS)
                        .build(add::apply);
    }

    /** What was found last, or is found now. */
    public V of(K key) {
        return sums.get(key).value();
    }

    /** What was found last, as far as it is remembered: nobody waits for what is not. */
    public Optional<V> known(K key) {
        return Optional.ofNullable(sums.getIfPresent(key)).map(Counted::value);
    }
}
