package org.mailvane.traffic.store;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.mailvane.domains.DomainRows;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Partitions;
import org.mailvane.traffic.blocks.DomainMonth;
import org.mailvane.traffic.blocks.PackedRows;
import org.mailvane.traffic.store.ExpiredTable.Owner;
import org.springframework.stereotype.Component;

/**
 * Deletes rows whose retention is over. Each domain's day is deleted in a separate transaction,
 * rows and sums together, so that figures agree at any time and imports wait only briefly.
 */
@Component
public class ExpiredTraffic {

    /** Domains that are looked up at once. */
    private static final int DOMAINS_AT_ONCE = 500;

    /**
     * Days for which a month that is over stays a partition: an import that was prepared before
     * midnight may still write into it.
     */
    private static final int PARTITION_PATIENCE = 2;

    private final Db db;
    private final DomainRows domains;
    private final Partitions partitions;
    private final ExpiredTable table;
    private final PackedRows packed;

    ExpiredTraffic(
            Db db,
            DomainRows domains,
            Partitions partitions,
            ExpiredTable table,
            PackedRows packed) {
        this.db = db;
        this.domains = domains;
        this.partitions = partitions;
        this.table = table;
        this.packed = packed;
    }

    /** Deletes what is about days before this one, of whatever account. */
    public void delete(LocalDate before) {
        forEach("daily", owner -> deleteDays(owner, before));
        forEach("report", owner -> deleteReports(owner, before));
        // By now their rows are gone, unless there are any without a sum.
        YearMonth month = YearMonth.from(before.minusDays(PARTITION_PATIENCE));
        if (partitions.hasAny(month)) {
            db.inTransaction(() -> packed.deleteBefore(month));
            // Of domains without any mail that is kept, too. Before the month goes: if this ends
            // halfway, the next run finds the month and does it again.
            forEach("auth_result", owner -> locked(owner, () -> table.deleteUnusedDetails(owner)));
            partitions.drop(month);
        }
    }

    private void forEach(String source, Consumer<Owner> work) {
        long last = 0;
        List<Owner> some;
        do {
            some = table.owners(source, last, DOMAINS_AT_ONCE);
            some.forEach(work);
            last = some.isEmpty() ? last : some.getLast().domain().value();
        } while (some.size() == DOMAINS_AT_ONCE);
    }

    private void deleteDays(Owner owner, LocalDate before) {
        for (LocalDate day : table.days(owner, before)) {
            locked(
                    owner,
                    () -> {
                        table.deleteDay(owner, day);
                        packed.changed(owner.scope(), months(owner, day));
                        domains.forgetCounts(owner.scope(), owner.domain(), day);
                    });
        }
    }

    private static SortedSet<DomainMonth> months(Owner owner, LocalDate day) {
        return new TreeSet<>(Set.of(DomainMonth.of(owner.domain(), day)));
    }

    private void deleteReports(Owner owner, LocalDate before) {
        boolean more = true;
        while (more) {
            more = db.inTransaction(() -> table.deleteReports(owner, before));
        }
    }

    /** Within a transaction in which nobody else writes about the domain. */
    private void locked(Owner owner, Runnable deletion) {
        db.inTransaction(() -> {
            domains.lock(owner.scope(), owner.domain());
            deletion.run();
        });
    }
}
