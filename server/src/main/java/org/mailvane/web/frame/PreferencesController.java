package org.mailvane.web.frame;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.mailvane.accounts.Users;
import org.mailvane.text.Language;
import org.springframework.context.annotation.Profile;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Light or dark, and the language: of whoever looks, also before they sign in. */
@Controller
@Profile("service")
@PublicPage
class PreferencesController {

    private static final String FORM = MediaType.APPLICATION_FORM_URLENCODED_VALUE;

    private final Preferences preferences;
    private final Users users;
    private final Pages pages;

    PreferencesController(Preferences preferences, Users users, Pages pages) {
        this.preferences = preferences;
        this.users = users;
        this.pages = pages;
    }

    @PostMapping(path = Routes.THEME, consumes = FORM)
    ModelAndView theme(
            @RequestParam(defaultValue = "") String theme,
            @RequestParam(defaultValue = "") String next,
            HttpServletResponse response) {
        Theme.ofCode(theme).ifPresent(chosen -> preferences.set(response, chosen));
        return pages.redirect(LocalPath.orHome(next));
    }

    @PostMapping(path = Routes.LANGUAGE, consumes = FORM)
    ModelAndView language(
            @RequestParam(defaultValue = "") String language,
            @RequestParam(defaultValue = "") String next,
            HttpServletRequest request,
            HttpServletResponse response) {
        Language.ofTag(language)
                .ifPresent(chosen -> {
                    preferences.set(response, chosen);
                    // Mails to a signed-in user use this language, too.
                    Optional.ofNullable(Visit.scope(request))
                            .ifPresent(scope -> users.chooseLanguage(scope, chosen));
                });
        return pages.redirect(LocalPath.orHome(next));
    }
}
