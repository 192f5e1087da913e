package org.mailvane.reports.archive;

import java.io.IOException;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.Problem;

/**
 * Nothing can be read out of an archive. Only thrown before an archive or an entry gave its first
 * byte: what breaks off later simply ends there, since a document that is cut off near its end may
 * still be repaired.
 */
public final class DamagedArchive extends IOException {

    private static final long serialVersionUID = 1;

    private final Problem.Reason reason;
    private final transient Diagnostic diagnostic;

    DamagedArchive(Problem.Reason reason, Diagnostic diagnostic) {
        super(diagnostic.toString());
        this.reason = reason;
        this.diagnostic = diagnostic;
    }

    /** {@link Problem.Reason#BAD_ARCHIVE} or {@link Problem.Reason#ENCRYPTED}. */
    public Problem.Reason reason() {
        return reason;
    }

    /** Returns what is wrong with the archive. */
    public Diagnostic diagnostic() {
        return diagnostic;
    }
}
