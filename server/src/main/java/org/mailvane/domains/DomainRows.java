package org.mailvane.domains;

import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Component;

/**
 * What those need of {@link Domains} that {@link Domains} needs itself: a capability that deletes
 * what it has stored about domains.
 */
@Component
public class DomainRows {

    private final DomainTable table;
    private final DomainDayTable days;

    DomainRows(DomainTable table, DomainDayTable days) {
        this.table = table;
        this.days = days;
    }

    /** Keeps others from writing about a domain until the transaction ends. */
    public void lock(Scope scope, DomainId id) {
        lock(scope, List.of(id));
    }

    /** The same of several, in ascending order. */
    public void lock(Scope scope, Collection<DomainId> ids) {
        table.lock(scope, ids);
    }

    /**
     * Puts messages of days in place of those that were counted. The domains are locked already.
     */
    public void replaceCounts(Scope scope, SortedMap<DomainDay, DomainMail> counts) {
        days.replace(scope, counts);
    }

    /** Forgets a domain's messages of a day whose retention is over. Its row is locked already. */
    public void forgetCounts(Scope scope, DomainId id, LocalDate day) {
        days.delete(scope, id, day);
    }

    /** Notes what DNS says of a domain, whose row is locked already. */
    public void setRecords(Scope scope, DomainId id, WatchedRecords records) {
        table.setRecords(scope, id, records);
    }
}
