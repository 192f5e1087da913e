package org.mailvane.web.domains;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.mailvane.api.Caller;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.domains.DomainDeletion;
import org.mailvane.domains.Domains;
import org.mailvane.domains.GroupEditing;
import org.mailvane.domains.GroupMembers;
import org.mailvane.domains.GroupMembers.Addition;
import org.mailvane.domains.GroupMembers.Move;
import org.mailvane.domains.GroupMembers.Moved;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.web.frame.GroupChoice;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.parts.DomainAdding;
import org.mailvane.web.parts.DomainAdding.AddForm;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * What can be done to several domains: add them, put them into groups, take them out, delete them.
 */
@Controller
@Profile("service")
class DomainsChangeController {

    private static final String MOVE = "move";
    private static final String ADD = "add";
    private static final String REMOVE = "remove";
    private static final String DELETE = "delete";

    /** What is done without a group to put anything into. */
    private static final Set<String> WITHOUT_TARGET = Set.of(REMOVE, DELETE);

    /** What a form did, in the list's address, and its text. */
    private static final Map<String, String> DONE =
            Map.of(
                    "added", "domains.done.added",
                    "moved", "domains.done.moved",
                    "removed", "domains.done.removed",
                    "deleted", "domains.done.deleted",
                    "gone", "domains.done.gone",
                    "none", "domains.done.none",
                    "unselected", "domains.done.unselected");

    private final Domains domains;
    private final DomainDeletion deletion;
    private final DomainAdding adding;
    private final GroupMembers members;
    private final GroupEditing editing;
    private final Pages pages;

    DomainsChangeController(
            Domains domains,
            DomainDeletion deletion,
            DomainAdding adding,
            GroupMembers members,
            GroupEditing editing,
            Pages pages) {
        this.domains = domains;
        this.deletion = deletion;
        this.adding = adding;
        this.members = members;
        this.editing = editing;
        this.pages = pages;
    }

    /** The text that says what was done; empty where an address says nothing known. */
    static String doneKey(String word) {
        return DONE.getOrDefault(word, "");
    }

    private static String done(String word, int number) {
        return "%s?done=%s&number=%d".formatted(Routes.DOMAINS, word, number);
    }

    @GetMapping(Routes.DOMAINS_ADD)
    ModelAndView addForm(Caller caller) {
        return pages.page("domains/domains-add", adding.form(caller.scope()));
    }

    @PostMapping(Routes.DOMAINS_ADD)
    ModelAndView add(
            Caller caller,
            @RequestParam(defaultValue = "") String names,
            @RequestParam(defaultValue = "") String group) {
        return switch (adding.add(caller.scope(), names, group)) {
            case DomainAdding.Refused(AddForm form) ->
                    pages.page(HttpStatus.BAD_REQUEST, "domains/domains-add", form);
            case DomainAdding.Added(int number) -> pages.redirect(done("added", number));
        };
    }

    private static List<String> values(Collection<DomainName> names) {
        return names.stream().map(DomainName::value).sorted().toList();
    }

    /**
     * Asks once more before domains are deleted.
     *
     * @param names which
     * @param from of which group's list they were chosen
     */
    record DeletePage(List<String> names, GroupChoice from) {}

    @PostMapping(Routes.DOMAINS_CHANGE)
    ModelAndView change(
            Caller caller,
            @RequestParam(name = "name", required = false) List<String> chosen,
            @RequestParam(name = "do", defaultValue = "") String what,
            @RequestParam(defaultValue = "") String group,
            @RequestParam(defaultValue = "") String from,
            @RequestParam(defaultValue = "") String sure,
            @RequestParam(defaultValue = "") String below) {
        Scope scope = caller.scope();
        List<DomainName> names = names(chosen == null ? List.of() : chosen);
        // The list that it began at was maybe a group's.
        GroupChoice here = GroupChoice.of(from);
        boolean needsTarget = !WITHOUT_TARGET.contains(what);
        if (names.isEmpty() || (needsTarget && group.isEmpty())) {
            return pages.redirect(here.on(done(needsTarget ? "none" : "unselected", 0)));
        }
        Set<DomainName> there = domains.readable(scope, names).keySet();
        if (there.isEmpty()) {
            // Somebody else was faster, as the same person in another window.
            return pages.redirect(here.on(done("gone", 0)));
        }
        if (what.equals(DELETE)) {
            checkWritable(scope, there);
            if (sure.isEmpty()) {
                return pages.page("domains/domains-delete", new DeletePage(values(there), here));
            }
        }
        String done =
                switch (what) {
                    case ADD -> addTo(scope, adding.writableGroup(scope, group), there);
                    case MOVE ->
                            move(
                                    scope,
                                    adding.writableGroup(scope, from),
                                    adding.writableGroup(scope, group),
                                    names);
                    case REMOVE ->
                            done(
                                    "removed",
                                    editing.remove(
                                            caller,
                                            adding.writableGroup(scope, from),
                                            () -> names));
                    case DELETE -> delete(scope, there, !below.isEmpty());
                    default -> throw ApiProblem.invalid("do", "It must be a button of the page.");
                };
        return pages.redirect(here.on(done));
    }

    private static List<DomainName> names(List<String> chosen) {
        return chosen.stream()
                .limit(Domains.MAX_NAMES)
                .map(name -> DomainName.parse(name).orElse(null))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    /** Nobody is asked if they are sure of what they may not do. */
    private void checkWritable(Scope scope, Set<DomainName> names) {
        if (domains.writable(scope, names).size() < names.size()) {
            throw ApiProblem.forbidden();
        }
    }

    /** Adds only existing domains to a group: the list is not a form for new domains. */
    private String addTo(Scope scope, long group, Set<DomainName> there) {
        Addition addition =
                members.add(scope, group, there, null).orElseThrow(ApiProblem::notFound);
        if (!addition.refused().isEmpty()) {
            throw ApiProblem.forbidden();
        }
        return done("moved", there.size());
    }

    private String move(Scope scope, long from, long to, List<DomainName> names) {
        Moved moved =
                members.move(
                                scope,
                                to,
                                names.stream().map(name -> new Move(name, from)).toList(),
                                null)
                        .orElseThrow(ApiProblem::notFound);
        if (!moved.refused().isEmpty()) {
            throw ApiProblem.forbidden();
        }
        return done("moved", names.size() - moved.notExisting().size());
    }

    private String delete(Scope scope, Set<DomainName> names, boolean below) {
        DomainDeletion.Result result = deletion.delete(scope, names, below);
        if (!result.refused().isEmpty()) {
            throw ApiProblem.forbidden();
        }
        return done("deleted", result.deleted());
    }
}
