package org.mailvane.issues;

/** What a list of issues can be ordered by. */
public enum IssueOrder {
    CREATED("i.created"),
    SOLVED("i.solved"),
    DOMAIN("d.name"),
    /** How much it matters, the most urgent first. */
    URGENCY(TaskPriority.rank(TaskPriority.OF_ISSUE));

    private final String column;

    IssueOrder(String column) {
        this.column = column;
    }

    /** The SQL expression, of the issue {@code i} and its domain {@code d}. */
    String column() {
        return column;
    }
}
