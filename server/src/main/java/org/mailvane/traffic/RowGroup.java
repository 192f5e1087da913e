package org.mailvane.traffic;

import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.sources.Category;

/**
 * Rows that are alike but for their report, and where they were not read by day, but for their day.
 *
 * @param domain the row that they count with
 * @param headerFrom domain of the From header
 * @param address the sending address
 * @param category kind of their source
 * @param source number of their source
 * @param rule number of the rule that said so
 * @param disposition what the receiver did
 * @param dkimAligned whether DKIM passed aligned, as the reporter evaluated it
 * @param spfAligned whether SPF passed aligned, as the reporter evaluated it
 * @param detail names their raw results: see {@link ReportedRows#results}
 * @param day their day (UTC); null where they were not read by day
 * @param messages how many messages
 */
public record RowGroup(
        DomainId domain,
        String headerFrom,
        IpAddress address,
        Category category,
        int source,
        int rule,
        Disposition disposition,
        boolean dkimAligned,
        boolean spfAligned,
        UUID detail,
        @Nullable LocalDate day,
        long messages) {}
