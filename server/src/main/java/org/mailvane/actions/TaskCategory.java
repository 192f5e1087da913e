package org.mailvane.actions;

import java.util.Locale;
import org.mailvane.api.binding.Coded;

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
