package org.mailvane.api;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import inet.ipaddr.IPAddress;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.mailvane.settings.Settings;
import org.springframework.stereotype.Component;

/**
 * Counts calls: those with a token by its user, who has one token, and those without one by
 * address. A minute begins with the first call. Each server counts for itself, in memory.
 */
@Component
final class RateLimits {

    /** What a limit counts in. */
    static final Duration PERIOD = Duration.ofMinutes(1);

    /**
     * Callers of each kind that are remembered at once. Beyond that the ones that called longest
     * ago begin anew, which is better than memory without a bound.
     */
    static final int MAX_CALLERS = 100_000;

    /** Bits of an IPv6 address that are one customer's, who has all addresses below them. */
    private static final int IPV6_CUSTOMER = 64;

    private static final long NANOS_OF_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Limit<Long> byUser;
    private final Limit<IPAddress> byAddress;

    RateLimits(Settings settings, Clock clock) {
        TimeMeter time = new SteadyTime(clock);
        byUser = new Limit<>(settings.tokenRate(), time);
        byAddress = new Limit<>(settings.anonymousRate(), time);
    }

    /**
     * Counts a call with a token.
     *
     * @throws ApiProblem 429 when it is one too many
     */
    void countUser(long userId) {
        byUser.count(userId);
    }

    /**
     * Counts a call without a token.
     *
     * @throws ApiProblem 429 when it is one too many
     */
    void countAddress(IPAddress address) {
        byAddress.count(address.isIPv6() ? address.toPrefixBlock(IPV6_CUSTOMER) : address);
    }

    /** How many callers are remembered. */
    long remembered() {
        return byUser.remembered() + byAddress.remembered();
    }

    private static final class Limit<K> {

        private final int calls;
        private final TimeMeter time;
        private final Cache<K, Bucket> buckets;

        Limit(int calls, TimeMeter time) {
            this.calls = calls;
            this.time = time;
            this.buckets =
                    Caffeine.newBuilder()
                            .maximumSize(MAX_CALLERS)
                            // After that a bucket is full again, as a new one is.
                            .expireAfterAccess(PERIOD)
                            .ticker(time::currentTimeNanos)
                            .build();
        }

        void count(K caller) {
            if (calls == 0) {
                return;
            }
            ConsumptionProbe probe =
                    buckets.get(caller, none -> bucket()).tryConsumeAndReturnRemaining(1);
            if (!probe.isConsumed()) {
                throw ApiProblem.throttled(
                        Math.max(
                                1, Math.ceilDiv(probe.getNanosToWaitForRefill(), NANOS_OF_SECOND)));
            }
        }

        long remembered() {
            buckets.cleanUp();
            return buckets.estimatedSize();
        }

        private Bucket bucket() {
            return Bucket.builder()
                    .addLimit(limit -> limit.capacity(calls).refillIntervally(calls, PERIOD))
                    .withCustomTimePrecision(time)
                    .build();
        }
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
