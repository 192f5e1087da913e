package org.mailvane.mailauth.spf;

import java.util.Locale;

/** Which mechanism a term is. */
public enum MechanismKind {
    /** Matches always (section 5.1). */
    ALL,
    /** Matches where another domain's record says {@code pass} (section 5.2). */
    INCLUDE,
    /** Matches the addresses of a name (section 5.3). */
    A,
    /** Matches the addresses of a domain's mail exchangers (section 5.4). */
    MX,
    /** Matches hosts whose names lie below a domain (section 5.5); not to be used. */
    PTR,
    /** Matches a network (section 5.6). */
    IP4,
    /** Matches a network (section 5.6). */
    IP6,
    /** Matches where a name has an address (section 5.7). */
    EXISTS,
    /** Any other word, which is an error. */
    UNKNOWN;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** Its name in records. */
    public String word() {
        return word;
    }

    /** Returns whether it counts against the limit of DNS lookups (section 4.6.4). */
    public boolean isLookup() {
        return switch (this) {
            case INCLUDE, A, MX, PTR, EXISTS -> true;
            case ALL, IP4, IP6, UNKNOWN -> false;
        };
    }
}
