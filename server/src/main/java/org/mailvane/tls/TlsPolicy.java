package org.mailvane.tls;

import java.time.Instant;

/**
 * A policy of a domain, and how sessions went under it.
 *
 * @param id its number, which stays
 * @param domain the policy domain
 * @param type {@code s} sts, {@code t} tlsa, {@code n} no-policy-found; empty: none of them
 * @param mode of sts: {@code e} enforce, {@code t} testing, {@code n} none; empty: not said
 * @param successful sessions with TLS as the policy wants it
 * @param failed sessions without
 * @param lastSeen end of the newest period in which a report saw it
 */
public record TlsPolicy(
        long id,
        String domain,
        String type,
        String mode,
        long successful,
        long failed,
        Instant lastSeen) {}
