package org.mailvane.actions;

/** The columns that a list of issues can be sorted by. */
public enum IssueOrder implements ActionItemOrder {
    CREATED("i.created"),
    SOLVED("i.solved_at"),
    DOMAIN("d.name"),
    /** The most urgent first. */
    URGENCY(TaskPriority.rankOfIssue());

    private final String column;

    IssueOrder(String column) {
        this.column = column;
    }

    @Override
    public String column() {
        return column;
    }
}
