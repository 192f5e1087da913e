package org.mailvane.web.frame;

import java.util.Locale;
import java.util.Optional;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.Passage;

/**
 * Says in few words what the planner looked at: a domain's advice has it in whole sentences, each
 * with its days, and a page has a list of them side by side. The words are patterns of the same
 * bundle and arguments: the message's code with {@value #NAME} and {@value #FOUND}.
 */
final class Checks {

    /** What is needed, or what a note is about. */
    private static final String NAME = ".name";

    /** What was found. */
    private static final String FOUND = ".found";

    private final MessageFormatter formatter;

    /**
     * What was looked at.
     *
     * @param name what is needed, or what a note is about
     * @param text what was found
     */
    public record Check(String name, String text) {

        /** Returns the name as it begins a sentence. */
        public String begin() {
            int first = name.offsetByCodePoints(0, 1);
            return name.substring(0, first).toUpperCase(Locale.ROOT) + name.substring(first);
        }
    }

    Checks(MessageFormatter formatter) {
        this.formatter = formatter;
    }

    /** Returns the few words of a point of an advice; empty where it has none. */
    Optional<Check> of(Passage point) {
        return point.sentences().stream()
                .limit(1)
                .filter(message -> formatter.has(message.code() + NAME))
                .map(message -> new Check(text(message, NAME), text(message, FOUND)))
                .findFirst();
    }

    private String text(Message message, String form) {
        return formatter.format(new Message(message.code() + form, message.arguments()));
    }
}
