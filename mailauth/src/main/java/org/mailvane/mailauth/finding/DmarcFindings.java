package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;

/** What can be found of DMARC records. */
public enum DmarcFindings implements FindingKind {
    RECORD_MISSING(
            "dmarc.record.missing",
            ERR,
            "There is no DMARC record at {0}.",
            "Publish one.",
            "RFC 9989, section 4.10");

    private final Entry entry;

    DmarcFindings(String code, Level level, String text, String solution, String reference) {
        entry = new Entry(code, level, text, solution, reference);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
