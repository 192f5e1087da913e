package org.mailvane.platform.store.system;

import java.time.LocalDate;
import java.time.ZoneOffset;
import javax.sql.DataSource;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Statements;

/**
 * The database without an account's bounds, for the few statements that need none: finding out
 * whose token it is, working a queue of all accounts, the schema.
 *
 * <p>A test names every class that uses it; a new one is a decision.
 */
public final class SystemDb {

    /** Rows that {@link #forgetSome} takes away, so that no statement is long. */
    public static final int FORGOTTEN_AT_ONCE = 5_000;

    private final Statements statements;

    /** Uses the database of this data source. */
    public SystemDb(DataSource dataSource) {
        this.statements = new Statements(dataSource);
    }

    /** Any statement. */
    public Query sql(String text) {
        return statements.sql(text);
    }

    /**
     * Takes away some of what is too old, of whatever account, the oldest first. What somebody
     * changes at the moment is left for the next time.
     *
     * @param table where it is, by a column {@code id}
     * @param time the column that says when it was; what has none there stays
     * @param before the first day (UTC) that is kept
     * @return whether there may be more
     * @throws IllegalArgumentException when one of the names is more than a name
     */
    public boolean forgetSome(String table, String time, LocalDate before) {
        int forgotten =
                sql("""
                with old as materialized (
                    select id from %1$s where %2$s < :before
                    order by %2$s limit :limit for update skip locked)
                delete from %1$s t using old where t.id = old.id
                """
                                .formatted(Db.plainName(table), Db.plainName(time)))
                        .param("before", before.atStartOfDay(ZoneOffset.UTC).toInstant())
                        .param("limit", FORGOTTEN_AT_ONCE)
                        .update();
        return forgotten == FORGOTTEN_AT_ONCE;
    }
}
