package org.mailvane.web.detail;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Ordering;
import org.mailvane.detailreport.query.RowChoice;
import org.mailvane.detailreport.query.RowOrder;
import org.mailvane.sources.Category;

/**
 * Which part of a report an address asks for. What it does not know is taken as not asked.
 *
 * @param values what is asked for, mostly by the names of the API's lists
 */
record DetailReportQuery(Map<String, String> values) {

    static final String CATEGORY = "category";
    static final String SOURCE = "source_number";
    static final String SERVER = "ptr_org";
    static final String ORDERING = "ordering";

    /** What rows can be ordered by here. */
    static final List<RowOrder> ORDERS =
            List.of(RowOrder.MESSAGE_COUNT, RowOrder.FROM_DOMAIN, RowOrder.IP);

    /**
     * Characters of a name: the longest domain name (RFC 1035, section 2.3.4) with its last dot.
     */
    static final int MAX_NAME = 254;

    static DetailReportQuery of(Map<String, String> query) {
        Map<String, String> values = new LinkedHashMap<>();
        String category = query.getOrDefault(CATEGORY, "");
        values.put(CATEGORY, category.matches("[1-4]") ? category : "");
        String source = query.getOrDefault(SOURCE, "");
        values.put(SOURCE, source.matches("\\d{1,9}") ? source : "");
        String server = query.getOrDefault(SERVER, "");
        values.put(SERVER, server.length() <= MAX_NAME ? server : "");
        String ordering = query.getOrDefault(ORDERING, "");
        values.put(ORDERING, order(ordering).isPresent() ? ordering : "");
        values.values().removeIf(String::isEmpty);
        return new DetailReportQuery(values);
    }

    String get(String name) {
        return values.getOrDefault(name, "");
    }

    @Nullable Category category() {
        return get(CATEGORY).isEmpty() ? null : Category.of(Integer.parseInt(get(CATEGORY)));
    }

    @Nullable Integer source() {
        return get(SOURCE).isEmpty() ? null : Integer.valueOf(get(SOURCE));
    }

    RowChoice choice() {
        return new RowChoice(source(), category(), get(SERVER).isEmpty() ? null : get(SERVER));
    }

    private static Optional<Ordering.Key<RowOrder>> order(String text) {
        boolean descending = text.startsWith("-");
        String name = descending ? text.substring(1) : text;
        return ORDERS.stream()
                .filter(order -> order.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .map(order -> new Ordering.Key<>(order, descending));
    }

    Ordering<RowOrder> ordering() {
        return order(get(ORDERING))
                .map(key -> new Ordering<>(List.of(key)))
                .orElse(Ordering.none());
    }

    /** Another part: of this category, source and server; empty for any. */
    Map<String, String> part(String category, String source, String server) {
        Map<String, String> other = new LinkedHashMap<>();
        other.put(CATEGORY, category);
        other.put(SOURCE, source);
        other.put(SERVER, server);
        other.put(ORDERING, get(ORDERING));
        other.values().removeIf(String::isEmpty);
        return other;
    }
}
