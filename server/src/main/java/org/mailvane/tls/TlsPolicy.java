package org.mailvane.tls;

import java.time.Instant;

/**
 * A domain's TLS policy, and how sessions went under it and those that it had before.
 *
 * @param id the domain's number, which stays
 * @param domain the policy domain
 * @param type of the policy that was seen last: {@code s} sts, {@code t} tlsa, {@code n}
 *     no-policy-found; empty: none of them
 * @param mode of the same; of sts: {@code e} enforce, {@code t} testing, {@code n} none; empty: not
 *     said
 * @param successful sessions with TLS as the policies want it
 * @param failed sessions without
 * @param lastSeen end of the newest period in which a report saw one
 */
public record TlsPolicy(
        long id,
        String domain,
        String type,
        String mode,
        long successful,
        long failed,
        Instant lastSeen) {}
