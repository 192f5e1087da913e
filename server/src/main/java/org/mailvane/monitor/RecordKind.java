package org.mailvane.monitor;

import java.util.Locale;

/** Kinds of records that are watched, in the order in which domains show them. */
enum RecordKind {
    DMARC("DMARC"),
    SPF("SPF"),
    DKIM("DKIM"),
    BIMI("BIMI"),
    MTA_STS("MTA-STS"),
    TLS_RPT("TLS-RPT"),
    MX("MX");

    private final String label;

    RecordKind(String label) {
        this.label = label;
    }

    /** Returns the word that is stored and answered. */
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns what people call it. */
    String label() {
        return label;
    }

    static RecordKind ofCode(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }
}
