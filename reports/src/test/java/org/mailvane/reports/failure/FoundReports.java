package org.mailvane.reports.failure;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.mailvane.reports.ByteSource;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Problem;
import org.mailvane.reports.Remark;
import org.mailvane.reports.ReportReader;
import org.mailvane.reports.ReportSink;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.tls.TlsReport;

/** The failure reports and problems of one input. */
class FoundReports implements ReportSink {

    final List<FailureReport> reports = new ArrayList<>();
    final List<Problem> problems = new ArrayList<>();

    /** How often a report was announced. */
    int announced;

    /** Reports of other kinds. */
    final List<Object> others = new ArrayList<>();

    static FoundReports in(byte[] input) {
        return in(() -> new ByteArrayInputStream(input));
    }

    static FoundReports in(ByteSource input) {
        FoundReports found = new FoundReports();
        try {
            new ReportReader(Limits.DEFAULT).read("input", input, found);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /** The only report of an input without problems. */
    static FailureReport only(byte[] input) {
        FoundReports found = in(input);
        if (found.reports.size() != 1 || !found.problems.isEmpty() || !found.others.isEmpty()) {
            throw new AssertionError("one report was expected, not " + found);
        }
        return found.reports.getFirst();
    }

    static List<String> remarks(FailureReport report) {
        return report.remarks().stream().map(Remark::code).toList();
    }

    @Override
    public void record(AggregateRecord record) {
        // its report follows
    }

    @Override
    public void restart() {
        // only records are read again
    }

    @Override
    public void aggregate(AggregateReport report) {
        others.add(report);
    }

    @Override
    public void failureFound() {
        announced++;
    }

    @Override
    public void failure(FailureReport report) {
        reports.add(report);
    }

    @Override
    public void tls(TlsReport report) {
        others.add(report);
    }

    @Override
    public void problem(Problem problem) {
        problems.add(problem);
    }

    @Override
    public String toString() {
        return reports + " and " + problems + " and " + others;
    }
}
