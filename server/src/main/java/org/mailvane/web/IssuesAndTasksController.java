package org.mailvane.web;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Caller;
import org.mailvane.api.ListFile;
import org.mailvane.domains.DomainGroup;
import org.mailvane.domains.DomainGroups;
import org.mailvane.issues.ActionItems;
import org.mailvane.issues.Issue;
import org.mailvane.issues.IssueFile;
import org.mailvane.issues.IssueOrder;
import org.mailvane.issues.Issues;
import org.mailvane.issues.Task;
import org.mailvane.issues.TaskFile;
import org.mailvane.issues.TaskOrder;
import org.mailvane.issues.Tasks;
import org.mailvane.store.Scope;
import org.mailvane.web.Choice.Option;
import org.mailvane.web.IssueListQuery.State;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** What is wrong with domains, and what to do next about them: two lists of the same form. */
@Controller
@Profile("service")
class IssuesAndTasksController {

    static final String ISSUES_PATH = "/issues";
    static final String TASKS_PATH = "/tasks";

    private final Issues issues;
    private final Tasks tasks;
    private final DomainGroups groups;
    private final IssueFile issueFile;
    private final TaskFile taskFile;
    private final Pages pages;

    IssuesAndTasksController(
            Issues issues,
            Tasks tasks,
            DomainGroups groups,
            IssueFile issueFile,
            TaskFile taskFile,
            Pages pages) {
        this.issues = issues;
        this.tasks = tasks;
        this.groups = groups;
        this.issueFile = issueFile;
        this.taskFile = taskFile;
        this.pages = pages;
    }

    /** The address of what one of the lists has of domains with such a name, and that is so. */
    static String path(Kind kind, State state, String name) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put(IssueListQuery.STATE, state.code());
        query.put(IssueListQuery.NAME, name);
        return PageList.path(kind.path(), query);
    }

    /** One of the two lists. */
    enum Kind {
        ISSUES(ISSUES_PATH),
        TASKS(TASKS_PATH);

        private final String path;

        Kind(String path) {
            this.path = path;
        }

        /** The order where none is asked for, as the API spells it. */
        String usualOrder(State state) {
            return state == State.OPEN ? "urgency" : "-created";
        }

        /** The other orders that are offered. */
        List<String> orders(State state) {
            Stream<String> first =
                    Stream.of(
                            state == State.SOLVED
                                    ? this == ISSUES ? "-solved" : "-solve_time"
                                    : state == State.OPEN ? "-created" : "urgency");
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
     * @param issues that part of issues
     * @param tasks that part of tasks
     * @param groups those that the caller may see
     * @param done what was done just now, as its text is named; empty where nothing was
     */
    record MattersPage(
            Kind kind,
            IssueListQuery asked,
            Map<State, Long> counts,
            long others,
            PageList list,
            List<Issue> issues,
            List<Task> tasks,
            List<DomainGroup.Head> groups,
            String done) {

        /** Returns whether open items are grouped by urgency. */
        boolean isGrouped() {
            return asked.state() == State.OPEN
                    && list.count() > 0
                    && asked.get(Sorting.PARAMETER).isEmpty();
        }

        List<HealthGroup<Issue>> issueGroups() {
            return isGrouped() ? HealthGroup.of(issues) : List.of();
        }

        List<HealthGroup<Task>> taskGroups() {
            return isGrouped() ? HealthGroup.of(tasks) : List.of();
        }

        /** Whether the page shows all of the list. */
        boolean isWhole() {
            return list.count() == issues.size() + tasks.size();
        }

        /** Whether there is none of them, whatever is asked for. */
        boolean isEmpty() {
            return asked.isOfAll() && counts.values().stream().allMatch(count -> count == 0);
        }

        long count(State state) {
            return Objects.requireNonNull(counts.get(state));
        }

        long count(Kind other) {
            return other == kind ? count(asked.state()) : others;
        }

        /** The same list of those that are so. */
        String path(State state) {
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

    @GetMapping(ISSUES_PATH)
    ModelAndView issues(Caller caller, @RequestParam Map<String, String> query) {
        Scope scope = caller.scope();
        IssueListQuery asked = IssueListQuery.of(query, Kind.ISSUES);
        Map<State, Long> counts = counts(issues, scope, asked);
        PageList list = list(Kind.ISSUES, asked, query, counts);
        return pages.page(
                "issues",
                new MattersPage(
                        Kind.ISSUES,
                        asked,
                        counts,
                        tasks.count(scope, asked.filter(asked.state())),
                        list,
                        issues.list(
                                scope,
                                asked.filter(asked.state()),
                                asked.ordering(Kind.ISSUES, IssueOrder.values()),
                                list.window()),
                        List.of(),
                        groups.heads(scope, DomainsPageController.MAX_GROUPS),
                        IgnoreController.done(query.getOrDefault("done", ""))));
    }

    /** The whole list as a file. */
    @GetMapping(path = ISSUES_PATH, params = ListFiles.ASKED)
    ListFile<?> issueFile(Caller caller, @RequestParam Map<String, String> query) {
        IssueListQuery asked = IssueListQuery.of(query, Kind.ISSUES);
        return issueFile.of(
                caller,
                asked.filter(asked.state()),
                asked.ordering(Kind.ISSUES, IssueOrder.values()));
    }

    @GetMapping(TASKS_PATH)
    ModelAndView tasks(Caller caller, @RequestParam Map<String, String> query) {
        Scope scope = caller.scope();
        IssueListQuery asked = IssueListQuery.of(query, Kind.TASKS);
        Map<State, Long> counts = counts(tasks, scope, asked);
        PageList list = list(Kind.TASKS, asked, query, counts);
        return pages.page(
                "issues",
                new MattersPage(
                        Kind.TASKS,
                        asked,
                        counts,
                        issues.count(scope, asked.filter(asked.state())),
                        list,
                        List.of(),
                        tasks.list(
                                scope,
                                asked.filter(asked.state()),
                                asked.ordering(Kind.TASKS, TaskOrder.values()),
                                list.window()),
                        groups.heads(scope, DomainsPageController.MAX_GROUPS),
                        IgnoreController.done(query.getOrDefault("done", ""))));
    }

    /** The whole list as a file. */
    @GetMapping(path = TASKS_PATH, params = ListFiles.ASKED)
    ListFile<?> taskFile(Caller caller, @RequestParam Map<String, String> query) {
        IssueListQuery asked = IssueListQuery.of(query, Kind.TASKS);
        return taskFile.of(
                caller,
                asked.filter(asked.state()),
                asked.ordering(Kind.TASKS, TaskOrder.values()));
    }

    private static Map<State, Long> counts(
            ActionItems<?> matters, Scope scope, IssueListQuery asked) {
        Map<State, Long> counts = new EnumMap<>(State.class);
        for (State state : State.values()) {
            counts.put(state, matters.count(scope, asked.filter(state)));
        }
        return counts;
    }

    private static PageList list(
            Kind kind, IssueListQuery asked, Map<String, String> query, Map<State, Long> counts) {
        return PageList.of(
                kind.path(),
                asked.values(),
                query.getOrDefault("page", ""),
                Objects.requireNonNull(counts.get(asked.state())));
    }
}
