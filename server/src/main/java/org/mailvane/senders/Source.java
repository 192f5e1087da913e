package org.mailvane.senders;

import java.math.BigDecimal;
import org.mailvane.sources.SourceName;
import org.mailvane.traffic.MessageSums;
import org.mailvane.traffic.Percentage;

/**
 * A source with its messages.
 *
 * @param name who it is
 * @param sums its messages
 */
record Source(SourceName name, MessageSums sums) {

    /** The share that passed SPF aligned; does not apply to a source that can't. */
    BigDecimal spfPercentage() {
        return share(name.capableSpf(), sums.spf());
    }

    /** The share that passed DKIM aligned; does not apply to a source that can't. */
    BigDecimal dkimPercentage() {
        return share(name.capableDkim(), sums.dkim());
    }

    /** The share that passed DMARC; does not apply to a source that can do neither. */
    BigDecimal dmarcPercentage() {
        return share(name.capableSpf() || name.capableDkim(), sums.dmarc());
    }

    private BigDecimal share(boolean capable, long passed) {
        return capable ? Percentage.of(passed, sums.messages()) : Percentage.NOT_APPLICABLE;
    }
}
