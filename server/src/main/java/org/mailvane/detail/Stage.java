package org.mailvane.detail;

/** What is done with a report. */
public enum Stage {
    QUEUED("Waiting for its turn"),
    READING("Reading the rows"),
    ARRANGING("Putting the rows in order"),
    STORING("Storing the result"),
    READY("Ready"),
    FAILED("Failed");

    private final String label;

    Stage(String label) {
        this.label = label;
    }

    /** Returns what people read. */
    String label() {
        return label;
    }
}
