package org.mailvane.mailauth.arrival;

import java.util.Locale;

/** The trust that follows from the authentication of a mail. */
public enum Trust {
    /** The author domain, or one of its organisation, vouches for it by DKIM or SPF. */
    VERIFIED,
    /** Nobody does who could. */
    UNVERIFIED,
    /** Nobody does, and the author domain asks to quarantine or reject such mail. */
    FAILED,
    /** DNS did not answer, so that it can't be said; later it can. */
    TEMPORARY;

    /** Returns the word of the API, such as {@code verified}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
