package org.mailvane.intake;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.traffic.Incoming.Records;

/**
 * An envelope after reading.
 *
 * @param envelope what was read
 * @param raw its message; null where that could not be taken in
 * @param reports the aggregate reports in it
 * @param remarks what else is to be said: of parts that are no reports, failed, or wait
 * @param unlisted counts of further remarks, of which there were too many to be kept
 */
record ReadEnvelope(
        Envelope envelope,
        @Nullable RawMessage raw,
        List<ReadReport> reports,
        List<Remark> remarks,
        Counts unlisted) {

    /**
     * An aggregate report in an envelope.
     *
     * @param place which of the envelope's aggregate reports, from 0
     * @param report the report
     * @param policyDomain its policy domain
     * @param headerFroms the From domains of its records that are host names
     * @param records its records
     */
    record ReadReport(
            int place,
            AggregateReport report,
            DomainName policyDomain,
            Set<DomainName> headerFroms,
            Records records) {}

    /** Records of all its reports: what writing it costs. */
    long recordCount() {
        return reports.stream().mapToLong(r -> r.report().recordCount()).sum();
    }

    /** Whether nothing in it is a report, nor claims to be one. */
    boolean holdsNoReport() {
        return reports.isEmpty()
                && remarks.stream().allMatch(r -> r.outcome() == Remark.Outcome.NOT_A_REPORT);
    }
}
