package org.mailvane.mailauth.arrival;

import java.util.List;
import java.util.Optional;
import org.mailvane.mailauth.authres.AuthenticationResults;
import org.mailvane.mailauth.dkim.DkimResult;
import org.mailvane.mailauth.dmarc.EffectivePolicy;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.spf.SpfResult;

/**
 * What the authentication of a mail came to.
 *
 * @param trust what follows
 * @param domain who vouches: the author domain, or an aligned one; empty where nobody does
 * @param mechanism by what
 * @param detail why
 * @param author the author domain; empty if there is not exactly one
 * @param dmarc what DMARC says; without SPF, by the signatures alone
 * @param policy the policy that applies to the author domain; empty if there is none
 * @param dkim a result for each signature that was needed for the conclusion, from the top
 * @param spf the result of SPF; empty where nobody is known who handed the mail over, and where it
 *     was not needed
 * @param receiver what the trusted receiver found; empty if none did
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
