package org.mailvane.reports.aggregate;

import java.io.Serial;
import org.mailvane.reports.Diagnostic;

/** Thrown if the document breaks a rule of XML, and repair was not requested. */
final class NotWellFormedException extends Exception {

    @Serial private static final long serialVersionUID = 1L;

    private final transient Diagnostic diagnostic;

    NotWellFormedException(Diagnostic diagnostic) {
        super(diagnostic.toString(), null, false, false);
        this.diagnostic = diagnostic;
    }

    Diagnostic diagnostic() {
        return diagnostic;
    }
}
