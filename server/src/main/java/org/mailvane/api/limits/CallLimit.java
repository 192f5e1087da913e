package org.mailvane.api.limits;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * So many calls of each caller within a period, which begins with their first. Each server counts
 * for itself, in memory.
 *
 * @param <K> tells callers apart
 */
public final class CallLimit<K> {

    /**
     * Callers that are remembered at once. Beyond that, the counts of those that called longest ago
     * are dropped, which is better than unbounded memory.
     */
    static final int MAX_CALLERS = 100_000;

    private static final long NANOS_OF_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final int calls;
    private final Duration period;
    private final TimeMeter time;
    private final Cache<K, Bucket> buckets;

    /**
     * A limit.
     *
     * @param calls of a period; 0 for no limit
     */
    public CallLimit(int calls, Duration period, Clock clock) {
        this.calls = calls;
        this.period = period;
        this.time = new SteadyTime(clock);
        this.buckets =
                Caffeine.newBuilder()
                        .maximumSize(MAX_CALLERS)
                        // After that a bucket is full again, as a new one is.
                        .expireAfterAccess(period)
                        .ticker(time::currentTimeNanos)
                        .build();
    }

    /**
     * Counts a call.
     *
     * @return 0, or the seconds until the next is possible when this one was too many
     */
    public long count(K caller) {
        return calls == 0
                ? 0
                : seconds(
                        buckets.get(caller, none -> bucket())
                                .tryConsumeAndReturnRemaining(1)
                                .getNanosToWaitForRefill());
    }

    /**
     * Takes back that a call was counted. Where it was the only one nothing of it stays: the time
     * until the next period would tell others when it was.
     */
    public void giveBack(K caller) {
        buckets.asMap()
                .computeIfPresent(
                        caller,
                        (same, bucket) -> {
                            bucket.addTokens(1);
                            return bucket.getAvailableTokens() < calls ? bucket : null;
                        });
    }

    /** As {@link #count}, of a call that is not made yet and does not count. */
    long left(K caller) {
        @Nullable Bucket bucket = buckets.getIfPresent(caller);
        return bucket == null
                ? 0
                : seconds(bucket.estimateAbilityToConsume(1).getNanosToWaitForRefill());
    }

    private static long seconds(long nanos) {
        return Math.ceilDiv(nanos, NANOS_OF_SECOND);
    }

    /** How many callers are remembered. */
    long remembered() {
        buckets.cleanUp();
        return buckets.estimatedSize();
    }

    private Bucket bucket() {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(calls).refillIntervally(calls, period))
                .withCustomTimePrecision(time)
                .build();
    }

    /** The clock's time, but never going back: a clock that is set right must lock nobody out. */
    private static final class SteadyTime implements TimeMeter {

        private final Clock clock;
        private final Instant start;

        private long lost;

        private long last;

        SteadyTime(Clock clock) {
            this.clock = clock;
            this.start = clock.instant();
        }

        @Override
        public synchronized long currentTimeNanos() {
            long now = ChronoUnit.NANOS.between(start, clock.instant()) + lost;
            if (now < last) {
                lost += last - now;
                now = last;
            }
            last = now;
            return now;
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }
}
