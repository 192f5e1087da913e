package org.mailvane.api.csv;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.binding.ListFile;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.PageRequest.Window;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.ShallowEtagHeaderFilter;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Makes CSV documents of lists, window by window, without a database connection in between: for the
 * API, and for pages.
 */
@Component
public class CsvLists {

    /**
     * Documents that are fetched for at the same time at most: each takes one of the database's 10
     * connections, and the others are for those who don't want everything at once.
     */
    public static final int MAX_FETCHING = 3;

    private static final String NO_NAME = "[^A-Za-z0-9._]+";

    private final JsonMapper json;

    /** First come, first served; nobody holds it while a client is written to. */
    private final Semaphore fetching = new Semaphore(MAX_FETCHING, true);

    CsvLists(JsonMapper json) {
        this.json = json;
    }

    /**
     * Answers a whole list as a file.
     *
     * @param type what it is a list of
     * @param listing the list; which page of it was asked for does not matter
     * @param fileName what the file is called
     */
    public <T> void write(
            Class<T> type,
            Listing<T> listing,
            String fileName,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        PageRequest all = all(listing.request());
        Window first = first(all, listing);
        CsvDocument document =
                document(
                        json.constructType(type),
                        listing,
                        first,
                        request.getMethod().equals(HttpMethod.HEAD.name()) ? 1 : first.pages());
        // It would hold the whole of it.
        ShallowEtagHeaderFilter.disableContentCaching(request);
        response.setContentType(CsvConverter.TYPE.toString());
        response.setHeader(
                HttpHeaders.CONTENT_DISPOSITION,
                ContentDisposition.attachment().filename(fileName).build().toString());
        document.writeTo(response.getOutputStream());
    }

    /** Answers a whole list as the API does, under the same name. */
    public <T> void write(
            ListFile<T> file, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Listing<T> listing = file.listing();
        write(file.type(), listing, fileName(listing.request().path()), request, response);
    }

    /** What the file of a list is called, as {@code imports-3-failures.csv}. */
    static String fileName(String path) {
        String below =
                path.startsWith(ApiCatalogue.VERSION_ROOT)
                        ? path.substring(ApiCatalogue.VERSION_ROOT.length())
                        : path;
        return String.join("-", List.of(below.replaceAll(NO_NAME, " ").strip().split(" ")))
                + ".csv";
    }

    /** The request for the first of the largest pages. */
    static PageRequest all(PageRequest request) {
        return new PageRequest(PageRequest.MAX_LIMIT, 1, request.path(), request.query());
    }

    /** The window of a page. */
    Window first(PageRequest page, Listing<?> listing) {
        return inTurn(() -> page.window(listing.count().getAsLong()));
    }

    /**
     * A document.
     *
     * @param type what it is a list of
     * @param first the window that it begins with
     * @param parts how many windows it has
     */
    CsvDocument document(JavaType type, Listing<?> listing, Window first, int parts) {
        List<?> items = inTurn(() -> listing.fetch().apply(first));
        return CsvDocument.of(
                json,
                type,
                items,
                parts,
                number -> inTurn(() -> listing.fetch().apply(following(first, number))));
    }

    private <T> T inTurn(Supplier<T> fetch) {
        fetching.acquireUninterruptibly();
        try {
            return fetch.get();
        } finally {
            fetching.release();
        }
    }

    private static Window following(Window first, int number) {
        return new Window(
                number, first.pages(), first.limit(), (long) (number - 1) * first.limit());
    }
}
