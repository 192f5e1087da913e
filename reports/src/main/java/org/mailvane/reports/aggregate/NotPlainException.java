package org.mailvane.reports.aggregate;

import java.io.Serial;

/** The document holds something that the fast reader leaves to the tolerant one. */
final class NotPlainException extends Exception {

    @Serial private static final long serialVersionUID = 1L;

    /** Without message and stack: it is thrown for every unusual report. */
    NotPlainException() {
        super(null, null, false, false);
    }
}
