package org.mailvane.reports;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.archive.Damage;
import org.mailvane.reports.failure.FailureReport;
import org.mailvane.reports.tls.TlsReport;

/**
 * Passes on what is found in one input, and holds back content that is not a report, since the text
 * and logo of a mail are not worth a problem next to its report. At the end, one problem says what
 * the input contained instead of a report.
 */
final class Findings implements ReportSink {

    /** Codes of remarks about truncated reports. */
    private static final Set<String> BROKEN_OFF = Set.of("xml.truncated", "json.cut_off");

    /** Maximum number of kinds of content that the closing problem names; more would not help. */
    private static final int NAMED_KINDS = 8;

    private final ReportSink sink;
    private final Set<Diagnostic> others = new LinkedHashSet<>();
    private final Deque<Damage> around = new ArrayDeque<>();
    private boolean empty;
    private boolean said;
    private boolean behind;

    /** Whether a broken report was reported, which also reports the damage around it. */
    private boolean explained;

    Findings(ReportSink sink) {
        this.sink = sink;
    }

    /**
     * Reads the content of a packed file, whose damage explains the errors in it. If the content
     * ends before it can be recognised, it may have been a report.
     */
    void inside(String path, Damage damage, Walk.Step step) throws IOException {
        boolean saidBefore = said;
        said = false;
        explained = false;
        around.addLast(damage);
        try {
            step.run();
            Diagnostic outermost = damage();
            boolean unsaid = !said || (damage.isOfNextPiece() && !explained);
            if (unsaid && outermost != null) {
                said = true;
                sink.problem(noWholeReport(path, outermost));
            }
        } finally {
            around.removeLast();
            said |= saidBefore;
        }
    }

    /**
     * Returns the damage of the surrounding packing, the outermost first, since it affects all
     * inside.
     */
    private @Nullable Diagnostic damage() {
        for (Damage each : around) {
            Diagnostic diagnostic = each.diagnostic();
            if (diagnostic != null) {
                return diagnostic;
            }
        }
        return null;
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
        sink.aggregate(report.withRemarks(explained(report.remarks())));
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
        sink.tls(report.withRemarks(explained(report.remarks())));
    }

    /** Puts the damage of the packing first, if a report is truncated because of it. */
    private List<Remark> explained(List<Remark> remarks) {
        Diagnostic damage = damage();
        if (damage == null) {
            return remarks;
        }
        explained |= remarks.stream().anyMatch(remark -> BROKEN_OFF.contains(remark.code()));
        return remarks.stream()
                .map(remark ->
                        BROKEN_OFF.contains(remark.code())
                                ? new Remark(
                                        remark.code(),
                                        Diagnostic.sentences(damage, remark.diagnostic()))
                                : remark)
                .toList();
    }

    @Override
    public void problem(Problem problem) {
        switch (problem.reason()) {
            case NOT_A_REPORT -> other(problem.diagnostic());
            case EMPTY -> empty();
            case BROKEN, NO_POLICY_DOMAIN, NO_PERIOD, BAD_ARCHIVE -> {
                said = true;
                sink.problem(explained(problem));
            }
            default -> {
                said = true;
                sink.problem(problem);
            }
        }
    }

    private Problem explained(Problem problem) {
        explained = true;
        Diagnostic damage = damage();
        return damage == null || damage.equals(problem.diagnostic())
                ? problem
                : noWholeReport(problem.path(), damage);
    }

    private static Problem noWholeReport(String path, Diagnostic damage) {
        return new Problem(
                path,
                Problem.Reason.BAD_ARCHIVE,
                Diagnostic.sentences(damage, Diagnostic.of(DiagnosticCode.NO_WHOLE_REPORT)));
    }

    /** Reads what follows a document. Content there that is not a report was not meant as one. */
    <T> T behind(Behind<T> step) throws IOException {
        boolean before = behind;
        behind = true;
        try {
            return step.run();
        } finally {
            behind = before;
        }
    }

    /** A step that reads what follows a document. */
    @FunctionalInterface
    interface Behind<T> {
        T run() throws IOException;
    }

    /** Notes content that is not a report. */
    void other(DiagnosticCode what) {
        other(Diagnostic.of(what));
    }

    private void other(Diagnostic what) {
        if (!behind && others.size() < NAMED_KINDS) {
            others.add(what);
        }
    }

    /** Notes that a report was expected here, but the content is empty. */
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
                    new Problem(path, Problem.Reason.EMPTY, Diagnostic.of(DiagnosticCode.EMPTY)));
            return;
        }
        Diagnostic what =
                others.stream()
                        .reduce((first, second) ->
                                Diagnostic.of(DiagnosticCode.CONTENT_LIST).with(first).with(second))
                        .map(all -> Diagnostic.of(DiagnosticCode.NOT_A_REPORT).with(all))
                        .orElseGet(() -> Diagnostic.of(DiagnosticCode.NOTHING));
        sink.problem(new Problem(path, Problem.Reason.NOT_A_REPORT, what));
    }
}
