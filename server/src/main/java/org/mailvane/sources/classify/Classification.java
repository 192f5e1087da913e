package org.mailvane.sources.classify;

import org.mailvane.sources.Category;
import org.mailvane.sources.SourceNumbers;

/**
 * The sender of a row's messages.
 *
 * @param category what kind of sender
 * @param source the source's number: see {@link SourceNumbers}
 * @param rule the rule that decided
 */
public record Classification(Category category, int source, Rule rule) {}
