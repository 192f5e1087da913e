package org.mailvane.platform.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The database's beans; {@link Database} is opened before them and closed after them. */
@Configuration(proxyBeanMethods = false)
class StoreConfiguration {

    /**
     * Connections kept open. Requests run on virtual threads without a bound, so that this is what
     * bounds the database's work; more than this only makes two cores switch more often.
     */
    private static final int POOL_SIZE = 10;

    private static final long CONNECTION_TIMEOUT_MILLIS = 5_000;

    @Bean
    HikariDataSource dataSource(Database database) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("mailvane");
        config.setJdbcUrl(database.url().jdbcUrl());
        config.setUsername(database.url().user());
        config.setPassword(database.url().password());
        config.setMaximumPoolSize(POOL_SIZE);
        config.setMinimumIdle(1);
        // A database that has gone away is an error within seconds, not a request that hangs.
        config.setConnectionTimeout(CONNECTION_TIMEOUT_MILLIS);
        config.addDataSourceProperty("ApplicationName", "mailvane");
        config.addDataSourceProperty("reWriteBatchedInserts", "true");
        config.addDataSourceProperty("tcpKeepAlive", "true");
        // The log would show a refused row with all its values, personal data among them.
        config.addDataSourceProperty("logServerErrorDetail", "false");
        return new ConnectionPool(config);
    }

    @Bean
    Db db(HikariDataSource dataSource) {
        return new Db(dataSource);
    }

    @Bean
    SystemDb systemDb(HikariDataSource dataSource) {
        return new SystemDb(dataSource);
    }

    @Bean
    Partitions partitions(Db db, SystemDb systemDb, HikariDataSource dataSource) {
        return new Partitions(db, systemDb, dataSource);
    }
}
