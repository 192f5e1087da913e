package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;

/** What can be found of MTA-STS records. */
public enum MtaStsFindings implements FindingKind {
    RECORD_MISSING(
            "mta_sts.record.missing",
            ERR,
            "There is no MTA-STS record at {0}.",
            "Publish one.",
            "RFC 8461, section 3.1");

    private final Entry entry;

    MtaStsFindings(String code, Level level, String text, String solution, String reference) {
        entry = new Entry(code, level, text, solution, reference);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
