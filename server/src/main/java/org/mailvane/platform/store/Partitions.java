package org.mailvane.platform.store;

import com.zaxxer.hikari.HikariDataSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.mailvane.platform.store.system.SystemDb;

/**
 * The months of the {@code fact} table. A month's partition is made before the transaction that
 * writes into it, since making one locks the table for a moment.
 */
public final class Partitions {

    /** The first day that is ever kept: DMARC was published in January 2012. */
    public static final LocalDate FIRST_DAY = LocalDate.of(2012, 1, 1);

    private final Db db;
    private final SystemDb system;
    private final HikariDataSource pool;
    private final Set<YearMonth> known = ConcurrentHashMap.newKeySet();

    Partitions(Db db, SystemDb system, HikariDataSource pool) {
        this.db = db;
        this.system = system;
        this.pool = pool;
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
        closeOlderConnections();
        known.addAll(missing);
    }

    /**
     * Closes this server's connections that were opened before a month was attached, each when it
     * is given back. In one of 150 runs of {@code PartitionsTest} PostgreSQL refused a row of a
     * month that another connection had attached. We assume that a connection keeps an older list
     * of the months if it reads the list while a month is attached.
     */
    private void closeOlderConnections() {
        pool.getHikariPoolMXBean().softEvictConnections();
    }

    private void create(YearMonth month) {
        String name = name(month);
        boolean exists =
                system.sql(
                                """
                                select exists (select from pg_inherits
                                    where inhparent = 'fact'::regclass
                                        and inhrelid = to_regclass(:name)) as found
                                """)
                        .param("name", name)
                        .one(row -> row.flag("found"));
        if (exists) {
            return;
        }
        // One that was detached and not dropped any more.
        system.sql("drop table if exists " + name).update();
        // Attaching a finished table does not stop readers and writers of the other months, unlike
        // "create table ... partition of".
        system.sql("create table " + name + " (like fact including defaults including indexes)")
                .update();
        system.sql(
                        "alter table fact attach partition %s for values from ('%s') to ('%s')"
                                .formatted(name, month.atDay(1), month.plusMonths(1).atDay(1)))
                .update();
    }

    /** Whether there are months before this one. */
    public boolean hasAny(YearMonth before) {
        return !old(before).isEmpty();
    }

    private List<Partition> old(YearMonth before) {
        return system.sql(
                        """
                        select c.relname, i.inhrelid is not null as attached,
                            coalesce(i.inhdetachpending, false) as pending
                        from pg_class c
                        left join pg_inherits i on i.inhrelid = c.oid
                            and i.inhparent = 'fact'::regclass
                        where c.relkind = 'r' and c.relname ~ '^fact_[0-9]{4}_[0-9]{2}$'
                            and c.relname < :before
                            and c.relnamespace = (select relnamespace from pg_class
                                where oid = 'fact'::regclass)
                        order by c.relname
                        """)
                .param("before", name(before))
                .list(row ->
                        new Partition(
                                row.text("relname"), row.flag("attached"), row.flag("pending")));
    }

    /**
     * Drops the months before this one, outside of any transaction: nobody who reads or writes
     * other months waits. What was begun and not finished is finished.
     */
    public void drop(YearMonth before) {
        for (Partition partition : old(before)) {
            if (partition.attached) {
                system.sql(
                                "alter table fact detach partition "
                                        + partition.name
                                        + (partition.pending ? " finalize" : " concurrently"))
                        .update();
            }
            system.sql("drop table " + partition.name).update();
        }
        known.removeIf(month -> month.isBefore(before));
    }

    /**
     * A month's table.
     *
     * @param pending whether detaching it was begun and not finished
     */
    private record Partition(String name, boolean attached, boolean pending) {}

    private static String name(YearMonth month) {
        return "fact_%04d_%02d".formatted(month.getYear(), month.getMonthValue());
    }
}
