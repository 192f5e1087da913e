package org.mailvane.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.platform.store.Database;

/** Asks a database past the program. */
public record TestSql(Database database) {

    private static final String DEADLOCK = "40P01";
    private static final int ATTEMPTS = 10;

    /** Rows that matter to the plan of a statement. */
    private static final int MANY = 1_000;

    /**
     * The last connection that was used, as long as nobody uses it: to open one takes longer than
     * most of what is asked.
     */
    private static final AtomicReference<@Nullable Idle> IDLE = new AtomicReference<>();

    /** A connection to a database. */
    private record Idle(DatabaseUrl url, Connection connection) {}

    /** What is asked. */
    private interface Work<T> {
        T with(Statement statement) throws SQLException;
    }

    /**
     * Runs statements. Where they change many rows the database makes its statistics again, which
     * it does by itself where users run it.
     */
    public void execute(String sql) {
        try {
            ask(statement -> {
                if (changed(statement, sql) >= MANY) {
                    statement.execute("analyze");
                }
                return true;
            });
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    /** Runs statements, whatever they change. */
    void executeOnly(String sql) {
        try {
            ask(statement -> statement.execute(sql));
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    /**
     * Empties tables, and whatever refers to them.
     *
     * <p>A running service locks the same tables in a different order. If the database ends this
     * statement because of a deadlock, it is tried again.
     *
     * @param tables their names, between commas
     */
    public void empty(String tables) {
        for (int attempt = 1; ; attempt++) {
            try {
                ask(statement -> statement.execute("truncate " + tables + " cascade"));
                return;
            } catch (SQLException failed) {
                if (!DEADLOCK.equals(failed.getSQLState()) || attempt == ATTEMPTS) {
                    throw new AssertionError(failed);
                }
            }
        }
    }

    /** Rows as texts, their columns joined by a bar. */
    public List<String> rows(String sql) {
        try {
            return ask(statement -> rows(statement.executeQuery(sql)));
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    /** Runs statements; returns the number of rows that they changed. */
    private static long changed(Statement statement, String sql) throws SQLException {
        boolean rows = statement.execute(sql);
        long changed = 0;
        while (rows || statement.getUpdateCount() >= 0) {
            changed += Math.max(0, statement.getUpdateCount());
            rows = statement.getMoreResults();
        }
        return changed;
    }

    private static List<String> rows(ResultSet result) throws SQLException {
        List<String> rows = new ArrayList<>();
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
            List<String> row = new ArrayList<>();
            for (int i = 1; i <= columns; i++) {
                row.add(String.valueOf(result.getString(i)));
            }
            rows.add(String.join("|", row));
        }
        return rows;
    }

    /** The only value. */
    public String value(String sql) {
        List<String> rows = rows(sql);
        if (rows.size() != 1) {
            throw new AssertionError(rows.size() + " rows: " + sql);
        }
        return rows.getFirst();
    }

    private <T> T ask(Work<T> work) throws SQLException {
        Connection connection = take();
        boolean done = false;
        try (Statement statement = connection.createStatement()) {
            T result = work.with(statement);
            done = true;
            return result;
        } finally {
            if (done) {
                replace(new Idle(database.url(), connection));
            } else {
                connection.close();
            }
        }
    }

    private Connection take() throws SQLException {
        DatabaseUrl url = database.url();
        Idle idle = IDLE.getAndSet(null);
        if (idle != null && idle.url().equals(url) && idle.connection().isValid(0)) {
            return idle.connection();
        }
        if (idle != null) {
            idle.connection().close();
        }
        return DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
    }

    private static void replace(Idle idle) throws SQLException {
        Idle other = IDLE.getAndSet(idle);
        if (other != null) {
            other.connection().close();
        }
    }
}
