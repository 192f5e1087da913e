package org.mailvane.traffic.received;

/** What a list of reports can be ordered by. */
public enum ReportOrder {
    RECEIVED("r.received"),
    BEGIN("r.begin_at"),
    MESSAGES("r.messages");

    private final String column;

    ReportOrder(String column) {
        this.column = column;
    }

    /**
     * Returns the SQL expression, of the report {@code r}; the index that lists are read from has
     * it.
     */
    String column() {
        return column;
    }
}
