package org.mailvane.tls;

import static org.assertj.core.api.Assertions.assertThat;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestSql;

/** What the schema's version 39 makes of the policies that were stored before. */
class PolicyNumberMigrationTest {

    @Test
    void theFirstNumberOfADomainStays() {
        Database database = TestDatabases.empty();
        TestSql sql = new TestSql(database);
        Flyway.configure()
                .dataSource(
                        database.url().jdbcUrl(), database.url().user(), database.url().password())
                .locations("classpath:db/migration")
                .target("38")
                .load()
                .migrate();
        sql.execute(
                """
                insert into tls_policy (account_id, domain_id, p_domain, p_type, sts_p_mode,
                    sum_success, sum_failed, results, last_seen)
                values (1, 1, 'b.example', 's', 'e', 1, 1, 1, now()),
                    (1, 2, 'a.example', 'n', '', 1, 1, 1, now()),
                    (1, 1, 'b.example', 's', 't', 1, 1, 1, now()),
                    (2, 3, 'b.example', 's', 't', 1, 1, 1, now()),
                    (1, 2, 'b.example', 'n', '', 1, 1, 1, now())
                """);
        database.migrate();
        assertThat(sql.rows("select id, number from tls_policy order by id"))
                .containsExactly("1|1", "2|2", "3|1", "4|4", "5|1");
        assertThat(sql.value("select nextval('tls_policy_number')")).isEqualTo("6");
    }
}
