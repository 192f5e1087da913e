package org.mailvane.web;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mailvane.api.PageRequest.Window;
import org.mailvane.domains.DomainId;
import org.mailvane.store.Scope;
import org.mailvane.timeline.Change;
import org.mailvane.timeline.EventChoice;
import org.mailvane.timeline.Timeline;
import org.mailvane.timeline.TimelineEvent;

/**
 * One line of what happened last: an event, or many of a kind on a day, such as the domains of a
 * pasted list, beside which nothing else would be seen.
 *
 * @param newest the newest of them
 * @param number how many they are
 * @param names of the domains of some, the newest first
 * @param more whether there are other domains
 */
record ShownEvent(TimelineEvent newest, long number, List<String> names, boolean more) {

    /** So many of a kind on a day are one line. */
    static final int MIN_FOLDED = 4;

    /** Names of domains in such a line. */
    static final int MAX_NAMES = 3;

    /**
     * Events that are read for these lines: first few, which mostly do, then as many as one list
     * that is added can have.
     */
    static final List<Integer> READ = List.of(100, 6_000);

    /** Of which kind, on which day (UTC). */
    private record Key(LocalDate day, Change change) {

        static Key of(TimelineEvent event) {
            return new Key(event.created().atZone(ZoneOffset.UTC).toLocalDate(), event.change());
        }
    }

    /**
     * What happened last.
     *
     * @param only of these domains; empty for all
     * @param lines how many at most
     */
    static List<ShownEvent> last(
            Scope scope, Timeline timeline, Optional<List<DomainId>> only, int lines) {
        List<ShownEvent> shown = List.of();
        for (int limit : READ) {
            List<TimelineEvent> events =
                    timeline.list(
                            scope,
                            new EventChoice(only, List.of(), null, null),
                            new Window(1, 1, limit, 0));
            shown = folded(events, lines);
            if (shown.size() == lines || events.size() < limit) {
                break;
            }
        }
        return shown.stream().map(each -> each.counted(scope, timeline, only)).toList();
    }

    /** Events, the newest first, as lines. */
    static List<ShownEvent> folded(List<TimelineEvent> events, int lines) {
        Map<Key, List<TimelineEvent>> alike = new LinkedHashMap<>();
        for (TimelineEvent event : events) {
            alike.computeIfAbsent(Key.of(event), key -> new ArrayList<>()).add(event);
        }
        List<ShownEvent> shown = new ArrayList<>();
        for (TimelineEvent event : events) {
            List<TimelineEvent> same = alike.getOrDefault(Key.of(event), List.of());
            boolean folded = same.size() >= MIN_FOLDED;
            if (!folded) {
                shown.add(new ShownEvent(event, 1, List.of(event.domain()), false));
            } else if (same.getFirst().id() == event.id()) {
                List<String> names = same.stream().map(TimelineEvent::domain).distinct().toList();
                boolean more = names.size() > MAX_NAMES;
                shown.add(
                        new ShownEvent(
                                event,
                                same.size(),
                                more ? names.subList(0, MAX_NAMES) : names,
                                more));
            }
            if (shown.size() == lines) {
                break;
            }
        }
        return List.copyOf(shown);
    }

    /** The same with all of its day: not all of them were read, maybe. */
    private ShownEvent counted(Scope scope, Timeline timeline, Optional<List<DomainId>> only) {
        if (!isFolded()) {
            return this;
        }
        LocalDate day = day();
        EventChoice alike = new EventChoice(only, List.of(newest.change().code()), day, day);
        return new ShownEvent(newest, timeline.count(scope, alike), names, more);
    }

    private LocalDate day() {
        return Key.of(newest).day();
    }

    boolean isFolded() {
        return number >= MIN_FOLDED;
    }

    /** Where all of them stand. */
    String path() {
        return TimelinePageController.path(day(), newest.change());
    }

    /** The names, and whether there are others. */
    String names(Texts texts) {
        String named = String.join(", ", names);
        return more ? texts.of("overview.folded.names", named) : named;
    }
}
