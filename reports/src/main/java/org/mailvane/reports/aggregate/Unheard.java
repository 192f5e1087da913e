package org.mailvane.reports.aggregate;

import org.mailvane.reports.Problem;
import org.mailvane.reports.ReportSink;
import org.mailvane.reports.failure.FailureReport;
import org.mailvane.reports.tls.TlsReport;

/** Takes everything and keeps nothing: for a first look at a document. */
final class Unheard implements ReportSink {

    @Override
    public void record(AggregateRecord record) {}

    @Override
    public void restart() {}

    @Override
    public void aggregate(AggregateReport report) {}

    @Override
    public void failure(FailureReport report) {}

    @Override
    public void tls(TlsReport report) {}

    @Override
    public void problem(Problem problem) {}
}
