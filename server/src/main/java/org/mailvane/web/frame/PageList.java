package org.mailvane.web.frame;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Window;

/**
 * A part of a list that a page shows.
 *
 * @param path where the list is
 * @param query what it is asked for, without the page
 * @param number the page, from 1
 * @param count how many items the list has
 */
public record PageList(String path, Map<String, String> query, int number, long count) {

    /** Items of a page. */
    public static final int SIZE = 50;

    private static final String PAGE = "page";

    /** How the API's lists are asked for so many items. */
    public static final String LIMIT = "limit";

    /**
     * Returns the part of the list that an address selects.
     *
     * @param query names and values; empty ones are left out
     * @param page the parameter: text that is not a number means 1, and a number that is too large
     *     means the last page
     */
    public static PageList of(String path, Map<String, String> query, String page, long count) {
        int pages = pages(count);
        int number = page.matches("[1-9]\\d{0,8}") ? Integer.parseInt(page) : 1;
        Map<String, String> kept = new LinkedHashMap<>(query);
        kept.values().removeIf(String::isEmpty);
        return new PageList(path, kept, Math.min(number, pages), count);
    }

    private static int pages(long count) {
        return Math.toIntExact(Math.max(1, (count + SIZE - 1) / SIZE));
    }

    public int pages() {
        return pages(count);
    }

    /** The rows to fetch. */
    public Window window() {
        return new PageRequest(SIZE, number, path, "").window(count);
    }

    /** Whether there is a page after this one. */
    boolean hasNext() {
        return number < pages();
    }

    /** The address of another page of it. */
    public String page(int other) {
        return with(PAGE, other == 1 ? "" : String.valueOf(other));
    }

    /** The address of its first page with something else asked for; empty: with that not asked. */
    public String with(String name, String value) {
        return with(Map.of(name, value));
    }

    /** The same with several. */
    public String with(Map<String, String> values) {
        Map<String, String> all = new LinkedHashMap<>(query);
        all.putAll(values);
        all.values().removeIf(String::isEmpty);
        return path(path, all);
    }

    /** The address of all of it as a file. */
    public String file() {
        return with(ListFiles.PARAMETER, ListFiles.CSV);
    }

    /**
     * The call of the API that answers this part.
     *
     * @param path its list
     * @param asked what that is asked for
     */
    public String api(String path, Map<String, String> asked) {
        Map<String, String> all = new LinkedHashMap<>(asked);
        all.put(LIMIT, String.valueOf(SIZE));
        if (number > 1) {
            all.put(PAGE, String.valueOf(number));
        }
        return path(path, all);
    }

    /** What is asked for by this name; empty where nothing is. */
    public String asked(String name) {
        return query.getOrDefault(name, "");
    }

    /** A path with a query. */
    public static String path(String path, Map<String, String> query) {
        return query.isEmpty()
                ? path
                : path
                        + "?"
                        + query.entrySet().stream()
                                .map(each -> each.getKey() + "=" + encoded(each.getValue()))
                                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
