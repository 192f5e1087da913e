package org.mailvane.domains;

import java.util.Locale;

/** What people say of a domain's use. */
public enum DomainState {
    ACTIVE,
    INACTIVE,
    UNKNOWN;

    /** The word that is stored and answered. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static DomainState ofCode(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }
}
