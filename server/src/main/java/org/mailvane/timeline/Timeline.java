package org.mailvane.timeline;

import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.mailvane.api.PageRequest.Window;
import org.mailvane.domains.DomainId;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
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
    void addGoing(Scope scope, Collection<DomainId> domains, Change change, String details) {
        db.inTransaction(() ->
                table.insertGoing(scope.wholeAccount(), domains, change, details, clock.instant()));
    }

    /** How many of these events the caller may see. */
    public long count(Scope scope, EventChoice choice) {
        return table.count(scope, choice);
    }

    /** Those of some texts that such an event has as what was then. */
    public Set<String> newValues(Scope scope, EventChoice choice, Collection<String> texts) {
        return texts.isEmpty() ? Set.of() : table.newValues(scope, choice, texts);
    }

    /** A page of them, the newest first. */
    public List<TimelineEvent> list(Scope scope, EventChoice choice, Window window) {
        return table.list(scope, choice, window, null);
    }

    /** The pages of them, the newest first. */
    EventPages events(Scope scope, EventChoice choice) {
        return new EventPages(table, scope, choice);
    }
}
