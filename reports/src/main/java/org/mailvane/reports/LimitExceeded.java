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

    /**
     * A bound on one document or container: what stands beside it can still be read.
     *
     * @param limit the bound's name in {@link Limits}
     * @param value what it allows
     * @param found what there is instead, for a person
     */
    public static LimitExceeded here(
            Problem.Reason reason, String limit, long value, String found) {
        return new LimitExceeded(reason, false, text(limit, value, found));
    }

    /** A bound on the whole input: nothing more of it is read. Otherwise like {@link #here}. */
    public static LimitExceeded everywhere(
            Problem.Reason reason, String limit, long value, String found) {
        return new LimitExceeded(reason, true, text(limit, value, found));
    }

    private static String text(String limit, long value, String found) {
        return found + "; the limit " + limit + " is " + value;
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
