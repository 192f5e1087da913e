package org.mailvane.reports.aggregate;

import org.jspecify.annotations.Nullable;

/**
 * The DMARC policy as the reporter found it: {@code policy_published}.
 *
 * @param domain the policy domain: lower case, A-labels, no trailing dot
 * @param adkim DKIM alignment mode, {@code r} or {@code s}
 * @param aspf SPF alignment mode, {@code r} or {@code s}
 * @param p policy for the domain
 * @param sp policy for subdomains
 * @param np policy for non-existent subdomains (RFC 9989, section 4.7)
 * @param pct percentage of messages the policy applies to (RFC 7489 only)
 * @param fo failure reporting options
 * @param testing {@code y} or {@code n}: the record's test mode (RFC 9990)
 * @param discoveryMethod {@code psl} or {@code treewalk} (RFC 9990)
 */
public record PublishedPolicy(
        String domain,
        @Nullable String adkim,
        @Nullable String aspf,
        @Nullable String p,
        @Nullable String sp,
        @Nullable String np,
        @Nullable Integer pct,
        @Nullable String fo,
        @Nullable String testing,
        @Nullable String discoveryMethod) {}
