package org.mailvane.domains;

import java.util.Locale;
import org.mailvane.api.binding.Coded;

/**
 * The health of a domain, which is decided by the most urgent item that is open and not ignored.
 * Optional records, such as BIMI, never make it worse.
 */
public enum DomainHealth implements Coded {
    /** Something does not work, or does not protect it. */
    FIX,
    /** Something should be looked at. */
    WATCH,
    /** Nothing is known to be wrong, but what DNS says is not known, or was read only once. */
    UNKNOWN,
    /** Its policy can be raised. */
    READY,
    /** Nothing has to be done. */
    OK;

    /** The word of addresses, texts and styles. */
    @Override
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
