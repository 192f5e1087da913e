package org.mailvane.web.signin;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.IdentityProvider;
import org.mailvane.accounts.IdentityProvider.Returned;
import org.mailvane.accounts.ProviderException;
import org.mailvane.accounts.ProviderSignIns;
import org.mailvane.accounts.ProviderSignIns.Outcome;
import org.mailvane.accounts.ProviderSignIns.Refusal;
import org.mailvane.accounts.Sessions;
import org.mailvane.api.Links;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.web.frame.Clients;
import org.mailvane.web.frame.Cookies;
import org.mailvane.web.frame.LocalPath;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.PublicPage;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.SessionCookie;
import org.mailvane.web.frame.Visit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * Sign-in by the identity provider: there, and back. Leaving is a link and no form, because
 * browsers keep forms of ours from ending anywhere else.
 */
@Controller
@Profile("service")
@PublicPage
class ProviderController {

    /** Holds the secret from which state, nonce and verifier follow, and where to go afterwards. */
    static final String COOKIE = "mailvane_provider";

    /** How long somebody may be away. */
    static final Duration AWAY = Duration.ofMinutes(10);

    private static final Logger log = LoggerFactory.getLogger(ProviderController.class);

    private final IdentityProvider provider;
    private final ProviderSignIns signIns;
    private final Sessions sessions;
    private final SessionCookie session;
    private final Cookies cookies;
    private final Links links;
    private final Clients clients;
    private final Pages pages;

    ProviderController(
            IdentityProvider provider,
            ProviderSignIns signIns,
            Sessions sessions,
            SessionCookie session,
            Cookies cookies,
            Links links,
            Clients clients,
            Pages pages) {
        this.provider = provider;
        this.signIns = signIns;
        this.sessions = sessions;
        this.session = session;
        this.cookies = cookies;
        this.links = links;
        this.clients = clients;
        this.pages = pages;
    }

    /**
     * Somebody who was not let in.
     *
     * @param problem why, as text
     * @param next where they wanted to go
     */
    record RefusedPage(String problem, String next) {

        /** The path by which they begin again. */
        String again() {
            return Routes.signInByProvider(next);
        }

        /** Returns the path to the other sign-in page. */
        String signIn() {
            return Routes.signIn(next);
        }
    }

    @GetMapping(Routes.SIGN_IN_PROVIDER)
    ModelAndView leave(
            @RequestParam(defaultValue = "") String next,
            HttpServletRequest request,
            HttpServletResponse response) {
        checkSet();
        String target = LocalPath.orHome(next);
        String secret = IdentityProvider.newSecret();
        try {
            ModelAndView away = pages.away(provider.address(secret, back()));
            cookies.set(response, COOKIE, new Going(secret, target).text(), AWAY);
            return away;
        } catch (ProviderException unavailable) {
            log.warn("The identity provider can't be used: {}", unavailable.getMessage());
            return refused(Refusal.UNAVAILABLE, target, request);
        }
    }

    @GetMapping({Routes.SIGN_IN_PROVIDER_RETURN, Routes.SIGN_IN_PROVIDER_RETURN + "/"})
    ModelAndView comeBack(
            @RequestParam @Nullable String code,
            @RequestParam @Nullable String state,
            @RequestParam @Nullable String error,
            @RequestParam @Nullable String iss,
            HttpServletRequest request,
            HttpServletResponse response) {
        checkSet();
        Going going = cookies.read(request, COOKIE).map(Going::of).orElse(Going.NOWHERE);
        Returned returned = new Returned(code, state, error, iss);
        return switch (signIns.signIn(going.secret(), back(), returned, clients.of(request))) {
            case Outcome.In(String secret, String _) -> {
                cookies.delete(response, COOKIE);
                if (Visit.session(request) != null) {
                    session.secret(request).ifPresent(sessions::end);
                }
                session.set(response, secret);
                yield pages.redirect(going.next());
            }
            case Outcome.Refused(Refusal refusal) -> refused(refusal, going.next(), request);
            case Outcome.Throttled(long seconds) -> {
                response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(seconds));
                long minutes = Math.ceilDiv(seconds, Duration.ofMinutes(1).toSeconds());
                yield pages.page(
                        HttpStatus.TOO_MANY_REQUESTS,
                        "signin/provider",
                        new RefusedPage(
                                pages.texts(request).of("provider.throttled", minutes),
                                going.next()));
            }
        };
    }

    private ModelAndView refused(Refusal refusal, String next, HttpServletRequest request) {
        return pages.page(
                switch (refusal) {
                    case UNAVAILABLE -> HttpStatus.BAD_GATEWAY;
                    case NOT_OURS -> HttpStatus.BAD_REQUEST;
                    case DENIED, NOT_VERIFIED, NOBODY, SOMEBODY_ELSE, NOT_ACTIVE ->
                            HttpStatus.FORBIDDEN;
                },
                "signin/provider",
                new RefusedPage(pages.texts(request).of("provider." + refusal.code()), next));
    }

    /** As the provider knows it: never what a request claims. */
    private String back() {
        return links.inMail(Routes.SIGN_IN_PROVIDER_RETURN);
    }

    private void checkSet() {
        if (!provider.isSet()) {
            throw ApiProblem.notFound();
        }
    }

    /** What the cookie holds. */
    private record Going(String secret, String next) {

        static final Going NOWHERE = new Going("", LocalPath.HOME);

        String text() {
            return secret
                    + "."
                    + Base64.getUrlEncoder()
                            .withoutPadding()
                            .encodeToString(next.getBytes(StandardCharsets.US_ASCII));
        }

        /** Whatever it holds by now: the path is judged as that of a form. */
        static Going of(String text) {
            int dot = text.indexOf('.');
            if (dot < 0) {
                return NOWHERE;
            }
            try {
                byte[] next = Base64.getUrlDecoder().decode(text.substring(dot + 1));
                return new Going(
                        text.substring(0, dot),
                        LocalPath.orHome(new String(next, StandardCharsets.US_ASCII)));
            } catch (IllegalArgumentException broken) {
                return NOWHERE;
            }
        }
    }
}
