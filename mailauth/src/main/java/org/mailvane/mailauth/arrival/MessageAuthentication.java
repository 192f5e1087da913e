package org.mailvane.mailauth.arrival;

import java.util.List;
import java.util.Optional;
import org.mailvane.mailauth.authres.AuthenticationResults;
import org.mailvane.mailauth.dkim.DkimResult;
import org.mailvane.mailauth.dmarc.EffectivePolicy;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.spf.SpfResult;

/**
 * The result of authenticating a mail.
 *
 * @param trust the resulting trust
 * @param domain the authenticated domain: the author domain, or an aligned one; empty if there is
 *     none
 * @param mechanism the mechanism that authenticated it
 * @param detail the reason
 * @param author the author domain; empty if there is not exactly one
 * @param dmarc the DMARC result; without SPF, from the signatures alone
 * @param policy the policy that applies to the author domain; empty if there is none
 * @param dkim a result for each signature that was needed for the conclusion, from the top
 * @param spf the result of SPF; empty if the submitting host is unknown, and if it was not needed
 * @param receiver the result of the trusted receiver; empty if there is none
 */
public record MessageAuthentication(
        Trust trust,
        Optional<DomainName> domain,
        VouchedBy mechanism,
        TrustDetail detail,
        Optional<DomainName> author,
        DmarcOutcome dmarc,
        Optional<EffectivePolicy> policy,
        List<DkimResult> dkim,
        Optional<SpfResult> spf,
        Optional<AuthenticationResults> receiver) {

    /** A mail that was authenticated. */
    public MessageAuthentication {
        dkim = List.copyOf(dkim);
    }
}
