package org.mailvane.platform.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

/** The connections to the database. It tells whether all of them are in use, or there are none. */
final class ConnectionPool extends HikariDataSource {

    ConnectionPool(HikariConfig config) {
        super(config);
    }

    /** No connection was given back in time; the database may be well. */
    static final class Exhausted extends SQLTransientConnectionException {

        private static final long serialVersionUID = 1;

        Exhausted(SQLException cause) {
            super("all connections to the database are in use", cause.getSQLState(), cause);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        try {
            return super.getConnection();
        } catch (SQLTransientConnectionException none) {
            if (getHikariPoolMXBean().getActiveConnections() >= getMaximumPoolSize()) {
                throw new Exhausted(none);
            }
            throw none;
        }
    }
}
