package org.mailvane.reports.aggregate;

/**
 * Outcome of a DKIM or SPF check: RFC 8601, sections 2.7.1 and 2.7.2. {@code POLICY} is DKIM's
 * alone, {@code SOFTFAIL} SPF's.
 */
public enum AuthResult {
    NONE,
    NEUTRAL,
    PASS,
    FAIL,
    SOFTFAIL,
    POLICY,
    TEMPERROR,
    PERMERROR,
    /** A word that is none of the RFC's and no known variant of one. */
    OTHER
}
