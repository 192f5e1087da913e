package org.mailvane.reports.archive;

import java.io.IOException;
import org.mailvane.reports.Problem;

/**
 * Nothing can be read out of an archive. Only thrown before an archive or an entry gave its first
 * byte: what breaks off later simply ends there, since a document that is cut off near its end may
 * still be repaired.
 */
public final class DamagedArchive extends IOException {

    private final Problem.Reason reason;

    DamagedArchive(Problem.Reason reason, String text) {
        super(text);
        this.reason = reason;
    }

    /** {@link Problem.Reason#BAD_ARCHIVE} or {@link Problem.Reason#ENCRYPTED}. */
    public Problem.Reason reason() {
        return reason;
    }

    /** What is wrong with the archive, for a person. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
