package org.mailvane.mailauth.mtasts;

import java.util.List;
import java.util.Optional;
import org.mailvane.mailauth.finding.Finding;

/**
 * The result of inspecting a domain's MTA-STS policy.
 *
 * @param dnsQuery the name of the host that was queried for the policy
 * @param policyUrl the address that was fetched
 * @param valid whether the policy can be fetched, has no error, and fits the mail exchangers
 * @param records the policy; empty if it was not fetched
 * @param mxHosts the hosts that receive the domain's mail now, in the order of preference, at most
 *     {@link #MAX_HOSTS}
 * @param messages findings about the whole
 */
public record MtaStsPolicyInspection(
        String dnsQuery,
        String policyUrl,
        boolean valid,
        List<MtaStsPolicy> records,
        List<MxHost> mxHosts,
        List<Finding> messages) {

    /** Hosts that are listed. */
    public static final int MAX_HOSTS = 100;

    /**
     * A host that takes mail.
     *
     * @param host its name
     * @param matched whether a pattern of the policy matches
     * @param pattern the first that does; empty if none does
     */
    public record MxHost(String host, boolean matched, String pattern) {}

    /** An inspection that was made. */
    public MtaStsPolicyInspection {
        records = List.copyOf(records);
        mxHosts = List.copyOf(mxHosts);
        messages = List.copyOf(messages);
    }

    /** The policy, whatever is wrong with it; empty if it was not fetched. */
    public Optional<MtaStsPolicy> policy() {
        return records.stream().findFirst();
    }
}
