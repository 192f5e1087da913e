package org.mailvane.intake.reading;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.ledger.Remark;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.failure.FailureReport;
import org.mailvane.reports.tls.TlsReport;
import org.mailvane.traffic.store.Incoming.Records;

/**
 * An envelope after reading.
 *
 * @param envelope what was read
 * @param raw its message, as it is to be kept; null where it could not be taken in or must not be
 *     kept
 * @param carrier what it says about its sender
 * @param authentication whether it comes from the sender that it names
 * @param reports the aggregate reports in it
 * @param failures the failure reports in it
 * @param tlsReports the TLS reports in it
 * @param remarks further remarks: about parts that are not reports, have failed, or wait
 * @param unlisted counts of further remarks, of which there were too many to be kept
 * @param holdsFailure whether its message contained a failure report, or may hold one that could
 *     not be read
 * @param redacted whether {@code raw} is not what came: see {@link Redaction}
 * @param unpackedBytes bytes that were unpacked to read it
 */
public record ReadEnvelope(
        Envelope envelope,
        @Nullable RawMessage raw,
        TransportMessageInfo carrier,
        ReportAuthentication authentication,
        List<ReadReport> reports,
        List<ReadFailure> failures,
        List<ReadTls> tlsReports,
        List<Remark> remarks,
        Counts unlisted,
        boolean holdsFailure,
        boolean redacted,
        long unpackedBytes) {

    /**
     * An aggregate report in an envelope.
     *
     * @param place which of the envelope's aggregate reports, from 0
     * @param report the report
     * @param policyDomain its policy domain
     * @param headerFroms the From domains of its records that are host names
     * @param records its records
     * @param largestCount the largest count of one of them
     */
    public record ReadReport(
            int place,
            AggregateReport report,
            DomainName policyDomain,
            Set<DomainName> headerFroms,
            Records records,
            long largestCount) {}

    /**
     * A failure report in an envelope.
     *
     * @param report the report
     * @param domains the domains that it is about, at least one
     */
    public record ReadFailure(FailureReport report, List<DomainName> domains) {}

    /**
     * A TLS report in an envelope.
     *
     * @param report the report
     * @param domains its policy domains; none where it does not say whose its policies are
     */
    public record ReadTls(TlsReport report, List<DomainName> domains) {

        /** Rows that storing it writes. */
        long rowCount() {
            return report.policies().stream().mapToLong(p -> 1 + p.failures().size()).sum();
        }
    }

    /** Returns the same with other TLS reports, and with remarks on those that are left out. */
    ReadEnvelope withTls(List<ReadTls> others, List<Remark> more) {
        List<Remark> all = new ArrayList<>(remarks);
        all.addAll(more);
        return new ReadEnvelope(
                envelope,
                raw,
                carrier,
                authentication,
                reports,
                failures,
                others,
                all,
                unlisted,
                holdsFailure,
                redacted,
                unpackedBytes);
    }

    /** Returns an envelope that could not be read, and why: it may hold anything. */
    static ReadEnvelope unread(Envelope envelope, Remark why) {
        return new ReadEnvelope(
                envelope,
                null,
                TransportMessageInfo.NONE,
                ReportAuthentication.NONE,
                List.of(),
                List.of(),
                List.of(),
                List.of(why),
                Counts.NONE,
                true,
                false,
                0);
    }

    /** Returns the same of which nothing is to be written but why. */
    ReadEnvelope withoutReports(Remark why) {
        return new ReadEnvelope(
                envelope,
                raw,
                carrier,
                authentication,
                List.of(),
                List.of(),
                List.of(),
                List.of(why),
                Counts.NONE,
                holdsFailure,
                redacted,
                unpackedBytes);
    }

    /** Returns the same, of which this is known about its sender. */
    ReadEnvelope authenticatedAs(ReportAuthentication found) {
        return new ReadEnvelope(
                envelope,
                raw,
                carrier,
                found,
                reports,
                failures,
                tlsReports,
                remarks,
                unlisted,
                holdsFailure,
                redacted,
                unpackedBytes);
    }

    /** Returns the same, of whose message this is kept instead; null: nothing. */
    ReadEnvelope redactedTo(@Nullable RawMessage copy) {
        return new ReadEnvelope(
                envelope,
                copy,
                carrier,
                authentication,
                reports,
                failures,
                tlsReports,
                remarks,
                unlisted,
                holdsFailure,
                true,
                unpackedBytes);
    }

    /** Whether its message is not kept because of its content. */
    boolean isWithheld() {
        return redacted && raw == null;
    }

    /** Records of all its reports: what writing it costs. */
    long recordCount() {
        return reports.stream().mapToLong(r -> r.report().recordCount()).sum()
                + failures.size()
                + tlsReports.stream().mapToLong(ReadTls::rowCount).sum();
    }

    /** Whether there is a report in it that is not a failure report. */
    public boolean holdsMoreThanFailures() {
        return !reports.isEmpty() || !tlsReports.isEmpty();
    }

    /** Whether there is a report in it, so that it matters who sent it. */
    boolean holdsReports() {
        return !reports.isEmpty() || !failures.isEmpty() || !tlsReports.isEmpty();
    }

    /** Whether all reports in it are TLS reports. */
    public boolean holdsOnlyTls() {
        return reports.isEmpty() && failures.isEmpty() && !tlsReports.isEmpty();
    }

    /** Whether nothing in it is a report, nor claims to be one. */
    boolean holdsNoReport() {
        return reports.isEmpty()
                && failures.isEmpty()
                && tlsReports.isEmpty()
                && remarks.stream().allMatch(r -> r.outcome() == Remark.Outcome.NOT_A_REPORT);
    }
}
