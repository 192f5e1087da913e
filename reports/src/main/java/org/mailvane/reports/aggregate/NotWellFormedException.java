package org.mailvane.reports.aggregate;

import java.io.Serial;

/** The document breaks a rule of XML, and no repair was asked for. */
final class NotWellFormedException extends Exception {

    @Serial private static final long serialVersionUID = 1L;

    NotWellFormedException(String message) {
        super(message, null, false, false);
    }
}
