package org.mailvane.api.errors;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.Passage;

/** What is wrong with a request, by field, and within lists by index. */
public final class FieldErrors {

    /** The key of texts that belong to no single field. */
    public static final String WHOLE = "non_field_errors";

    /** Lists of English texts and messages, or further levels, by name. */
    private final Map<String, Object> tree = new LinkedHashMap<>();

    /** Adds what is wrong with a field, in English: no page shows it. */
    public void add(String field, String text) {
        put(List.of(field), text);
    }

    /** Adds what is wrong with a field. */
    public void add(String field, Message text) {
        add(List.of(field), text);
    }

    /** Adds what is wrong with an item of a list, in English: no page shows it. */
    public void add(String field, int index, String text) {
        put(List.of(field, String.valueOf(index)), text);
    }

    /** Adds what is wrong with an item of a list. */
    public void add(String field, int index, Message text) {
        add(List.of(field, String.valueOf(index)), text);
    }

    /** Adds what is wrong with a field of an item of a list, in English: no page shows it. */
    public void add(String field, int index, String member, String text) {
        put(List.of(field, String.valueOf(index), member), text);
    }

    public void add(List<String> path, Message text) {
        put(path, text);
    }

    @SuppressWarnings("unchecked") // The tree is made here alone.
    private void put(List<String> path, Object text) {
        Map<String, Object> level = tree;
        for (String step : path.subList(0, path.size() - 1)) {
            if (!(level.get(step) instanceof Map)) {
                level.put(step, new LinkedHashMap<String, Object>());
            }
            level = (Map<String, Object>) level.get(step);
        }
        if (!(level.get(path.getLast()) instanceof List)) {
            level.put(path.getLast(), new ArrayList<Object>());
        }
        ((List<Object>) level.get(path.getLast())).add(text);
    }

    /** Whether nothing is wrong. */
    boolean isEmpty() {
        return tree.isEmpty();
    }

    /**
     * Refuses the request where something is wrong with it.
     *
     * @throws ApiProblem 400 with the texts
     */
    public void throwIfAny() {
        if (!isEmpty()) {
            throw ApiProblem.invalid(this);
        }
    }

    /** Returns the texts in English, as the API has them: by field, and by index within lists. */
    Map<String, Object> tree() {
        return english(tree);
    }

    private static Map<String, Object> english(Map<?, ?> level) {
        Map<String, Object> texts = new LinkedHashMap<>();
        level.forEach((step, below) -> texts.put(String.valueOf(step), english(below)));
        return texts;
    }

    private static Object english(@Nullable Object below) {
        return switch (below) {
            case Map<?, ?> level -> english(level);
            case List<?> texts -> texts.stream().map(FieldErrors::english).toList();
            case Message message -> MessageFormatter.forPrograms().format(message);
            case null, default -> String.valueOf(below);
        };
    }

    /** Returns what is wrong by field, with that of all items of a list. */
    Map<String, Passage> messages() {
        Map<String, Passage> messages = new LinkedHashMap<>();
        tree.forEach((field, below) -> messages.put(field, passage(below)));
        return messages;
    }

    private static Passage passage(@Nullable Object below) {
        return switch (below) {
            case Map<?, ?> level -> passage(level.values());
            case List<?> texts -> passage(texts);
            case Message message -> Passage.of(message);
            case null, default -> Passage.verbatim(String.valueOf(below));
        };
    }

    private static Passage passage(Collection<?> parts) {
        return parts.stream().map(FieldErrors::passage).reduce(Passage.EMPTY, Passage::and);
    }
}
