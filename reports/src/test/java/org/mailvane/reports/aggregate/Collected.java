package org.mailvane.reports.aggregate;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.mailvane.reports.ByteSource;
import org.mailvane.reports.Problem;
import org.mailvane.reports.Remark;
import org.mailvane.reports.ReportSink;
import org.mailvane.reports.failure.FailureReport;
import org.mailvane.reports.tls.TlsReport;

/** What a reader handed over, after restarts, in its order. */
class Collected implements ReportSink {

    final List<AggregateRecord> records = new ArrayList<>();
    final List<AggregateReport> reports = new ArrayList<>();
    final List<Problem> problems = new ArrayList<>();
    private int finished;
    int restarts;

    @Override
    public void record(AggregateRecord record) {
        records.add(record);
    }

    @Override
    public void restart() {
        restarts++;
        records.subList(finished, records.size()).clear();
    }

    @Override
    public void aggregate(AggregateReport report) {
        finished = records.size();
        reports.add(report);
    }

    @Override
    public void failure(FailureReport report) {
        throw new AssertionError(report.path() + " is no aggregate report");
    }

    @Override
    public void tls(TlsReport report) {
        throw new AssertionError(report.path() + " is no aggregate report");
    }

    @Override
    public void problem(Problem problem) {
        problems.add(problem);
    }

    boolean sameAs(Collected other) {
        return records.equals(other.records)
                && reports.equals(other.reports)
                && problems.equals(other.problems);
    }

    AggregateReport report() {
        if (reports.size() != 1 || !problems.isEmpty()) {
            throw new AssertionError("one report was expected, not " + this);
        }
        return reports.getFirst();
    }

    AggregateRecord record() {
        if (records.size() != 1) {
            throw new AssertionError("one record was expected, not " + this);
        }
        return records.getFirst();
    }

    Problem problem() {
        if (problems.size() != 1 || !reports.isEmpty() || !records.isEmpty()) {
            throw new AssertionError("one problem was expected, not " + this);
        }
        return problems.getFirst();
    }

    List<String> remarks() {
        return report().remarks().stream().map(Remark::code).toList();
    }

    static Collected read(String xml) {
        return read("report.xml", xml.getBytes(StandardCharsets.UTF_8));
    }

    static Collected read(String path, byte[] xml) {
        Collected collected = new Collected();
        try {
            new AggregateReader().read(path, source(xml), collected);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return collected;
    }

    static ByteSource source(byte[] bytes) {
        return () -> new ByteArrayInputStream(bytes);
    }

    @Override
    public String toString() {
        return reports + " with " + records + " and " + problems;
    }
}
