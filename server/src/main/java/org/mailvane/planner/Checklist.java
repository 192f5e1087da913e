package org.mailvane.planner;

import java.util.ArrayList;
import java.util.List;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;

/** What is found out of a domain's policy, point by point. */
final class Checklist {

    private final List<Passage> blocking = new ArrayList<>();
    private final List<Passage> met = new ArrayList<>();
    private final List<Note> notes = new ArrayList<>();

    /** Adds what blocks the next step. */
    void block(Message point) {
        block(Passage.of(point));
    }

    void block(Passage point) {
        blocking.add(point);
    }

    /** Adds what is needed, and is so. */
    void meet(Message point) {
        met.add(Passage.of(point));
    }

    /** Adds what is to be known besides. */
    void note(Message text) {
        note(Note.Kind.OTHER, text);
    }

    void note(Note.Kind kind, Message text) {
        notes.add(new Note(kind, Passage.of(text)));
    }

    /** Adds what is needed, as met or as blocking the next step. */
    void check(boolean isMet, Message point) {
        (isMet ? met : blocking).add(Passage.of(point));
    }

    /** Adds what blocks the next step, or a note where it weighs too little for that. */
    void weigh(boolean isLittle, Message point) {
        if (isLittle) {
            note(point);
        } else {
            block(point);
        }
    }

    /** Returns whether nothing blocks the next step. */
    boolean isClear() {
        return blocking.isEmpty();
    }

    List<Passage> blocking() {
        return List.copyOf(blocking);
    }

    List<Passage> met() {
        return List.copyOf(met);
    }

    List<Note> notes() {
        return List.copyOf(notes);
    }
}
