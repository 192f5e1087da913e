package org.mailvane.domains;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.FilterCriteria.Kind;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Service;

/**
 * Filters that users have saved, of all kinds. Each belongs to the user who has saved it, and is
 * there as long as that user may read all its domains; with one of these it is deleted.
 */
@Service
public class SavedFilters {

    /** Filters of one user, of all kinds together; for a new one the oldest go. */
    static final int MAX_FILTERS = 1_000;

    /** Domains in one user's filters together; for a new one the oldest filters go. */
    static final int MAX_DOMAINS = 100_000;

    private final Db db;
    private final SavedFilterTable table;
    private final Domains domains;
    private final Clock clock;

    SavedFilters(Db db, SavedFilterTable table, Domains domains, Clock clock) {
        this.db = db;
        this.table = table;
        this.domains = domains;
        this.clock = clock;
    }

    /** The result of a request to create a filter. */
    public sealed interface Creation {

        /** It is there. */
        record Created(SavedFilter filter) implements Creation {}

        /** The user may not read these domains, or there are none of these names. */
        record Unknown(Set<DomainName> names) implements Creation {}
    }

    /** Saves a filter of the user whose scope this is. */
    public Creation create(Scope scope, FilterCriteria criteria) {
        return db.inTransaction(() -> {
            Map<DomainName, DomainId> readable = domains.readable(scope, criteria.domains());
            Set<DomainName> unknown =
                    criteria.domains().stream()
                            .filter(name -> !readable.containsKey(name))
                            .collect(Collectors.toSet());
            if (!unknown.isEmpty()) {
                return new Creation.Unknown(unknown);
            }
            Scope own = scope.wholeAccount();
            table.lockUser(own);
            SavedFilter filter = table.insert(own, criteria, readable, clock.instant());
            table.deleteOld(own, MAX_FILTERS, MAX_DOMAINS);
            return new Creation.Created(filter);
        });
    }

    /** How many filters of a kind the user has. */
    public long count(Scope scope, Kind kind) {
        return table.count(scope, kind);
    }

    /** A page of them, the newest first. */
    public List<SavedFilter> list(Scope scope, Kind kind, Window window) {
        return table.list(scope, kind, window);
    }

    /** The filter of this number and kind, if it is the user's and they may read its domains. */
    public Optional<SavedFilter> find(Scope scope, Kind kind, long id) {
        return find(scope, id).filter(filter -> filter.criteria().kind() == kind);
    }

    /** As {@link #find(Scope, Kind, long)}, of any kind. */
    public Optional<SavedFilter> find(Scope scope, long id) {
        return table.find(scope, id);
    }

    /**
     * The domains of a filter of any kind, if it is the user's and they may read all of them. What
     * counts with one of them is not among them: see {@link VisibleDomains}.
     *
     * @return none for all domains that the user may read
     */
    public Optional<List<DomainId>> domainsOf(Scope scope, long id) {
        return table.domains(scope, id);
    }
}
