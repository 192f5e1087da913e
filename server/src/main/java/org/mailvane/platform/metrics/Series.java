package org.mailvane.platform.metrics;

import io.micrometer.core.instrument.Tag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** What is kept for each combination of the values of some labels, from the start. */
final class Series<T> {

    private final List<Label> labels;
    private final Map<List<String>, T> all = new LinkedHashMap<>();

    Series(List<Label> labels, Supplier<T> maker) {
        this.labels = labels;
        List<List<String>> combinations = List.of(List.of());
        for (Label label : labels) {
            List<List<String>> longer = new ArrayList<>();
            for (List<String> some : combinations) {
                for (String value : label.values()) {
                    List<String> one = new ArrayList<>(some);
                    one.add(value);
                    longer.add(one);
                }
            }
            combinations = longer;
        }
        combinations.forEach(values -> all.put(List.copyOf(values), maker.get()));
    }

    /**
     * Returns what is kept for these values.
     *
     * @throws IllegalArgumentException where a label can't have such a value
     */
    T of(String... values) {
        List<String> key = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            key.add(labels.get(i).known(values[i]));
        }
        T found = all.get(key);
        if (found == null) {
            throw new IllegalArgumentException("no such values: " + List.of(values));
        }
        return found;
    }

    void forEach(BiConsumer<List<Tag>, T> consumer) {
        all.forEach((values, one) -> {
            List<Tag> tags = new ArrayList<>();
            for (int i = 0; i < values.size(); i++) {
                tags.add(Tag.of(labels.get(i).name(), values.get(i)));
            }
            consumer.accept(tags, one);
        });
    }
}
