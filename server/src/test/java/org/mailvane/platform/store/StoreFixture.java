package org.mailvane.platform.store;

import com.zaxxer.hikari.HikariDataSource;
import org.mailvane.platform.store.system.SystemDb;
import org.mailvane.testing.TestDatabases;

/** A database with two accounts, and the ways to ask it. */
final class StoreFixture implements AutoCloseable {

    final HikariDataSource pool;
    final Db db;
    final SystemDb system;
    final Scope one;
    final Scope two;

    /**
     * @param connections at most
     */
    StoreFixture(int connections) {
        pool = TestDatabases.pool(TestDatabases.migrated(), connections);
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
