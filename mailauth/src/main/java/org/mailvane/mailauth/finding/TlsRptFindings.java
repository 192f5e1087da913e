package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;

/** What can be found of TLS-RPT records. */
public enum TlsRptFindings implements FindingKind {
    RECORD_MISSING(
            "tls_rpt.record.missing",
            ERR,
            "There is no TLS-RPT record at {0}.",
            "Publish one.",
            "RFC 8460, section 3");

    private final Entry entry;

    TlsRptFindings(String code, Level level, String text, String solution, String reference) {
        entry = new Entry(code, level, text, solution, reference);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
