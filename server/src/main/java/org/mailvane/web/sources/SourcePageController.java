package org.mailvane.web.sources;

import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.sourcedata.SourceDomain;
import org.mailvane.sourcedata.Sources;
import org.mailvane.sources.Category;
import org.mailvane.sources.SourceName;
import org.mailvane.sources.SourceNames;
import org.mailvane.sources.SourceNumbers;
import org.mailvane.sources.custom.SourceDecision.Decision;
import org.mailvane.sources.custom.SourceDecisionFilter;
import org.mailvane.sources.custom.SourceDecisions;
import org.mailvane.sources.custom.SourceRefusedException;
import org.mailvane.traffic.sums.MessageSums;
import org.mailvane.traffic.sums.SourceVolumes;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.LocalPath;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Period;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.parts.NewSources;
import org.mailvane.web.parts.SourceAdvice;
import org.mailvane.web.parts.SourceFigures;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** One source: its domains, what to do about it, and whose it is. */
@Controller
@Profile("service")
class SourcePageController {

    private static final String LIST = ApiCatalogue.VERSION_ROOT + "/source-domains/";

    private final Sources sources;
    private final SourceVolumes volumes;
    private final SourceNames names;
    private final SourceDecisions decisions;
    private final Domains domains;
    private final NewSources newSources;
    private final Pages pages;
    private final Clock clock;

    SourcePageController(
            Sources sources,
            SourceVolumes volumes,
            SourceNames names,
            SourceDecisions decisions,
            Domains domains,
            NewSources newSources,
            Pages pages,
            Clock clock) {
        this.sources = sources;
        this.volumes = volumes;
        this.names = names;
        this.decisions = decisions;
        this.domains = domains;
        this.newSources = newSources;
        this.pages = pages;
        this.clock = clock;
    }

    /**
     * What the page shows.
     *
     * @param source who it is
     * @param asked what the page is asked for
     * @param period of which days
     * @param first the first day that is kept on which it sent; null for none
     * @param figures its messages by category
     * @param category as which its messages are shown
     * @param sums those messages
     * @param list which part of its domains
     * @param rows that part
     * @param isNew whether it was new to a domain on these days
     * @param advice what to do about it
     * @param refused whether a decision was refused just now
     */
    record SourcePage(
            SourceName source,
            SourceListQuery asked,
            Period period,
            @Nullable LocalDate first,
            List<SourceFigures> figures,
            Category category,
            MessageSums sums,
            PageList list,
            List<DecidedDomain> rows,
            boolean isNew,
            SourceAdvice advice,
            boolean refused) {

        /** Its categories that have messages. */
        List<SourceFigures> shown() {
            return figures.stream().filter(each -> each.messages() > 0).toList();
        }

        String path(int days) {
            return list.with(SourceListQuery.DAYS, String.valueOf(days));
        }

        String path(Category other) {
            return PageList.path(
                    Routes.source(source.number()),
                    asked.with(SourceListQuery.CATEGORY, String.valueOf(other.number())));
        }

        /** Back to the list. */
        String back() {
            return PageList.path(Routes.SOURCES, asked.values());
        }

        String decisionPath() {
            return Routes.SOURCE_DECISION.replace("{id}", String.valueOf(source.number()));
        }

        /** Whether people can say whose it is. */
        boolean canBeDecided() {
            return source.number() >= SourceNumbers.FIRST_OF_CATALOGUE;
        }

        /** The same domains by API. */
        ApiCalls api() {
            Map<String, String> query =
                    asked.with(SourceListQuery.CATEGORY, String.valueOf(category.number()));
            query.put("source_number", String.valueOf(source.number()));
            return ApiCalls.same(list.api(LIST, query));
        }
    }

    /**
     * A domain in whose name the source sent.
     *
     * @param id its row; null where it was deleted meanwhile
     * @param decision what counts for it; null where nobody has said anything
     * @param writable whether the caller may say it
     */
    record DecidedDomain(
            SourceDomain row,
            @Nullable DomainId id,
            @Nullable Decision decision,
            boolean writable) {

        /** Whether this is what counts. */
        boolean is(@Nullable Decision other) {
            return decision == other;
        }
    }

    @GetMapping(Routes.SOURCE)
    ModelAndView source(
            Caller caller,
            @PathVariable long id,
            @RequestParam Map<String, String> query,
            @RequestParam(defaultValue = "") String page) {
        return page(caller, id, SourceListQuery.of(query), page, false);
    }

    private ModelAndView page(
            Caller caller, long id, SourceListQuery asked, String page, boolean refused) {
        Scope scope = caller.scope();
        if (id < 0 || id > Integer.MAX_VALUE) {
            throw ApiProblem.notFound();
        }
        int number = (int) id;
        Period period = asked.period(clock);
        Optional<List<DomainId>> only = asked.domains(scope, domains);
        LocalDate first = volumes.firstDays(scope, List.of(number), Optional.empty()).get(number);
        // Names of the others are told only to those for whose domains they have sent.
        if (first == null && number > SourceNumbers.LAST_OF_CATALOGUE) {
            throw ApiProblem.notFound();
        }
        List<SourceFigures> figures =
                SourceFigures.all(volumes.categories(scope, number, only, period.days()));
        Category category = asked.category().orElseGet(() -> most(figures));
        SourceVolumes.Choice choice =
                new SourceVolumes.Choice(category, number, only, period.days());
        Optional<SourceVolumes.OfSource> all =
                volumes.sources(scope, choice, 1, 0).rows().stream().findFirst();
        PageList list =
                PageList.of(
                        Routes.source(number),
                        asked.values(),
                        page,
                        all.map(SourceVolumes.OfSource::domains).orElse(0L));
        SourceName name = names.of(scope, number);
        SourcePage shown =
                new SourcePage(
                        name,
                        asked,
                        period,
                        first,
                        figures,
                        category,
                        all.map(SourceVolumes.OfSource::sums).orElse(MessageSums.NONE),
                        list,
                        decided(scope, number, sources.domainsPage(scope, choice, list.window())),
                        !newSources.of(scope, only, period, List.of(name)).isEmpty(),
                        SourceAdvice.of(
                                name,
                                category,
                                volumes.now(scope, List.of(number), only)
                                        .getOrDefault(number, Map.of())),
                        refused);
        return pages.page(
                refused ? HttpStatus.BAD_REQUEST : HttpStatus.OK, "sources/source", shown);
    }

    /** The category of most of its messages. */
    private static Category most(List<SourceFigures> figures) {
        SourceFigures most = figures.getFirst();
        for (SourceFigures each : figures) {
            most = each.messages() > most.messages() ? each : most;
        }
        return most.category();
    }

    private List<DecidedDomain> decided(Scope scope, int source, List<SourceDomain> rows) {
        Set<DomainName> all =
                rows.stream().map(row -> new DomainName(row.domain())).collect(Collectors.toSet());
        Map<DomainName, DomainId> ids = domains.readable(scope, all);
        Set<DomainName> writable = domains.writable(scope, all).keySet();
        Map<DomainId, Map<Integer, Decision>> said = decisions.of(scope, ids.values());
        return rows.stream()
                .map(row -> {
                    DomainName name = new DomainName(row.domain());
                    DomainId id = ids.get(name);
                    return new DecidedDomain(
                            row,
                            id,
                            id == null ? null : said.getOrDefault(id, Map.of()).get(source),
                            writable.contains(name));
                })
                .toList();
    }

    /**
     * Says whose a source is.
     *
     * @param domain in whose name it sends
     * @param decision as the API spells it; anything else takes back what was said
     */
    @PostMapping(Routes.SOURCE_DECISION)
    ModelAndView decide(
            Caller caller,
            @PathVariable long id,
            @RequestParam(defaultValue = "") String domain,
            @RequestParam(defaultValue = "") String decision,
            @RequestParam(defaultValue = LocalPath.HOME) String next) {
        Scope scope = caller.scope();
        DomainName name = DomainName.parse(domain).orElseThrow(ApiProblem::notFound);
        DomainId row = domains.readable(scope, List.of(name)).get(name);
        if (row == null || id < 0 || id > Integer.MAX_VALUE) {
            throw ApiProblem.notFound();
        }
        if (!domains.writable(scope, List.of(name)).containsKey(name)) {
            throw ApiProblem.forbidden();
        }
        int source = (int) id;
        try {
            Optional<Decision> wanted = decision(decision);
            if (wanted.isPresent()) {
                if (decisions.decide(scope, row, source, wanted.get()).isEmpty()) {
                    throw ApiProblem.notFound();
                }
            } else {
                decisions
                        .list(
                                scope,
                                new SourceDecisionFilter(name, source, null),
                                new Window(1, 1, 1, 0))
                        .forEach(said -> decisions.delete(scope, said));
            }
        } catch (SourceRefusedException refused) {
            return page(caller, id, SourceListQuery.of(Map.of()), "", true);
        }
        return pages.redirect(LocalPath.orHome(next));
    }

    private static Optional<Decision> decision(String code) {
        for (Decision each : Decision.values()) {
            if (each.code().equals(code)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }
}
