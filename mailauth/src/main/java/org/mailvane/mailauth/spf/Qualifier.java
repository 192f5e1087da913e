package org.mailvane.mailauth.spf;

/** The result of a mechanism for the hosts that it matches (RFC 7208, section 4.6.2). */
public enum Qualifier {
    /** They may send: {@code +}, which may be left out. */
    PASS('+'),
    /** They must not send. */
    FAIL('-'),
    /** They hardly may send. */
    SOFTFAIL('~'),
    /** Nothing is said of them. */
    NEUTRAL('?');

    private final char sign;

    Qualifier(char sign) {
        this.sign = sign;
    }

    /** Its character in records. */
    public char sign() {
        return sign;
    }
}
