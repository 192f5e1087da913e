package org.mailvane.actions;

import org.mailvane.api.binding.Characters;
import org.mailvane.text.Passage;

/**
 * A step to take next.
 *
 * @param code which step
 * @param subject what it is about, such as a source; empty where the code says all
 * @param details what is wrong, in the first sentence, and what to do, with the evidence
 */
public record NextStep(TaskCode code, String subject, Passage details) {

    /** Characters of a subject that are kept: it tells steps apart, and what is longer does not. */
    static final int MAX_SUBJECT = 255;

    /** Returns what of it is kept. */
    NextStep kept() {
        return new NextStep(code, Characters.kept(subject, MAX_SUBJECT), details);
    }

    /** What tells steps of a domain apart. */
    public record Identity(String code, String subject) {}
}
