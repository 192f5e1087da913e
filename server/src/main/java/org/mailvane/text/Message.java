package org.mailvane.text;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.mailvane.text.Argument.Count;
import org.mailvane.text.Argument.Day;
import org.mailvane.text.Argument.Decimal;
import org.mailvane.text.Argument.Name;
import org.mailvane.text.Argument.Names;
import org.mailvane.text.Argument.Part;
import org.mailvane.text.Argument.Time;

/**
 * A sentence, or a part of one, without its language. {@link MessageFormatter} writes it in one.
 *
 * @param code the key of its patterns in the bundles; what is before the first dot names the bundle
 * @param arguments the values of the patterns' arguments, by name
 */
public record Message(String code, Map<String, Argument> arguments) {

    /** Characters of a name that are kept: names come from outside and may be long. */
    public static final int MAX_NAME_LENGTH = 2_048;

    /** Names of an enumeration that are kept. */
    public static final int MAX_NAMES = 50;

    /** The code of {@link #verbatim}. */
    static final String VERBATIM = "common.verbatim";

    private static final String TEXT = "text";

    /** A message. */
    public Message {
        arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    }

    /** Returns a message without arguments. */
    public static Message of(String code) {
        return new Message(code, Map.of());
    }

    /**
     * Returns a message that says a text as it is in all languages: what people have written, and
     * English texts that were stored before messages were.
     */
    public static Message verbatim(String text) {
        return of(VERBATIM).with(TEXT, text);
    }

    /** Returns whether it says a text as it is, whatever the language. */
    public boolean isVerbatim() {
        return code.equals(VERBATIM);
    }

    /** Returns the message with a name, cut to {@link #MAX_NAME_LENGTH} characters. */
    public Message with(String argument, String name) {
        return with(argument, new Name(cut(name)));
    }

    /** Returns the message with a whole number. */
    public Message with(String argument, long count) {
        return with(argument, new Count(count));
    }

    /** Returns the message with a number that has decimals. */
    public Message with(String argument, BigDecimal number) {
        return with(argument, new Decimal(number));
    }

    /** Returns the message with a day. */
    public Message with(String argument, LocalDate day) {
        return with(argument, new Day(day));
    }

    /** Returns the message with a moment. */
    public Message with(String argument, Instant time) {
        return with(argument, new Time(time));
    }

    /** Returns the message with another one as a part of it. */
    public Message with(String argument, Message part) {
        return with(argument, new Part(part));
    }

    /**
     * Returns the message with an enumeration of names.
     *
     * @param limit how many are named; of the others their number is said
     */
    public Message with(String argument, List<String> names, int limit) {
        List<String> shown =
                names.stream().limit(Math.min(limit, MAX_NAMES)).map(Message::cut).toList();
        return with(argument, new Names(shown, names.size() - shown.size()));
    }

    /** Returns the message with other names in place of those that come from outside. */
    Message withNames(UnaryOperator<String> other) {
        Message message = of(code);
        for (Map.Entry<String, Argument> each : arguments.entrySet()) {
            message =
                    message.with(
                            each.getKey(),
                            switch (each.getValue()) {
                                case Name name -> new Name(other.apply(name.value()));
                                case Names names ->
                                        new Names(
                                                names.shown().stream().map(other).toList(),
                                                names.more());
                                case Part part -> new Part(part.value().withNames(other));
                                case Count count -> count;
                                case Decimal decimal -> decimal;
                                case Day day -> day;
                                case Time time -> time;
                            });
        }
        return message;
    }

    Message with(String argument, Argument value) {
        Map<String, Argument> all = new LinkedHashMap<>(arguments);
        all.put(argument, value);
        return new Message(code, all);
    }

    private static String cut(String name) {
        if (name.length() <= MAX_NAME_LENGTH) {
            return name;
        }
        int end = MAX_NAME_LENGTH - 1;
        return name.substring(0, Character.isHighSurrogate(name.charAt(end - 1)) ? end - 1 : end)
                + "…";
    }
}
