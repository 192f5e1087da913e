package org.mailvane.web.settings;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.SecondFactors;
import org.mailvane.accounts.SecondFactors.Proposal;
import org.mailvane.accounts.SecondFactors.Status;
import org.mailvane.api.Caller;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Texts;
import org.mailvane.web.frame.Visit;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The visitor's second factor. The secret of a set-up is in its page until a code was shown. */
@Controller
@Profile("service")
class SecondFactorController {

    private static final String FORM = MediaType.APPLICATION_FORM_URLENCODED_VALUE;

    private final SecondFactors factors;
    private final Pages pages;

    SecondFactorController(SecondFactors factors, Pages pages) {
        this.factors = factors;
        this.pages = pages;
    }

    /**
     * The second factor.
     *
     * @param status how the visitor signs in
     * @param email the visitor's address, for the browser's list of passwords
     * @param proposal the secret that is being set up; null where none is
     * @param picture the same as a picture
     * @param made recovery codes, which this page alone shows; empty where none were made just now
     * @param changed whether the second factor was switched off just now
     * @param errors fields in which something is wrong
     */
    record SecondFactorPage(
            Status status,
            String email,
            @Nullable Proposal proposal,
            @Nullable QrPicture picture,
            List<String> made,
            boolean changed,
            List<String> errors) {

        /** What is wrong with a field, as text; empty where nothing is. */
        String error(Texts texts, String field) {
            if (!errors.contains(field)) {
                return "";
            }
            if (field.equals("password")) {
                return texts.of("password.password_old");
            }
            return status.on()
                    ? texts.of("second-factor.code.wrong")
                    : texts.of("second-factor.code.not-now");
        }

        /** The secret in groups, for who types it. */
        String grouped() {
            return Objects.requireNonNull(proposal).secret().replaceAll("(.{4})(?=.)", "$1 ");
        }

        /** All recovery codes, one a line. */
        String codes() {
            return String.join("\n", made);
        }
    }

    @GetMapping(Routes.SECOND_FACTOR)
    ModelAndView show(Caller caller, @RequestParam @Nullable String off) {
        return page(caller, HttpStatus.OK, null, List.of(), off != null, List.of());
    }

    @PostMapping(path = Routes.SECOND_FACTOR_NEW, consumes = FORM)
    ModelAndView propose(Caller caller) {
        return factors.status(caller).on() || !factors.status(caller).password()
                ? pages.redirect(Routes.SECOND_FACTOR)
                : page(caller, HttpStatus.OK, factors.propose(caller), List.of(), false, List.of());
    }

    @PostMapping(path = Routes.SECOND_FACTOR, consumes = FORM)
    ModelAndView switchOn(
            Caller caller,
            @RequestParam(defaultValue = "") String secret,
            @RequestParam(defaultValue = "") String code,
            @RequestParam(defaultValue = "") String password,
            HttpServletRequest request,
            HttpServletResponse response) {
        return checked(
                caller,
                factors.proposal(caller, secret),
                () ->
                        made(
                                caller,
                                factors.switchOn(
                                        caller,
                                        Objects.requireNonNull(Visit.session(request)).id(),
                                        secret,
                                        code,
                                        password)));
    }

    @PostMapping(path = Routes.SECOND_FACTOR_CODES, consumes = FORM)
    ModelAndView renewCodes(
            Caller caller,
            @RequestParam(defaultValue = "") String code,
            @RequestParam(defaultValue = "") String password) {
        return checked(
                caller, null, () -> made(caller, factors.renewCodes(caller, code, password)));
    }

    @PostMapping(path = Routes.SECOND_FACTOR_OFF, consumes = FORM)
    ModelAndView switchOff(
            Caller caller,
            @RequestParam(defaultValue = "") String code,
            @RequestParam(defaultValue = "") String password) {
        return checked(
                caller,
                null,
                () -> {
                    factors.switchOff(caller, code, password);
                    return pages.redirect(Routes.SECOND_FACTOR + "?off");
                });
    }

    /** What an action answers, or the page once more with what was wrong. */
    private ModelAndView checked(
            Caller caller, @Nullable Proposal proposal, Supplier<ModelAndView> action) {
        try {
            return action.get();
        } catch (ApiProblem refused) {
            Map<String, ?> fields = refused.fields();
            if (fields.isEmpty()) {
                throw refused;
            }
            return page(
                    caller,
                    HttpStatus.BAD_REQUEST,
                    proposal,
                    List.of(),
                    false,
                    new ArrayList<>(fields.keySet()));
        }
    }

    private ModelAndView made(Caller caller, List<String> codes) {
        return page(caller, HttpStatus.OK, null, codes, false, List.of());
    }

    private ModelAndView page(
            Caller caller,
            HttpStatus status,
            @Nullable Proposal proposal,
            List<String> made,
            boolean changed,
            List<String> errors) {
        return pages.page(
                status,
                "settings/second-factor",
                new SecondFactorPage(
                        factors.status(caller),
                        caller.email(),
                        proposal,
                        proposal == null ? null : QrPicture.of(proposal.address()),
                        made,
                        changed,
                        errors));
    }
}
