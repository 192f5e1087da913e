package org.mailvane.mailauth.dkim;

import java.util.Optional;
import org.mailvane.mailauth.dns.DomainName;

/**
 * The result for one signature. Texts are from the mail: empty if the signature does not have them,
 * and truncated.
 *
 * @param detail the reason for the outcome
 * @param domain the signing domain; empty if {@code d} is not a domain
 * @param selector {@code s}
 * @param identity {@code i}, or its default
 * @param algorithm {@code a}
 * @param keyBits the length of the key; 0 if none was read
 * @param isTesting whether the key says that the domain only tests signing
 */
public record DkimResult(
        DkimDetail detail,
        Optional<DomainName> domain,
        String selector,
        String identity,
        String algorithm,
        int keyBits,
        boolean isTesting) {

    /** Returns the outcome by RFC 8601. */
    public DkimOutcome outcome() {
        return detail.outcome();
    }

    /** Returns whether the signature vouches for its domain. */
    public boolean isPass() {
        return outcome() == DkimOutcome.PASS;
    }
}
