package org.mailvane.planner;

import java.util.ArrayList;
import java.util.List;

/** What is found out of a domain's policy, sentence by sentence. */
final class Checklist {

    private final List<String> blocking = new ArrayList<>();
    private final List<String> met = new ArrayList<>();
    private final List<Note> notes = new ArrayList<>();

    /** This stands against the next step. */
    void block(String text) {
        blocking.add(text);
    }

    /** This is needed, and is so. */
    void meet(String text) {
        met.add(text);
    }

    /** This is to be known besides. */
    void note(String text) {
        note(Note.Kind.OTHER, text);
    }

    void note(Note.Kind kind, String text) {
        notes.add(new Note(kind, text));
    }

    /** This is needed: is it so? */
    void check(boolean isMet, String text) {
        (isMet ? met : blocking).add(text);
    }

    /** This stands against the next step unless it weighs too little: then it is noted. */
    void weigh(boolean isLittle, String text) {
        if (isLittle) {
            note(text);
        } else {
            block(text);
        }
    }

    /** Whether nothing stands against the next step. */
    boolean isClear() {
        return blocking.isEmpty();
    }

    List<String> blocking() {
        return List.copyOf(blocking);
    }

    List<String> met() {
        return List.copyOf(met);
    }

    List<Note> notes() {
        return List.copyOf(notes);
    }
}
