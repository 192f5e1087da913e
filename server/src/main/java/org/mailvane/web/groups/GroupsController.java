package org.mailvane.web.groups;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Caller;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.domains.DomainGroup;
import org.mailvane.domains.DomainGroupFilter;
import org.mailvane.domains.DomainGroups;
import org.mailvane.domains.GroupAccess;
import org.mailvane.domains.GroupAccess.UserAccess;
import org.mailvane.domains.GroupEditing;
import org.mailvane.domains.GroupEditing.Names;
import org.mailvane.platform.store.Scope;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.GroupChoice;
import org.mailvane.web.frame.LinkParameter;
import org.mailvane.web.frame.ListQuery;
import org.mailvane.web.frame.LocalPath;
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

/**
 * The groups of domains: all that somebody can choose from, and by the rules of the API each made,
 * changed and deleted. What they hold is changed at the list of domains.
 */
@Controller
@Profile("service")
class GroupsController {

    /** Where to go with the group that is chosen. */
    static final String TEXT = "q";

    /** Users who are named on a group's page at most. */
    static final int MAX_USERS = 50;

    private static final String FORM = MediaType.APPLICATION_FORM_URLENCODED_VALUE;
    private static final String API = ApiCatalogue.VERSION_ROOT + "/domain-groups/";

    /** What a form did, in the next page's address. */
    private static final Set<String> DONE = Set.of("made", "changed", "deleted");

    private final DomainGroups groups;
    private final GroupEditing editing;
    private final GroupAccess access;
    private final Pages pages;

    GroupsController(DomainGroups groups, GroupEditing editing, GroupAccess access, Pages pages) {
        this.groups = groups;
        this.editing = editing;
        this.access = access;
        this.pages = pages;
    }

    /**
     * The list.
     *
     * @param text part of the name that is looked for; empty for all
     * @param next the page that is to be about a group
     * @param list which part of the groups
     * @param found that part
     * @param users to how many users access was given, by group; null for who may not know
     * @param done what was done just now, as its text is named; empty where nothing was
     */
    record GroupsPage(
            String text,
            String next,
            PageList list,
            List<DomainGroup> found,
            @Nullable Map<Long, Long> users,
            String done) {

        String path(DomainGroup group) {
            return new GroupChoice(group.id()).inPlaceOf(next);
        }

        /** The same page about all groups. */
        String all() {
            return GroupChoice.ALL.inPlaceOf(next);
        }

        /** Whether its visitor may make groups. */
        boolean canMake() {
            return users != null;
        }

        /** The same part of the list by API. */
        ApiCalls api() {
            return ApiCalls.same(list.api(API, text.isEmpty() ? Map.of() : Map.of("label", text)));
        }
    }

    /**
     * One of them, or one that is to be made.
     *
     * @param group which; null for a new one
     * @param form what is said of it
     * @param admin whether its visitor may change more than notes
     * @param users the first to whom access was given; none for who may not know
     * @param userCount how many these are
     * @param done what was done just now, as its text is named; empty where nothing was
     * @param sure whether it is asked if it is to be deleted
     */
    record GroupPage(
            @Nullable DomainGroup group,
            GroupForm form,
            boolean admin,
            List<UserAccess> users,
            long userCount,
            String done,
            boolean sure) {

        /** Where the form is sent. */
        String path() {
            return group == null ? Routes.GROUPS_NEW : Routes.group(group.id());
        }

        String deletePath() {
            return path() + "/delete";
        }

        /** Whether all domains are in it by themselves. */
        boolean isDefault() {
            return group != null && group.isDefault();
        }

        boolean canChange() {
            return group == null || group.writable();
        }

        boolean canDelete() {
            return admin && group != null && !isDefault();
        }

        /** The list of its domains. */
        String domains() {
            return on(Routes.DOMAINS);
        }

        /** The overview of its domains. */
        String overview() {
            return on(Routes.OVERVIEW);
        }

        private String on(String path) {
            return new GroupChoice(group == null ? null : group.id()).on(path);
        }

        /** What the page is made of, by API. */
        ApiCalls api() {
            return ApiCalls.about(group == null ? API : API + group.id() + "/");
        }
    }

    /** Names of groups are of several words. */
    private static String text(String q) {
        String text = q.replaceAll("\\p{Cntrl}+", " ").strip();
        return text.substring(0, Math.min(text.length(), ListQuery.MAX_TEXT));
    }

    private static String known(String done) {
        return DONE.contains(done) ? done : "";
    }

    @GetMapping(Routes.GROUPS)
    ModelAndView list(
            Caller caller,
            @RequestParam(name = TEXT, defaultValue = "") String q,
            @RequestParam(defaultValue = "") String next,
            @RequestParam(defaultValue = "") String page,
            @RequestParam(defaultValue = "") String done) {
        Scope scope = caller.scope();
        String text = text(q);
        DomainGroupFilter filter = DomainGroupFilter.labelled(ListQuery.textOf(text));
        String target = LocalPath.orHome(next);
        PageList list =
                PageList.of(
                        Routes.GROUPS,
                        Map.of(TEXT, text, LinkParameter.NEXT, target),
                        page,
                        groups.count(scope, filter));
        List<DomainGroup> found = groups.list(scope, filter, list.window());
        return pages.page(
                "groups/groups",
                new GroupsPage(
                        text,
                        target,
                        list,
                        found,
                        caller.admin()
                                ? access.numbers(
                                        scope, found.stream().map(DomainGroup::id).toList())
                                : null,
                        known(done)));
    }

    @GetMapping(Routes.GROUPS_NEW)
    ModelAndView makeForm(Caller caller) {
        if (!caller.admin()) {
            throw ApiProblem.forbidden();
        }
        return made(HttpStatus.OK, GroupForm.EMPTY);
    }

    @PostMapping(path = Routes.GROUPS_NEW, consumes = FORM)
    ModelAndView make(Caller caller, @RequestParam Map<String, String> sent) {
        if (!caller.admin()) {
            throw ApiProblem.forbidden();
        }
        GroupForm form = GroupForm.of(sent);
        DomainGroup made;
        try {
            made = editing.make(caller, form.read(), Names.DISTINCT);
        } catch (ApiProblem refused) {
            return made(HttpStatus.BAD_REQUEST, form.with(ofFields(refused)));
        }
        return pages.redirect(Routes.group(made.id()) + "?done=made");
    }

    private ModelAndView made(HttpStatus status, GroupForm form) {
        return pages.page(
                status, "groups/group", new GroupPage(null, form, true, List.of(), 0, "", false));
    }

    @GetMapping(Routes.GROUP)
    ModelAndView show(
            Caller caller, @PathVariable long id, @RequestParam(defaultValue = "") String done) {
        DomainGroup group = editing.visible(caller, id);
        return one(caller, HttpStatus.OK, group, GroupForm.of(group), known(done), false);
    }

    @PostMapping(path = Routes.GROUP, consumes = FORM)
    ModelAndView change(
            Caller caller, @PathVariable long id, @RequestParam Map<String, String> sent) {
        DomainGroup group = editing.visible(caller, id);
        GroupForm form = caller.admin() ? GroupForm.of(sent) : GroupForm.of(group).withNotes(sent);
        try {
            editing.change(caller, id, form::read, Names.DISTINCT);
        } catch (ApiProblem refused) {
            GroupForm wrong = form.with(ofFields(refused));
            return one(caller, HttpStatus.BAD_REQUEST, group, wrong, "", false);
        }
        return pages.redirect(Routes.group(id) + "?done=changed");
    }

    /** Returns the problem of fields; a form can't show any other refusal. */
    private static ApiProblem ofFields(ApiProblem refused) {
        if (refused.fields().isEmpty()) {
            throw refused;
        }
        return refused;
    }

    /**
     * Deletes a group, after it was asked if that is meant.
     *
     * @param sure whether that was asked
     */
    @PostMapping(path = Routes.GROUP + "/delete", consumes = FORM)
    ModelAndView delete(
            Caller caller,
            @PathVariable long id,
            @RequestParam(defaultValue = "false") boolean sure) {
        DomainGroup group = editing.visible(caller, id);
        if (!sure && GroupEditing.mayDelete(caller, group)) {
            return one(caller, HttpStatus.OK, group, GroupForm.of(group), "", true);
        }
        editing.delete(caller, id);
        return pages.redirect(Routes.GROUPS + "?done=deleted");
    }

    private ModelAndView one(
            Caller caller,
            HttpStatus status,
            DomainGroup group,
            GroupForm form,
            String done,
            boolean sure) {
        Scope scope = caller.scope();
        long id = group.id();
        return pages.page(
                status,
                "groups/group",
                new GroupPage(
                        group,
                        form,
                        caller.admin(),
                        caller.admin() ? access.of(scope, id, MAX_USERS) : List.of(),
                        caller.admin()
                                ? access.numbers(scope, List.of(id)).getOrDefault(id, 0L)
                                : 0,
                        done,
                        sure));
    }
}
