package org.mailvane.platform.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A label of a figure, with all values that it can have. Each value creates a separate series in
 * the system that stores the figures, so that no value may come from outside.
 *
 * @param name the label
 * @param values all of its values
 */
public record Label(String name, List<String> values) {

    /** The value of everything that is not among the values, where a label has it. */
    public static final String OTHER = "other";

    public Label {
        values = List.copyOf(values);
    }

    /** Returns the label of an enum's constants, in lower case. */
    public static Label of(String name, Class<? extends Enum<?>> type) {
        return new Label(name, Arrays.stream(type.getEnumConstants()).map(Label::valueOf).toList());
    }

    /** Returns the label with these values, and {@link #OTHER}. */
    public static Label orOther(String name, Stream<String> values) {
        return new Label(name, Stream.concat(values, Stream.of(OTHER)).distinct().toList());
    }

    /** Returns the value of a constant. */
    public static String valueOf(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the value itself where this label has it, else {@link #OTHER}. */
    String known(String value) {
        return values.contains(value) ? value : OTHER;
    }
}
