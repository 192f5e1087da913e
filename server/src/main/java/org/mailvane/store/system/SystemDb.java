package org.mailvane.store.system;

import javax.sql.DataSource;
import org.mailvane.store.Query;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The database without an account's bounds, for the few statements that need none: finding out
 * whose token it is, working a queue of all accounts, the schema.
 *
 * <p>A test names every class that uses it; a new one is a decision.
 */
public final class SystemDb {

    private final JdbcClient jdbc;

    /** The database behind this data source. */
    public SystemDb(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    /** Any statement. */
    public Query sql(String text) {
        return new Query(jdbc.sql(text));
    }
}
