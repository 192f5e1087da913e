package org.mailvane.traffic;

import java.net.InetAddress;
import java.time.LocalDate;
import java.util.UUID;
import org.mailvane.domains.DomainId;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.sources.Classification;

/**
 * Messages of one sending address with one outcome on one day, as one report counts them.
 *
 * @param domain the row that they count with
 * @param reportId the report
 * @param day the day (UTC)
 * @param headerFrom domain of their From header
 * @param address sending address
 * @param classification who sent them
 * @param rulesVersion version of the rules that say so
 * @param disposition what the receiver did
 * @param dkimAligned whether DKIM passed aligned
 * @param spfAligned whether SPF passed aligned
 * @param messages how many
 * @param detail hash of the raw results
 */
record Fact(
        DomainId domain,
        long reportId,
        LocalDate day,
        String headerFrom,
        InetAddress address,
        Classification classification,
        int rulesVersion,
        Disposition disposition,
        boolean dkimAligned,
        boolean spfAligned,
        long messages,
        UUID detail) {}
