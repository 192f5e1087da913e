package org.mailvane.web.signin;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.AccountException;
import org.mailvane.accounts.KnownBrowsers;
import org.mailvane.accounts.OneTimeLink;
import org.mailvane.accounts.OneTimeLink.Purpose;
import org.mailvane.accounts.OneTimeLinks;
import org.mailvane.accounts.Passwords;
import org.mailvane.web.frame.BrowserCookie;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.PublicPage;
import org.mailvane.web.frame.Texts;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * The pages of mailed links. Getting one changes nothing, because mail scanners open every link
 * that they see; only its form does, and only once.
 */
@Controller
@Profile("service")
@PublicPage
class OneTimeLinkController {

    private static final String ACTIVATION = OneTimeLink.ACTIVATION_PATH + "/{secret}";
    private static final String RESET = OneTimeLink.RESET_PATH + "/{secret}";
    private static final String EMAIL = OneTimeLink.EMAIL_PATH + "/{secret}";

    /** Only as browsers send forms: a multipart body would go to the disk of the server first. */
    private static final String FORM = MediaType.APPLICATION_FORM_URLENCODED_VALUE;

    private final OneTimeLinks links;
    private final KnownBrowsers browsers;
    private final BrowserCookie cookie;
    private final Pages pages;

    OneTimeLinkController(
            OneTimeLinks links, KnownBrowsers browsers, BrowserCookie cookie, Pages pages) {
        this.links = links;
        this.browsers = browsers;
        this.cookie = cookie;
        this.pages = pages;
    }

    /**
     * A link that works.
     *
     * @param purpose what its texts are named after
     * @param email whose it is
     * @param newEmail the address that it confirms; null where that is not its purpose
     * @param password whether a password is chosen
     * @param problem what is wrong with what was filled in; empty where nothing is
     */
    record LinkPage(
            String purpose,
            String email,
            @Nullable String newEmail,
            boolean password,
            String problem) {

        String key(String name) {
            return "link." + purpose + "." + name;
        }

        int minLength() {
            return Passwords.MIN_LENGTH;
        }

        int maxLength() {
            return Passwords.MAX_LENGTH;
        }
    }

    /** A link that has done what it was for. */
    record DonePage(String purpose) {

        String key(String name) {
            return "link." + purpose + "." + name;
        }
    }

    /**
     * A link that does not work.
     *
     * @param purpose what it was, or would have been, for
     * @param expired whether its time is over; else it is used, replaced or none at all
     * @param lifetime how long it worked
     */
    record GonePage(String purpose, boolean expired, Duration lifetime) {

        /** Why, as text. */
        String why(Texts texts) {
            long hours = lifetime.toHours();
            return !expired
                    ? texts.of("link.gone.used")
                    : lifetime.toDays() > 0
                            ? texts.of("link.gone.days", lifetime.toDays())
                            : texts.of("link.gone.hours", hours);
        }
    }

    @GetMapping({ACTIVATION, ACTIVATION + "/"})
    ModelAndView activation(@PathVariable String secret) {
        return form(Purpose.ACTIVATION, secret, HttpStatus.OK, "");
    }

    @PostMapping(
            path = {ACTIVATION, ACTIVATION + "/"},
            consumes = FORM)
    ModelAndView activate(
            @PathVariable String secret,
            @RequestParam(defaultValue = "") String password,
            @RequestParam(defaultValue = "") String confirm,
            HttpServletRequest request,
            HttpServletResponse response) {
        return use(Purpose.ACTIVATION, secret, password, confirm, request, response);
    }

    @GetMapping({RESET, RESET + "/"})
    ModelAndView reset(@PathVariable String secret) {
        return form(Purpose.RESET, secret, HttpStatus.OK, "");
    }

    @PostMapping(
            path = {RESET, RESET + "/"},
            consumes = FORM)
    ModelAndView reset(
            @PathVariable String secret,
            @RequestParam(defaultValue = "") String password,
            @RequestParam(defaultValue = "") String confirm,
            HttpServletRequest request,
            HttpServletResponse response) {
        return use(Purpose.RESET, secret, password, confirm, request, response);
    }

    @GetMapping({EMAIL, EMAIL + "/"})
    ModelAndView email(@PathVariable String secret) {
        return form(Purpose.EMAIL, secret, HttpStatus.OK, "");
    }

    @PostMapping(
            path = {EMAIL, EMAIL + "/"},
            consumes = FORM)
    ModelAndView confirmEmail(
            @PathVariable String secret, HttpServletRequest request, HttpServletResponse response) {
        return use(Purpose.EMAIL, secret, "", "", request, response);
    }

    private ModelAndView form(Purpose purpose, String secret, HttpStatus status, String problem) {
        Optional<OneTimeLink> found = links.find(purpose, secret);
        if (found.isEmpty() || found.get().expired()) {
            return gone(purpose, found.isPresent());
        }
        OneTimeLink link = found.get();
        boolean password = purpose != Purpose.EMAIL && !link.user().ssoReady();
        return pages.page(
                status,
                "signin/link",
                new LinkPage(
                        name(purpose), link.user().email(), link.newEmail(), password, problem));
    }

    private ModelAndView use(
            Purpose purpose,
            String secret,
            String password,
            String confirm,
            HttpServletRequest request,
            HttpServletResponse response) {
        Texts texts = pages.texts(request);
        if (!password.equals(confirm)) {
            return form(
                    purpose, secret, HttpStatus.BAD_REQUEST, texts.of("password.password_confirm"));
        }
        Optional<OneTimeLink> link = links.find(purpose, secret);
        boolean used;
        try {
            used =
                    switch (purpose) {
                        case ACTIVATION -> links.activate(secret, password);
                        case RESET -> links.reset(secret, password);
                        case EMAIL -> links.confirmEmail(secret);
                    };
        } catch (AccountException wrong) {
            return form(purpose, secret, HttpStatus.BAD_REQUEST, texts.of(wrong));
        }
        if (used && purpose != Purpose.EMAIL) {
            // Whoever has the mailbox may sign in here, also while others try the user's passwords.
            link.map(OneTimeLink::user)
                    .ifPresent(user ->
                            cookie.set(response, browsers.remember(user, cookie.secrets(request))));
        }
        return used
                ? pages.page("signin/link-done", new DonePage(name(purpose)))
                : gone(purpose, links.find(purpose, secret).isPresent());
    }

    /** One page for all links that do not work, with what to do. */
    private ModelAndView gone(Purpose purpose, boolean expired) {
        return pages.page(
                expired ? HttpStatus.GONE : HttpStatus.NOT_FOUND,
                "signin/link-gone",
                new GonePage(name(purpose), expired, purpose.lifetime()));
    }

    private static String name(Purpose purpose) {
        return purpose.name().toLowerCase(Locale.ROOT);
    }
}
