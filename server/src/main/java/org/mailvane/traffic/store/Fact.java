package org.mailvane.traffic.store;

import org.mailvane.sources.classify.Classification;

/**
 * An outcome with who it is of.
 *
 * @param outcome what a report counts
 * @param classification who sent the messages
 * @param rulesVersion version of the rules that say so
 */
public record Fact(Outcome outcome, Classification classification, int rulesVersion) {}
