package org.mailvane.intake.reading;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.Discovery;
import org.mailvane.domains.Discovery.Sighting;
import org.mailvane.domains.StoreOutcome;
import org.mailvane.failurereport.FailureReports;
import org.mailvane.failurereport.IncomingFailure;
import org.mailvane.intake.reading.ReadEnvelope.ReadFailure;
import org.mailvane.intake.reading.ReadEnvelope.ReadReport;
import org.mailvane.intake.reading.ReadEnvelope.ReadTls;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.reporters.VouchingDomains;
import org.mailvane.reports.Remark;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.failure.FailureReport;
import org.mailvane.reports.tls.TlsReport;
import org.mailvane.tls.IncomingTls;
import org.mailvane.tls.TlsReports;
import org.mailvane.traffic.store.Incoming;
import org.mailvane.traffic.store.Traffic;
import org.mailvane.traffic.store.Traffic.Prepared;
import org.springframework.stereotype.Component;

/** Stores the reports of a batch of envelopes, each kind where it belongs. */
@Component
class BatchReports {

    private final Traffic traffic;
    private final FailureReports failureReports;
    private final TlsReports tlsReports;
    private final VouchingDomains vouchers;

    BatchReports(
            Traffic traffic,
            FailureReports failureReports,
            TlsReports tlsReports,
            VouchingDomains vouchers) {
        this.traffic = traffic;
        this.failureReports = failureReports;
        this.tlsReports = tlsReports;
        this.vouchers = vouchers;
    }

    /**
     * A report, and what became of it.
     *
     * @param path its place inside the message or file
     * @param id its report id or message id
     * @param domains the domains that it is about
     * @param remarks what the library says about it
     */
    record StoredReport(
            StoreOutcome outcome,
            String path,
            String id,
            List<DomainName> domains,
            List<Remark> remarks) {}

    /** A report that was passed to its module, without what became of it. */
    private record Submitted(
            int envelope, String path, String id, List<DomainName> domains, List<Remark> remarks) {}

    /** Prepares the aggregate reports of a batch, outside its transaction. */
    Prepared prepare(Scope scope, Discovery discovery, List<ReadEnvelope> batch) {
        return traffic.prepare(scope, discovery, incoming(batch, null));
    }

    /**
     * Stores all reports of a batch.
     *
     * @param rawIds numbers of its messages; null for those that are not kept
     * @return the reports of each envelope, in the order of the envelopes
     */
    List<List<StoredReport>> store(
            Scope scope,
            List<ReadEnvelope> batch,
            List<@Nullable Long> rawIds,
            Discovery discovery,
            Prepared prepared) {
        List<List<StoredReport>> stored = new ArrayList<>();
        batch.forEach(read -> stored.add(new ArrayList<>()));
        assign(
                submittedAggregates(batch),
                traffic.store(scope, prepared, incoming(batch, rawIds)),
                stored);
        storeFailures(scope, batch, rawIds, discovery, stored);
        storeTls(scope, batch, rawIds, discovery, stored);
        return stored;
    }

    private static List<Submitted> submittedAggregates(List<ReadEnvelope> batch) {
        List<Submitted> submitted = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            for (ReadReport read : batch.get(i).reports()) {
                AggregateReport report = read.report();
                submitted.add(
                        new Submitted(
                                i,
                                report.path(),
                                report.reportId(),
                                List.of(read.policyDomain()),
                                report.remarks()));
            }
        }
        return submitted;
    }

    private void storeFailures(
            Scope scope,
            List<ReadEnvelope> batch,
            List<@Nullable Long> rawIds,
            Discovery discovery,
            List<List<StoredReport>> stored) {
        List<Submitted> submitted = new ArrayList<>();
        List<IncomingFailure> incoming = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            for (ReadFailure read : batch.get(i).failures()) {
                FailureReport report = read.report();
                submitted.add(
                        new Submitted(
                                i,
                                report.path(),
                                report.carrier().messageId(),
                                read.domains(),
                                report.remarks()));
                incoming.add(new IncomingFailure(report, read.domains(), rawIds.get(i)));
            }
        }
        assign(submitted, failureReports.store(scope, discovery, incoming), stored);
    }

    private void storeTls(
            Scope scope,
            List<ReadEnvelope> batch,
            List<@Nullable Long> rawIds,
            Discovery discovery,
            List<List<StoredReport>> stored) {
        List<Submitted> submitted = new ArrayList<>();
        List<IncomingTls> incoming = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            ReportAuthentication authentication = batch.get(i).authentication();
            for (ReadTls read : batch.get(i).tlsReports()) {
                TlsReport report = read.report();
                submitted.add(
                        new Submitted(
                                i,
                                report.path(),
                                report.reportId(),
                                read.domains(),
                                report.remarks()));
                incoming.add(
                        new IncomingTls(
                                report,
                                read.domains(),
                                rawIds.get(i),
                                authentication,
                                vouchers.of(authentication)));
            }
        }
        assign(submitted, tlsReports.store(scope, discovery, incoming), stored);
    }

    /** Adds reports of one kind with their outcomes to those of their envelopes. */
    private static void assign(
            List<Submitted> submitted,
            List<StoreOutcome> outcomes,
            List<List<StoredReport>> stored) {
        if (outcomes.size() != submitted.size()) {
            throw new IllegalStateException(
                    outcomes.size() + " outcomes of " + submitted.size() + " reports");
        }
        for (int i = 0; i < submitted.size(); i++) {
            Submitted one = submitted.get(i);
            stored.get(one.envelope())
                    .add(
                            new StoredReport(
                                    outcomes.get(i),
                                    one.path(),
                                    one.id(),
                                    one.domains(),
                                    one.remarks()));
        }
    }

    /** Returns the domains that the reports of a batch are about. */
    static List<Sighting> sightings(List<ReadEnvelope> batch) {
        List<Sighting> sightings = new ArrayList<>();
        for (ReadEnvelope read : batch) {
            for (ReadReport report : read.reports()) {
                sightings.add(new Sighting(report.policyDomain(), report.headerFroms()));
            }
            for (ReadFailure report : read.failures()) {
                report.domains().forEach(name -> sightings.add(new Sighting(name, Set.of())));
            }
            for (ReadTls report : read.tlsReports()) {
                report.domains().forEach(name -> sightings.add(new Sighting(name, Set.of())));
            }
        }
        return sightings;
    }

    /**
     * Returns the batch's aggregate reports.
     *
     * @param rawIds numbers of its messages; null where they are not known yet
     */
    private static List<Incoming> incoming(
            List<ReadEnvelope> batch, @Nullable List<@Nullable Long> rawIds) {
        List<Incoming> incoming = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            for (ReadReport report : batch.get(i).reports()) {
                incoming.add(
                        new Incoming(
                                report.report(),
                                report.policyDomain(),
                                report.headerFroms(),
                                report.records(),
                                report.largestCount(),
                                batch.get(i).authentication(),
                                i,
                                rawIds == null ? null : rawIds.get(i)));
            }
        }
        return incoming;
    }
}
