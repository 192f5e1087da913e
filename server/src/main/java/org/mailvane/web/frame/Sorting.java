package org.mailvane.web.frame;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Ordering;

/**
 * How a table is sorted, one column at a time.
 *
 * @param ordering what is asked for
 * @param ascending columns that are looked at from the first on, as names are; others are from the
 *     largest on. Where nothing is asked for, the table is sorted by the first of them
 */
public record Sorting<E extends Enum<E>>(Ordering<E> ordering, List<E> ascending) {

    /** What addresses call the order. */
    public static final String PARAMETER = "ordering";

    /**
     * The order of an address; none where it asks for none of these columns.
     *
     * @param columns what the table can be sorted by
     */
    public static <E extends Enum<E>> Ordering<E> of(String text, List<E> columns) {
        boolean descending = text.startsWith("-");
        String name = descending ? text.substring(1) : text;
        return columns.stream()
                .filter(column -> code(column).equals(name))
                .findFirst()
                .map(column -> new Ordering<>(List.of(new Ordering.Key<>(column, descending))))
                .orElse(Ordering.none());
    }

    /** How addresses spell a column, as the API does. */
    public static String code(Enum<?> column) {
        return column.name().toLowerCase(Locale.ROOT);
    }

    /** All orders by these columns, as addresses spell them. */
    public static <E extends Enum<E>> List<String> codes(List<E> columns) {
        return columns.stream()
                .map(Sorting::code)
                .flatMap(code -> Stream.of(code, "-" + code))
                .toList();
    }

    /** How a column is sorted, as {@code aria-sort} has it; null where it is not. */
    public @Nullable String sorted(E column) {
        return ordering.keys().stream()
                .filter(key -> key.field() == column)
                .findFirst()
                .map(key -> key.descending() ? "descending" : "ascending")
                .orElse(
                        column == ascending.getFirst() && ordering.keys().isEmpty()
                                ? "ascending"
                                : null);
    }

    /** The list in the order of a column; in the other direction where it is in that. */
    public String path(PageList list, E column) {
        String now = sorted(column);
        boolean rising = now == null ? ascending.contains(column) : now.equals("descending");
        return list.with(PARAMETER, (rising ? "" : "-") + code(column));
    }
}
