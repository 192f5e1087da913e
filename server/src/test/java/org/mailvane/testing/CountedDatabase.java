package org.mailvane.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.mailvane.settings.DatabaseUrl;
import org.mailvane.store.Database;

/** A database that notes the statements that are asked of it. */
public final class CountedDatabase {

    private static final String PREFIX = "counted:";
    private static final List<String> STATEMENTS = new CopyOnWriteArrayList<>();

    static {
        try {
            DriverManager.registerDriver(new CountingDriver());
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private CountedDatabase() {}

    /** The same database, noting statements from now on. */
    public static Database of(Database database) {
        DatabaseUrl url = database.url();
        return Database.at(new DatabaseUrl(PREFIX + url.jdbcUrl(), url.user(), url.password()));
    }

    /** The statements about something while work is done; others may work meanwhile. */
    public static List<String> statementsAbout(String what, Runnable work) {
        STATEMENTS.clear();
        work.run();
        return STATEMENTS.stream().filter(text -> text.contains(what)).toList();
    }

    private static Connection noting(Connection connection) {
        return (Connection)
                Proxy.newProxyInstance(
                        CountedDatabase.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().startsWith("prepare")) {
                                STATEMENTS.add((String) arguments[0]);
                            }
                            try {
                                return method.invoke(connection, arguments);
                            } catch (InvocationTargetException failed) {
                                throw failed.getCause();
                            }
                        });
    }

    /** PostgreSQL's driver behind an address of its own. */
    private static final class CountingDriver implements Driver {

        @Override
        public @Nullable Connection connect(String url, Properties info) throws SQLException {
            return acceptsURL(url)
                    ? noting(DriverManager.getConnection(url.substring(PREFIX.length()), info))
                    : null;
        }

        @Override
        public boolean acceptsURL(String url) {
            return url.startsWith(PREFIX);
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getLogger(CountedDatabase.class.getName());
        }
    }
}
