package org.mailvane.reports.aggregate;

import org.mailvane.reports.Problem;
import org.mailvane.reports.ReportKind;
import org.mailvane.reports.ReportSink;

/** Takes everything and keeps nothing: for a first look at a document. */
final class Unheard implements ReportSink {

    @Override
    public void record(AggregateRecord record) {}

    @Override
    public void restart() {}

    @Override
    public void aggregate(AggregateReport report) {}

    @Override
    public void recognised(ReportKind kind, String path) {}

    @Override
    public void problem(Problem problem) {}
}
