package org.mailvane.web.overview;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Scope;
import org.mailvane.timeline.Change;
import org.mailvane.timeline.Timeline;
import org.mailvane.timeline.Timeline.OfKind;
import org.mailvane.timeline.TimelineEvent;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Texts;

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

    /** The kind and the day (UTC) of events. */
    private record Key(LocalDate day, Change change) {

        static Key of(TimelineEvent event) {
            return new Key(event.day(), event.change());
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
        Map<Key, List<OfKind>> alike = new LinkedHashMap<>();
        List<ShownEvent> shown = new ArrayList<>();
        List<OfKind> newest = timeline.newest(scope, only, MIN_FOLDED - 1, lines);
        for (OfKind each : newest) {
            alike.computeIfAbsent(Key.of(each.event()), key -> new ArrayList<>()).add(each);
        }
        Set<Key> folded = new HashSet<>();
        for (OfKind each : newest) {
            Key key = Key.of(each.event());
            if (each.number() < MIN_FOLDED || folded.add(key)) {
                shown.add(of(each, alike.getOrDefault(key, List.of())));
            }
        }
        return shown.stream().limit(lines).toList();
    }

    private static ShownEvent of(OfKind newest, List<OfKind> alike) {
        if (newest.number() < MIN_FOLDED) {
            return new ShownEvent(newest.event(), 1, List.of(newest.event().domain()), false);
        }
        List<String> names = alike.stream().map(each -> each.event().domain()).distinct().toList();
        return new ShownEvent(newest.event(), newest.number(), names, newest.others());
    }

    boolean isFolded() {
        return number >= MIN_FOLDED;
    }

    /** Returns the path of all of them. */
    String path() {
        return Routes.timeline(newest.day(), newest.change());
    }

    /** The names, and whether there are others. */
    String names(Texts texts) {
        String named = String.join(", ", names);
        return more ? texts.of("overview.folded.names", named) : named;
    }
}
