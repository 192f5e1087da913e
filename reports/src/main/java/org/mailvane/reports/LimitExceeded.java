package org.mailvane.reports;

import java.io.IOException;

/**
 * Thrown when a limit of {@link Limits} is exceeded. The streams that a {@link ReportReader} reads
 * from throw it, and the reader turns it into a {@link Problem}; code that reads such a stream does
 * not catch it.
 */
public final class LimitExceeded extends IOException {

    private static final long serialVersionUID = 1;

    private final Problem.Reason reason;
    private final boolean endsInput;
    private final transient Diagnostic diagnostic;

    private LimitExceeded(Problem.Reason reason, boolean endsInput, Diagnostic diagnostic) {
        super(diagnostic.toString());
        this.reason = reason;
        this.endsInput = endsInput;
        this.diagnostic = diagnostic;
    }

    /**
     * Creates the exception for a limit on one document or container: other content next to it can
     * still be read.
     *
     * @param diagnostic the limit, and the actual value
     */
    public static LimitExceeded here(Problem.Reason reason, Diagnostic diagnostic) {
        return new LimitExceeded(reason, false, diagnostic);
    }

    /** A bound on the whole input: nothing more of it is read. Otherwise like {@link #here}. */
    public static LimitExceeded everywhere(Problem.Reason reason, Diagnostic diagnostic) {
        return new LimitExceeded(reason, true, diagnostic);
    }

    /** Returns the problem at a place. */
    Problem at(SourceLocation place) {
        return new Problem(place.path(), reason, diagnostic);
    }

    /** Returns its name in a {@link Problem}. */
    public Problem.Reason reason() {
        return reason;
    }

    /** Whether the bound is one on the whole input. */
    public boolean endsInput() {
        return endsInput;
    }
}
