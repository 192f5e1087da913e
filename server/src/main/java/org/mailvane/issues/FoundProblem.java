package org.mailvane.issues;

import org.mailvane.api.Characters;

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
        String details) {

    /**
     * Characters of a subject that are kept: it tells problems apart, and what is longer does not.
     */
    static final int MAX_SUBJECT = 255;

    /** Characters that are kept of each other text. */
    static final int MAX_TEXT = 4_096;

    /** What of it is kept. */
    public FoundProblem kept() {
        return new FoundProblem(
                code,
                Characters.kept(subject, MAX_SUBJECT),
                level,
                Characters.kept(problem, MAX_TEXT),
                Characters.kept(solution, MAX_TEXT),
                Characters.kept(details, MAX_TEXT));
    }

    /** The same problem has the same. */
    Identity identity() {
        return new Identity(code, subject);
    }

    /** What tells problems of a record apart. */
    record Identity(String code, String subject) {}
}
