package org.mailvane.traffic.store;

import java.time.LocalDate;
import java.util.UUID;
import org.mailvane.domains.DomainId;
import org.mailvane.reporters.Trust;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.sources.classify.Row;

/**
 * Messages of one sending address with one outcome on one day, as one report counts them; who sent
 * them is not said yet.
 *
 * @param domain the row of the domain that they count with
 * @param reportId the report
 * @param trust what the report counts for
 * @param day the day (UTC)
 * @param row what the report says of them
 * @param disposition what the receiver did
 * @param messages how many
 * @param detail hash of the raw results
 */
public record Outcome(
        DomainId domain,
        long reportId,
        Trust trust,
        LocalDate day,
        Row row,
        Disposition disposition,
        long messages,
        UUID detail) {}
