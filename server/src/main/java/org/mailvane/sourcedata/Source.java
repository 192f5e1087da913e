package org.mailvane.sourcedata;

import org.mailvane.sources.SourceName;
import org.mailvane.traffic.sums.MessageSums;
import org.mailvane.traffic.sums.Shares;

/**
 * A source with its messages.
 *
 * @param name who it is
 * @param domains in the name of how many domains it sent
 * @param sums its messages
 */
public record Source(SourceName name, long domains, MessageSums sums) {

    public Shares shares() {
        return Shares.of(name, sums);
    }
}
