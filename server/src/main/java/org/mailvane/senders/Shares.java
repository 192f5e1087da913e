package org.mailvane.senders;

import java.math.BigDecimal;
import org.mailvane.sources.SourceName;
import org.mailvane.traffic.MessageSums;
import org.mailvane.traffic.Percentage;

/**
 * How much of a source's messages passed aligned, as {@link Percentage} has it.
 *
 * @param spf does not apply to a source that can't pass SPF aligned
 * @param dkim does not apply to a source that can't pass DKIM aligned
 * @param dmarc does not apply to a source that can do neither
 */
record Shares(BigDecimal spf, BigDecimal dkim, BigDecimal dmarc) {

    static Shares of(SourceName source, MessageSums sums) {
        boolean spf = source.capableSpf();
        boolean dkim = source.capableDkim();
        return new Shares(
                share(spf, sums.spf(), sums),
                share(dkim, sums.dkim(), sums),
                share(spf || dkim, sums.dmarc(), sums));
    }

    private static BigDecimal share(boolean capable, long passed, MessageSums sums) {
        return capable ? Percentage.of(passed, sums.messages()) : Percentage.NOT_APPLICABLE;
    }
}
