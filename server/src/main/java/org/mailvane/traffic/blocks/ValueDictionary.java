package org.mailvane.traffic.blocks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Values with a number each, in the order in which they came. */
public final class ValueDictionary<T> {

    private final Map<T, Integer> numbers = new HashMap<>();
    private final List<T> values = new ArrayList<>();

    /** Returns the number of a value, which gets one if it has none. */
    public int of(T value) {
        Integer known = numbers.get(value);
        if (known != null) {
            return known;
        }
        numbers.put(value, values.size());
        values.add(value);
        return values.size() - 1;
    }

    /** Returns how many values there are. */
    public int size() {
        return values.size();
    }

    /** Returns the values, in the order of their numbers. */
    public List<T> values() {
        return values;
    }
}
