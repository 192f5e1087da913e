package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;

/** What can be found of SPF records. */
public enum SpfFindings implements FindingKind {
    RECORD_MISSING(
            "spf.record.missing",
            ERR,
            "There is no SPF record at {0}.",
            "Publish one.",
            "RFC 7208, section 4.5");

    private final Entry entry;

    SpfFindings(String code, Level level, String text, String solution, String reference) {
        entry = new Entry(code, level, text, solution, reference);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
