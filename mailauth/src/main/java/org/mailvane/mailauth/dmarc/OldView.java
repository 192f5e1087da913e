package org.mailvane.mailauth.dmarc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.mailvane.mailauth.dmarc.TreeWalk.Step;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.finding.DmarcFindings;
import org.mailvane.mailauth.finding.Finding;

/**
 * The same domain as seen by receivers that follow RFC 7489: its own record, or else that of the
 * organisational domain according to the public suffix list (section 6.6.3).
 *
 * @param organizationalDomain the public suffix and one label
 * @param policyDomain the domain whose record applies; empty if none is usable
 * @param policy what it asks for, from {@code p} and {@code sp} only
 * @param isKnown whether DNS answered
 */
record OldView(
        DomainName organizationalDomain,
        Optional<DomainName> policyDomain,
        Optional<DmarcPolicy> policy,
        boolean isKnown) {

    static OldView of(TreeWalk walk, PublicSuffixes suffixes, Dns dns) {
        Step own = walk.own();
        DomainName organization = suffixes.organizationalDomain(own.domain());
        // Several records at the domain itself end the search (section 6.6.3, step 5).
        Step step =
                own.records().isEmpty() && !own.isFailure()
                        ? walk.at(organization).orElseGet(() -> TreeWalk.ask(organization, dns))
                        : own;
        Optional<DmarcPolicy> policy =
                step.record().flatMap(record -> policy(record, step.domain().equals(own.domain())));
        return new OldView(
                organization, policy.map(found -> step.domain()), policy, !step.isFailure());
    }

    /** Returns the differences from what current receivers see. */
    List<Finding> differences(TreeWalk walk, Optional<EffectivePolicy> effective) {
        if (!isKnown) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        DomainName domain = walk.own().domain();
        DomainName organization = walk.organizationalDomain();
        if (!organizationalDomain.equals(organization)) {
            findings.add(
                    DmarcFindings.OLD_ORGANIZATION.with(
                            domain, organization, organizationalDomain));
        }
        // If the domain itself has several records, other findings say more.
        if (walk.own().records().size() <= 1) {
            effective.map(today -> differences(domain, today)).ifPresent(findings::addAll);
        }
        return findings;
    }

    private List<Finding> differences(DomainName domain, EffectivePolicy today) {
        if (policyDomain.isEmpty() || policy.isEmpty()) {
            return List.of(DmarcFindings.OLD_NO_RECORD.with(domain, today.policyDomain()));
        }
        List<Finding> findings = new ArrayList<>();
        if (!policyDomain.get().equals(today.policyDomain())) {
            findings.add(
                    DmarcFindings.OLD_RECORD.with(
                            domain, policyDomain.get(), today.policyDomain()));
        }
        if (policy.get() != today.applied()) {
            findings.add(DmarcFindings.OLD_POLICY.with(domain, policy.get(), today.applied()));
        }
        return findings;
    }

    /** Returns the policy for receivers that do not support {@code np} and {@code t} (step 6). */
    private static Optional<DmarcPolicy> policy(DmarcRecord record, boolean isOwn) {
        boolean isBroken =
                record.p() == null
                        || (record.sp() == null
                                && record.tags().stream()
                                        .anyMatch(tag -> tag.key().equalsIgnoreCase("sp")));
        if (isBroken) {
            return record.rua().isEmpty() ? Optional.empty() : Optional.of(DmarcPolicy.NONE);
        }
        return Optional.ofNullable(isOwn || record.sp() == null ? record.p() : record.sp());
    }
}
