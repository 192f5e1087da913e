package org.mailvane.api;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.mailvane.platform.metrics.Sample;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.platform.store.Database;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Checks whether the database answers, over a separate connection: a database that is busy with
 * everything else is ready, one that is away is not.
 */
@Component("databaseAnswers")
@Profile("service")
final class DatabaseHealth implements HealthIndicator, AutoCloseable, MeterBinder {

    /** How long the database may take to answer. */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    /** How long an answer counts, so that many who ask cost no more than one. */
    private static final Duration COUNTS = Duration.ofMillis(500);

    private final DatabaseUrl url;
    private final boolean embedded;
    private final Sample<Boolean> sample;
    private @Nullable Connection connection;
    private boolean answers;
    private long asked = System.nanoTime() - COUNTS.toNanos();

    DatabaseHealth(Database database, Clock clock) {
        url = database.url();
        embedded = database.isEmbedded();
        sample =
                new Sample<>(
                        () -> health().getStatus().equals(Status.UP),
                        clock,
                        PATIENCE.multipliedBy(2));
    }

    @Override
    public synchronized Health health() {
        if (System.nanoTime() - asked >= COUNTS.toNanos()) {
            answers = ask();
            asked = System.nanoTime();
        }
        return (answers ? Health.up() : Health.down()).build();
    }

    /** It is away when it does not answer, also over a second connection. */
    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("mailvane.database.up", sample, s -> Boolean.TRUE.equals(s.current()) ? 1 : 0)
                .description("Whether the database responds: 1 or 0")
                .tag("kind", embedded ? "embedded" : "server")
                .register(registry);
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
