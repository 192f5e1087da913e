package org.mailvane.traffic;

import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;

/**
 * Rows that are alike but for their report, and where they were not read by day, but for their day.
 *
 * @param domain the row that they count with
 * @param headerFrom domain of the From header
 * @param address the sending address
 * @param kind who sent them and how they came out
 * @param detail names their raw results: see {@link ReportedRows#results}
 * @param day their day (UTC); null where they were not read by day
 * @param messages how many messages
 */
public record RowGroup(
        DomainId domain,
        String headerFrom,
        IpAddress address,
        RowKind kind,
        UUID detail,
        @Nullable LocalDate day,
        long messages) {}
