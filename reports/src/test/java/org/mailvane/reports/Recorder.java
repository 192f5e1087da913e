package org.mailvane.reports;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.failure.FailureReport;
import org.mailvane.reports.tls.TlsReport;

/** Keeps what a reader finds, each finding as one short line. */
class Recorder implements ReportSink {

    /** {@code aggregate DOMAIN REPORT-ID}, {@code failure}, {@code tls} or {@code problem CODE}. */
    final List<String> found = new ArrayList<>();

    /** Where each of {@link #found} stands. */
    final List<String> paths = new ArrayList<>();

    /** What each problem says, with its values. */
    final List<String> diagnostics = new ArrayList<>();

    private int pendingRecords;

    /** Reads bytes with the default limits. */
    static Recorder read(byte[] input) {
        return read(input, Limits.DEFAULT);
    }

    static Recorder read(byte[] input, Limits limits) {
        return read(() -> new ByteArrayInputStream(input), limits);
    }

    static Recorder read(ByteSource input, Limits limits) {
        Recorder recorder = new Recorder();
        try {
            new ReportReader(limits).read("input", input, recorder);
        } catch (IOException e) {
            throw new AssertionError("the source can't fail", e);
        }
        return recorder;
    }

    @Override
    public void record(AggregateRecord record) {
        pendingRecords++;
    }

    @Override
    public void restart() {
        pendingRecords = 0;
    }

    @Override
    public void aggregate(AggregateReport report) {
        if (pendingRecords != report.recordCount()) {
            throw new AssertionError(pendingRecords + " records for " + report);
        }
        pendingRecords = 0;
        add("aggregate " + report.policy().domain() + " " + report.reportId(), report.path());
    }

    @Override
    public void failure(FailureReport report) {
        add("failure", report.path());
    }

    @Override
    public void tls(TlsReport report) {
        add("tls", report.path());
    }

    @Override
    public void problem(Problem problem) {
        diagnostics.add(problem.diagnostic().toString());
        add("problem " + problem.reason().code(), problem.path());
    }

    private void add(String what, String path) {
        found.add(what);
        paths.add(path);
    }
}
