package org.mailvane.web;

import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Caller;
import org.mailvane.api.ListFile;
import org.mailvane.domains.DomainGroup;
import org.mailvane.domains.DomainGroups;
import org.mailvane.domains.DomainId;
import org.mailvane.issues.DomainMatters;
import org.mailvane.issues.Standings;
import org.mailvane.planner.PlannerFile;
import org.mailvane.planner.PolicyAdvices;
import org.mailvane.planner.PolicyDomain;
import org.mailvane.planner.PolicyDomainOrder;
import org.mailvane.planner.Recommendation;
import org.mailvane.store.Scope;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** What to do next about each domain's DMARC policy, and why. */
@Controller
@Profile("service")
class PlannerController {

    static final String PATH = "/planner";

    /** Sources that are named of each domain; its own page names more. */
    static final int MAX_SOURCES = 5;

    private final PolicyAdvices advices;
    private final DomainGroups groups;
    private final Standings standings;
    private final PlannerFile file;
    private final Pages pages;

    PlannerController(
            PolicyAdvices advices,
            DomainGroups groups,
            Standings standings,
            PlannerFile file,
            Pages pages) {
        this.advices = advices;
        this.groups = groups;
        this.standings = standings;
        this.file = file;
        this.pages = pages;
    }

    /**
     * What the page shows.
     *
     * @param asked what the list is asked for
     * @param list which part of it
     * @param rows that part
     * @param matters what is open about their domains
     * @param groups those that the caller may see
     */
    record PlannerPage(
            PlannerAsked asked,
            PageList list,
            List<PolicyDomain> rows,
            Map<DomainId, DomainMatters> matters,
            List<DomainGroup.Head> groups) {

        /** Nothing is there, whatever is asked for. */
        boolean isEmpty() {
            return rows.isEmpty() && asked.values().isEmpty();
        }

        /**
         * What is to be done first about a domain, in the few words of other pages, where that is
         * about what a policy is judged by; else empty.
         */
        String first(PolicyDomain row, Texts texts) {
            return Optional.ofNullable(matters.get(row.id()))
                    .filter(Attention::isOfPolicy)
                    .flatMap(open -> Attention.necessary(texts, open))
                    .orElse("");
        }

        Choice recommendations(Texts texts) {
            return Choice.of(
                    asked.get(PlannerAsked.RECOMMENDATION),
                    texts,
                    List.of(Recommendation.values()),
                    Recommendation::code,
                    each -> texts.of("domain.advice." + each.code()));
        }

        Choice groups(Texts texts) {
            return Choice.ofGroups(asked.get(PlannerAsked.GROUP), texts, groups);
        }

        Sorting<PolicyDomainOrder> sorting() {
            return new Sorting<>(
                    asked.ordering(), List.of(PolicyDomainOrder.DOMAIN, PolicyDomainOrder.URGENCY));
        }

        /** The first of the days by which these domains were judged; null: none was yet. */
        @Nullable LocalDate firstDay() {
            return rows.stream()
                    .map(row -> row.advice().firstDay())
                    .filter(Objects::nonNull)
                    .min(Comparator.naturalOrder())
                    .orElse(null);
        }

        /** The last of them. */
        @Nullable LocalDate lastDay() {
            return rows.stream()
                    .map(row -> row.advice().lastDay())
                    .filter(Objects::nonNull)
                    .max(Comparator.naturalOrder())
                    .orElse(null);
        }

        /** The same list, whatever stands against a policy. */
        String all() {
            return list.with(Map.of(PlannerAsked.READY, "", PlannerAsked.RAISE, ""));
        }

        /** The same list of domains whose policy can go up now: those that are done are none. */
        String ready() {
            return list.with(Map.of(PlannerAsked.READY, "", PlannerAsked.RAISE, "true"));
        }

        /** The same list of domains for which something stands against a policy. */
        String blocked() {
            return list.with(Map.of(PlannerAsked.READY, "false", PlannerAsked.RAISE, ""));
        }
    }

    @GetMapping(PATH)
    ModelAndView planner(Caller caller, @RequestParam Map<String, String> query) {
        Scope scope = caller.scope();
        PlannerAsked asked = PlannerAsked.of(query);
        PageList list =
                PageList.of(
                        PATH,
                        asked.values(),
                        query.getOrDefault("page", ""),
                        advices.count(scope, asked.filter(), Optional.empty()));
        List<PolicyDomain> rows =
                advices.list(
                        scope, asked.filter(), Optional.empty(), asked.ordering(), list.window());
        return pages.page(
                "planner",
                new PlannerPage(
                        asked,
                        list,
                        rows,
                        standings.of(scope, rows.stream().map(PolicyDomain::id).toList()),
                        groups.heads(scope, DomainsPageController.MAX_GROUPS)));
    }

    /** The whole list as a file. */
    @GetMapping(path = PATH, params = ListFiles.ASKED)
    ListFile<?> file(Caller caller, @RequestParam Map<String, String> query) {
        PlannerAsked asked = PlannerAsked.of(query);
        return file.of(caller, asked.filter(), asked.ordering());
    }
}
