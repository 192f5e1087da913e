package org.mailvane.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is wrong with a request, by field, and within lists by index. */
public final class FieldErrors {

    /** Where texts stand that belong to no single field. */
    public static final String WHOLE = "non_field_errors";

    /** Texts, or further levels, by name. */
    private final Map<String, Object> tree = new LinkedHashMap<>();

    /** Something is wrong with a field. */
    public void add(String field, String text) {
        add(List.of(field), text);
    }

    /** Something is wrong with an item of a list. */
    public void add(String field, int index, String text) {
        add(List.of(field, String.valueOf(index)), text);
    }

    /** Something is wrong with a field of an item of a list. */
    public void add(String field, int index, String member, String text) {
        add(List.of(field, String.valueOf(index), member), text);
    }

    @SuppressWarnings("unchecked") // The tree is made here alone.
    void add(List<String> path, String text) {
        Map<String, Object> level = tree;
        for (String step : path.subList(0, path.size() - 1)) {
            if (!(level.get(step) instanceof Map)) {
                level.put(step, new LinkedHashMap<String, Object>());
            }
            level = (Map<String, Object>) level.get(step);
        }
        if (!(level.get(path.getLast()) instanceof List)) {
            level.put(path.getLast(), new ArrayList<String>());
        }
        ((List<String>) level.get(path.getLast())).add(text);
    }

    /** Whether nothing is wrong. */
    public boolean isEmpty() {
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

    Map<String, Object> tree() {
        return tree;
    }
}
