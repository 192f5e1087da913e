package org.mailvane.text;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Sentences that follow each other. The first one says what is the matter; lists show it alone.
 *
 * @param sentences the sentences; none where nothing is to be said
 */
public record Passage(List<Message> sentences) {

    /** Says nothing. */
    public static final Passage EMPTY = new Passage(List.of());

    /** Sentences. */
    public Passage {
        sentences = List.copyOf(sentences);
    }

    /** Returns a passage of these sentences. */
    public static Passage of(Message... sentences) {
        return new Passage(List.of(sentences));
    }

    /**
     * Returns a passage of a text that is said as it is in all languages; empty for an empty one.
     */
    public static Passage verbatim(String text) {
        return text.isEmpty() ? EMPTY : of(Message.verbatim(text));
    }

    /** Returns the passage with further sentences after it. */
    public Passage and(Message... further) {
        return and(of(further));
    }

    /** Returns the passage with another one after it. */
    public Passage and(Passage further) {
        return new Passage(Stream.concat(sentences.stream(), further.sentences.stream()).toList());
    }

    /** Returns the passage with other names in place of those that come from outside. */
    public Passage withNames(UnaryOperator<String> other) {
        return new Passage(sentences.stream().map(sentence -> sentence.withNames(other)).toList());
    }

    /** Returns whether nothing is said. */
    public boolean isEmpty() {
        return sentences.isEmpty();
    }

    /** Returns the first sentence alone. */
    public Passage first() {
        return new Passage(sentences.stream().limit(1).toList());
    }

    /** Returns what follows the first sentence. */
    public Passage rest() {
        return new Passage(sentences.stream().skip(1).toList());
    }
}
