package org.mailvane.mailauth.dkim;

import java.util.Locale;

/** The outcome of verifying a signature (RFC 8601, section 2.7.1). */
public enum DkimOutcome {
    /** The signature is that of its domain, and covers the mail. */
    PASS,
    /** The mail or the signature was changed. */
    FAIL,
    /** The signature can't be understood. */
    NEUTRAL,
    /** DNS did not answer; later it may. */
    TEMPERROR,
    /** The signature can never be verified. */
    PERMERROR,
    /** The signature is right, or may be, but not accepted by the rules here. */
    POLICY;

    /** Returns the word of RFC 8601, such as {@code temperror}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
