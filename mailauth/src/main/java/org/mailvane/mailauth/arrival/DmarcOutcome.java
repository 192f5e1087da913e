package org.mailvane.mailauth.arrival;

import java.util.Locale;

/** The DMARC result of a mail (RFC 9989, section 5.3; RFC 8601, section 2.7, by its registry). */
public enum DmarcOutcome {
    /** A policy is published, and an aligned domain was authenticated. */
    PASS,
    /** A policy is published, and no aligned domain was authenticated. */
    FAIL,
    /** The author domain or its policy is missing. */
    NONE,
    /** DNS did not answer. */
    TEMPERROR,
    /** There is a record that receivers can't use. */
    PERMERROR;

    /** Returns the word of RFC 8601, such as {@code temperror}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
