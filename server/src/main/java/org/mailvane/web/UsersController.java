package org.mailvane.web;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.User;
import org.mailvane.accounts.Users;
import org.mailvane.api.ApiProblem;
import org.mailvane.api.Caller;
import org.mailvane.api.Given;
import org.mailvane.api.Ordering;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The people of the account, and the form that invites another. */
@Controller
@Profile("service")
@AdminPage
class UsersController {

    static final String PATH = "/settings/users";

    private final Users users;
    private final Pages pages;

    UsersController(Users users, Pages pages) {
        this.users = users;
        this.pages = pages;
    }

    /**
     * The people.
     *
     * @param found those of this page
     * @param list which page of all that fit
     * @param text part of the address that they are to have; empty for all
     * @param email the address in the form of the invitation
     * @param wrong whether it can't be used
     * @param done what was done just now, as its text is named; empty where nothing was
     */
    record UsersPage(
            List<User> found,
            PageList list,
            String text,
            String email,
            boolean wrong,
            String done) {

        /** The path to a user. */
        String path(User user) {
            return PATH + "/" + user.id();
        }
    }

    @GetMapping(PATH)
    ModelAndView list(
            Caller caller,
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "") String page,
            @RequestParam @Nullable String deleted) {
        return list(
                caller,
                HttpStatus.OK,
                q.strip(),
                page,
                "",
                false,
                deleted == null ? "" : "deleted");
    }

    @PostMapping(path = PATH, consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
    ModelAndView invite(
            Caller caller,
            @RequestParam(defaultValue = "") String email,
            @RequestParam(defaultValue = "false") boolean admin,
            @RequestParam(defaultValue = "false") boolean forensic,
            @RequestParam(defaultValue = "false") boolean billing) {
        User made;
        try {
            made =
                    users.create(
                            caller.scope(),
                            new Users.Creation(
                                    email.strip(),
                                    Given.of(admin),
                                    Given.of(forensic),
                                    Given.of(billing)));
        } catch (ApiProblem refused) {
            if (!refused.fields().containsKey("email")) {
                throw refused;
            }
            return list(caller, HttpStatus.BAD_REQUEST, "", "", email, true, "");
        }
        return pages.redirect(PATH + "/" + made.id() + "?done=invited");
    }

    private ModelAndView list(
            Caller caller,
            HttpStatus status,
            String text,
            String page,
            String email,
            boolean wrong,
            String done) {
        Users.Filter filter = new Users.Filter(text.isEmpty() ? null : text, null);
        PageList list =
                PageList.of(PATH, Map.of("q", text), page, users.count(caller.scope(), filter));
        List<User> found = users.list(caller.scope(), filter, Ordering.none(), list.window());
        return pages.page(status, "users", new UsersPage(found, list, text, email, wrong, done));
    }
}
