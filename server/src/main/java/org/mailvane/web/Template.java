package org.mailvane.web;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sentence with places for values.
 *
 * @param literals what stands before, between and behind the places: one more than there are
 * @param places the numbers of the values that stand there
 */
record Template(List<String> literals, List<Integer> places) {

    private static final Pattern PLACE = Pattern.compile("\\{(\\d)}");

    /** Reads one in which {@code {0}}, {@code {1}} and so on are the places. */
    static Template of(String text) {
        List<String> literals = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        Matcher place = PLACE.matcher(text);
        int from = 0;
        while (place.find()) {
            literals.add(text.substring(from, place.start()));
            places.add(Integer.valueOf(place.group(1)));
            from = place.end();
        }
        literals.add(text.substring(from));
        return new Template(List.copyOf(literals), List.copyOf(places));
    }

    /** How many characters of it are its own. */
    int letters() {
        return literals.stream().mapToInt(String::length).sum();
    }

    /**
     * The values, by number, of which it makes a text; empty where it makes no such text. No value
     * is empty. Each literal is taken where it stands first, so that whatever a value holds costs
     * no more than reading it once.
     */
    Optional<List<String>> match(String text) {
        String last = literals.getLast();
        String first = literals.getFirst();
        if (places.isEmpty()) {
            return text.equals(first) ? Optional.of(List.of()) : Optional.empty();
        }
        int end = text.length() - last.length();
        if (!text.startsWith(first) || !text.endsWith(last) || end < first.length()) {
            return Optional.empty();
        }
        List<String> found = new ArrayList<>();
        int from = first.length();
        for (int i = 0; i < places.size(); i++) {
            boolean isLast = i == places.size() - 1;
            // Of two places without anything between, the second has all.
            boolean isEmpty = !isLast && literals.get(i + 1).isEmpty();
            int to = isLast ? end : text.indexOf(literals.get(i + 1), from);
            if (to > end || (isEmpty ? to < from : to <= from)) {
                return Optional.empty();
            }
            found.add(text.substring(from, to));
            from = to + literals.get(i + 1).length();
        }
        return values(found);
    }

    /** By number; a place that stands there twice holds the same twice. */
    private Optional<List<String>> values(List<String> found) {
        int number = places.stream().mapToInt(Integer::intValue).max().orElseThrow() + 1;
        String[] values = new String[number];
        Arrays.fill(values, "");
        for (int i = 0; i < found.size(); i++) {
            int place = places.get(i);
            if (places.indexOf(place) < i && !values[place].equals(found.get(i))) {
                return Optional.empty();
            }
            values[place] = found.get(i);
        }
        return Optional.of(List.of(values));
    }

    /** The text that it makes of values. */
    String fill(List<String> values) {
        StringBuilder text = new StringBuilder(literals.getFirst());
        for (int i = 0; i < places.size(); i++) {
            text.append(values.get(places.get(i))).append(literals.get(i + 1));
        }
        return text.toString();
    }
}
