package org.mailvane.web.frame;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Optional;
import org.mailvane.api.Links;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;

/**
 * Cookies of the pages: no script reads them, no other site's request carries them along (but for
 * following a link), and over https they are sent over nothing else.
 */
@Component
@Profile("service")
public final class Cookies {

    /**
     * The prefix of cookies that browsers accept only from this very host and over https (RFC
     * 6265bis, section 4.1.3.2), so that no neighbour below the same domain can set a secret here.
     */
    private static final String OF_THIS_HOST = "__Host-";

    private final Links links;

    Cookies(Links links) {
        this.links = links;
    }

    /** The value of a cookie of this name; empty where there is none. */
    public Optional<String> read(HttpServletRequest request, String name) {
        Cookie[] cookies = request.getCookies();
        if (cookies == null) {
            return Optional.empty();
        }
        String full = full(name);
        for (Cookie cookie : cookies) {
            if (cookie.getName().equals(full)) {
                return Optional.of(cookie.getValue());
            }
        }
        return Optional.empty();
    }

    public void set(HttpServletResponse response, String name, String value, Duration lifetime) {
        ResponseCookie cookie =
                ResponseCookie.from(full(name), value)
                        .path("/")
                        .httpOnly(true)
                        .sameSite("Lax")
                        .secure(isSecure())
                        .maxAge(lifetime)
                        .build();
        response.addHeader(HttpHeaders.SET_COOKIE, cookie.toString());
    }

    public void delete(HttpServletResponse response, String name) {
        set(response, name, "", Duration.ZERO);
    }

    private String full(String name) {
        return isSecure() ? OF_THIS_HOST + name : name;
    }

    private boolean isSecure() {
        return links.base().startsWith("https:");
    }
}
