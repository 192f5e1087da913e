package org.mailvane.domains;

import static org.assertj.core.api.Assertions.assertThat;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestSql;

/** What the schema's fifteenth version makes of what was known of domains' records. */
class NarrowDomainsMigrationTest {

    @Test
    void whatWasReadOfRecordsIsKeptAndTheRestOfARowStays() {
        Database database = TestDatabases.empty();
        TestSql sql = new TestSql(database);
        Flyway.configure()
                .dataSource(
                        database.url().jdbcUrl(), database.url().user(), database.url().password())
                .locations("classpath:db/migration")
                .target("14")
                .load()
                .migrate();
        sql.execute(
                """
                insert into account (name, account_token, created)
                values ('a', 'a', now()), ('b', 'b', now());
                insert into domain (account_id, name, parent_id, follows, top_level, origin,
                    added_date, selectors, states)
                values (1, 'b.example', null, null, true, 'm', now(), '{s1}', '{"spf": {"state": "present"}}'),
                    (1, 'a.b.example', 1, 1, false, 'd', now(), '{}', '{}'),
                    (2, 'a.example', null, null, true, 'm', now(), '{}', '{"mx": {"state": "missing"}}');
                """);
        database.migrate();
        assertThat(
                        sql.rows(
                                """
                                select d.account_id, d.name, d.parent_id, d.groups_of, d.selectors,
                                    s.account_id, s.states
                                from domain d left join domain_states s on s.domain_id = d.id
                                order by d.id
                                """))
                .containsExactly(
                        "1|b.example|null|1|{s1}|1|{\"spf\": {\"state\": \"present\"}}",
                        "1|a.b.example|1|1|{}|null|null",
                        "2|a.example|null|3|{}|2|{\"mx\": {\"state\": \"missing\"}}");
    }
}
