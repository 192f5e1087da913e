package org.mailvane.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.mailvane.store.system.SystemDb;
import org.mailvane.testing.TestDatabases;

/** A database with two accounts, and the ways to ask it. */
final class StoreFixture implements AutoCloseable {

    final HikariDataSource pool;
    final Db db;
    final SystemDb system;
    final Scope one;
    final Scope two;

    /**
     * @param connections at most; a connection that is not given back is missed soon when there are
     *     few
     */
    StoreFixture(int connections) {
        Database database = TestDatabases.migrated();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url().jdbcUrl());
        config.setUsername(database.url().user());
        config.setPassword(database.url().password());
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(20_000);
        pool = new HikariDataSource(config);
        db = new Db(pool);
        system = new SystemDb(pool);
        one = account("one");
        two = account("two");
    }

    private Scope account(String name) {
        return Scope.ofAccount(
                system.sql(
                                """
                                insert into account (name, account_token, created)
                                values (:name, :name, now()) returning account_id
                                """)
                        .param("name", name)
                        .one(row -> row.number("account_id")));
    }

    @Override
    public void close() {
        pool.close();
    }
}
