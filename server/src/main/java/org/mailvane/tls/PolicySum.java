package org.mailvane.tls;

import java.time.Instant;

/**
 * Sessions under a policy.
 *
 * @param successful with TLS as the policy wants it, up to {@link #MAX}
 * @param failed without, up to {@link #MAX}
 * @param results how many reports were summed up
 * @param counted how many of them count; the others bring no sessions
 * @param seen when the last of them saw the policy
 */
record PolicySum(long successful, long failed, long results, long counted, Instant seen) {

    /** More than the world's mail servers will ever do; sums of forged counts stop there. */
    static final long MAX = 1_000_000_000_000_000L;

    /** Returns the same of reports that do not count: nobody has seen the policy by them. */
    PolicySum uncounted() {
        return new PolicySum(0, 0, results, 0, Instant.EPOCH);
    }

    PolicySum plus(PolicySum other) {
        return new PolicySum(
                Math.min(MAX, successful + other.successful),
                Math.min(MAX, failed + other.failed),
                results + other.results,
                counted + other.counted,
                seen.isAfter(other.seen) ? seen : other.seen);
    }
}
