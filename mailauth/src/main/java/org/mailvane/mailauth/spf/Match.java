package org.mailvane.mailauth.spf;

/** Whether a mechanism matches (RFC 7208, section 4.6.2). */
enum Match {
    YES,
    NO,
    TEMPERROR,
    PERMERROR;

    static Match of(boolean matches) {
        return matches ? YES : NO;
    }

    /** The match that an error is. */
    static Match failed(SpfVerdict error) {
        return error == SpfVerdict.TEMPERROR ? TEMPERROR : PERMERROR;
    }
}
