package org.mailvane.platform.jobs;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;

/**
 * A table as a queue that any number of servers work together. A worker claims rows for the time of
 * a lease, and extends it while it works. Until then no other worker gets the row; after that any
 * worker does. A worker that has lost its lease can't write any more, because everything it writes
 * about a row goes through {@link #own}.
 *
 * <p>The table has the columns {@code account_id}, {@code leased_until} (null: nobody has the row)
 * and {@code generation} (see {@link Lease}). Which rows are due, in which order, and how accounts
 * take turns, is up to its owner, who passes parts of statements in.
 */
public final class LeaseQueue {

    /** Condition of rows that no worker has. It uses {@code :now}. */
    public static final String FREE = "(leased_until is null or leased_until <= :now)";

    /** Condition of rows that a worker has, or had when it died. */
    public static final String LEASED = "leased_until is not null";

    private final Db db;
    private final SystemDb system;
    private final String table;
    private final String key;

    /**
     * @param key the column that identifies a row
     */
    public LeaseQueue(Db db, SystemDb system, String table, String key) {
        this.db = db;
        this.system = system;
        this.table = Db.plainName(table);
        this.key = Db.plainName(key);
    }

    /**
     * Claims rows, of whatever account.
     *
     * @param chosen selects the keys of {@link #FREE} rows in their order, {@code for update skip
     *     locked}, so that each worker gets different ones
     * @param set what changes too, such as {@code attempts = attempts + 1}; may be empty
     * @param read selects what the worker needs from {@code taken}, the claimed rows
     */
    public Query claim(String chosen, String set, String read, Instant leaseEnd) {
        return system.sql(claiming(chosen, set, read)).param("leaseEnd", leaseEnd);
    }

    /** As {@link #claim(String, String, String, Instant)}, of one account. */
    public Query claim(Scope scope, String chosen, String set, String read, Instant leaseEnd) {
        return db.as(scope).sql(claiming(chosen, set, read)).param("leaseEnd", leaseEnd);
    }

    private String claiming(String chosen, String set, String read) {
        // As an array, rows are chosen once. A join could choose again for each row.
        return """
        with taken as (
            update %s q set leased_until = :leaseEnd, generation = q.generation + 1%s
            where q.%s = any(array(%s))
            returning q.*)
        %s
        """
                .formatted(table, further(set), key, chosen, read);
    }

    /** Returns the lease of a claimed row that was read with these three columns. */
    public Lease lease(Row row) throws SQLException {
        return new Lease(
                Scope.ofAccount(row.number("account_id")),
                row.number(key),
                row.number("generation"));
    }

    /**
     * Prepares a statement about a row that affects nothing when the lease is lost.
     *
     * @param statement has {@code %s} in place of the condition
     */
    public Query own(Lease lease, String statement) {
        return db.as(lease.scope())
                .sql(
                        statement.formatted(
                                "account_id = :account and %s = :leased and generation = :generation"
                                        .formatted(key)))
                .param("leased", lease.id())
                .param("generation", lease.generation());
    }

    /** Extends a lease. Returns false if it is lost. */
    public boolean extend(Lease lease, Instant leaseEnd) {
        return extend(List.of(lease), leaseEnd) == 1;
    }

    /** Extends those of the leases that are not lost. Returns how many these are. */
    public int extend(Collection<Lease> leases, Instant leaseEnd) {
        return ofLeases("leased_until = :leaseEnd", leases).param("leaseEnd", leaseEnd).update();
    }

    /**
     * Gives rows back, those of lost leases excepted. Other workers may take them at once.
     *
     * @param set what changes too, such as when the row is due; may be empty
     */
    public Query giveBack(Collection<Lease> leases, String set) {
        return ofLeases(ending(set), leases);
    }

    /** As {@link #giveBack(Collection, String)}, of one row. */
    public Query giveBack(Lease lease, String set) {
        return giveBack(List.of(lease), set);
    }

    private Query ofLeases(String set, Collection<Lease> leases) {
        return system.sql(
                        """
                        update %s q set %s
                        from unnest(:ids, :generations) l(leased_id, leased_generation)
                        where q.%s = leased_id and q.generation = leased_generation
                        """
                                .formatted(table, set, key))
                .param("ids", leases.stream().mapToLong(Lease::id).toArray())
                .param("generations", leases.stream().mapToLong(Lease::generation).toArray());
    }

    /**
     * Ends the leases of rows, of whatever account: their workers have lost them.
     *
     * @param which a condition of rows, such as {@link #LEASED}
     * @param set what changes too; may be empty
     */
    public Query endLeases(String which, String set) {
        return system.sql("update %s q set %s where %s".formatted(table, ending(set), which));
    }

    private static String ending(String set) {
        return "leased_until = null, generation = q.generation + 1" + further(set);
    }

    private static String further(String set) {
        return set.isEmpty() ? "" : ", " + set;
    }

    /**
     * Returns how long a row rests after so many failures.
     *
     * @param pauses after the first failure, the second, and so on; after further ones as after the
     *     last
     * @param failures from 1
     */
    public static Duration pause(List<Duration> pauses, int failures) {
        return pauses.get(Math.min(failures, pauses.size()) - 1);
    }

    /**
     * Returns SQL of the time until which a row rests. It uses {@code :now} and {@code :pauses},
     * and is null after more failures than there are pauses.
     *
     * @param failures SQL of the number of failures, from 1
     */
    public static String restsUntil(String failures) {
        return "cast(:now as timestamptz) + make_interval(secs => (cast(:pauses as bigint[]))[%s])"
                .formatted(failures);
    }

    /** Returns the value of {@code :pauses}. */
    public static long[] seconds(List<Duration> pauses) {
        return pauses.stream().mapToLong(Duration::toSeconds).toArray();
    }
}
