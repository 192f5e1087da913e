package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;

/** What can be found of BIMI records. */
public enum BimiFindings implements FindingKind {
    RECORD_MISSING(
            "bimi.record.missing",
            ERR,
            "There is no BIMI record at {0}.",
            "Publish one.",
            "draft-brand-indicators-for-message-identification, section 4");

    private final Entry entry;

    BimiFindings(String code, Level level, String text, String solution, String reference) {
        entry = new Entry(code, level, text, solution, reference);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
