package org.mailvane.reporters;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.mailvane.api.Ordering;
import org.mailvane.api.PageRequest.Window;
import org.mailvane.reporters.ReporterTable.Seen;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.mailvane.store.StatementLimit;
import org.springframework.stereotype.Service;

/** The reporters of an account. */
@Service
public class Reporters {

    private final Db db;
    private final ReporterTable table;
    private final ReporterListTable lists;
    private final KnownReporters known;
    private final List<ReporterDecided> listeners;

    Reporters(
            Db db,
            ReporterTable table,
            ReporterListTable lists,
            KnownReporters known,
            List<ReporterDecided> listeners) {
        this.db = db;
        this.table = table;
        this.lists = lists;
        this.known = known;
        this.listeners = listeners;
    }

    /** A reporter, and how a report of it came. */
    public record Sighting(ReporterKey key, ReportAuthentication authentication) {}

    /**
     * Returns the numbers of reporters, and adds those that are new. It commits: another server may
     * add the same, and would wait for a longer transaction.
     */
    public Map<ReporterKey, Long> numbers(Scope scope, Collection<Sighting> sightings) {
        if (sightings.isEmpty()) {
            return Map.of();
        }
        SortedMap<ReporterKey, Boolean> seen = new TreeMap<>();
        for (Sighting one : sightings) {
            String vouching = one.authentication().domain();
            boolean isKnown =
                    one.authentication().isVerified()
                            && vouching != null
                            && known.contains(vouching);
            seen.merge(one.key(), isKnown, Boolean::logicalOr);
        }
        List<Seen> all = new ArrayList<>();
        seen.forEach((key, isKnown) -> all.add(new Seen(key, isKnown)));
        return db.inTransaction(() -> table.numbers(scope, all));
    }

    /**
     * Changes how far a reporter is trusted. What its reports count for follows in the background.
     *
     * @return whether there is such a reporter
     */
    public boolean decide(Scope scope, long id, ReporterTrust trust) {
        AtomicBoolean found = new AtomicBoolean();
        // A reporter may have very many reports.
        StatementLimit.lifted(() ->
                db.inTransaction(() -> {
                    listeners.forEach(listener -> listener.deciding(scope, id));
                    found.set(table.decide(scope, id, trust));
                    if (found.get()) {
                        listeners.forEach(listener -> listener.decided(scope, id));
                    }
                }));
        return found.get();
    }

    /** How many reporters a list has. */
    public long count(Scope scope, ReporterFilter filter) {
        return lists.count(scope, filter);
    }

    /** Reporters with reports that the caller may see, those with the most messages first. */
    public List<Reporter> list(
            Scope scope, ReporterFilter filter, Ordering<ReporterOrder> ordering, Window window) {
        return lists.list(scope, filter, ordering, window);
    }

    /** One of them. */
    public Optional<Reporter> find(Scope scope, long id) {
        return lists.find(scope, id);
    }
}
