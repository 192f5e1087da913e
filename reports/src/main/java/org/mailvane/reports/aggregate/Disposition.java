package org.mailvane.reports.aggregate;

/** What a receiver did with a message: RFC 7489, appendix C; {@code pass} is new in RFC 9990. */
public enum Disposition {
    NONE,
    PASS,
    QUARANTINE,
    REJECT,
    /** The report does not say, or says something else. */
    UNKNOWN
}
