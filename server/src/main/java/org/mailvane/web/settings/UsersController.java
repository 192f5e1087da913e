package org.mailvane.web.settings;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.User;
import org.mailvane.accounts.Users;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.Given;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.domains.DomainGroups;
import org.mailvane.domains.GroupAccess;
import org.mailvane.domains.GroupAccess.Level;
import org.mailvane.domains.Invitations;
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
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The people of the account, and the form that invites another. */
@Controller
@Profile("service")
@AdminPage
class UsersController {

    /** Groups that the invitation offers; of more, the user's page has the rest. */
    static final int MAX_GROUPS = 100;

    private final Users users;
    private final Invitations invitations;
    private final GroupAccess access;
    private final DomainGroups groups;
    private final Pages pages;

    UsersController(
            Users users,
            Invitations invitations,
            GroupAccess access,
            DomainGroups groups,
            Pages pages) {
        this.users = users;
        this.invitations = invitations;
        this.access = access;
        this.groups = groups;
        this.pages = pages;
    }

    /**
     * The form that invites somebody, with what was written into it.
     *
     * @param email their address
     * @param wrong why it can't be used, as the API says it; empty where it can
     * @param gone whether a group was chosen that is not there any more
     * @param groups the groups, and how much of each they are to get
     * @param more whether there are further groups, which their page has
     */
    record Invitation(
            String email,
            boolean admin,
            boolean forensic,
            boolean billing,
            Passage wrong,
            boolean gone,
            List<GroupRow> groups,
            boolean more) {

        /** The same with what was refused. */
        Invitation with(ApiProblem refused) {
            boolean isGone = refused.fields().containsKey(Invitations.GROUP);
            Passage problem = isGone ? Passage.EMPTY : ProfileController.wrongEmail(refused);
            return new Invitation(email, admin, forensic, billing, problem, isGone, groups, more);
        }
    }

    /**
     * The people.
     *
     * @param found those of this page
     * @param list which page of all that fit
     * @param text part of the address that they are to have; empty for all
     * @param invitation the form that invites another
     * @param grants the rights that the visitor may give
     * @param done what was done just now, as its text is named; empty where nothing was
     */
    record UsersPage(
            List<User> found,
            PageList list,
            String text,
            Invitation invitation,
            Users.Grants grants,
            String done) {

        /** The path to a user. */
        String path(User user) {
            return Routes.user(user.id());
        }
    }

    @GetMapping(Routes.USERS)
    ModelAndView list(
            Caller caller,
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "") String page,
            @RequestParam @Nullable String deleted) {
        return list(
                caller,
                HttpStatus.OK,
                text(q),
                page,
                invitation(caller, "", false, false, false, Map.of()),
                deleted == null ? "" : "deleted");
    }

    /** Addresses have no spaces, and nothing that a database would not take. */
    private static String text(String q) {
        String text = q.replaceAll("[\\p{Cntrl}\\s]+", "");
        return text.substring(0, Math.min(text.length(), User.MAX_EMAIL_LENGTH));
    }

    @PostMapping(path = Routes.USERS, consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
    ModelAndView invite(
            Caller caller,
            @RequestParam(defaultValue = "") String email,
            @RequestParam(defaultValue = "false") boolean admin,
            @RequestParam(defaultValue = "false") boolean forensic,
            @RequestParam(defaultValue = "false") boolean billing,
            @RequestParam Map<String, String> fields) {
        // Read before anybody is invited: one invalid level refuses the whole request.
        Invitation asked = invitation(caller, email, admin, forensic, billing, fields);
        User made;
        try {
            made =
                    invitations.invite(
                            caller.scope(),
                            new Users.Creation(
                                    email.strip(),
                                    Given.of(admin),
                                    Given.of(forensic),
                                    Given.of(billing)),
                            GroupRow.levels(fields));
        } catch (ApiProblem refused) {
            return list(caller, HttpStatus.BAD_REQUEST, "", "", asked.with(refused), "");
        }
        return pages.redirect(Routes.user(made.id()) + "?done=invited");
    }

    private Invitation invitation(
            Caller caller,
            String email,
            boolean admin,
            boolean forensic,
            boolean billing,
            Map<String, String> fields) {
        List<GroupRow> shown = groups(caller);
        return new Invitation(
                email,
                admin,
                forensic,
                billing,
                Passage.EMPTY,
                false,
                shown.stream().map(group -> group.with(fields)).toList(),
                access.count(caller.scope(), null) > shown.size());
    }

    /** The groups, of which nobody who is not there yet has any. */
    private List<GroupRow> groups(Caller caller) {
        return groups.heads(caller.scope(), MAX_GROUPS).stream()
                .map(group -> GroupRow.of(group, Level.NONE))
                .toList();
    }

    private ModelAndView list(
            Caller caller,
            HttpStatus status,
            String text,
            String page,
            Invitation invitation,
            String done) {
        Users.Filter filter = new Users.Filter(text.isEmpty() ? null : text, null);
        PageList list =
                PageList.of(
                        Routes.USERS, Map.of("q", text), page, users.count(caller.scope(), filter));
        List<User> found = users.list(caller.scope(), filter, Ordering.none(), list.window());
        return pages.page(
                status,
                "settings/users",
                new UsersPage(found, list, text, invitation, users.grants(caller), done));
    }
}
