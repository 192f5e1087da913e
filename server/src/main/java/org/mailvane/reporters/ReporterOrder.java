package org.mailvane.reporters;

/** What a list of reporters can be ordered by. */
public enum ReporterOrder {
    MESSAGES("s.messages"),
    LAST_SEEN("s.last_seen"),
    NAME("p.name");

    private final String column;

    ReporterOrder(String column) {
        this.column = column;
    }

    /**
     * Returns the SQL expression, of the reporter {@code p} and the sums {@code s} of its reports.
     */
    String column() {
        return column;
    }
}
