package org.mailvane.mailauth.mtasts;

import java.util.List;
import java.util.Optional;
import org.mailvane.mailauth.finding.Finding;

/**
 * What an inspection of a domain's MTA-STS record found.
 *
 * @param dnsQuery the name that was asked for
 * @param cname the name at which the record stands where the one asked for is an alias; else empty
 * @param valid whether the domain has one record, and neither it nor a text beside it has an error
 * @param records all texts that stand there
 * @param messages what is to be said of the whole
 */
public record MtaStsInspection(
        String dnsQuery,
        String cname,
        boolean valid,
        List<MtaStsRecord> records,
        List<Finding> messages) {

    /** An inspection that was made. */
    public MtaStsInspection {
        records = List.copyOf(records);
        messages = List.copyOf(messages);
    }

    /** The record that senders go by; empty unless there is exactly one, and it has no error. */
    public Optional<MtaStsRecord> record() {
        return valid
                ? records.stream().filter(MtaStsRecord::isMtaSts).findFirst()
                : Optional.empty();
    }
}
