package org.mailvane.reports;

import java.util.LinkedHashSet;
import java.util.Set;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.failure.FailureReport;
import org.mailvane.reports.tls.TlsReport;

/**
 * Hands on what is found in one input, and holds back what is no report, since a mail's text and
 * logo are worth no word beside its report. At the end, one problem says what there was instead of
 * a report.
 */
final class Findings implements ReportSink {

    /** Kinds of content that the closing problem names; more would help nobody. */
    private static final int NAMED_KINDS = 8;

    private final ReportSink sink;
    private final Set<String> others = new LinkedHashSet<>();
    private boolean empty;
    private boolean said;

    Findings(ReportSink sink) {
        this.sink = sink;
    }

    @Override
    public void record(AggregateRecord record) {
        sink.record(record);
    }

    @Override
    public void restart() {
        sink.restart();
    }

    @Override
    public void aggregate(AggregateReport report) {
        said = true;
        sink.aggregate(report);
    }

    @Override
    public void failureFound() {
        sink.failureFound();
    }

    @Override
    public void failure(FailureReport report) {
        said = true;
        sink.failure(report);
    }

    @Override
    public void tls(TlsReport report) {
        said = true;
        sink.tls(report);
    }

    @Override
    public void problem(Problem problem) {
        switch (problem.reason()) {
            case NOT_A_REPORT -> other(problem.text());
            case EMPTY -> empty();
            default -> {
                said = true;
                sink.problem(problem);
            }
        }
    }

    /** Something that is no report. */
    void other(String what) {
        if (others.size() < NAMED_KINDS) {
            others.add(what);
        }
    }

    /** A report would have stood here, but there is nothing. */
    void empty() {
        empty = true;
    }

    /** The input is read: says so, if there was nothing to say before. */
    void finish(String path) {
        if (said) {
            return;
        }
        if (empty) {
            sink.problem(
                    new Problem(
                            path, Problem.Reason.EMPTY, "the report that was sent holds no bytes"));
            return;
        }
        String what = others.isEmpty() ? "nothing at all" : String.join(", ", others);
        sink.problem(
                new Problem(path, Problem.Reason.NOT_A_REPORT, "no report, but this: " + what));
    }
}
