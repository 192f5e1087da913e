package org.mailvane.traffic;

import java.time.Clock;
import java.time.YearMonth;
import java.util.Collection;
import java.util.SortedSet;
import org.mailvane.domains.DomainId;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Component;

/**
 * Packed rows, which exist besides the table of rows. Code that changes rows reports that here, in
 * the same transaction, in which it has locked their domains.
 */
@Component
class PackedRows {

    private final PackedRowTable table;
    private final Clock clock;

    PackedRows(PackedRowTable table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /** Rows of these months have changed. */
    void changed(Scope scope, SortedSet<DomainMonth> months) {
        table.unpack(scope, months, clock.instant());
    }

    /** All rows of months before this one are gone. */
    void deleteBefore(YearMonth month) {
        table.deleteBefore(month);
    }

    /** All rows of these domains are gone. */
    void delete(Scope scope, Collection<DomainId> domains) {
        table.delete(scope, domains);
    }
}
