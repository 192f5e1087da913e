package org.mailvane.mailauth.dmarc;

import org.mailvane.mailauth.dns.DomainName;

/**
 * The policy that receivers apply to mail from a domain (RFC 9989, section 4.10.1).
 *
 * @param origin whose record it comes from
 * @param policyDomain the name whose record it is
 * @param organizationalDomain what the tree walk found (RFC 9989, section 4.10.2)
 * @param policy what the record asks for, before test mode
 * @param tag which tag says so: {@code p}, {@code sp} or {@code np}; empty where none does and
 *     {@code none} holds because reports are asked for
 * @param record the record
 */
public record EffectivePolicy(
        Origin origin,
        DomainName policyDomain,
        DomainName organizationalDomain,
        DmarcPolicy policy,
        String tag,
        DmarcRecord record) {

    /** Whose record a policy comes from. */
    public enum Origin {
        /** The domain's own. */
        OWN,
        /** The organisational domain's. */
        INHERITED,
        /** That of a public suffix, such as a top-level domain. */
        PUBLIC_SUFFIX
    }

    /** What receivers do, with test mode: {@code t=y} is one level less. */
    public DmarcPolicy applied() {
        return record.testing() ? policy.inTestMode() : policy;
    }

    /** Whether mail that fails is at least quarantined, all of it, by new and old receivers. */
    public boolean isEnforced() {
        return applied() != DmarcPolicy.NONE && record.pct() == DmarcRecord.ALL;
    }
}
