package org.mailvane.issues;

/**
 * A problem that a check has found.
 *
 * @param code the finding's stable code
 * @param subject what of the record it is about, such as a tag or a selector; empty for the whole
 * @param level {@code err} or {@code warn}
 * @param problem what is wrong, in a sentence or two
 * @param solution what to do about it
 * @param details the evidence: where it was read, and what stood there
 */
public record FoundProblem(
        String code,
        String subject,
        String level,
        String problem,
        String solution,
        String details) {}
