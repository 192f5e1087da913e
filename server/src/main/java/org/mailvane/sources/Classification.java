package org.mailvane.sources;

/**
 * Who sent the messages of a row.
 *
 * @param category what kind of sender
 * @param source the source's number: see {@link SourceNumbers}
 * @param rule the rule that decided
 */
public record Classification(Category category, int source, Rule rule) {}
