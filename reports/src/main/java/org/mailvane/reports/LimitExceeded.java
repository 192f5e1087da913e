package org.mailvane.reports;

import java.io.IOException;

/**
 * A bound of {@link Limits} was crossed. Thrown by the streams that a {@link ReportReader} reads
 * from and turned into a {@link Problem} by it; whoever reads such a stream lets it pass.
 */
public final class LimitExceeded extends IOException {

    private final Problem.Reason reason;
    private final boolean endsInput;

    private LimitExceeded(Problem.Reason reason, boolean endsInput, String text) {
        super(text);
        this.reason = reason;
        this.endsInput = endsInput;
    }

    /** A bound on one document or container: what stands beside it can still be read. */
    public static LimitExceeded here(Problem.Reason reason, String text) {
        return new LimitExceeded(reason, false, text);
    }

    /** A bound on the whole input: nothing more of it is read. */
    public static LimitExceeded everywhere(Problem.Reason reason, String text) {
        return new LimitExceeded(reason, true, text);
    }

    /** What to call it in a {@link Problem}. */
    public Problem.Reason reason() {
        return reason;
    }

    /** Whether the bound is one on the whole input. */
    public boolean endsInput() {
        return endsInput;
    }

    /** The bound's name, its value and what was found. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
