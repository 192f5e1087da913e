package org.mailvane.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.MailvaneApplication;
import org.mailvane.accounts.Accounts;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.platform.store.Database;
import org.springframework.context.ConfigurableApplicationContext;

/** Commands on a database of a test's own, which is there already. */
final class CommandDatabase implements AutoCloseable {

    private final Database database;
    private final DatabaseUrl url;

    /** The parts of a command, started once for all accounts of a test class. */
    private @Nullable ConfigurableApplicationContext parts;

    CommandDatabase(Database database) {
        this.database = database;
        this.url = database.url();
    }

    /** Runs a command on it. */
    CommandRun run(String... args) {
        String[] all = Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--database-url";
        all[args.length + 1] = address();
        return CommandRun.of(all);
    }

    /** Creates an account without the command line; returns its number. */
    long account(String name) {
        if (parts == null) {
            Settings settings =
                    SettingsReader.read(Map.of(Setting.DATABASE_URL, address()), Map.of(), null);
            parts = MailvaneApplication.command(settings, database);
        }
        return parts.getBean(Accounts.class)
                .create(name, name + "@example.com", null)
                .account()
                .id();
    }

    /** Deletes all accounts and what belongs to them. */
    void empty() throws SQLException {
        sql("truncate account, report, fact, auth_result, daily cascade");
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

    @Override
    public void close() {
        if (parts != null) {
            parts.close();
            parts = null;
        }
    }
}
