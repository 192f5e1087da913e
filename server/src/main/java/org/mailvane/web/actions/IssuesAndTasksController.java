package org.mailvane.web.actions;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.mailvane.actions.ActionItem;
import org.mailvane.actions.ActionItemFiles;
import org.mailvane.actions.ActionItemFilter;
import org.mailvane.actions.ActionItemOrder;
import org.mailvane.actions.ActionItems;
import org.mailvane.actions.IssueOrder;
import org.mailvane.actions.Issues;
import org.mailvane.actions.TaskOrder;
import org.mailvane.actions.Tasks;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.ListFile;
import org.mailvane.domains.DomainGroup;
import org.mailvane.domains.DomainGroups;
import org.mailvane.platform.store.Scope;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.Choice;
import org.mailvane.web.frame.Choice.Option;
import org.mailvane.web.frame.ItemState;
import org.mailvane.web.frame.ListFiles;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Sorting;
import org.mailvane.web.frame.Texts;
import org.mailvane.web.parts.IgnoreOutcome;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** What is wrong with domains, and what to do next about them: two lists of the same form. */
@Controller
@Profile("service")
class IssuesAndTasksController {

    private final Issues issues;
    private final Tasks tasks;
    private final DomainGroups groups;
    private final ActionItemFiles files;
    private final Pages pages;

    IssuesAndTasksController(
            Issues issues, Tasks tasks, DomainGroups groups, ActionItemFiles files, Pages pages) {
        this.issues = issues;
        this.tasks = tasks;
        this.groups = groups;
        this.files = files;
        this.pages = pages;
    }

    /** One of the two lists. */
    enum Kind {
        ISSUES(Routes.ISSUES),
        TASKS(Routes.TASKS);

        private final String path;

        Kind(String path) {
            this.path = path;
        }

        /** The order where none is asked for, as the API spells it. */
        String usualOrder(ItemState state) {
            return state == ItemState.OPEN ? "urgency" : "-created";
        }

        /** The other orders that are offered. */
        List<String> orders(ItemState state) {
            Stream<String> first =
                    Stream.of(
                            state == ItemState.SOLVED
                                    ? this == ISSUES ? "-solved" : "-solve_time"
                                    : state == ItemState.OPEN ? "-created" : "urgency");
            Stream<String> others =
                    this == ISSUES
                            ? Stream.of("created", "domain")
                            : Stream.of("created", "domain", "category");
            return Stream.concat(first, others).toList();
        }

        String path() {
            return path;
        }

        /** Its name in the bundles. */
        String key() {
            return "issues." + name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What the page shows.
     *
     * @param kind which of the lists
     * @param asked what it is asked for
     * @param counts how many there are by state
     * @param others how many the other list has with the same asked for
     * @param list which part of it
     * @param items that part
     * @param groups those that the caller may see
     * @param done what was done just now, as its text is named; empty where nothing was
     */
    record IssuesAndTasksPage(
            Kind kind,
            IssueListQuery asked,
            Map<ItemState, Long> counts,
            long others,
            PageList list,
            List<? extends ActionItem> items,
            List<DomainGroup.Head> groups,
            String done) {

        /** Returns whether open items are grouped by urgency. */
        boolean isGrouped() {
            return asked.state() == ItemState.OPEN
                    && list.count() > 0
                    && asked.get(Sorting.PARAMETER).isEmpty();
        }

        List<HealthGroup> groupsOfHealth() {
            return isGrouped() ? HealthGroup.of(items) : List.of();
        }

        /** Whether the page shows all of the list. */
        boolean isWhole() {
            return list.count() == items.size();
        }

        /** Whether there is none of them, whatever is asked for. */
        boolean isEmpty() {
            return asked.isOfAll() && counts.values().stream().allMatch(count -> count == 0);
        }

        long count(ItemState state) {
            return Objects.requireNonNull(counts.get(state));
        }

        long count(Kind other) {
            return other == kind ? count(asked.state()) : others;
        }

        /** The same list of those that are so. */
        String path(ItemState state) {
            return PageList.path(kind.path(), asked.with(state));
        }

        /**
         * Returns the path of the same list of the other kind, in its usual order: each kind has
         * different orders.
         */
        String path(Kind other) {
            return new PageList(other.path(), asked.values(), 1, 0).with(Sorting.PARAMETER, "");
        }

        Choice groups(Texts texts) {
            return Choice.ofGroups(asked.get(IssueListQuery.GROUP), texts, groups);
        }

        Choice orders(Texts texts) {
            return Choice.of(
                    asked.get(Sorting.PARAMETER),
                    texts.of("issues.order." + kind.usualOrder(asked.state())),
                    kind.orders(asked.state()).stream()
                            .map(order -> new Option(order, texts.of("issues.order." + order)))
                            .toList());
        }

        ApiCalls api() {
            return asked.api(
                    list,
                    ApiCatalogue.VERSION_ROOT + kind.path() + "/",
                    kind.usualOrder(asked.state()));
        }
    }

    @GetMapping(Routes.ISSUES)
    ModelAndView issues(Caller caller, @RequestParam Map<String, String> query) {
        return page(Kind.ISSUES, issues, IssueOrder.values(), tasks, caller.scope(), query);
    }

    /** Returns the whole list as a file. */
    @GetMapping(path = Routes.ISSUES, params = ListFiles.ASKED)
    ListFile<?> issueFile(Caller caller, @RequestParam Map<String, String> query) {
        IssueListQuery asked = IssueListQuery.of(query, Kind.ISSUES);
        return files.issues(
                caller,
                asked.filter(asked.state()),
                asked.ordering(Kind.ISSUES, IssueOrder.values()));
    }

    @GetMapping(Routes.TASKS)
    ModelAndView tasks(Caller caller, @RequestParam Map<String, String> query) {
        return page(Kind.TASKS, tasks, TaskOrder.values(), issues, caller.scope(), query);
    }

    /** Returns the whole list as a file. */
    @GetMapping(path = Routes.TASKS, params = ListFiles.ASKED)
    ListFile<?> taskFile(Caller caller, @RequestParam Map<String, String> query) {
        IssueListQuery asked = IssueListQuery.of(query, Kind.TASKS);
        return files.tasks(
                caller,
                asked.filter(asked.state()),
                asked.ordering(Kind.TASKS, TaskOrder.values()));
    }

    private <I extends ActionItem, O extends Enum<O> & ActionItemOrder> ModelAndView page(
            Kind kind,
            ActionItems<I, O> items,
            O[] columns,
            ActionItems<?, ?> others,
            Scope scope,
            Map<String, String> query) {
        IssueListQuery asked = IssueListQuery.of(query, kind);
        ActionItemFilter filter = asked.filter(asked.state());
        Map<ItemState, Long> counts = new EnumMap<>(ItemState.class);
        for (ItemState state : ItemState.values()) {
            counts.put(state, items.count(scope, asked.filter(state)));
        }
        PageList list =
                PageList.of(
                        kind.path(),
                        asked.values(),
                        query.getOrDefault("page", ""),
                        Objects.requireNonNull(counts.get(asked.state())));
        return pages.page(
                "actions/issues",
                new IssuesAndTasksPage(
                        kind,
                        asked,
                        counts,
                        others.count(scope, filter),
                        list,
                        items.list(scope, filter, asked.ordering(kind, columns), list.window()),
                        groups.heads(scope, Choice.MAX_GROUPS),
                        IgnoreOutcome.of(query.getOrDefault("done", ""))));
    }
}
