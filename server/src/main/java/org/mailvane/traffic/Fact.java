package org.mailvane.traffic;

import org.mailvane.sources.Classification;

/**
 * An outcome with who it is of.
 *
 * @param outcome what a report counts
 * @param classification who sent the messages
 * @param rulesVersion version of the rules that say so
 */
record Fact(Outcome outcome, Classification classification, int rulesVersion) {}
