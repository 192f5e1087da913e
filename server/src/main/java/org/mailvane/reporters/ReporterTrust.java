package org.mailvane.reporters;

import java.util.Locale;
import org.mailvane.api.binding.Coded;

/** How far people trust a reporter. */
public enum ReporterTrust implements Coded {
    /** What it reports counts as if it were verified. */
    ACCEPTED,
    /** What is verified drives advice, and what is not counts in totals only. */
    DEFAULT,
    /** Its reports are held. */
    IGNORED;

    /** Returns the trust as the database and the API have it. */
    @Override
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the trust of this code. */
    static ReporterTrust of(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }
}
