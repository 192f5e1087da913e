package org.mailvane.api;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import java.util.Set;
import org.mailvane.api.TokenVerifier.Verdict;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;

/**
 * Signs in who reads the API in the browser in which they have signed in to the pages, whose links
 * lead here. It is by the browser's own word that no other site has made the request, and for
 * reading only: see decision 26.
 */
public final class SessionReading {

    /** Where the browser says a request comes from (W3C Fetch Metadata, section 2.4). */
    static final String FETCH_SITE = "Sec-Fetch-Site";

    /** A page of this very server, or whoever sits at the browser. */
    private static final Set<String> FROM_HERE = Set.of("same-origin", "none");

    private static final Set<String> READING = Set.of("GET", "HEAD");

    /** Nothing in an answer is to be run, loaded or shown within another page. */
    private static final String POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

    private static final String USED = SessionReading.class.getName();

    private final ObjectProvider<SignedInBrowser> browsers;

    SessionReading(ObjectProvider<SignedInBrowser> browsers) {
        this.browsers = browsers;
    }

    /** Returns the user who reads; empty if they have to send a token. */
    Optional<Verdict> reader(HttpServletRequest request, HttpServletResponse response) {
        String site = request.getHeader(FETCH_SITE);
        if (site == null || !FROM_HERE.contains(site) || !READING.contains(request.getMethod())) {
            return Optional.empty();
        }
        Optional<Verdict> reader =
                browsers.stream().flatMap(each -> each.visitor(request).stream()).findFirst();
        if (reader.isPresent()) {
            request.setAttribute(USED, true);
            // The next user of this browser must not find it.
            response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
            response.addHeader(HttpHeaders.VARY, HttpHeaders.COOKIE + ", " + FETCH_SITE);
        }
        return reader;
    }

    /**
     * Returns whether the browser that has sent a request says where its requests come from, so
     * that a link to the API answers there. Browsers do over https, and to this machine. If
     * something before this server makes the browser sign in to it, its header prevents the use of
     * the session.
     */
    public static boolean isOffered(HttpServletRequest request) {
        return request.getHeader(FETCH_SITE) != null
                && request.getHeader(HttpHeaders.AUTHORIZATION) == null;
    }

    /** Has an answer to somebody who was let in so show nothing but itself. */
    static void restrict(HttpServletRequest request, HttpServletResponse response) {
        if (request.getAttribute(USED) != null) {
            response.setHeader("Content-Security-Policy", POLICY);
        }
    }
}
