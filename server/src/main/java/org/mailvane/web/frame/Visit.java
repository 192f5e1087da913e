package org.mailvane.web.frame;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Session;
import org.mailvane.api.Caller;
import org.mailvane.platform.store.Scope;

/**
 * What is known of a request's visitor: their session, rights, and whether their account has run
 * out.
 */
public final class Visit {

    private static final String SESSION = Visit.class.getName() + ".session";
    private static final String ADMIN = Visit.class.getName() + ".admin";
    private static final String FORENSIC = Visit.class.getName() + ".forensic";
    private static final String SCOPE = Visit.class.getName() + ".scope";
    private static final String EXPIRED = Visit.class.getName() + ".expired";

    private Visit() {}

    static void keep(HttpServletRequest request, Session session, Caller caller, boolean expired) {
        request.setAttribute(SESSION, session);
        request.setAttribute(ADMIN, caller.admin());
        request.setAttribute(FORENSIC, caller.forensic());
        request.setAttribute(SCOPE, caller.scope());
        request.setAttribute(EXPIRED, expired);
    }

    /** The session; null where nobody has signed in. */
    public static @Nullable Session session(HttpServletRequest request) {
        return request.getAttribute(SESSION) instanceof Session session ? session : null;
    }

    /** What the visitor may see; null where nobody has signed in. */
    static @Nullable Scope scope(HttpServletRequest request) {
        return request.getAttribute(SCOPE) instanceof Scope scope ? scope : null;
    }

    /** Whether the visitor is the account's owner or one of its admins. */
    static boolean admin(HttpServletRequest request) {
        return Boolean.TRUE.equals(request.getAttribute(ADMIN));
    }

    /** Whether the visitor may see forensic data. */
    static boolean forensic(HttpServletRequest request) {
        return Boolean.TRUE.equals(request.getAttribute(FORENSIC));
    }

    /** Whether the subscription of the visitor's account has passed. */
    public static boolean expired(HttpServletRequest request) {
        return Boolean.TRUE.equals(request.getAttribute(EXPIRED));
    }
}
