package org.mailvane.mailauth.dkim;

import java.util.Optional;
import org.mailvane.mailauth.dns.DomainName;

/**
 * The result for one signature. Texts are from the mail: empty where the signature does not have
 * them, and cut.
 *
 * @param detail why it came to its outcome
 * @param domain whose signature it says it is; empty where {@code d} is no domain
 * @param selector {@code s}
 * @param identity {@code i}, or what holds without it
 * @param algorithm {@code a}
 * @param keyBits the length of the key; 0 where none was read
 * @param isTesting whether the key says that signing is only being tried
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
