package org.mailvane.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.mailvane.settings.DatabaseUrl;
import org.mailvane.store.Database;

/** Asks a database past the program. */
public record TestSql(Database database) {

    private static final String DEADLOCK = "40P01";
    private static final int ATTEMPTS = 10;

    /** Runs statements. */
    public void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    /**
     * Empties tables, and whatever refers to them.
     *
     * <p>A service that runs on them locks the same tables in an order of its own. Where the
     * database ends this one because of that, it is tried again.
     *
     * @param tables their names, between commas
     */
    public void empty(String tables) {
        for (int attempt = 1; ; attempt++) {
            try (Connection connection = connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("truncate " + tables + " cascade");
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
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
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
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    /** The only value. */
    public String value(String sql) {
        List<String> rows = rows(sql);
        if (rows.size() != 1) {
            throw new AssertionError(rows.size() + " rows: " + sql);
        }
        return rows.getFirst();
    }

    private Connection connect() throws SQLException {
        DatabaseUrl url = database.url();
        return DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
    }
}
