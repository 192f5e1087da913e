package org.mailvane.web.frame;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.regex.Pattern;
import org.mailvane.accounts.KnownBrowsers;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** The cookie by which a browser is known to the users who have signed in there. */
@Component
@Profile("service")
public final class BrowserCookie {

    static final String NAME = "mailvane_browser";

    private static final String BETWEEN = ".";
    private static final Pattern SPLIT = Pattern.compile("\\.");

    private final Cookies cookies;

    BrowserCookie(Cookies cookies) {
        this.cookies = cookies;
    }

    /** The secrets of a browser, each of another user. */
    public List<String> secrets(HttpServletRequest request) {
        return cookies.read(request, NAME)
                .map(value ->
                        SPLIT.splitAsStream(value)
                                .filter(secret -> !secret.isEmpty())
                                .limit(KnownBrowsers.MAX_USERS)
                                .toList())
                .orElse(List.of());
    }

    public void set(HttpServletResponse response, List<String> secrets) {
        cookies.set(response, NAME, String.join(BETWEEN, secrets), KnownBrowsers.LIFETIME);
    }
}
