package org.mailvane.web.settings;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.Accounts.Token;
import org.mailvane.accounts.Passwords;
import org.mailvane.accounts.Session;
import org.mailvane.accounts.Sessions;
import org.mailvane.accounts.SignIns;
import org.mailvane.accounts.User;
import org.mailvane.accounts.Users;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Caller;
import org.mailvane.api.Links;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.BrowserCookie;
import org.mailvane.web.frame.Clients;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.SessionCookie;
import org.mailvane.web.frame.Texts;
import org.mailvane.web.frame.Visit;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** What belongs to the visitor themselves: their API token, their sessions and their password. */
@Controller
@Profile("service")
class SettingsController {

    /** As the API names the fields of the form, and as it does itself. */
    private static final Map<String, String> FIELDS =
            Map.of("password_old", "old", "password", "password", "password_confirm", "confirm");

    private static final String FORM = MediaType.APPLICATION_FORM_URLENCODED_VALUE;

    private final Accounts accounts;
    private final Users users;
    private final Sessions sessions;
    private final SignIns signIns;
    private final SessionCookie cookie;
    private final BrowserCookie browser;
    private final Links links;
    private final Clients clients;
    private final Pages pages;

    SettingsController(
            Accounts accounts,
            Users users,
            Sessions sessions,
            SignIns signIns,
            SessionCookie cookie,
            BrowserCookie browser,
            Links links,
            Clients clients,
            Pages pages) {
        this.accounts = accounts;
        this.users = users;
        this.sessions = sessions;
        this.signIns = signIns;
        this.cookie = cookie;
        this.browser = browser;
        this.links = links;
        this.clients = clients;
        this.pages = pages;
    }

    /**
     * The API token.
     *
     * @param made a new one, which this page alone shows; null where none was made just now
     * @param replaced whether it replaces another
     * @param token the one in use; null if there is none
     * @param confirm whether to ask for confirmation before making a new one
     * @param call a command that tries it
     * @param docs where the API is described
     */
    record TokenPage(
            @Nullable String made,
            boolean replaced,
            @Nullable Token token,
            boolean confirm,
            String call,
            String docs) {}

    /**
     * Sessions and password.
     *
     * @param sessions those that go on
     * @param current the number of the one in which this is seen
     * @param password whether the visitor has a password to change
     * @param email the visitor's address, for the browser's list of passwords
     * @param errors what is wrong with the form of the password, by field, as keys of texts
     * @param changed whether the password was changed just now
     */
    record SessionsPage(
            List<Session> sessions,
            long current,
            boolean password,
            String email,
            Map<String, String> errors,
            boolean changed) {

        /** What is wrong with a field, as text; empty where nothing is. */
        String error(Texts texts, String field) {
            String key = errors.get(field);
            return key == null ? "" : texts.of(key, Passwords.MIN_LENGTH, Passwords.MAX_LENGTH);
        }
    }

    // ---- token --------------------------------------------------------------------------------

    @GetMapping(Routes.TOKEN)
    ModelAndView token(Caller caller) {
        return tokenPage(caller, null, false, false);
    }

    /**
     * Makes a token. Where there is one, whose users would stop working, it is asked once more:
     * also when the page that shows the new one is loaded again, and the form is sent a second
     * time.
     *
     * @param replaces the token of which that was asked, masked; empty where it was not
     */
    @PostMapping(path = Routes.TOKEN, consumes = FORM)
    ModelAndView makeToken(Caller caller, @RequestParam(defaultValue = "") String replaces) {
        boolean hadOne = accounts.token(caller).isPresent();
        return accounts.createToken(caller, replaces)
                .map(made -> tokenPage(caller, made, hadOne, false))
                .orElseGet(() -> tokenPage(caller, null, false, true));
    }

    private ModelAndView tokenPage(
            Caller caller, @Nullable String made, boolean replaced, boolean confirm) {
        return pages.page(
                "settings/token",
                new TokenPage(
                        made,
                        replaced,
                        accounts.token(caller).orElse(null),
                        confirm,
                        ApiCalls.curl(made, links.to(ApiCatalogue.VERSION_ROOT + "/domains")),
                        links.to(ApiCatalogue.ROOT + "/docs")));
    }

    // ---- sessions -----------------------------------------------------------------------------

    @GetMapping(Routes.SESSIONS)
    ModelAndView sessions(
            Caller caller, @RequestParam @Nullable String changed, HttpServletRequest request) {
        return sessionsPage(caller, current(request), HttpStatus.OK, Map.of(), changed != null);
    }

    @PostMapping(path = Routes.SESSIONS + "/{id}/end", consumes = FORM)
    ModelAndView end(
            Caller caller,
            @PathVariable long id,
            HttpServletRequest request,
            HttpServletResponse response) {
        if (!sessions.end(caller, id)) {
            throw ApiProblem.notFound();
        }
        if (id == current(request)) {
            cookie.delete(response);
            return pages.redirect(Routes.SIGN_IN);
        }
        return pages.redirect(Routes.SESSIONS);
    }

    @PostMapping(path = Routes.SESSIONS + "/end-others", consumes = FORM)
    ModelAndView endOthers(Caller caller, HttpServletRequest request) {
        sessions.endOthers(caller, current(request));
        return pages.redirect(Routes.SESSIONS);
    }

    // ---- password -----------------------------------------------------------------------------

    @PostMapping(path = Routes.PASSWORD, consumes = FORM)
    ModelAndView changePassword(
            Caller caller,
            @RequestParam(defaultValue = "") String old,
            @RequestParam(defaultValue = "") String password,
            @RequestParam(defaultValue = "") String confirm,
            HttpServletRequest request,
            HttpServletResponse response) {
        SignIns.Outcome.In in;
        try {
            in = signIns.changePassword(caller, old, password, confirm, clients.of(request));
        } catch (ApiProblem refused) {
            if (refused.status() != HttpStatus.BAD_REQUEST || refused.fields().isEmpty()) {
                throw refused;
            }
            return sessionsPage(
                    caller, current(request), HttpStatus.BAD_REQUEST, errors(refused), false);
        }
        cookie.set(response, in.secret());
        browser.set(response, in.browser());
        return pages.redirect(Routes.SESSIONS + "?changed");
    }

    /** By the field's name in the form, the text that says what it must be. */
    private static Map<String, String> errors(ApiProblem refused) {
        Map<String, String> texts = new HashMap<>();
        FIELDS.forEach((field, shown) -> {
            if (refused.fields().containsKey(field)) {
                texts.put(shown, "password." + field);
            }
        });
        return texts;
    }

    private ModelAndView sessionsPage(
            Caller caller,
            long current,
            HttpStatus status,
            Map<String, String> errors,
            boolean changed) {
        Optional<User> user = users.find(caller.scope(), caller.userId());
        return pages.page(
                status,
                "settings/sessions",
                new SessionsPage(
                        sessions.list(caller),
                        current,
                        user.isPresent() && !user.get().ssoReady(),
                        caller.email(),
                        errors,
                        changed));
    }

    /** The number of the session in which a request is made. */
    private static long current(HttpServletRequest request) {
        return Objects.requireNonNull(Visit.session(request)).id();
    }
}
