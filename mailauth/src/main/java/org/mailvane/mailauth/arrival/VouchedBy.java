package org.mailvane.mailauth.arrival;

import java.util.Locale;

/** By which mechanism a domain vouches for a mail. */
public enum VouchedBy {
    DKIM,
    SPF,
    BOTH,
    /** By none, or by one that the trusted receiver does not name. */
    NONE;

    static VouchedBy of(boolean dkim, boolean spf) {
        return dkim ? spf ? BOTH : DKIM : spf ? SPF : NONE;
    }

    /** Returns the word of the API, such as {@code dkim}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
