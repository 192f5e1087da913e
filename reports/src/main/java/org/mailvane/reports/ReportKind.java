package org.mailvane.reports;

/** The three kinds of reports that mail receivers send. */
public enum ReportKind {
    /** DMARC aggregate report: RFC 7489, section 7.2, and RFC 9990. */
    AGGREGATE,
    /** DMARC failure report: RFC 6591, RFC 7489, section 7.3, and RFC 9991. */
    FAILURE,
    /** SMTP TLS report: RFC 8460. */
    TLS
}
