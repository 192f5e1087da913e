package org.mailvane.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import org.mailvane.settings.DatabaseUrl;
import org.mailvane.store.Database;

/** Commands on a database of a test's own, which is there already. */
final class CommandDatabase {

    private final DatabaseUrl url;

    CommandDatabase(Database database) {
        this.url = database.url();
    }

    /** Runs a command on it. */
    CommandRun run(String... args) {
        String[] all = Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--database-url";
        all[args.length + 1] = address();
        return CommandRun.of(all);
    }

    /** Makes an account; answers its number. */
    long account(String name) {
        return run("account", "create", "--json", "--name", name, "--owner", name + "@example.com")
                .json()
                .get("account_id")
                .asLong();
    }

    /** Runs a statement; answers the first value of a query. */
    String sql(String statement) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
                Statement executed = connection.createStatement()) {
            if (!executed.execute(statement)) {
                return "";
            }
            ResultSet result = executed.getResultSet();
            return result.next() ? String.valueOf(result.getString(1)) : "none";
        }
    }

    /** The setting that names it. */
    String address() {
        return "postgresql://"
                + url.user()
                + ":"
                + URLEncoder.encode(url.password(), StandardCharsets.UTF_8)
                + "@"
                + url.jdbcUrl().substring("jdbc:postgresql://".length());
    }
}
