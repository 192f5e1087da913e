package org.mailvane.reports.aggregate;

import java.io.Serial;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.Problem;

/** Thrown if the document is refused, or is not a report: reading on, or again, would not help. */
final class UnreadableException extends Exception {

    @Serial private static final long serialVersionUID = 1L;

    private final Problem.Reason reason;
    private final transient Diagnostic diagnostic;

    UnreadableException(Problem.Reason reason, Diagnostic diagnostic) {
        super(diagnostic.toString(), null, false, false);
        this.reason = reason;
        this.diagnostic = diagnostic;
    }

    Problem.Reason reason() {
        return reason;
    }

    Diagnostic diagnostic() {
        return diagnostic;
    }
}
