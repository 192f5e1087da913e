package org.mailvane.traffic.blocks;

import java.time.Clock;
import java.time.YearMonth;
import java.util.Collection;
import java.util.SortedSet;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Component;

/**
 * Packed rows, which exist besides the table of rows. Code that changes rows reports that here, in
 * the same transaction, in which it has locked their domains.
 */
@Component
public class PackedRows {

    private final PackedRowTable table;
    private final Clock clock;

    PackedRows(PackedRowTable table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /** Rows of these months have changed. */
    public void changed(Scope scope, SortedSet<DomainMonth> months) {
        table.unpack(scope, months, clock.instant());
    }

    /** All rows of months before this one are gone. */
    public void deleteBefore(YearMonth month) {
        table.deleteBefore(month);
    }

    /** All rows of these domains are gone. */
    public void delete(Scope scope, Collection<DomainId> domains) {
        table.delete(scope, domains);
    }
}
