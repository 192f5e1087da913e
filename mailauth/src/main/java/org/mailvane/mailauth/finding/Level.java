package org.mailvane.mailauth.finding;

import java.util.Locale;

/** The severity of a finding. */
public enum Level {
    /** It does not work: what has one is not valid. */
    ERR,
    /** It works, but not as it should, or not everywhere. */
    WARN,
    /** Worth knowing. */
    INFO;

    /** The word of the API: {@code err}, {@code warn}, {@code info}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
