package org.mailvane.mailauth.mtasts;

import java.util.List;
import java.util.Optional;
import org.mailvane.mailauth.finding.Finding;

/**
 * The result of inspecting a domain's MTA-STS record.
 *
 * @param dnsQuery the name that was queried
 * @param cname the target of a CNAME, where the record is; empty if there is none
 * @param valid whether the domain has one record, and neither it nor another text at the name has
 *     an error
 * @param records all texts at the name
 * @param messages findings about the whole
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
