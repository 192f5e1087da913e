package org.mailvane.mailauth.tlsrpt;

import java.util.List;
import org.mailvane.mailauth.finding.Finding;

/**
 * The result of inspecting a domain's record for TLS reports.
 *
 * @param dnsQuery the name that was queried
 * @param valid whether senders find exactly one record there and can use it
 * @param records the texts at the name
 * @param messages findings about the whole
 * @param ruaServiceUsage whether reports come to this service, as senders can use the record
 * @param cname the name to which an alias led; empty if there is none
 */
public record TlsRptInspection(
        String dnsQuery,
        boolean valid,
        List<TlsRptRecord> records,
        List<Finding> messages,
        boolean ruaServiceUsage,
        String cname) {

    /** Copies the lists. */
    public TlsRptInspection {
        records = List.copyOf(records);
        messages = List.copyOf(messages);
    }
}
