package org.mailvane.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestSql;

/** What the schema makes of events that were stored as sentences. */
class EventMessagesMigrationTest {

    @Test
    void theirTextsStay() {
        Database database = TestDatabases.empty();
        TestSql sql = new TestSql(database);
        Flyway.configure()
                .dataSource(
                        database.url().jdbcUrl(), database.url().user(), database.url().password())
                .locations("classpath:db/migration")
                .target("53")
                .load()
                .migrate();
        sql.execute(
                """
                insert into account (name, account_token, created) values ('a', 'a', now());
                insert into timeline_event (account_id, domain, change, record_type, old_value,
                    new_value, details, created)
                values (1, 'shop.example', 'domain_removed', '', '', '', 'It was deleted.', now());
                """);
        database.migrate();
        sql.execute(
                """
                insert into timeline_event (account_id, domain, change, record_type, old_value,
                    new_value, message, created)
                values (1, 'shop.example', 'domain_removed', '', '', '', '[]', now());
                """);
        assertThat(
                        sql.rows(
                                "select coalesce(message, 'none'), details from timeline_event order by id"))
                .containsExactly("none|It was deleted.", "[]|");
    }
}
