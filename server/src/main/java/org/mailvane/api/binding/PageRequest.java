package org.mailvane.api.binding;

import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.mailvane.api.errors.ApiProblem;
import org.springframework.http.HttpStatus;

/**
 * The part of a list that a request asks for: {@code limit} and {@code page}. A controller method
 * gets it as a parameter.
 *
 * @param limit items of a page
 * @param page number of the page, from 1; {@link #LAST} for the last one
 * @param path path of the list, without a slash at its end
 * @param query the request's other parameters as they came, to be kept in links
 */
public record PageRequest(int limit, int page, String path, String query) {

    /** Items of a page where the request does not say. */
    public static final int DEFAULT_LIMIT = 25;

    /** Most items of a page. A larger value is reduced, as {@code per_page} shows. */
    public static final int MAX_LIMIT = 500;

    /** Stands for {@code page=last}. */
    static final int LAST = -1;

    /**
     * The rows that a page shows.
     *
     * @param number the page, from 1
     * @param pages how many there are, at least 1
     * @param limit rows of it at most
     * @param offset rows before it
     */
    public record Window(int number, int pages, int limit, long offset) {}

    /**
     * The rows to fetch of a list that has so many.
     *
     * @throws ApiProblem 404 when the page lies past the list's end
     */
    public Window window(long count) {
        int pages = Math.toIntExact(Math.max(1, (count + limit - 1) / limit));
        int number = page == LAST ? pages : page;
        if (number > pages) {
            throw ApiProblem.of(HttpStatus.NOT_FOUND, "not_found", "Invalid page.");
        }
        return new Window(number, pages, limit, (long) (number - 1) * limit);
    }

    /** A list: how many items it has, and how to fetch some of them. */
    public <T> Listing<T> listing(LongSupplier count, Function<Window, List<T>> fetch) {
        return new Listing<>(this, count, fetch);
    }

    /**
     * A list that an operation answers. The kernel fetches the page that was asked for, or one
     * after the other, and adds links and permissions.
     *
     * @param request what was asked for
     * @param count says how many items there are
     * @param fetch fetches those of a window, in a number of statements that does not grow with it
     */
    public record Listing<T>(
            PageRequest request, LongSupplier count, Function<Window, List<T>> fetch) {}
}
