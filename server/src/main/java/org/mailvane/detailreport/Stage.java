package org.mailvane.detailreport;

/** What is done with a report. */
public enum Stage {
    QUEUED("Queued"),
    READING("Reading rows"),
    ARRANGING("Sorting rows"),
    STORING("Saving the result"),
    READY("Ready"),
    FAILED("Failed");

    private final String label;

    Stage(String label) {
        this.label = label;
    }

    /** Returns what people read. */
    public String label() {
        return label;
    }
}
