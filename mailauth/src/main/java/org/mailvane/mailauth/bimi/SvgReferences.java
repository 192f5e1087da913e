package org.mailvane.mailauth.bimi;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks the references in a picture: finds references to nothing, and elements that would be drawn
 * endlessly or very often because {@code use} repeats elements that repeat others.
 */
final class SvgReferences {

    /** Elements that are drawn in all, with their repetitions. */
    static final int MAX_DRAWN = 100_000;

    private final Set<String> ids = new HashSet<>();
    private final Map<String, Integer> references = new LinkedHashMap<>();

    /** For each element with an id: what is repeated in it, and how much else it contains. */
    private final Map<String, Part> parts = new HashMap<>();

    private final Part whole = new Part();

    private static final class Part {
        private final List<String> uses = new ArrayList<>();
        private int elements;
    }

    /** An id. Returns whether it is new. */
    boolean define(String id) {
        return ids.add(id);
    }

    /** A reference, at a place of the text. */
    void refer(String id, int position) {
        references.putIfAbsent(id, position);
    }

    /** An element is drawn within the elements with these ids, itself included. */
    void draw(Collection<String> within) {
        whole.elements++;
        within.forEach(id -> part(id).elements++);
    }

    /** Adds a {@code use} that is within the elements with these ids. */
    void use(String id, Collection<String> within) {
        whole.uses.add(id);
        within.forEach(outer -> part(outer).uses.add(id));
    }

    /** References to ids that are nowhere, with their places. */
    Map<String, Integer> dangling() {
        Map<String, Integer> dangling = new LinkedHashMap<>(references);
        dangling.keySet().removeAll(ids);
        return dangling;
    }

    /** An id whose element comes to repeat itself. */
    Optional<String> loop() {
        Set<String> done = new HashSet<>();
        for (String id : List.copyOf(parts.keySet())) {
            Optional<String> loop = loop(id, done);
            if (loop.isPresent()) {
                return loop;
            }
        }
        return Optional.empty();
    }

    /** Depth first without recursion: a picture may have a chain of thousands. */
    private Optional<String> loop(String start, Set<String> done) {
        Set<String> open = new HashSet<>();
        Deque<String> stack = new ArrayDeque<>(List.of(start));
        while (!stack.isEmpty()) {
            String id = stack.peek();
            if (done.contains(id) || !open.add(id)) {
                stack.pop();
                open.remove(id);
                done.add(id);
                continue;
            }
            for (String next : new HashSet<>(part(id).uses)) {
                if (open.contains(next)) {
                    return Optional.of(next);
                }
                if (!done.contains(next)) {
                    stack.push(next);
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Whether more than {@link #MAX_DRAWN} would be drawn; only where there is no {@link #loop}.
     */
    boolean isTooMuch() {
        Map<String, Long> weights = new HashMap<>();
        Deque<String> stack = new ArrayDeque<>(new HashSet<>(whole.uses));
        while (!stack.isEmpty()) {
            String id = stack.peek();
            if (weights.containsKey(id)) {
                stack.pop();
                continue;
            }
            List<String> missing =
                    part(id).uses.stream()
                            .filter(use -> !weights.containsKey(use))
                            .distinct()
                            .toList();
            if (missing.isEmpty()) {
                weights.put(id, weight(part(id), weights));
            } else {
                missing.forEach(stack::push);
            }
        }
        return weight(whole, weights) > MAX_DRAWN;
    }

    private static long weight(Part part, Map<String, Long> weights) {
        long weight = part.elements;
        for (String use : part.uses) {
            weight = Math.min(weight + weights.getOrDefault(use, 0L), MAX_DRAWN + 1L);
        }
        return weight;
    }

    private Part part(String id) {
        return parts.computeIfAbsent(id, i -> new Part());
    }
}
