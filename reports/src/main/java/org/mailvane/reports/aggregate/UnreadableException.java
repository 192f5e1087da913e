package org.mailvane.reports.aggregate;

import java.io.Serial;
import org.mailvane.reports.Problem;

/** The document is refused, or is no report at all: reading on, or again, would not help. */
final class UnreadableException extends Exception {

    @Serial private static final long serialVersionUID = 1L;

    private final Problem.Reason reason;

    UnreadableException(Problem.Reason reason, String message) {
        super(message, null, false, false);
        this.reason = reason;
    }

    Problem.Reason reason() {
        return reason;
    }
}
