package org.mailvane.platform.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Conditions that a statement has only sometimes, with their parameters. */
public final class Conditions {

    private final List<String> texts = new ArrayList<>();
    private final Map<String, Object> parameters = new HashMap<>();

    /** Adds a condition without a parameter. */
    public void add(String text) {
        texts.add(text);
    }

    /** One with a parameter; nothing is added where the value is null. */
    public void add(String text, String name, @Nullable Object value) {
        if (value != null) {
            texts.add(text);
            parameters.put(name, value);
        }
    }

    /** A further parameter of a condition. */
    public void param(String name, Object value) {
        parameters.put(name, value);
    }

    /** What follows the conditions that a statement always has. */
    public String text() {
        return String.join("", texts.stream().map(text -> " and " + text).toList());
    }

    /** Gives a statement that holds {@link #text()} the parameters. */
    public Query bind(Query query) {
        parameters.forEach(query::param);
        return query;
    }
}
