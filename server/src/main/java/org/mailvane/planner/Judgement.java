package org.mailvane.planner;

import java.time.Instant;
import java.util.List;
import org.mailvane.text.Passage;

/**
 * The result of judging a domain's policy.
 *
 * @param advice what people see
 * @param notes its notes, with what they are about
 * @param ofOwnName whether enough of the mail in the domain's own name passes, and that alone was
 *     weighed
 * @param raises whether any of the policies is to go up
 */
record Judgement(PolicyAdvice advice, List<Note> notes, boolean ofOwnName, boolean raises) {

    Judgement {
        notes = List.copyOf(notes);
    }

    /** Returns the notes that are about this. */
    List<Passage> notes(Note.Kind kind) {
        return notes.stream().filter(note -> note.kind() == kind).map(Note::text).toList();
    }

    /** Returns the same, found out then. */
    Judgement judgedAt(Instant time) {
        return new Judgement(advice.judgedAt(time), notes, ofOwnName, raises);
    }
}
