package org.mailvane.timeline;

import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.text.Passage;
import org.springframework.stereotype.Service;

/** The timeline of an account's domains. */
@Service
public class Timeline {

    private final Db db;
    private final TimelineEventTable table;
    private final Clock clock;

    Timeline(Db db, TimelineEventTable table, Clock clock) {
        this.db = db;
        this.table = table;
        this.clock = clock;
    }

    /** Notes what happened, within the transaction that runs on this thread, if one does. */
    public void add(Scope scope, List<NewEvent> events) {
        if (events.isEmpty()) {
            return;
        }
        List<NewEvent> kept = events.stream().map(NewEvent::kept).toList();
        db.inTransaction(() -> table.insert(scope.wholeAccount(), kept, clock.instant()));
    }

    /**
     * Notes that domains go, within the transaction that runs on this thread, in which they are
     * deleted next. What is said of them stays without them.
     */
    void addGoing(Scope scope, Collection<DomainId> domains, Change change, Passage details) {
        db.inTransaction(() ->
                table.insertGoing(scope.wholeAccount(), domains, change, details, clock.instant()));
    }

    /** Returns how many of these events the caller may see. */
    public long count(Scope scope, EventChoice choice) {
        return table.count(scope, choice);
    }

    /** Returns those of some texts that such an event has as its new value. */
    public Set<String> newValues(Scope scope, EventChoice choice, Collection<String> texts) {
        return texts.isEmpty() ? Set.of() : table.newValues(scope, choice, texts);
    }

    /** Returns a page of them, the newest first. */
    public List<TimelineEvent> list(Scope scope, EventChoice choice, Window window) {
        return table.list(scope, choice, window, null);
    }

    /**
     * One of the newest events of a kind on a day (UTC).
     *
     * @param number how many of the kind there are on the day
     * @param others whether some are of domains that the newest are not of
     */
    public record OfKind(TimelineEvent event, long number, boolean others) {}

    /**
     * Returns the newest events of each kind and day (UTC), the newest first: so many of each, of
     * as many of the last days as it takes for so many kinds, each counted once a day.
     *
     * @param domains of these domains; empty for all that the caller may read
     */
    public List<OfKind> newest(Scope scope, Optional<List<DomainId>> domains, int each, int kinds) {
        List<OfKind> found = new ArrayList<>();
        long seen = 0;
        LocalDate end = null;
        while (seen < kinds) {
            List<TimelineEvent> last =
                    list(
                            scope,
                            new EventChoice(domains, List.of(), null, end),
                            new Window(1, 1, 1, 0));
            if (last.isEmpty()) {
                break;
            }
            LocalDate day = last.getFirst().day();
            List<OfKind> ofDay =
                    table.newest(scope, new EventChoice(domains, List.of(), day, day), each);
            seen += ofDay.stream().map(one -> one.event().change()).distinct().count();
            found.addAll(ofDay);
            end = day.minusDays(1);
        }
        return List.copyOf(found);
    }

    /** Returns the pages of them, the newest first. */
    EventPages events(Scope scope, EventChoice choice) {
        return new EventPages(table, scope, choice);
    }
}
