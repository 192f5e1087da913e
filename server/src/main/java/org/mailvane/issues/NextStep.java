package org.mailvane.issues;

import org.mailvane.api.Characters;

/**
 * A step to take next.
 *
 * @param code which step: it stays the same while it is the same step
 * @param subject what it is about, such as a source; empty where the code says all
 * @param category what kind of step
 * @param details what to do and why, in plain words, with the evidence
 */
public record NextStep(String code, String subject, TaskCategory category, String details) {

    /** Characters of a subject that are kept: it tells steps apart, and what is longer does not. */
    static final int MAX_SUBJECT = 255;

    /** Characters of details that are kept. */
    static final int MAX_TEXT = 4_096;

    /** What of it is kept. */
    NextStep kept() {
        return new NextStep(
                code,
                Characters.kept(subject, MAX_SUBJECT),
                category,
                Characters.kept(details, MAX_TEXT));
    }

    /** The same step has the same. */
    Identity identity() {
        return new Identity(code, subject);
    }

    /** What tells steps of a domain apart. */
    public record Identity(String code, String subject) {}
}
