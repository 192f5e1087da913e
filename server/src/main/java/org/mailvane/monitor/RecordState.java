package org.mailvane.monitor;

import java.util.Locale;

/** How a record is. */
enum RecordState {
    /** It is there, and receivers can use it. */
    PRESENT,
    /** DNS says that there is none. */
    MISSING,
    /** Another's counts: of DMARC, that of a domain above. */
    INHERITED,
    /** It is there, and receivers can't use it, or not as it is meant. */
    ERROR,
    /** It was never read, or could not be read when it was asked for last. */
    UNKNOWN;

    /** Returns the word that is stored and answered. */
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static RecordState ofCode(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }
}
