package org.mailvane.api;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.mailvane.settings.DatabaseUrl;
import org.mailvane.store.Database;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Whether the database answers, over a connection of its own: one that is busy with everything else
 * is ready, one that is away is not.
 */
@Component("databaseAnswers")
@Profile("service")
final class DatabaseHealth implements HealthIndicator, AutoCloseable {

    /** How long the database may take to answer. */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    /** How long an answer counts, so that many who ask cost no more than one. */
    private static final Duration COUNTS = Duration.ofMillis(500);

    private final DatabaseUrl url;
    private @Nullable Connection connection;
    private boolean answers;
    private long asked = System.nanoTime() - COUNTS.toNanos();

    DatabaseHealth(Database database) {
        url = database.url();
    }

    @Override
    public synchronized Health health() {
        if (System.nanoTime() - asked >= COUNTS.toNanos()) {
            answers = ask();
            asked = System.nanoTime();
        }
        return (answers ? Health.up() : Health.down()).build();
    }

    private boolean ask() {
        try {
            Connection known = connection;
            if (known == null) {
                known = connect();
                connection = known;
            }
            if (known.isValid((int) PATIENCE.toSeconds())) {
                return true;
            }
            // The server may have ended it and be there again.
            close();
            known = connect();
            connection = known;
            return known.isValid((int) PATIENCE.toSeconds());
        } catch (SQLException away) {
            close();
            return false;
        }
    }

    private Connection connect() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", url.user());
        properties.setProperty("password", url.password());
        properties.setProperty("ApplicationName", "mailvane-health");
        properties.setProperty("connectTimeout", String.valueOf(PATIENCE.toSeconds()));
        properties.setProperty("loginTimeout", String.valueOf(PATIENCE.toSeconds()));
        return DriverManager.getConnection(url.jdbcUrl(), properties);
    }

    @Override
    public synchronized void close() {
        Connection known = connection;
        connection = null;
        if (known != null) {
            try {
                known.close();
            } catch (SQLException gone) {
                // It is gone, as it should be.
            }
        }
    }
}
