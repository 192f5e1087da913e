package org.mailvane.sourcedata;

import org.mailvane.sources.SourceName;
import org.mailvane.traffic.sums.MessageSums;
import org.mailvane.traffic.sums.Shares;

/**
 * A source with its messages in the name of one domain.
 *
 * @param name who it is
 * @param domain in whose name it sent
 * @param sums its messages
 */
public record SourceDomain(SourceName name, String domain, MessageSums sums) {

    public Shares shares() {
        return Shares.of(name, sums);
    }
}
