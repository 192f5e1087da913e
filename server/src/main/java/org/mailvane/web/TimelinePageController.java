package org.mailvane.web;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Caller;
import org.mailvane.api.ListFile;
import org.mailvane.store.Scope;
import org.mailvane.timeline.Change;
import org.mailvane.timeline.EventChoice;
import org.mailvane.timeline.EventChoices;
import org.mailvane.timeline.Timeline;
import org.mailvane.timeline.TimelineEvent;
import org.mailvane.timeline.TimelineEventFilter;
import org.mailvane.timeline.TimelineFile;
import org.mailvane.web.Choice.Option;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** What happened, the newest first, with what records said before and after. */
@Controller
@Profile("service")
class TimelinePageController {

    static final String PATH = "/timeline";

    static final String CHANGES = "changes";
    private static final String DOMAIN = "domain";
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

    /** Kinds of changes that are asked for together. */
    enum Kind {
        RECORDS("DMARC|SPF|DKIM|BIMI|MTA_STS|TLS_RPT|MX"),
        POLICIES("DMARC_POLICY"),
        SOURCES("NEW_SOURCE"),
        TRAFFIC("VOLUME|THREAT|REPORTS"),
        DOMAINS("DOMAIN|SUBDOMAIN");

        /** What the names of its changes begin with. */
        private final Pattern begins;

        Kind(String begins) {
            this.begins = Pattern.compile("(?:" + begins + ")(?:_|$)");
        }

        /** As addresses spell it. */
        String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Its name in the bundles. */
        String key() {
            return "change.kind." + code();
        }

        private List<Change> changes() {
            return Arrays.stream(Change.values())
                    .filter(change -> begins.matcher(change.name()).lookingAt())
                    .toList();
        }

        private static Optional<Kind> ofCode(String code) {
            return Arrays.stream(values()).filter(each -> each.code().equals(code)).findFirst();
        }
    }

    /** All changes of one sort on a day. */
    static String path(LocalDate day, Change change) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("begin", day.toString());
        query.put("end", day.toString());
        query.put(CHANGES, change.code());
        return PageList.path(PATH, query);
    }

    /** What happened to domains whose names hold this one's. */
    static String path(String domain) {
        return PageList.path(PATH, Map.of(DOMAIN, domain));
    }

    /** Returns the changes of a kind, or a single change; none for other codes. */
    private static List<Change> changes(String code) {
        return Kind.ofCode(code)
                .map(Kind::changes)
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
                    CHANGES,
                    (name, code) ->
                            changes(code).stream()
                                    .map(Change::code)
                                    .collect(Collectors.joining(",")));
            return ApiCalls.same(list.api(LIST, query));
        }

        /** The kinds to choose from, and the single change that a link has led to. */
        Choice kinds(Texts texts) {
            String asked = list.asked(CHANGES);
            Stream<Option> kinds =
                    Arrays.stream(Kind.values())
                            .map(kind -> new Option(kind.code(), texts.of(kind.key())));
            Stream<Option> single =
                    ofCode(asked).stream()
                            .map(change -> new Option(asked, texts.of(EventTexts.key(change))));
            return Choice.of(
                    asked, texts.of("timeline.change.any"), Stream.concat(kinds, single).toList());
        }
    }

    @GetMapping(PATH)
    ModelAndView timeline(Caller caller, @RequestParam Map<String, String> query) {
        Scope scope = caller.scope();
        ListQuery read = asked(query);
        Map<String, String> asked = read.values();
        EventChoice choice = choice(scope, asked);
        PageList list =
                PageList.of(
                        PATH, asked, query.getOrDefault("page", ""), timeline.count(scope, choice));
        return pages.page(
                "timeline",
                new TimelinePage(
                        list, timeline.list(scope, choice, list.window()), read.unknown()));
    }

    /** The whole list as a file. */
    @GetMapping(path = PATH, params = ListFiles.ASKED)
    ListFile<?> file(Caller caller, @RequestParam Map<String, String> query) {
        return file.of(caller, choice(caller.scope(), asked(query).values()));
    }

    /** What an address asks for; what the page does not know is taken as not asked. */
    private static ListQuery asked(Map<String, String> query) {
        return new ListQuery(query)
                .text(DOMAIN)
                .known(
                        CHANGES,
                        Stream.concat(
                                        Arrays.stream(Kind.values()).map(Kind::code),
                                        Arrays.stream(Change.values()).map(Change::code))
                                .toList())
                .day("begin")
                .day("end")
                .range("begin", "end")
                .number(GroupChoice.PARAMETER);
    }

    private EventChoice choice(Scope scope, Map<String, String> asked) {
        return choices.of(
                scope,
                new TimelineEventFilter(
                        null,
                        ListQuery.textOf(asked.getOrDefault(DOMAIN, "")),
                        ListQuery.numberOf(asked.getOrDefault(GroupChoice.PARAMETER, "")),
                        asked.containsKey(CHANGES) ? changes(asked.get(CHANGES)) : null,
                        ListQuery.dayOf(asked.getOrDefault("begin", "")).orElse(null),
                        ListQuery.dayOf(asked.getOrDefault("end", "")).orElse(null)));
    }
}
