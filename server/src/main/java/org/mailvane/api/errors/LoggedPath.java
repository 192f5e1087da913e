package org.mailvane.api.errors;

import jakarta.servlet.http.HttpServletRequest;
import org.mailvane.api.ApiCatalogue;

/** The path of a request as it may appear in the log: paths of pages for people contain secrets. */
final class LoggedPath {

    private static final String BELOW_ROOT = ApiCatalogue.ROOT + "/";

    private LoggedPath() {}

    /** The whole path of an operation; of any other no more than its first segment. */
    static String of(HttpServletRequest request) {
        String path = request.getRequestURI();
        if (path == null || path.equals(ApiCatalogue.ROOT) || isBelowRoot(path)) {
            return String.valueOf(path);
        }
        int start = 0;
        while (start < path.length() && path.charAt(start) == '/') {
            start++;
        }
        int end = path.indexOf('/', start);
        return end < 0 ? path : path.substring(0, end) + "/...";
    }

    /** What is encoded, or goes up, may lead out of it again. */
    private static boolean isBelowRoot(String path) {
        return path.startsWith(BELOW_ROOT) && !path.contains("..") && path.indexOf('%') < 0;
    }
}
