package org.mailvane.platform.store;

import java.lang.reflect.Array;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGStatement;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/**
 * Prepares statements: each with the limit of its thread ({@link StatementLimit}), and those that
 * are given long lists with a plan for exactly these.
 *
 * <p>PostgreSQL keeps the plan of a statement that a connection runs often. It is made for lists of
 * any length, from what was known of the tables at that time, and compares each row with each item.
 * A plan for known lists looks items up by a hash.
 */
public final class Statements {

    /** Items from which a list is long: making a plan costs less than comparing so many. */
    static final int LONG_LIST = 50;

    /** Keeps the driver from taking a plan that was kept for the same text with short lists. */
    private static final String PLANNED = " /* planned for its lists */";

    private final DataSource dataSource;
    private final JdbcClient usual;
    private final JdbcClient planned;

    /** The statements of the database of this data source. */
    public Statements(DataSource dataSource) {
        this.dataSource = dataSource;
        this.usual = JdbcClient.create(new Limited(dataSource, false));
        this.planned = JdbcClient.create(new Limited(dataSource, true));
    }

    /** Returns a statement without parameters so far. */
    public Query sql(String text) {
        return new Query(this, text);
    }

    StatementSpec prepare(String text, Map<String, @Nullable Object> parameters) {
        boolean isLong = hasLongList(parameters);
        return spec(isLong ? planned : usual, text, isLong, parameters);
    }

    /** As {@link #prepare(String, Map)}, of whose rows the driver keeps only so many at a time. */
    StatementSpec prepare(String text, Map<String, @Nullable Object> parameters, int kept) {
        boolean isLong = hasLongList(parameters);
        JdbcTemplate template = new Limited(dataSource, isLong);
        template.setFetchSize(kept);
        return spec(JdbcClient.create(template), text, isLong, parameters);
    }

    private static StatementSpec spec(
            JdbcClient client,
            String text,
            boolean isLong,
            Map<String, @Nullable Object> parameters) {
        return client.sql(isLong ? text + PLANNED : text).params(parameters);
    }

    private static boolean hasLongList(Map<String, @Nullable Object> parameters) {
        return parameters.values().stream().anyMatch(Statements::isLong);
    }

    private static boolean isLong(@Nullable Object value) {
        return value != null
                && value.getClass().isArray()
                && !(value instanceof byte[])
                && Array.getLength(value) >= LONG_LIST;
    }

    /** Limits the time of statements, and has them planned each time where that is asked for. */
    private static final class Limited extends JdbcTemplate {

        private final boolean planned;

        Limited(DataSource dataSource, boolean planned) {
            super(dataSource);
            this.planned = planned;
        }

        @Override
        protected void applyStatementSettings(Statement statement) throws SQLException {
            super.applyStatementSettings(statement);
            long millis = StatementLimit.current().toMillis();
            if (millis > 0) {
                statement.setQueryTimeout(
                        Math.toIntExact(Math.ceilDiv(millis, Duration.ofSeconds(1).toMillis())));
            }
            if (planned) {
                statement.unwrap(PGStatement.class).setPrepareThreshold(0);
            }
        }
    }
}
