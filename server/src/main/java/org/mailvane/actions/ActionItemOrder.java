package org.mailvane.actions;

/** A column that a list of issues or tasks can be sorted by. */
public interface ActionItemOrder {

    /** Returns the SQL expression, of the item {@code i} and its domain {@code d}. */
    String column();
}
