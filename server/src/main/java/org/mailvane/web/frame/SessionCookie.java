package org.mailvane.web.frame;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.mailvane.accounts.Session;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** The cookie that holds the secret of a session. */
@Component
@Profile("service")
public final class SessionCookie {

    public static final String NAME = "mailvane_session";

    private final Cookies cookies;

    SessionCookie(Cookies cookies) {
        this.cookies = cookies;
    }

    public Optional<String> secret(HttpServletRequest request) {
        return cookies.read(request, NAME);
    }

    /** Puts a new secret in place of whatever the browser came with. */
    public void set(HttpServletResponse response, String secret) {
        cookies.set(response, NAME, secret, Session.LIFETIME);
    }

    public void delete(HttpServletResponse response) {
        cookies.delete(response, NAME);
    }
}
