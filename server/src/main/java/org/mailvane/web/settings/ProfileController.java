package org.mailvane.web.settings;

import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.User;
import org.mailvane.accounts.Users;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.Given;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.text.Passage;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The visitor's profile. Only admins change addresses, their own as well: as by the API. */
@Controller
@Profile("service")
class ProfileController {

    private final Users users;
    private final Pages pages;

    ProfileController(Users users, Pages pages) {
        this.users = users;
        this.pages = pages;
    }

    /**
     * The visitor.
     *
     * @param user who they are
     * @param admin whether they may change their address
     * @param email the address in the form
     * @param wrong why it can't be used, as the API says it; empty where it can
     * @param asked whether another address was asked for just now
     */
    record ProfilePage(User user, boolean admin, String email, Passage wrong, boolean asked) {}

    @GetMapping({Routes.PROFILE, Routes.SETTINGS})
    ModelAndView show(Caller caller, @RequestParam @Nullable String asked) {
        User user = self(caller);
        return pages.page(
                "settings/profile",
                new ProfilePage(user, caller.admin(), user.email(), Passage.EMPTY, asked != null));
    }

    @PostMapping(path = Routes.PROFILE, consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
    ModelAndView changeEmail(Caller caller, @RequestParam(defaultValue = "") String email) {
        if (!caller.admin()) {
            throw ApiProblem.forbidden();
        }
        String wanted = email.strip();
        try {
            users.update(caller, caller.userId(), email(wanted));
        } catch (ApiProblem refused) {
            return pages.page(
                    HttpStatus.BAD_REQUEST,
                    "settings/profile",
                    new ProfilePage(self(caller), true, email, wrongEmail(refused), false));
        }
        // The present address calls another off, to which no mail goes then.
        return pages.redirect(
                wanted.equalsIgnoreCase(self(caller).email())
                        ? Routes.PROFILE
                        : Routes.PROFILE + "?asked");
    }

    /**
     * What is wrong with an address.
     *
     * @throws ApiProblem what was refused, where that is something else
     */
    static Passage wrongEmail(ApiProblem refused) {
        Passage wrong = refused.messages().getOrDefault("email", Passage.EMPTY);
        if (wrong.isEmpty()) {
            throw refused;
        }
        return wrong;
    }

    /** A change of the address and of nothing else. */
    static Users.Change email(String email) {
        return new Users.Change(
                Given.of(email), Given.absent(), Given.absent(), Given.absent(), Given.absent());
    }

    private User self(Caller caller) {
        return users.find(caller.scope(), caller.userId()).orElseThrow(ApiProblem::notFound);
    }
}
