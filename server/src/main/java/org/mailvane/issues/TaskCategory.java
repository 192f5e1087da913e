package org.mailvane.issues;

import java.util.Locale;
import org.mailvane.api.Coded;

/** Kinds of tasks. */
public enum TaskCategory implements Coded {
    DMARC,
    SPF,
    DKIM,
    POLICY,
    SOURCE,
    DOMAIN,
    TLS,
    BIMI;

    /** The word that is stored and answered. */
    @Override
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static TaskCategory ofCode(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }
}
