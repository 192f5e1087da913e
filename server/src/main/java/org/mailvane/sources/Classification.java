package org.mailvane.sources;

/**
 * Who sent the messages of a row.
 *
 * @param category what kind of sender
 * @param source the source's number; {@link #NO_SOURCE} while it has no name
 * @param rule number of the rule that decided
 */
public record Classification(Category category, int source, int rule) {

    /** Stands for a sender without a name. */
    public static final int NO_SOURCE = 0;
}
