package org.mailvane.web;

import java.util.List;
import java.util.Map;
import org.mailvane.api.Caller;
import org.mailvane.domains.DomainGroup;
import org.mailvane.domains.DomainGroups;
import org.mailvane.store.Scope;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** All groups that somebody can choose from, for who has more than the top bar offers. */
@Controller
@Profile("service")
class GroupsController {

    static final String PATH = "/groups";

    /** Where to go with the group that is chosen. */
    static final String NEXT = "next";

    static final String TEXT = "q";

    private final DomainGroups groups;
    private final Pages pages;

    GroupsController(DomainGroups groups, Pages pages) {
        this.groups = groups;
        this.pages = pages;
    }

    /**
     * What the page shows.
     *
     * @param text part of the name that is looked for; empty for all
     * @param next the page that is to be about a group
     * @param list which part of the groups
     * @param found that part
     */
    record GroupsPage(String text, String next, PageList list, List<DomainGroup.Head> found) {

        String path(DomainGroup.Head group) {
            return new GroupChoice(group.id()).inPlaceOf(next);
        }

        /** The same page about all groups. */
        String all() {
            return GroupChoice.ALL.inPlaceOf(next);
        }
    }

    /** Names of groups are of several words. */
    private static String text(String q) {
        String text = q.replaceAll("\\p{Cntrl}+", " ").strip();
        return text.substring(0, Math.min(text.length(), SearchController.MAX_LENGTH));
    }

    @GetMapping(PATH)
    ModelAndView list(
            Caller caller,
            @RequestParam(name = TEXT, defaultValue = "") String q,
            @RequestParam(defaultValue = "") String next,
            @RequestParam(defaultValue = "") String page) {
        Scope scope = caller.scope();
        String text = text(q);
        String label = Asked.textOf(text);
        String target = LocalPath.orHome(next);
        PageList list =
                PageList.of(
                        PATH,
                        Map.of(TEXT, text, NEXT, target),
                        page,
                        groups.countToChoose(scope, label));
        return pages.page(
                "groups",
                new GroupsPage(text, target, list, groups.toChoose(scope, label, list.window())));
    }
}
