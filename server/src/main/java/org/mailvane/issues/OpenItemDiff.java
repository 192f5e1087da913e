package org.mailvane.issues;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * What to do so that what is open is what was found.
 *
 * @param added what was found and is not open
 * @param changed what is open and is said in other words now, by its row
 * @param done rows that are open and were not found
 */
record OpenItemDiff<T>(List<T> added, Map<Long, T> changed, List<Long> done) {

    /**
     * Compares the two.
     *
     * @param open what is open, by its row
     * @param found what was found; of what is the same the first counts
     * @param identity what the same has in common
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
