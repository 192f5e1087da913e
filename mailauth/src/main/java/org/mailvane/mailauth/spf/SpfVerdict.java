package org.mailvane.mailauth.spf;

import java.util.Locale;

/** What an evaluation came to (RFC 7208, section 2.6). */
public enum SpfVerdict {
    /** The domain is unknown, or it has no record. */
    NONE,
    /** The domain says nothing of the host. */
    NEUTRAL,
    /** The host may send. */
    PASS,
    /** The host must not send. */
    FAIL,
    /** The host probably must not send. */
    SOFTFAIL,
    /** It can't be told now, since DNS failed; later it may. */
    TEMPERROR,
    /** It can't be told, since a record is wrong. */
    PERMERROR;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** The word of RFC 7208, such as {@code softfail}. */
    @Override
    public String toString() {
        return word;
    }
}
