package org.mailvane.web;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Session;

/** What is known of a request's visitor: their session, and whether their account has run out. */
final class Visit {

    private static final String SESSION = Visit.class.getName() + ".session";
    private static final String EXPIRED = Visit.class.getName() + ".expired";

    private Visit() {}

    static void keep(HttpServletRequest request, Session session, boolean expired) {
        request.setAttribute(SESSION, session);
        request.setAttribute(EXPIRED, expired);
    }

    /** The session; null where nobody has signed in. */
    static @Nullable Session session(HttpServletRequest request) {
        return request.getAttribute(SESSION) instanceof Session session ? session : null;
    }

    /** Whether the subscription of the visitor's account has passed. */
    static boolean expired(HttpServletRequest request) {
        return Boolean.TRUE.equals(request.getAttribute(EXPIRED));
    }
}
