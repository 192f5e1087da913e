package org.mailvane.web.timeline;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.ListFile;
import org.mailvane.platform.store.Scope;
import org.mailvane.timeline.Change;
import org.mailvane.timeline.EventChoice;
import org.mailvane.timeline.EventChoices;
import org.mailvane.timeline.Timeline;
import org.mailvane.timeline.TimelineEvent;
import org.mailvane.timeline.TimelineEventFilter;
import org.mailvane.timeline.TimelineFile;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.ChangeKind;
import org.mailvane.web.frame.Choice;
import org.mailvane.web.frame.Choice.Option;
import org.mailvane.web.frame.GroupChoice;
import org.mailvane.web.frame.LinkParameter;
import org.mailvane.web.frame.ListFiles;
import org.mailvane.web.frame.ListQuery;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Texts;
import org.mailvane.web.parts.EventTexts;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** What happened, the newest first, with what records said before and after. */
@Controller
@Profile("service")
class TimelinePageController {

    private static final String LIST = ApiCatalogue.VERSION_ROOT + "/timeline-events/";

    private final Timeline timeline;
    private final EventChoices choices;
    private final TimelineFile file;
    private final Pages pages;

    TimelinePageController(
            Timeline timeline, EventChoices choices, TimelineFile file, Pages pages) {
        this.timeline = timeline;
        this.choices = choices;
        this.file = file;
        this.pages = pages;
    }

    /** Returns the changes of a kind, or a single change; none for other codes. */
    private static List<Change> changes(String code) {
        return ChangeKind.ofCode(code)
                .map(ChangeKind::changes)
                .orElseGet(() -> ofCode(code).map(List::of).orElse(List.of()));
    }

    private static Optional<Change> ofCode(String code) {
        return Arrays.stream(Change.values()).filter(each -> each.code().equals(code)).findFirst();
    }

    /**
     * What the page shows.
     *
     * @param list which part of the events
     * @param events that part
     * @param unknown what is asked for and not known
     */
    record TimelinePage(
            PageList list, List<TimelineEvent> events, List<ListQuery.Unknown> unknown) {

        /** The group that the events are of; empty for all. */
        String group() {
            return list.asked(GroupChoice.PARAMETER);
        }

        /** The same part of the list by API, which knows each change by itself. */
        ApiCalls api() {
            Map<String, String> query = new LinkedHashMap<>(list.query());
            query.computeIfPresent(
                    LinkParameter.CHANGES,
                    (name, code) ->
                            changes(code).stream()
                                    .map(Change::code)
                                    .collect(Collectors.joining(",")));
            return ApiCalls.same(list.api(LIST, query));
        }

        /** The kinds to choose from, and the single change that a link has led to. */
        Choice kinds(Texts texts) {
            String asked = list.asked(LinkParameter.CHANGES);
            Stream<Option> kinds =
                    Arrays.stream(ChangeKind.values())
                            .map(kind -> new Option(kind.code(), texts.of(kind.key())));
            Stream<Option> single =
                    ofCode(asked).stream()
                            .map(change -> new Option(asked, texts.of(EventTexts.key(change))));
            return Choice.of(
                    asked, texts.of("timeline.change.any"), Stream.concat(kinds, single).toList());
        }
    }

    @GetMapping(Routes.TIMELINE)
    ModelAndView timeline(Caller caller, @RequestParam Map<String, String> query) {
        Scope scope = caller.scope();
        ListQuery read = asked(query);
        Map<String, String> asked = read.values();
        EventChoice choice = choice(scope, asked);
        PageList list =
                PageList.of(
                        Routes.TIMELINE,
                        asked,
                        query.getOrDefault("page", ""),
                        timeline.count(scope, choice));
        return pages.page(
                "timeline/timeline",
                new TimelinePage(
                        list, timeline.list(scope, choice, list.window()), read.unknown()));
    }

    /** The whole list as a file. */
    @GetMapping(path = Routes.TIMELINE, params = ListFiles.ASKED)
    ListFile<?> file(Caller caller, @RequestParam Map<String, String> query) {
        return file.of(caller, choice(caller.scope(), asked(query).values()));
    }

    /** What an address asks for; what the page does not know is taken as not asked. */
    private static ListQuery asked(Map<String, String> query) {
        return new ListQuery(query)
                .text(LinkParameter.DOMAIN)
                .known(
                        LinkParameter.CHANGES,
                        Stream.concat(
                                        Arrays.stream(ChangeKind.values()).map(ChangeKind::code),
                                        Arrays.stream(Change.values()).map(Change::code))
                                .toList())
                .day(LinkParameter.BEGIN)
                .day(LinkParameter.END)
                .range(LinkParameter.BEGIN, LinkParameter.END)
                .number(GroupChoice.PARAMETER);
    }

    private EventChoice choice(Scope scope, Map<String, String> asked) {
        return choices.of(
                scope,
                new TimelineEventFilter(
                        null,
                        ListQuery.textOf(asked.getOrDefault(LinkParameter.DOMAIN, "")),
                        ListQuery.numberOf(asked.getOrDefault(GroupChoice.PARAMETER, "")),
                        asked.containsKey(LinkParameter.CHANGES)
                                ? changes(asked.get(LinkParameter.CHANGES))
                                : null,
                        ListQuery.dayOf(asked.getOrDefault(LinkParameter.BEGIN, "")).orElse(null),
                        ListQuery.dayOf(asked.getOrDefault(LinkParameter.END, "")).orElse(null)));
    }
}
