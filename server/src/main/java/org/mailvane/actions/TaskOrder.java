package org.mailvane.actions;

/** The columns that a list of tasks can be sorted by. */
public enum TaskOrder implements ActionItemOrder {
    DOMAIN("d.name"),
    CATEGORY("i.category"),
    CREATED("i.created"),
    SOLVE_TIME("i.solved_at"),
    /** Whether they are solved. */
    RESOLVED("(i.solved_at is not null)"),
    /** The most urgent first. */
    URGENCY(TaskPriority.rankOfTask());

    private final String column;

    TaskOrder(String column) {
        this.column = column;
    }

    @Override
    public String column() {
        return column;
    }
}
