package org.mailvane.web.frame;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import org.mailvane.text.Language;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/** How somebody wants to see pages. The browser keeps it, so that it holds before they sign in. */
@Component
@Profile("service")
final class Preferences {

    static final String THEME = "mailvane_theme";
    static final String LANGUAGE = "mailvane_language";

    private static final Duration KEPT = Duration.ofDays(365);

    private final Cookies cookies;

    Preferences(Cookies cookies) {
        this.cookies = cookies;
    }

    Theme theme(HttpServletRequest request) {
        return cookies.read(request, THEME).flatMap(Theme::ofCode).orElse(Theme.SYSTEM);
    }

    /** The chosen language, else what the browser asks for. */
    Language language(HttpServletRequest request) {
        return cookies.read(request, LANGUAGE)
                .flatMap(Language::ofTag)
                .orElseGet(() -> Language.accepted(request.getHeader(HttpHeaders.ACCEPT_LANGUAGE)));
    }

    void set(HttpServletResponse response, Theme theme) {
        cookies.set(response, THEME, theme.code(), KEPT);
    }

    void set(HttpServletResponse response, Language language) {
        cookies.set(response, LANGUAGE, language.tag(), KEPT);
    }
}
