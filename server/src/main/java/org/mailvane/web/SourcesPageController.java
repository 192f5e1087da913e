package org.mailvane.web;

import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Caller;
import org.mailvane.api.ListFile;
import org.mailvane.domains.CountedDays;
import org.mailvane.domains.DomainGroup;
import org.mailvane.domains.DomainGroups;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.senders.Source;
import org.mailvane.senders.SourceFile;
import org.mailvane.senders.Sources;
import org.mailvane.sources.Category;
import org.mailvane.store.Scope;
import org.mailvane.traffic.SourceVolumes;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Who sends mail in the domains' names, by category. */
@Controller
@Profile("service")
class SourcesPageController {

    static final String PATH = "/sources";

    /** A source that was first seen so many days ago, or fewer, is new. */
    static final int NEW_DAYS = 14;

    private static final String LIST = ApiCatalogue.VERSION_ROOT + "/sources/";

    private final Sources sources;
    private final SourceVolumes volumes;
    private final Domains domains;
    private final DomainGroups groups;
    private final SourceFile file;
    private final Pages pages;
    private final Clock clock;

    SourcesPageController(
            Sources sources,
            SourceVolumes volumes,
            Domains domains,
            DomainGroups groups,
            SourceFile file,
            Pages pages,
            Clock clock) {
        this.sources = sources;
        this.volumes = volumes;
        this.domains = domains;
        this.groups = groups;
        this.file = file;
        this.pages = pages;
        this.clock = clock;
    }

    /**
     * What the page shows.
     *
     * @param asked what it is asked for
     * @param period of which days
     * @param figures all four categories
     * @param category whose sources are listed
     * @param list which part of them
     * @param rows that part
     * @param groups those that the caller may see
     */
    record SourcesPage(
            SourcesAsked asked,
            Period period,
            List<SourceFigures> figures,
            Category category,
            PageList list,
            List<SeenSource> rows,
            List<DomainGroup.Head> groups) {

        /** Messages by category, from below. */
        List<Long> messages() {
            return figures.stream().map(SourceFigures::messages).toList();
        }

        long allMessages() {
            return messages().stream().mapToLong(Long::longValue).sum();
        }

        /** How many sources there are of all categories. */
        long allSources() {
            return figures.stream().mapToLong(SourceFigures::sources).sum();
        }

        /** The same list of another category. */
        String path(Category other) {
            return PageList.path(
                    PATH, asked.with(SourcesAsked.CATEGORY, String.valueOf(other.number())));
        }

        /** The same list of other days. */
        String path(int days) {
            return list.with(SourcesAsked.DAYS, String.valueOf(days));
        }

        /** The page of a source, about the same mail. */
        String path(Source source) {
            return PageList.path(
                    SourcePageController.path(source.name().number()),
                    asked.with(SourcesAsked.CATEGORY, String.valueOf(category.number())));
        }

        Choice groups(Texts texts) {
            return Choice.ofGroups(asked.get(SourcesAsked.GROUP), texts, groups);
        }

        /** The same list by API, which has other days and filters of its own. */
        String api() {
            return period.days() == CountedDays.NUMBER && asked.isOfAll()
                    ? PageList.path(
                            LIST, Map.of(SourcesAsked.CATEGORY, String.valueOf(category.number())))
                    : "";
        }
    }

    /**
     * A source with its messages.
     *
     * @param first the first day that is kept on which it sent
     * @param isNew whether that is not long ago
     */
    record SeenSource(Source source, @Nullable LocalDate first, boolean isNew) {}

    @GetMapping(PATH)
    ModelAndView sources(
            Caller caller,
            @RequestParam Map<String, String> query,
            @RequestParam(defaultValue = "") String page) {
        Scope scope = caller.scope();
        SourcesAsked asked = SourcesAsked.of(query);
        Period period = asked.period(clock);
        Optional<List<DomainId>> only = asked.domains(scope, domains);
        List<SourceFigures> figures =
                SourceFigures.all(volumes.categories(scope, null, only, period.days()));
        Category category = asked.category().orElseGet(() -> firstOf(figures));
        PageList list =
                PageList.of(PATH, asked.values(), page, Categories.of(figures, category).sources());
        List<Source> found =
                sources.page(
                        scope,
                        new SourceVolumes.Choice(category, null, only, period.days()),
                        list.window());
        return pages.page(
                "sources",
                new SourcesPage(
                        asked,
                        period,
                        figures,
                        category,
                        list,
                        seen(scope, found, only, period.last()),
                        groups.heads(scope, DomainsPageController.MAX_GROUPS)));
    }

    /** The whole list as a file. */
    @GetMapping(path = PATH, params = ListFiles.ASKED)
    ListFile<?> file(Caller caller, @RequestParam Map<String, String> query) {
        Scope scope = caller.scope();
        SourcesAsked asked = SourcesAsked.of(query);
        Period period = asked.period(clock);
        Optional<List<DomainId>> only = asked.domains(scope, domains);
        Category category =
                asked.category()
                        .orElseGet(() ->
                                firstOf(
                                        SourceFigures.all(
                                                volumes.categories(
                                                        scope, null, only, period.days()))));
        return file.of(caller, new SourceVolumes.Choice(category, null, only, period.days()));
    }

    /** What does not pass comes first, as that is where there is something to do. */
    private static Category firstOf(List<SourceFigures> figures) {
        return Categories.of(figures, Category.NON_COMPLIANT).sources() > 0
                ? Category.NON_COMPLIANT
                : Category.CAPABLE;
    }

    private List<SeenSource> seen(
            Scope scope, List<Source> found, Optional<List<DomainId>> only, LocalDate today) {
        Map<Integer, LocalDate> first =
                volumes.firstDays(
                        scope, found.stream().map(each -> each.name().number()).toList(), only);
        return found.stream()
                .map(each -> {
                    LocalDate day = first.get(each.name().number());
                    return new SeenSource(each, day, isNew(day, today));
                })
                .toList();
    }

    /** Whether a source that was first seen on a day is new. */
    static boolean isNew(@Nullable LocalDate first, LocalDate today) {
        return first != null && first.isAfter(today.minusDays(NEW_DAYS));
    }
}
