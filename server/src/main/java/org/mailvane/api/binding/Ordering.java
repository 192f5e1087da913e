package org.mailvane.api.binding;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The order that a request asks for, as {@code ordering=-volume,domain}. A controller method gets
 * it as a parameter; the allowed names are the enum's constants in lower case.
 *
 * @param keys what to order by, the weightiest first; none where the request does not say
 */
public record Ordering<E extends Enum<E>>(List<Key<E>> keys) {

    /** How often a request may name each field, as many as with and without a minus. */
    static final int NAMED_EACH = 2;

    public Ordering {
        keys = List.copyOf(keys);
    }

    /** One of the names. */
    public record Key<E extends Enum<E>>(E field, boolean descending) {}

    /** No order asked for. */
    public static <E extends Enum<E>> Ordering<E> none() {
        return new Ordering<>(List.of());
    }

    /** Whether it names this field. */
    public boolean names(E field) {
        return keys.stream().anyMatch(key -> key.field() == field);
    }

    /**
     * What follows ORDER BY.
     *
     * @param column the SQL expression of a field
     * @param then what decides among equals, and where nothing is asked for; ends with what is
     *     unique
     */
    public String sql(Function<E, String> column, String then) {
        return Stream.concat(
                        keys.stream()
                                .map(key ->
                                        column.apply(key.field())
                                                + (key.descending() ? " desc" : "")),
                        Stream.of(then))
                .collect(Collectors.joining(", "));
    }

    /**
     * Returns how many names a request may give.
     *
     * @param fields how many fields there are to order by
     */
    public static int mostNames(int fields) {
        return NAMED_EACH * fields;
    }

    /** How the API spells a field. */
    static String nameOf(Enum<?> field) {
        return field.name().toLowerCase(Locale.ROOT);
    }
}
