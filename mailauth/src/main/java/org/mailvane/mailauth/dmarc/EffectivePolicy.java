package org.mailvane.mailauth.dmarc;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.mailvane.mailauth.dmarc.DmarcRecord.Target;
import org.mailvane.mailauth.dmarc.TreeWalk.Step;
import org.mailvane.mailauth.dns.DomainName;

/**
 * The policy that receivers apply to mail from a domain (RFC 9989, section 4.10.1).
 *
 * @param origin whose record it comes from
 * @param policyDomain the name whose record it is
 * @param organizationalDomain what the tree walk found (RFC 9989, section 4.10.2)
 * @param policy what the record asks for, before test mode
 * @param tag which tag says so: {@code p}, {@code sp} or {@code np}; empty if none does and {@code
 *     none} holds because reports are requested
 * @param record the record
 */
public record EffectivePolicy(
        Origin origin,
        DomainName policyDomain,
        DomainName organizationalDomain,
        DmarcPolicy policy,
        String tag,
        DmarcRecord record) {

    /** The domain that a policy comes from. */
    public enum Origin {
        /** The domain's own. */
        OWN,
        /** The organisational domain's. */
        INHERITED,
        /** That of a public suffix, such as a top-level domain. */
        PUBLIC_SUFFIX
    }

    /**
     * Returns the policy that a record has for a domain; empty if it has none that receivers can
     * use.
     *
     * @param walk the domain's
     * @param source whose record counts
     * @param isMissingName whether the domain does not exist; asked only where it matters
     */
    static Optional<EffectivePolicy> of(
            TreeWalk walk, DomainName domain, Step source, BooleanSupplier isMissingName) {
        DomainName organization = walk.organizationalDomain();
        boolean isOwn = source.domain().equals(domain);
        Origin origin =
                isOwn
                        ? Origin.OWN
                        : source.domain().equals(organization)
                                ? Origin.INHERITED
                                : Origin.PUBLIC_SUFFIX;
        Target target =
                isOwn
                        ? Target.DOMAIN
                        : isMissingName.getAsBoolean()
                                ? Target.MISSING_SUBDOMAIN
                                : Target.SUBDOMAIN;
        return source.record()
                .flatMap(record ->
                        record.choice(target)
                                .map(choice ->
                                        new EffectivePolicy(
                                                origin,
                                                source.domain(),
                                                organization,
                                                choice.policy(),
                                                choice.tag(),
                                                record)));
    }

    /** Returns the policy that receivers apply, with test mode: {@code t=y} is one level less. */
    public DmarcPolicy applied() {
        return record.testing() ? policy.inTestMode() : policy;
    }

    /** Whether mail that fails is at least quarantined, all of it, by new and old receivers. */
    public boolean isEnforced() {
        return applied() != DmarcPolicy.NONE && record.pct() == DmarcRecord.ALL;
    }
}
