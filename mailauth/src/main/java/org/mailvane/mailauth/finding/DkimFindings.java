package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;

/** What can be found of DKIM records. */
public enum DkimFindings implements FindingKind {
    RECORD_MISSING(
            "dkim.record.missing",
            ERR,
            "There is no DKIM record at {0}.",
            "Publish one.",
            "RFC 6376, section 3.6.2");

    private final Entry entry;

    DkimFindings(String code, Level level, String text, String solution, String reference) {
        entry = new Entry(code, level, text, solution, reference);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
