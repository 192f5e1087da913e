package org.mailvane.bench;

import org.mailvane.reports.failure.FailureReport;
import org.mailvane.reports.tls.TlsReport;
import org.mailvane.reports.Problem;
import org.mailvane.reports.ReportSink;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;
import org.openjdk.jmh.infra.Blackhole;

/** Counts what it receives, and accepts nothing but good aggregate reports. */
final class CountingSink implements ReportSink {

    private final Blackhole blackhole;
    private long reports;
    private long records;

    CountingSink(Blackhole blackhole) {
        this.blackhole = blackhole;
    }

    @Override
    public void record(AggregateRecord record) {
        blackhole.consume(record);
    }

    @Override
    public void restart() {
        // Records are counted with their report.
    }

    @Override
    public void aggregate(AggregateReport report) {
        blackhole.consume(report);
        reports++;
        records += report.recordCount();
    }

    @Override
    public void failure(FailureReport report) {
        throw new IllegalStateException(report.path() + " is no aggregate report");
    }

    @Override
    public void tls(TlsReport report) {
        throw new IllegalStateException(report.path() + " is no aggregate report");
    }

    @Override
    public void problem(Problem problem) {
        throw new IllegalStateException(problem.toString());
    }

    void addTo(Amounts amounts) {
        amounts.reports += reports;
        amounts.records += records;
    }
}
