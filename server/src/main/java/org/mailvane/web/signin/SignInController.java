package org.mailvane.web.signin;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.IdentityProvider;
import org.mailvane.accounts.Session;
import org.mailvane.accounts.Sessions;
import org.mailvane.accounts.SignIns;
import org.mailvane.accounts.SignIns.Outcome;
import org.mailvane.web.frame.BrowserCookie;
import org.mailvane.web.frame.Clients;
import org.mailvane.web.frame.LinkParameter;
import org.mailvane.web.frame.LocalPath;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.PublicPage;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.SessionCookie;
import org.mailvane.web.frame.Texts;
import org.mailvane.web.frame.Visit;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** In and out, and the way back in of who forgot their password. */
@Controller
@Profile("service")
class SignInController {

    private static final String FORM = MediaType.APPLICATION_FORM_URLENCODED_VALUE;

    private final SignIns signIns;
    private final Sessions sessions;
    private final Accounts accounts;
    private final IdentityProvider provider;
    private final SessionCookie cookie;
    private final StepCookie step;
    private final BrowserCookie browser;
    private final Clients clients;
    private final Pages pages;

    SignInController(
            SignIns signIns,
            Sessions sessions,
            Accounts accounts,
            IdentityProvider provider,
            SessionCookie cookie,
            StepCookie step,
            BrowserCookie browser,
            Clients clients,
            Pages pages) {
        this.signIns = signIns;
        this.sessions = sessions;
        this.accounts = accounts;
        this.provider = provider;
        this.cookie = cookie;
        this.step = step;
        this.browser = browser;
        this.clients = clients;
        this.pages = pages;
    }

    /**
     * The sign-in.
     *
     * @param email as it was given
     * @param next where to go afterwards
     * @param problem what is wrong with what was given; empty where nothing is
     * @param empty whether no account exists yet, so that nobody could sign in
     * @param over whether something was sent that was not taken, since nobody is signed in
     * @param provider the path to the identity provider; empty where there is none
     */
    record SignInPage(
            String email,
            String next,
            String problem,
            boolean empty,
            boolean over,
            String provider) {}

    /**
     * The second step of the sign-in.
     *
     * @param next where to go afterwards
     * @param problem what is wrong with what was given; empty where nothing is
     */
    record CodePage(String next, String problem) {}

    /**
     * The request for a new password.
     *
     * @param done whether it was taken
     * @param problem why it was not; empty where it was, or is still to be made
     * @param email as it was given
     */
    record ForgottenPage(boolean done, String problem, String email) {}

    @PublicPage
    @GetMapping(Routes.SIGN_IN)
    ModelAndView form(
            @RequestParam(defaultValue = "") String next,
            @RequestParam(name = LinkParameter.SESSION_OVER, defaultValue = "") String over,
            HttpServletRequest request) {
        String target = LocalPath.orHome(next);
        return Visit.session(request) != null
                ? pages.redirect(target)
                : pages.page(
                        "signin/sign-in",
                        new SignInPage(
                                "",
                                target,
                                "",
                                !accounts.exist(),
                                !over.isEmpty(),
                                provider(target)));
    }

    @PublicPage
    @PostMapping(path = Routes.SIGN_IN, consumes = FORM)
    ModelAndView signIn(
            @RequestParam(defaultValue = "") String email,
            @RequestParam(defaultValue = "") String password,
            @RequestParam(defaultValue = "") String next,
            HttpServletRequest request,
            HttpServletResponse response) {
        String target = LocalPath.orHome(next);
        Texts texts = pages.texts(request);
        return switch (signIns.signIn(email, password, clients.of(request))) {
            case Outcome.In in -> in(in, target, request, response);
            case Outcome.SecondStep(String secret) -> {
                step.set(response, secret);
                yield pages.redirect(Routes.signInCode(target));
            }
            case Outcome.Wrong _, Outcome.Over _ ->
                    pages.page(
                            HttpStatus.BAD_REQUEST,
                            "signin/sign-in",
                            signInPage(email, target, texts.of("sign-in.wrong"), false));
            case Outcome.Busy(long seconds) -> {
                response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(seconds));
                yield pages.page(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "signin/sign-in",
                        signInPage(email, target, texts.of("sign-in.busy"), false));
            }
            case Outcome.Throttled(long seconds) -> {
                response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(seconds));
                yield pages.page(
                        HttpStatus.TOO_MANY_REQUESTS,
                        "signin/sign-in",
                        signInPage(
                                email,
                                target,
                                texts.of("sign-in.throttled", minutes(seconds)),
                                false));
            }
        };
    }

    /** The second step; who has not taken the first one is sent there. */
    @PublicPage
    @GetMapping(Routes.SIGN_IN_CODE)
    ModelAndView code(@RequestParam(defaultValue = "") String next, HttpServletRequest request) {
        String target = LocalPath.orHome(next);
        return step.secret(request).filter(signIns::isStep).isPresent()
                ? pages.page("signin/sign-in-code", new CodePage(target, ""))
                : pages.redirect(Routes.signIn(target));
    }

    @PublicPage
    @PostMapping(path = Routes.SIGN_IN_CODE, consumes = FORM)
    ModelAndView code(
            @RequestParam(defaultValue = "") String code,
            @RequestParam(defaultValue = "") String next,
            HttpServletRequest request,
            HttpServletResponse response) {
        String target = LocalPath.orHome(next);
        Texts texts = pages.texts(request);
        String known = step.secret(request).orElse("");
        return switch (signIns.secondStep(known, code, clients.of(request))) {
            case Outcome.In in -> {
                step.delete(response);
                yield in(in, target, request, response);
            }
            case Outcome.Wrong _, Outcome.SecondStep _, Outcome.Busy _ ->
                    pages.page(
                            HttpStatus.BAD_REQUEST,
                            "signin/sign-in-code",
                            new CodePage(target, texts.of("second-factor.code.wrong")));
            case Outcome.Over() -> {
                step.delete(response);
                yield pages.page(
                        HttpStatus.BAD_REQUEST,
                        "signin/sign-in",
                        signInPage("", target, texts.of("sign-in.code.over"), false));
            }
            case Outcome.Throttled(long seconds) -> {
                response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(seconds));
                yield pages.page(
                        HttpStatus.TOO_MANY_REQUESTS,
                        "signin/sign-in-code",
                        new CodePage(target, texts.of("sign-in.code.throttled", minutes(seconds))));
            }
        };
    }

    /** They are in: the session is a new one, whatever the browser came with. */
    private ModelAndView in(
            Outcome.In in,
            String target,
            HttpServletRequest request,
            HttpServletResponse response) {
        endOld(request);
        cookie.set(response, in.secret());
        browser.set(response, in.browser());
        return pages.redirect(target);
    }

    /** The session that this browser has had until now, maybe another user's. */
    private void endOld(HttpServletRequest request) {
        @Nullable Session old = Visit.session(request);
        if (old != null) {
            cookie.secret(request).ifPresent(sessions::end);
        }
    }

    @PublicPage
    @PostMapping(path = Routes.SIGN_OUT, consumes = FORM)
    ModelAndView signOut(HttpServletRequest request, HttpServletResponse response) {
        endOld(request);
        cookie.delete(response);
        return pages.redirect(Routes.SIGN_IN);
    }

    @PublicPage
    @GetMapping(Routes.FORGOTTEN_PASSWORD)
    ModelAndView forgotten() {
        return pages.page("signin/forgotten", new ForgottenPage(false, "", ""));
    }

    @PublicPage
    @PostMapping(path = Routes.FORGOTTEN_PASSWORD, consumes = FORM)
    ModelAndView forgotten(
            @RequestParam(defaultValue = "") String email,
            HttpServletRequest request,
            HttpServletResponse response) {
        if (!Accounts.isEmail(email)) {
            return pages.page(
                    HttpStatus.BAD_REQUEST,
                    "signin/forgotten",
                    new ForgottenPage(false, pages.texts(request).of("forgotten.email"), email));
        }
        long seconds = signIns.forgotten(email, clients.of(request));
        if (seconds > 0) {
            response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(seconds));
            return pages.page(
                    HttpStatus.TOO_MANY_REQUESTS,
                    "signin/forgotten",
                    new ForgottenPage(
                            false,
                            pages.texts(request).of("forgotten.throttled", minutes(seconds)),
                            email));
        }
        return pages.page("signin/forgotten", new ForgottenPage(true, "", ""));
    }

    private SignInPage signInPage(String email, String next, String problem, boolean empty) {
        return new SignInPage(email, next, problem, empty, false, provider(next));
    }

    private String provider(String next) {
        return provider.isSet() ? Routes.signInByProvider(next) : "";
    }

    private static long minutes(long seconds) {
        return Math.ceilDiv(seconds, Duration.ofMinutes(1).toSeconds());
    }
}
