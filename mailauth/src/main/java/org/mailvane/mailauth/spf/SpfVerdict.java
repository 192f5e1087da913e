package org.mailvane.mailauth.spf;

import java.util.Locale;

/** The result of an evaluation (RFC 7208, section 2.6). */
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
    /** The result is unknown now, since DNS failed; a retry may succeed. */
    TEMPERROR,
    /** The result is unknown, since a record has an error. */
    PERMERROR;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** The word of RFC 7208, such as {@code softfail}. */
    @Override
    public String toString() {
        return word;
    }
}
