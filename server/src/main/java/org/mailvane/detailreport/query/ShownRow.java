package org.mailvane.detailreport.query;

import java.util.List;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.traffic.blocks.RowKind;
import org.mailvane.traffic.store.ResultWord;

/**
 * A row of a report, as people see it.
 *
 * @param headerFrom domain of the From header
 * @param address the sending address
 * @param reverseName its reverse name; empty where it has none
 * @param confirmed whether that name leads back
 * @param country code of its country; empty where that is not known
 * @param kind who sent it and how it came out
 * @param reason types of the reasons to do otherwise than the policy says
 * @param contradicts whether the raw results say something else than the reporter's verdict
 * @param outside whether the From domain lies outside the policy domain
 */
public record ShownRow(
        String headerFrom,
        IpAddress address,
        String reverseName,
        boolean confirmed,
        String country,
        RowKind kind,
        long messages,
        String reporter,
        String reason,
        String comment,
        ResultWord dkim,
        String dkimDomain,
        List<String> selectors,
        ResultWord spf,
        String spfDomain,
        String envelopeTo,
        String envelopeFrom,
        String policyDomain,
        boolean contradicts,
        boolean outside) {

    /** Returns what the receiver did. */
    public Disposition disposition() {
        return kind.disposition();
    }
}
