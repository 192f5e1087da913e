package org.mailvane.web.settings;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mailvane.accounts.User;
import org.mailvane.accounts.Users;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.Given;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.domains.GroupAccess;
import org.mailvane.domains.GroupAccess.Entry;
import org.mailvane.domains.GroupAccess.Level;
import org.mailvane.text.Passage;
import org.mailvane.web.frame.AdminPage;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** One user of the account: rights, groups, and sign-in methods. The rules are those of the API. */
@Controller
@Profile("service")
@AdminPage
class OneUserController {

    /** What a page may say that was done. */
    private static final Set<String> DONE =
            Set.of(
                    "invited",
                    "rights",
                    "email",
                    "kept",
                    "access",
                    "reminded",
                    "reset",
                    "converted");

    /** Those of them by which a mail was made. */
    private static final Set<String> MAILED = Set.of("invited", "email", "reminded", "reset");

    private static final String FORM = MediaType.APPLICATION_FORM_URLENCODED_VALUE;

    private final Users users;
    private final GroupAccess access;
    private final Pages pages;

    OneUserController(Users users, GroupAccess access, Pages pages) {
        this.users = users;
        this.access = access;
        this.pages = pages;
    }

    /**
     * A user.
     *
     * @param user who
     * @param groups the groups of this page
     * @param list which page of them
     * @param may the actions that can be done with this user now, as the API names them
     * @param changeable whether the visitor may change address and rights: the owner's only they
     * @param grants the rights that the visitor may give
     * @param email the address in the form
     * @param wrong why it can't be used, as the API says it; empty where it can
     * @param done what was done just now, as its text is named; empty where nothing was
     * @param sure whether it is asked if they are to be deleted
     */
    record OneUserPage(
            User user,
            List<GroupRow> groups,
            PageList list,
            Set<String> may,
            boolean changeable,
            Users.Grants grants,
            String email,
            Passage wrong,
            String done,
            boolean sure) {

        /** Whether a mail was made just now. */
        boolean mailed() {
            return MAILED.contains(done);
        }

        /** The path to something of the user's. */
        String path(String action) {
            return Routes.user(user.id()) + action;
        }
    }

    @GetMapping(Routes.USER)
    ModelAndView show(
            Caller caller,
            @PathVariable long id,
            @RequestParam(defaultValue = "") String page,
            @RequestParam(defaultValue = "") String done) {
        User user = existing(caller, id);
        return page(
                caller,
                user,
                HttpStatus.OK,
                page,
                user.email(),
                Passage.EMPTY,
                DONE.contains(done) ? done : "",
                false);
    }

    @PostMapping(path = Routes.USER + "/rights", consumes = FORM)
    ModelAndView changeRights(
            Caller caller,
            @PathVariable long id,
            @RequestParam(defaultValue = "false") boolean admin,
            @RequestParam(defaultValue = "false") boolean forensic,
            @RequestParam(defaultValue = "false") boolean billing) {
        User user = existing(caller, id);
        users.update(
                caller,
                id,
                new Users.Change(
                        Given.absent(),
                        Given.absent(),
                        // The owner is an admin always, so that their form does not ask.
                        Given.of(user.owner() || admin),
                        Given.of(forensic),
                        Given.of(billing)));
        return done(id, "rights");
    }

    @PostMapping(path = Routes.USER + "/email", consumes = FORM)
    ModelAndView changeEmail(
            Caller caller, @PathVariable long id, @RequestParam(defaultValue = "") String email) {
        User user = existing(caller, id);
        String wanted = email.strip();
        try {
            users.update(caller, id, ProfileController.email(wanted));
        } catch (ApiProblem refused) {
            Passage wrong = ProfileController.wrongEmail(refused);
            return page(caller, user, HttpStatus.BAD_REQUEST, "", email, wrong, "", false);
        }
        return done(id, wanted.equalsIgnoreCase(user.email()) ? "kept" : "email");
    }

    /** Sets the access to the groups that the form shows, where it is another than it was. */
    @PostMapping(path = Routes.USER + "/access", consumes = FORM)
    ModelAndView changeAccess(
            Caller caller,
            @PathVariable long id,
            @RequestParam(defaultValue = "") String page,
            @RequestParam Map<String, String> fields) {
        User user = existing(caller, id);
        PageList list = list(caller, id, page);
        for (GroupRow group : groups(caller, user, list)) {
            group.wanted(fields)
                    .ifPresent(level -> access.set(caller.scope(), group.id(), List.of(id), level));
        }
        return pages.redirect(
                PageList.of(list.path(), Map.of("done", "access"), page, list.count())
                        .page(list.number()));
    }

    @PostMapping(path = Routes.USER + "/activation-reminder", consumes = FORM)
    ModelAndView remind(Caller caller, @PathVariable long id) {
        users.remind(caller.scope(), id);
        return done(id, "reminded");
    }

    @PostMapping(path = Routes.USER + "/password-reset", consumes = FORM)
    ModelAndView sendReset(Caller caller, @PathVariable long id) {
        users.sendReset(caller.scope(), id);
        return done(id, "reset");
    }

    @PostMapping(path = Routes.USER + "/convert-to-sso", consumes = FORM)
    ModelAndView convertToSso(Caller caller, @PathVariable long id) {
        users.convertToSso(caller, id);
        return done(id, "converted");
    }

    /**
     * Deletes a user, when that was asked once more.
     *
     * @param sure whether it was
     */
    @PostMapping(path = Routes.USER + "/delete", consumes = FORM)
    ModelAndView delete(
            Caller caller,
            @PathVariable long id,
            @RequestParam(defaultValue = "false") boolean sure) {
        User user = existing(caller, id);
        Users.checkDeletable(user);
        if (!sure) {
            return page(caller, user, HttpStatus.OK, "", user.email(), Passage.EMPTY, "", true);
        }
        users.delete(caller.scope(), id);
        return pages.redirect(Routes.USERS + "?deleted");
    }

    private ModelAndView done(long id, String what) {
        return pages.redirect(Routes.user(id) + "?done=" + what);
    }

    private ModelAndView page(
            Caller caller,
            User user,
            HttpStatus status,
            String page,
            String email,
            Passage wrong,
            String done,
            boolean sure) {
        PageList list = list(caller, user.id(), page);
        Set<String> may =
                Stream.of("destroy", "activation_reminder", "password_reset", "convert_to_sso")
                        .filter(action -> users.allows(caller, user, action))
                        .collect(Collectors.toSet());
        return pages.page(
                status,
                "settings/one-user",
                new OneUserPage(
                        user,
                        groups(caller, user, list),
                        list,
                        may,
                        !user.owner() || user.id() == caller.userId(),
                        users.grants(caller),
                        email,
                        wrong,
                        done,
                        sure));
    }

    private PageList list(Caller caller, long user, String page) {
        return PageList.of(Routes.user(user), Map.of(), page, access.count(caller.scope(), null));
    }

    private List<GroupRow> groups(Caller caller, User user, PageList list) {
        return access.list(caller.scope(), null, list.window()).stream()
                .map(entry -> row(entry, user))
                .toList();
    }

    private static GroupRow row(Entry entry, User user) {
        Level level =
                entry.users().stream()
                        .filter(one -> one.user().id() == user.id())
                        .findFirst()
                        .map(GroupAccess.UserAccess::level)
                        .orElse(Level.NONE);
        return GroupRow.of(entry.group(), level);
    }

    private User existing(Caller caller, long id) {
        return users.find(caller.scope(), id).orElseThrow(ApiProblem::notFound);
    }
}
