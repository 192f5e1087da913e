package org.mailvane.sources.classify;

import java.util.List;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.DkimResult;
import org.mailvane.reports.aggregate.OverrideReason;
import org.mailvane.reports.aggregate.SpfResult;

/**
 * What a row of a report says that classification looks at, whether it comes in or is stored
 * already.
 *
 * @param address the sending address
 * @param headerFrom domain of the From header, in lower case
 * @param dkimAligned whether DKIM passed aligned, as the reporter evaluated it
 * @param spfAligned whether SPF passed aligned, as the reporter evaluated it
 * @param dkim results of the signatures
 * @param spf results of SPF
 * @param reasons why the receiver did something else than the policy asks for
 */
public record Row(
        IpAddress address,
        String headerFrom,
        boolean dkimAligned,
        boolean spfAligned,
        List<DkimResult> dkim,
        List<SpfResult> spf,
        List<OverrideReason> reasons) {

    /** Returns what a record says. */
    public static Row of(AggregateRecord record) {
        return new Row(
                IpAddress.of(record.sourceIp().getAddress()),
                record.headerFrom(),
                record.dkimAligned(),
                record.spfAligned(),
                record.dkim(),
                record.spf(),
                record.reasons());
    }
}
