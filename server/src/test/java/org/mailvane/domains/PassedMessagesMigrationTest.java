package org.mailvane.domains;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestSql;

/** What the schema's version 26 makes of what was stored before. */
class PassedMessagesMigrationTest {

    @Test
    void daysThatAreThereGetWhatPassed() {
        Database database = TestDatabases.empty();
        TestSql sql = new TestSql(database);
        Flyway.configure()
                .dataSource(
                        database.url().jdbcUrl(), database.url().user(), database.url().password())
                .locations("classpath:db/migration")
                .target("25")
                .load()
                .migrate();
        sql.execute(
                """
                insert into daily values
                    (1, 1, '2026-11-01', 0, 1, 10, 7, 3, 4, 0, 0),
                    (1, 1, '2026-11-01', 7, 1, 1, 1, 1, 0, 0, 0),
                    (1, 1, '2026-11-01', 0, 3, 100, 20, 20, 0, 0, 0),
                    (1, 1, '2026-11-02', 0, 4, 50, 0, 0, 0, 0, 0),
                    (2, 2, '2026-11-01', 0, 2, 30, 5, 0, 5, 0, 0);
                insert into domain_day values
                    (1, 1, '2026-11-01', 11, 0, 100, 0), (1, 1, '2026-11-02', 0, 0, 0, 50),
                    (2, 2, '2026-11-01', 0, 30, 0, 0);
                """);
        database.migrate();
        assertThat(sql.rows("select * from domain_day order by domain_id, day"))
                .containsExactly(
                        "1|1|2026-11-01|11|0|100|0|28",
                        "1|1|2026-11-02|0|0|0|50|0",
                        "2|2|2026-11-01|0|30|0|0|5");
        // What sums of all days, and of a domain's, are read from.
        for (String index : List.of("domain_day_account", "domain_day_pkey")) {
            assertThat(
                            sql.value(
                                    "select indexdef from pg_indexes where indexname = '"
                                            + index
                                            + "'"))
                    .contains("passed");
        }
    }
}
