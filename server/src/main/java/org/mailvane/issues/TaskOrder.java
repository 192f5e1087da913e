package org.mailvane.issues;

/** What a list of tasks can be ordered by. */
public enum TaskOrder {
    DOMAIN("d.name"),
    CATEGORY("t.category"),
    CREATED("t.created"),
    SOLVE_TIME("t.solve_time"),
    /** Whether they are solved. */
    RESOLVED("(t.solve_time is not null)"),
    /** How much it matters, the most urgent first. */
    URGENCY(TaskPriority.rank(TaskPriority.OF_TASK));

    private final String column;

    TaskOrder(String column) {
        this.column = column;
    }

    /** The SQL expression, of the task {@code t} and its domain {@code d}. */
    String column() {
        return column;
    }
}
