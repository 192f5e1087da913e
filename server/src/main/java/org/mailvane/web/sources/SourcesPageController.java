package org.mailvane.web.sources;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.ListFile;
import org.mailvane.domains.CountedDays;
import org.mailvane.domains.DomainGroup;
import org.mailvane.domains.DomainGroups;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.domains.Messages;
import org.mailvane.platform.store.Scope;
import org.mailvane.sourcedata.Source;
import org.mailvane.sourcedata.SourceFile;
import org.mailvane.sourcedata.Sources;
import org.mailvane.sourcedata.Sources.Largest;
import org.mailvane.sources.Category;
import org.mailvane.sources.SourceName;
import org.mailvane.traffic.reclassify.Reclassification;
import org.mailvane.traffic.sums.MessageSums;
import org.mailvane.traffic.sums.SourceVolumes;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.Categories;
import org.mailvane.web.frame.Choice;
import org.mailvane.web.frame.ListFiles;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Period;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Texts;
import org.mailvane.web.parts.NewSources;
import org.mailvane.web.parts.SourceAdvice;
import org.mailvane.web.parts.SourceFigures;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The senders of mail in the domains' names, by category. */
@Controller
@Profile("service")
class SourcesPageController {

    /** Sources of each category that are listed where all are. */
    static final int EACH = 8;

    /** What does not pass comes first, as that is where there is something to do. */
    private static final List<Category> ORDER =
            List.of(
                    Category.NON_COMPLIANT,
                    Category.CAPABLE,
                    Category.FORWARDER,
                    Category.THREAT_OR_UNKNOWN);

    /** Marks an address of a page on which data are being refreshed. */
    private static final String ASKING = "refreshing";

    private static final String LIST = ApiCatalogue.VERSION_ROOT + "/sources/";

    private final Sources sources;
    private final SourceVolumes volumes;
    private final Domains domains;
    private final DomainGroups groups;
    private final SourceFile file;
    private final Reclassification settling;
    private final NewSources newSources;
    private final Pages pages;
    private final Clock clock;

    SourcesPageController(
            Sources sources,
            SourceVolumes volumes,
            Domains domains,
            DomainGroups groups,
            SourceFile file,
            Reclassification settling,
            NewSources newSources,
            Pages pages,
            Clock clock) {
        this.sources = sources;
        this.volumes = volumes;
        this.domains = domains;
        this.groups = groups;
        this.file = file;
        this.settling = settling;
        this.newSources = newSources;
        this.pages = pages;
        this.clock = clock;
    }

    /**
     * What the page shows.
     *
     * @param asked what it is asked for
     * @param period of which days
     * @param figures all four categories
     * @param cards the listed sources: those of the category that is asked for, or the largest of
     *     each
     * @param list which part of the category is listed, where one is asked for
     * @param groups those that the caller may see
     * @param canDecide whether there are domains of which the caller may say whose a source is
     * @param refreshed when all source data was last made of all that was known; null if never
     * @param now when the page was made
     * @param asking whether a refresh was requested just now
     */
    record SourcesPage(
            SourceListQuery asked,
            Period period,
            List<SourceFigures> figures,
            List<Card> cards,
            PageList list,
            List<DomainGroup.Head> groups,
            boolean canDecide,
            @Nullable Instant refreshed,
            Instant now,
            boolean asking) {

        /** Whether a category is asked for, so that there is one card with all of it by pages. */
        boolean isOfOne() {
            return asked.category().isPresent();
        }

        /** Returns the cards over the whole width; the others are shown side by side. */
        List<Card> wide() {
            return cards.stream().filter(card -> isOfOne() || card.isToBeSetUp()).toList();
        }

        List<Card> narrow() {
            return cards.stream().filter(card -> !isOfOne() && !card.isToBeSetUp()).toList();
        }

        boolean isOf(Category category) {
            return asked.category().equals(Optional.of(category));
        }

        /** All of a category as a file. */
        String file(Card card) {
            return PageList.of(
                            Routes.SOURCES,
                            asked.with(
                                    SourceListQuery.CATEGORY,
                                    String.valueOf(card.category().number())),
                            "",
                            card.sources())
                    .file();
        }

        /** Returns the path for all categories. */
        String allPath() {
            return PageList.path(Routes.SOURCES, asked.with(SourceListQuery.CATEGORY, ""));
        }

        /** Messages by category, from below. */
        List<Long> messages() {
            return figures.stream().map(SourceFigures::messages).toList();
        }

        long allMessages() {
            return messages().stream().mapToLong(Long::longValue).reduce(0, Messages::sum);
        }

        /** How many sources there are of all categories. */
        long allSources() {
            return figures.stream().mapToLong(SourceFigures::sources).reduce(0, Messages::sum);
        }

        /** The same list of another category. */
        String path(Category other) {
            return PageList.path(
                    Routes.SOURCES,
                    asked.with(SourceListQuery.CATEGORY, String.valueOf(other.number())));
        }

        /** The same list of other days. */
        String path(int days) {
            return list.with(SourceListQuery.DAYS, String.valueOf(days));
        }

        /** The page of a source, about the same mail. */
        String path(Card card, Source source) {
            return PageList.path(
                    Routes.source(source.name().number()),
                    asked.with(SourceListQuery.CATEGORY, String.valueOf(card.category().number())));
        }

        Choice groups(Texts texts) {
            return Choice.ofGroups(asked.get(SourceListQuery.GROUP), texts, groups);
        }

        /** The same lists by API. */
        ApiCalls api() {
            return ApiCalls.same(
                    cards.stream()
                            .filter(card -> isOfOne() || card.sources() > 0)
                            .map(this::api)
                            .toArray(String[]::new));
        }

        private String api(Card card) {
            Map<String, String> query =
                    asked.with(SourceListQuery.CATEGORY, String.valueOf(card.category().number()));
            if (isOfOne()) {
                return list.api(LIST, query);
            }
            query.put(PageList.LIMIT, String.valueOf(EACH));
            return PageList.path(LIST, query);
        }
    }

    /**
     * Sources of a category.
     *
     * @param sources how many the category has
     * @param rows those that are listed
     */
    record Card(Category category, long sources, List<SeenSource> rows) {

        String key() {
            return SourceFigures.key(category);
        }

        /** The name of its place on the page. */
        String id() {
            return "list" + category.number();
        }

        /** Whether there is something to set up for its sources. */
        boolean isToBeSetUp() {
            return category == Category.NON_COMPLIANT || category == Category.CAPABLE;
        }
    }

    /**
     * A source with its messages.
     *
     * @param first the first day that is kept on which it sent
     * @param isNew whether it was new to a domain on the days that the page is about
     * @param advice what to do about it
     */
    record SeenSource(
            Source source, @Nullable LocalDate first, boolean isNew, SourceAdvice advice) {}

    @GetMapping(Routes.SOURCES)
    ModelAndView sources(
            Caller caller,
            @RequestParam Map<String, String> query,
            @RequestParam(defaultValue = "") String page) {
        Scope scope = caller.scope();
        SourceListQuery asked = SourceListQuery.of(query);
        Period period = asked.period(clock);
        Optional<List<DomainId>> only = asked.domains(scope, domains);
        List<SourceFigures> figures;
        List<Card> cards;
        PageList list = PageList.of(Routes.SOURCES, asked.values(), "", 0);
        if (asked.category().isPresent()) {
            Category category = asked.category().get();
            figures = SourceFigures.all(volumes.categories(scope, null, only, period.days()));
            long count = Categories.of(figures, category).sources();
            list = PageList.of(Routes.SOURCES, asked.values(), page, count);
            SourceVolumes.Choice choice =
                    new SourceVolumes.Choice(category, null, only, period.days());
            List<Source> found = sources.page(scope, choice, list.window());
            Seen seen = seen(scope, found, only, period);
            cards = List.of(new Card(category, count, seen.of(category, found)));
        } else {
            List<Largest> largest = sources.largest(scope, only, period.days(), EACH);
            figures = SourceFigures.ofLargest(largest);
            cards = cards(scope, largest, only, period);
        }
        Instant refreshed = settling.refreshed(scope);
        return pages.page(
                "sources/sources",
                new SourcesPage(
                        asked,
                        period,
                        figures,
                        cards,
                        list,
                        groups.heads(scope, Choice.MAX_GROUPS),
                        scope.writes().allDomains() || groups.writesAny(scope),
                        refreshed.equals(Instant.EPOCH) ? null : refreshed,
                        clock.instant(),
                        query.containsKey(ASKING)));
    }

    /** All four, those first for which there is something to do. */
    private List<Card> cards(
            Scope scope, List<Largest> largest, Optional<List<DomainId>> only, Period period) {
        Seen seen =
                seen(
                        scope,
                        largest.stream().flatMap(each -> each.rows().stream()).toList(),
                        only,
                        period);
        Map<Category, Card> cards = new EnumMap<>(Category.class);
        for (Largest each : largest) {
            cards.put(
                    each.category(),
                    new Card(
                            each.category(),
                            each.sources(),
                            seen.of(each.category(), each.rows())));
        }
        return ORDER.stream()
                .map(category -> cards.getOrDefault(category, new Card(category, 0, List.of())))
                .toList();
    }

    /** Refreshes source data in the background, as the API does. */
    @PostMapping(Routes.SOURCES_REFRESH)
    ModelAndView refresh(Caller caller) {
        settling.request(caller.scope().wholeAccount());
        return pages.redirect(Routes.SOURCES + "?" + ASKING + "=true");
    }

    /** The whole list as a file. */
    @GetMapping(path = Routes.SOURCES, params = ListFiles.ASKED)
    ListFile<?> file(Caller caller, @RequestParam Map<String, String> query) {
        Scope scope = caller.scope();
        SourceListQuery asked = SourceListQuery.of(query);
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

    /**
     * What is known of some sources besides their messages.
     *
     * @param first the first day that is kept on which each of them sent
     * @param news those that were new to a domain
     * @param now what they sent on the days that advice is about; empty where their messages are of
     *     these days already
     */
    private record Seen(
            Map<Integer, LocalDate> first,
            Set<Integer> news,
            Optional<Map<Integer, Map<Category, MessageSums>>> now) {

        List<SeenSource> of(Category category, List<Source> sources) {
            return sources.stream()
                    .map(each -> {
                        int number = each.name().number();
                        return new SeenSource(
                                each,
                                first.get(number),
                                news.contains(number),
                                SourceAdvice.of(
                                        each.name(),
                                        category,
                                        now.isEmpty()
                                                ? Map.of(category, each.sums())
                                                : now.get().getOrDefault(number, Map.of())));
                    })
                    .toList();
        }
    }

    /** That of all sources of a page, whatever their categories, by one statement each. */
    private Seen seen(
            Scope scope, List<Source> found, Optional<List<DomainId>> only, Period period) {
        List<SourceName> names = found.stream().map(Source::name).distinct().toList();
        List<Integer> numbers = names.stream().map(SourceName::number).toList();
        return new Seen(
                volumes.firstDays(scope, numbers, only),
                newSources.of(scope, only, period, names),
                period.days() == CountedDays.NUMBER
                        ? Optional.empty()
                        : Optional.of(volumes.nowOfMany(scope, numbers, only)));
    }
}
