package org.mailvane.mailauth.bimi;

import java.util.Optional;
import org.mailvane.mailauth.dmarc.DmarcDiscovery;
import org.mailvane.mailauth.dmarc.DmarcPolicy;
import org.mailvane.mailauth.dmarc.DmarcRecord;
import org.mailvane.mailauth.dmarc.EffectivePolicy;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.finding.FindingList;

/**
 * Whether a domain's mail is protected enough that receivers show its logo
 * (draft-brand-indicators-for-message-identification, section 7.1, steps 7 to 9).
 */
final class BimiGate {

    private BimiGate() {}

    /**
     * Judges the policy of a domain.
     *
     * @param organization what was found for its organisational domain, where that is another
     */
    static void judge(
            DomainName domain,
            DmarcDiscovery own,
            Optional<DmarcDiscovery> organization,
            FindingList findings) {
        if (own.effective().isEmpty()) {
            findings.add(
                    own.state() == DmarcDiscovery.State.UNKNOWN
                            ? BimiFindings.DMARC_UNKNOWN
                            : BimiFindings.DMARC_MISSING,
                    domain);
            return;
        }
        EffectivePolicy policy = own.effective().get();
        Optional<EffectivePolicy> above =
                organization
                        .flatMap(DmarcDiscovery::effective)
                        .filter(other -> !other.policyDomain().equals(policy.policyDomain()));
        if (policy.policy() == DmarcPolicy.NONE) {
            findings.add(BimiFindings.DMARC_NONE, domain);
        } else {
            judgeStrength(policy, findings);
            if (isForSubdomains(policy)) {
                judgeSubdomains(policy, findings);
            }
        }
        above.ifPresent(other -> {
            if (other.policy() == DmarcPolicy.NONE) {
                findings.add(BimiFindings.DMARC_ORGANIZATION_NONE, other.policyDomain());
            } else {
                judgeSubdomains(other, findings);
            }
        });
    }

    /**
     * Below the organisational domain, the sp of a record has no effect (RFC 9989, section 4.7).
     */
    private static boolean isForSubdomains(EffectivePolicy policy) {
        return policy.origin() != EffectivePolicy.Origin.OWN
                || policy.policyDomain().equals(policy.organizationalDomain());
    }

    private static void judgeStrength(EffectivePolicy policy, FindingList findings) {
        DmarcRecord record = policy.record();
        if (record.pct() < DmarcRecord.ALL) {
            findings.add(
                    policy.policy() == DmarcPolicy.QUARANTINE
                            ? BimiFindings.DMARC_PARTIAL
                            : BimiFindings.DMARC_PARTIAL_REJECT,
                    policy.policyDomain(),
                    record.pct());
        }
        if (record.testing()) {
            findings.add(BimiFindings.DMARC_TESTING, policy.policyDomain(), policy.applied());
        }
    }

    private static void judgeSubdomains(EffectivePolicy policy, FindingList findings) {
        if (policy.record().sp() == DmarcPolicy.NONE) {
            findings.add(BimiFindings.DMARC_SUBDOMAINS_NONE, policy.policyDomain());
        }
    }
}
