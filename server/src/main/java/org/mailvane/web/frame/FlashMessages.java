package org.mailvane.web.frame;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Makes pages report what was done only if it is true. A form's result is in the address to which
 * its answer redirects, so that anybody could craft an address that reports anything. A cookie that
 * comes with the answer says what was reported; an address that says something else, or the same
 * once more, is redirected to the page without it. No link brings such a cookie along, and any
 * server knows it.
 */
@Component
@Profile("service")
public class FlashMessages {

    /** By which addresses of pages tell what was done. */
    static final Set<String> NAMES =
            Set.of("done", "number", "deleted", "changed", "asked", "added", "off", "refreshing");

    public static final String COOKIE = "mailvane_told";

    /** So long a browser takes at most to follow the answer. */
    static final Duration KEPT = Duration.ofMinutes(1);

    private static final Set<String> READING = Set.of("GET", "HEAD");

    private final Cookies cookies;

    FlashMessages(Cookies cookies) {
        this.cookies = cookies;
    }

    /** Remembers what an address tells to which an answer leads; what tells nothing is not kept. */
    void tell(String path, HttpServletResponse response) {
        if (!path.equals(without(path))) {
            cookies.set(response, COOKIE, mark(path), KEPT);
        }
    }

    /** Whether a request's address tells what was not done just now; what it tells is used up. */
    boolean isMadeUp(HttpServletRequest request, HttpServletResponse response) {
        String path = path(request);
        if (!READING.contains(request.getMethod()) || path.equals(without(path))) {
            return false;
        }
        boolean told = cookies.read(request, COOKIE).filter(mark(path)::equals).isPresent();
        if (told) {
            cookies.delete(response, COOKIE);
        }
        return !told;
    }

    /** The address of the same page, which tells nothing. */
    static String without(String path) {
        return filtered(path, false);
    }

    static String path(HttpServletRequest request) {
        String query = request.getQueryString();
        return request.getRequestURI() + (query == null ? "" : "?" + query);
    }

    private static String mark(String path) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(filtered(path, true).getBytes(StandardCharsets.UTF_8));
    }

    /** As it is read, however it is written. */
    private static String name(String pair) {
        String name = pair.split("=", 2)[0];
        try {
            return URLDecoder.decode(name, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return name;
        }
    }

    private static String filtered(String path, boolean telling) {
        int start = path.indexOf('?');
        if (start < 0) {
            return path;
        }
        String query =
                Arrays.stream(path.substring(start + 1).split("&", -1))
                        .filter(pair -> NAMES.contains(name(pair)) == telling)
                        .collect(Collectors.joining("&"));
        return path.substring(0, start) + (query.isEmpty() ? "" : "?" + query);
    }
}
