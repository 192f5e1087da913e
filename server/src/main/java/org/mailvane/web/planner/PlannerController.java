package org.mailvane.web.planner;

import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mailvane.actions.DomainActions;
import org.mailvane.actions.DomainHealthService;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.ListFile;
import org.mailvane.domains.Domain;
import org.mailvane.domains.DomainGroup;
import org.mailvane.domains.DomainGroups;
import org.mailvane.domains.DomainHealth;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.planner.PlannerFile;
import org.mailvane.planner.PolicyAdvice;
import org.mailvane.planner.PolicyAdvice.SenderEvidence;
import org.mailvane.planner.PolicyAdvices;
import org.mailvane.planner.PolicyDomain;
import org.mailvane.planner.PolicyDomainOrder;
import org.mailvane.planner.Recommendation;
import org.mailvane.platform.store.Scope;
import org.mailvane.web.frame.Choice;
import org.mailvane.web.frame.ListFiles;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Sorting;
import org.mailvane.web.frame.Texts;
import org.mailvane.web.parts.DomainStatusView;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** What to do next about each domain's DMARC policy, and why. */
@Controller
@Profile("service")
class PlannerController {

    /** Sources that are named of each domain; its own page names more. */
    static final int MAX_SOURCES = 5;

    /** The number of sources that are named in a short reason. */
    static final int MAX_NAMED = 2;

    private final Domains domains;
    private final PolicyAdvices advices;
    private final DomainGroups groups;
    private final DomainHealthService health;
    private final PlannerFile file;
    private final Pages pages;

    PlannerController(
            Domains domains,
            PolicyAdvices advices,
            DomainGroups groups,
            DomainHealthService health,
            PlannerFile file,
            Pages pages) {
        this.domains = domains;
        this.advices = advices;
        this.groups = groups;
        this.health = health;
        this.file = file;
        this.pages = pages;
    }

    /**
     * A domain of the list.
     *
     * @param domain what was found out about it
     * @param actions what is open about it; null where it was deleted meanwhile
     * @param isPolicyKnown whether DNS told last which policy it has
     */
    record Planned(PolicyDomain domain, @Nullable DomainActions actions, boolean isPolicyKnown) {

        /** Whether nothing is to be done about it, and its policy can be left as it is. */
        boolean isDone() {
            PolicyAdvice advice = domain.advice();
            return advice.ready()
                    && advice.recommendation() == Recommendation.MAINTAIN
                    && needing() == null;
        }

        /** Returns its health if it needs somebody, unless its policy can be raised; else null. */
        @Nullable DomainHealth needing() {
            PolicyAdvice advice = domain.advice();
            boolean raises = advice.ready() && advice.recommendation() != Recommendation.MAINTAIN;
            return actions == null || raises || !actions.needsSomebody() ? null : actions.health();
        }

        /**
         * Returns the recommended step; if a problem requires the policy to stay as it is, to fix
         * that.
         */
        Recommendation todo() {
            Recommendation recommended = domain.advice().recommendation();
            return recommended == Recommendation.MONITOR
                            && domain.advice().isJudged()
                            && needing() == DomainHealth.FIX
                    ? Recommendation.FIX
                    : recommended;
        }

        /** The same as {@link #first}, with who sends mail that fails. */
        String why(Texts texts) {
            String first = first(texts);
            List<String> failing =
                    domain.advice().sources().stream()
                            .filter(source -> source.failed() > 0 && !source.undecided())
                            .map(SenderEvidence::name)
                            .limit(MAX_NAMED)
                            .toList();
            return first.isEmpty() || failing.isEmpty()
                    ? first
                    : texts.of(
                            "planner.why.failing",
                            first,
                            String.join(", ", failing),
                            failing.size());
        }

        /**
         * Why it needs somebody, in the few words of other pages, where that is about what a policy
         * is judged by; else empty.
         */
        String first(Texts texts) {
            return Optional.ofNullable(actions)
                    .filter(DomainActions::blocksPolicy)
                    .flatMap(open -> DomainStatusView.reason(texts, open))
                    .orElse("");
        }
    }

    /**
     * What the page shows.
     *
     * @param asked what the list is asked for
     * @param list which part of it
     * @param rows that part
     * @param groups those that the caller may see
     */
    record PlannerPage(
            PlannerListQuery asked,
            PageList list,
            List<Planned> rows,
            List<DomainGroup.Head> groups) {

        /** Nothing is there, whatever is asked for. */
        boolean isEmpty() {
            return rows.isEmpty() && asked.values().isEmpty();
        }

        /** Those that are shown at once. */
        List<Planned> open() {
            return isFolding() ? rows.stream().filter(row -> !row.isDone()).toList() : rows;
        }

        /** Those that are shown when somebody asks: nothing is to be done about them. */
        List<Planned> folded() {
            return isFolding() ? rows.stream().filter(Planned::isDone).toList() : List.of();
        }

        /** Returns whether the list, and so the done ones, has more than one page. */
        boolean isPart() {
            return list.pages() > 1;
        }

        /** Whoever asks for something else than all in the usual order sees what is asked for. */
        private boolean isFolding() {
            return Set.of(PlannerListQuery.GROUP).containsAll(asked.values().keySet())
                    && !rows.stream().allMatch(Planned::isDone);
        }

        Choice recommendations(Texts texts) {
            return Choice.of(
                    asked.get(PlannerListQuery.RECOMMENDATION),
                    texts,
                    List.of(Recommendation.values()),
                    Recommendation::code,
                    each -> texts.of("domain.advice." + each.code()));
        }

        Choice groups(Texts texts) {
            return Choice.ofGroups(asked.get(PlannerListQuery.GROUP), texts, groups);
        }

        Sorting<PolicyDomainOrder> sorting() {
            return new Sorting<>(
                    asked.ordering(), List.of(PolicyDomainOrder.DOMAIN, PolicyDomainOrder.URGENCY));
        }

        /** How a column is sorted, where somebody asked for that; null where not. */
        @Nullable String sorted(PolicyDomainOrder column) {
            return asked.get(Sorting.PARAMETER).isEmpty() ? null : sorting().sorted(column);
        }

        /** The first of the days by which these domains were judged; null: none was yet. */
        @Nullable LocalDate firstDay() {
            return rows.stream()
                    .map(row -> row.domain().advice().firstDay())
                    .filter(Objects::nonNull)
                    .min(Comparator.naturalOrder())
                    .orElse(null);
        }

        /** The last of them. */
        @Nullable LocalDate lastDay() {
            return rows.stream()
                    .map(row -> row.domain().advice().lastDay())
                    .filter(Objects::nonNull)
                    .max(Comparator.naturalOrder())
                    .orElse(null);
        }

        /** Returns the path of the same list, without regard to what blocks a policy. */
        String all() {
            return list.with(Map.of(PlannerListQuery.READY, "", PlannerListQuery.RAISE, ""));
        }

        /** The same list of domains whose policy can go up now: those that are done are none. */
        String ready() {
            return list.with(Map.of(PlannerListQuery.READY, "", PlannerListQuery.RAISE, "true"));
        }

        /** Returns the path of the same list of domains for which something blocks a policy. */
        String blocked() {
            return list.with(Map.of(PlannerListQuery.READY, "false", PlannerListQuery.RAISE, ""));
        }
    }

    @GetMapping(Routes.PLANNER)
    ModelAndView planner(Caller caller, @RequestParam Map<String, String> query) {
        Scope scope = caller.scope();
        PlannerListQuery asked = PlannerListQuery.of(query);
        PageList list =
                PageList.of(
                        Routes.PLANNER,
                        asked.values(),
                        query.getOrDefault("page", ""),
                        advices.count(scope, asked.filter(), Optional.empty()));
        List<PolicyDomain> rows =
                advices.list(
                        scope, asked.filter(), Optional.empty(), asked.ordering(), list.window());
        return pages.page(
                "planner/planner",
                new PlannerPage(
                        asked, list, planned(scope, rows), groups.heads(scope, Choice.MAX_GROUPS)));
    }

    private List<Planned> planned(Scope scope, List<PolicyDomain> rows) {
        List<DomainId> ids = rows.stream().map(PolicyDomain::id).toList();
        Map<DomainId, DomainActions> actions = health.of(scope, ids);
        Set<DomainId> known =
                domains.rows(scope, ids).stream()
                        .filter(DomainStatusView::isPolicyKnown)
                        .map(Domain::id)
                        .collect(Collectors.toSet());
        return rows.stream()
                .map(row -> new Planned(row, actions.get(row.id()), known.contains(row.id())))
                .toList();
    }

    /** The whole list as a file. */
    @GetMapping(path = Routes.PLANNER, params = ListFiles.ASKED)
    ListFile<?> file(Caller caller, @RequestParam Map<String, String> query) {
        PlannerListQuery asked = PlannerListQuery.of(query);
        return file.of(caller, asked.filter(), asked.ordering());
    }
}
