package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestSql;

/** What the schema's version 27 makes of what was stored before. */
class FurtherSelectorsMigrationTest {

    @Test
    void whereAsManyAreSeenAsAreWatchedThereMayBeFurtherOnes() {
        Database database = TestDatabases.empty();
        TestSql sql = new TestSql(database);
        Flyway.configure()
                .dataSource(
                        database.url().jdbcUrl(), database.url().user(), database.url().password())
                .locations("classpath:db/migration")
                .target("26")
                .load()
                .migrate();
        sql.execute(
                """
                insert into account (name, account_token, created) values ('a', 'a', now());
                insert into domain (account_id, name, top_level, origin, added_date)
                select account_id, 'd' || n || '.example', true, 'm', now()
                from account, unnest(array[0, 1, 49, 50]) n;
                insert into watched_domain (account_id, domain_id, dmarc_due, full_due,
                    seen_selectors)
                select account_id, id, now(), now(), array(
                    select 's' || i from generate_series(1, substring(name, '[0-9]+')::integer) i)
                from domain;
                """);
        database.migrate();
        assertThat(
                        sql.rows(
                                """
                                select cardinality(seen_selectors), more_selectors
                                from watched_domain order by 1
                                """))
                .containsExactly("0|f", "1|f", "49|f", "50|t");
    }
}
