package org.mailvane.intake.smtp;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.TestSql;

/** Locks something in the database for a while. */
final class TestLock implements AutoCloseable {

    private final Database database;
    private final Connection connection;

    TestLock(Database database, String statement) throws SQLException {
        this.database = database;
        DatabaseUrl url = database.url();
        connection = DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
        connection.setAutoCommit(false);
        try (Statement lock = connection.createStatement()) {
            lock.execute(statement);
        }
    }

    /** Waits until somebody waits for a lock. */
    void awaitSomebodyWaiting() {
        TestSql sql = new TestSql(database);
        Awaiting.until(
                "somebody waits for a lock",
                Duration.ofSeconds(30),
                () -> !sql.value("select count(*) from pg_locks where not granted").equals("0"));
    }

    @Override
    public void close() throws SQLException {
        connection.rollback();
        connection.close();
    }
}
