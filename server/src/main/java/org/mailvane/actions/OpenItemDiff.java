package org.mailvane.actions;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * The changes that make the open items what was found.
 *
 * @param added what was found and is not open
 * @param changed by row, what is open and was found with other texts
 * @param done rows that are open and were not found
 */
record OpenItemDiff<T>(List<T> added, Map<Long, T> changed, List<Long> done) {

    /**
     * Compares the two.
     *
     * @param open what is open, by row
     * @param found what was found; of several with the same identity, the first counts
     * @param identity what distinguishes items
     */
    static <T> OpenItemDiff<T> of(
            Map<Long, T> open, Collection<T> found, Function<T, Object> identity) {
        Map<Object, T> wanted = new LinkedHashMap<>();
        found.forEach(each -> wanted.putIfAbsent(identity.apply(each), each));
        Map<Long, T> changed = new LinkedHashMap<>();
        List<Long> done = new ArrayList<>();
        open.forEach((row, before) -> {
            T now = wanted.remove(identity.apply(before));
            if (now == null) {
                done.add(row);
            } else if (!Objects.equals(now, before)) {
                changed.put(row, now);
            }
        });
        return new OpenItemDiff<>(List.copyOf(wanted.values()), changed, done);
    }
}
