package org.mailvane.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class TestPostgresTest {

    @Test
    void copiesATemplateAndKeepsDatabasesApart() throws SQLException {
        TestPostgres.Database template = TestPostgres.shared().createDatabase(null);
        try (Connection connection = template.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create table t as select 7 as n");
        }

        TestPostgres.Database copy = TestPostgres.shared().createDatabase(template.name());

        assertThat(copy.jdbcUrl()).isNotEqualTo(template.jdbcUrl());
        try (Connection connection = copy.connect();
                Statement statement = connection.createStatement()) {
            ResultSet row = statement.executeQuery("select n from t");
            assertThat(row.next()).isTrue();
            assertThat(row.getInt(1)).isEqualTo(7);
            statement.execute("drop table t");
        }
        assertThat(TestPostgres.shared()).isSameAs(TestPostgres.shared());
    }
}
