package org.mailvane.store;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.mailvane.store.system.SystemDb;

/**
 * The months of the {@code fact} table. A month's partition is made before the transaction that
 * writes into it, since making one locks the table for a moment.
 */
public final class Partitions {

    /** The first day that is ever kept: DMARC was published in January 2012. */
    public static final LocalDate FIRST_DAY = LocalDate.of(2012, 1, 1);

    private final Db db;
    private final SystemDb system;
    private final Set<YearMonth> known = ConcurrentHashMap.newKeySet();

    Partitions(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /** Makes sure that these days can be written. */
    public void ensure(Collection<LocalDate> days) {
        Set<YearMonth> missing = new TreeSet<>();
        for (LocalDate day : days) {
            YearMonth month = YearMonth.from(day);
            if (!known.contains(month)) {
                missing.add(month);
            }
        }
        if (missing.isEmpty()) {
            return;
        }
        db.inTransaction(() -> {
            // Two servers may need the same months at the same time.
            system.sql("select pg_advisory_xact_lock(hashtext('fact partitions'))")
                    .one(row -> true);
            missing.forEach(this::create);
        });
        known.addAll(missing);
    }

    private void create(YearMonth month) {
        String name = "fact_%04d_%02d".formatted(month.getYear(), month.getMonthValue());
        boolean exists =
                system.sql("select to_regclass(:name) is not null as found")
                        .param("name", name)
                        .one(row -> row.flag("found"));
        if (exists) {
            return;
        }
        // Attaching a finished table does not stop readers and writers of the other months, unlike
        // "create table ... partition of".
        system.sql("create table " + name + " (like fact including defaults including indexes)")
                .update();
        system.sql(
                        "alter table fact attach partition %s for values from ('%s') to ('%s')"
                                .formatted(name, month.atDay(1), month.plusMonths(1).atDay(1)))
                .update();
    }
}
