package org.mailvane.planner;

import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;

/**
 * A domain of the list, with what is to be done about its policy.
 *
 * @param record the DMARC record that counts for it; empty where none is known
 */
public record PolicyDomain(DomainId id, DomainName name, String record, PolicyAdvice advice) {

    /** Returns the same while rows by which it is judged are being classified. */
    PolicyDomain unsettled() {
        return new PolicyDomain(id, name, record, advice.unsettled());
    }
}
