package org.mailvane.traffic.sums;

import java.math.BigDecimal;
import org.mailvane.api.binding.Percentage;
import org.mailvane.sources.SourceName;

/**
 * How much of a source's messages passed aligned, as {@link Percentage} has it.
 *
 * @param spf does not apply to a source that can't pass SPF aligned
 * @param dkim does not apply to a source that can't pass DKIM aligned
 * @param dmarc does not apply to a source that can do neither
 */
public record Shares(BigDecimal spf, BigDecimal dkim, BigDecimal dmarc) {

    /** Returns the shares of a source that sent these messages. */
    public static Shares of(SourceName source, MessageSums sums) {
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
