package org.mailvane.platform.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.testing.TestDatabases;

/** Which schema this version works on. */
class DatabaseTest {

    @Test
    void schemaIsMadeOnceAndIsThenThisVersions() {
        Database database = TestDatabases.empty();
        assertThat(database.current()).isFalse();
        assertThatThrownBy(database::requireCurrent)
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("account create");
        database.migrate();
        database.migrate();
        assertThat(database.current()).isTrue();
        assertThatCode(database::requireCurrent).doesNotThrowAnyException();
    }

    /** A table that was analyzed or clustered while it was empty is planned for as an empty one. */
    @Test
    void noTableOfANewDatabaseIsTakenForOneThatStaysEmpty() throws SQLException {
        DatabaseUrl url = TestDatabases.migrated().url();
        try (Connection connection =
                        DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
                Statement statement = connection.createStatement();
                ResultSet tables =
                        statement.executeQuery(
                                """
                                select coalesce(string_agg(relname, ' '), 'none') from pg_class
                                where relnamespace = 'public'::regnamespace
                                    and relkind in ('r', 'p') and reltuples = 0
                                """)) {
            assertThat(tables.next()).isTrue();
            assertThat(tables.getString(1)).isEqualTo("none");
        }
    }

    @Test
    void schemaOfANewerVersionIsRefusedByServiceAndCommands() throws SQLException {
        Database database = TestDatabases.migrated();
        DatabaseUrl url = database.url();
        try (Connection connection =
                        DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
                Statement statement = connection.createStatement()) {
            statement.execute(
                    """
                    insert into flyway_schema_history (installed_rank, version, description, type,
                        script, checksum, installed_by, execution_time, success)
                    values (1000000, '1000000', 'later', 'SQL', 'V1000000__later.sql', 1, 'later',
                        1, true)
                    """);
        }
        assertThatThrownBy(database::migrate)
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("newer version");
        assertThatThrownBy(database::requireCurrent)
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("newer version");
        assertThat(database.current()).isFalse();
    }
}
