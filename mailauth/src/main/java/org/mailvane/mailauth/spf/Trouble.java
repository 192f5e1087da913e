package org.mailvane.mailauth.spf;

/** The errors that prevent receivers from evaluating a record or a term, the worst last. */
enum Trouble {
    /** Nothing. */
    NONE,
    /** This inspection did not ask DNS, so receivers may get on. */
    UNKNOWN,
    /** DNS fails: temperror (RFC 7208, section 2.6.6). */
    TEMPORARY,
    /** The record, or one that it refers to, can't be interpreted: permerror (section 2.6.7). */
    PERMANENT;

    /** The worse of both. */
    Trouble or(Trouble other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
