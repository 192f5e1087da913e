package org.mailvane.web.frame;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Characters;

/**
 * Reads what the address of a list asks for, value by value. What the list does not know is taken
 * as not asked: so its form always shows what it is. It is said above the list, with what it does
 * know.
 */
public final class ListQuery {

    /** Characters that are looked for at most: no name is longer. */
    public static final int MAX_TEXT = 253;

    private static final String NUMBER = "[1-9]\\d{0,17}";

    private final Map<String, String> query;
    private final Map<String, String> values = new LinkedHashMap<>();
    private final List<Unknown> unknown = new ArrayList<>();

    /**
     * A value that the list does not know.
     *
     * @param name what it is asked of
     * @param value the value, shortened
     * @param key how the text is named that says what is allowed
     * @param allowed what is, where it can be counted up; else empty
     */
    public record Unknown(String name, String value, String key, String allowed) {

        public String text(Texts texts) {
            return texts.of(key, name, value, allowed);
        }
    }

    /** Creates the list query of an address. */
    public ListQuery(Map<String, String> query) {
        this.query = query;
    }

    /** Takes a text that is looked for. */
    public ListQuery text(String name) {
        return put(name, name(query.getOrDefault(name, "")));
    }

    /** Takes the number of a row. */
    public ListQuery number(String name) {
        return known(name, value -> numberOf(value) != null, "asked.number", List.of());
    }

    /** Takes a day. */
    public ListQuery day(String name) {
        return known(name, value -> dayOf(value).isPresent(), "asked.day", List.of());
    }

    /** Notes where a range ends before it begins, so that there is nothing in it. */
    public ListQuery range(String begin, String end) {
        Optional<LocalDate> first = dayOf(values.getOrDefault(begin, ""));
        Optional<LocalDate> last = dayOf(values.getOrDefault(end, ""));
        if (first.isPresent() && last.isPresent() && last.get().isBefore(first.get())) {
            unknown.add(
                    new Unknown(end, last.get().toString(), "asked.range", first.get().toString()));
        }
        return this;
    }

    /** Takes a value that the list knows. */
    public ListQuery known(String name, Predicate<String> isKnown) {
        String value = query.getOrDefault(name, "");
        return put(name, isKnown.test(value) ? value : "");
    }

    /**
     * Takes one of some values.
     *
     * @param allowed all of them
     */
    public ListQuery known(String name, Collection<String> allowed) {
        return known(name, allowed::contains, "asked.one-of", allowed);
    }

    private ListQuery known(
            String name, Predicate<String> isKnown, String key, Collection<String> allowed) {
        String value = query.getOrDefault(name, "");
        if (!value.isEmpty() && !isKnown.test(value)) {
            unknown.add(
                    new Unknown(
                            name, Characters.shortened(value), key, String.join(", ", allowed)));
        }
        return known(name, isKnown);
    }

    /** What was asked for and is not known. */
    public List<Unknown> unknown() {
        return List.copyOf(unknown);
    }

    /** Takes a field that is ticked, whatever its value. */
    public ListQuery ticked(String name) {
        return put(name, query.containsKey(name) ? "true" : "");
    }

    private ListQuery put(String name, String value) {
        if (!value.isEmpty()) {
            values.put(name, value);
        }
        return this;
    }

    /** All that was taken and is asked for, in this order. */
    public Map<String, String> values() {
        return values;
    }

    /** A day as forms send it; empty for anything else. */
    public static Optional<LocalDate> dayOf(String text) {
        try {
            // Years of four digits, so that the database has them too.
            return text.length() == "2026-11-20".length()
                    ? Optional.of(LocalDate.parse(text))
                    : Optional.empty();
        } catch (DateTimeParseException none) {
            return Optional.empty();
        }
    }

    /** The number of a row, as forms send it; null for anything else. */
    public static @Nullable Long numberOf(String value) {
        return value.matches(NUMBER) ? Long.valueOf(value) : null;
    }

    /** A text that was taken; null where none was. */
    public static @Nullable String textOf(String value) {
        return value.isEmpty() ? null : value;
    }

    /** Returns part of a name as it is looked for: without blanks and control characters. */
    public static String name(String q) {
        String text = q.replaceAll("[\\p{Cntrl}\\s]+", "");
        return text.substring(0, Math.min(text.length(), MAX_TEXT));
    }
}
