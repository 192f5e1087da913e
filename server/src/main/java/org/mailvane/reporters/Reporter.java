package org.mailvane.reporters;

import java.math.BigDecimal;
import java.time.Instant;
import org.mailvane.api.binding.Percentage;

/**
 * A reporter with figures of its stored reports.
 *
 * @param id its number
 * @param key its name and domain
 * @param trust how far people trust it
 * @param before whether it is accepted because its reports were stored before mails were
 *     authenticated
 * @param verified how many of its reports are verified
 * @param reports how many reports it has sent, those that are held included
 * @param messages how many messages they count, those of held reports included
 * @param firstSeen when the first of them was received
 * @param lastSeen when the last of them was received
 */
public record Reporter(
        long id,
        ReporterKey key,
        ReporterTrust trust,
        boolean before,
        long verified,
        long reports,
        long messages,
        Instant firstSeen,
        Instant lastSeen) {

    /** Whether it is one reporter, which can be accepted, and not an entry for many. */
    public boolean isOne() {
        return !key.equals(ReporterKey.OTHERS);
    }

    /** Returns how many of its reports are verified, in percent. */
    public BigDecimal verifiedShare() {
        return Percentage.of(verified, reports);
    }
}
