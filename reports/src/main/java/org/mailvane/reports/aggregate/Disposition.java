package org.mailvane.reports.aggregate;

/**
 * The handling of a message by a receiver: RFC 7489, appendix C; {@code pass} is new in RFC 9990.
 */
public enum Disposition {
    NONE,
    PASS,
    QUARANTINE,
    REJECT,
    /** The report does not say, or says something else. */
    UNKNOWN
}
