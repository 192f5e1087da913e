package org.mailvane.testing;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.platform.store.Database;
import org.mailvane.postgres.TestPostgres;

/** Databases for tests: each a copy of one that was migrated once, on one real PostgreSQL a JVM. */
public final class TestDatabases {

    private static final TestPostgres.Database TEMPLATE = template();

    private TestDatabases() {}

    /** A new database with this version's schema and nothing in it. */
    public static Database migrated() {
        return at(TestPostgres.shared().createDatabase(TEMPLATE.name()));
    }

    /** A new database without anything. */
    public static Database empty() {
        return at(TestPostgres.shared().createDatabase(null));
    }

    /**
     * Connections to a database, for tests that start no service: nothing works there but theirs.
     *
     * @param connections at most; one that is not given back is missed soon when there are few
     */
    public static HikariDataSource pool(Database database, int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url().jdbcUrl());
        config.setUsername(database.url().user());
        config.setPassword(database.url().password());
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(20_000);
        return new HikariDataSource(config);
    }

    private static TestPostgres.Database template() {
        TestPostgres.Database made = TestPostgres.shared().createDatabase(null);
        at(made).migrate();
        return made;
    }

    private static Database at(TestPostgres.Database database) {
        return Database.at(
                new DatabaseUrl(database.jdbcUrl(), database.user(), database.password()));
    }
}
