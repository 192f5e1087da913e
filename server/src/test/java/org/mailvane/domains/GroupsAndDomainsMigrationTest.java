package org.mailvane.domains;

import static org.assertj.core.api.Assertions.assertThat;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestSql;

/** What the schema's third version makes of what the first has stored. */
class GroupsAndDomainsMigrationTest {

    @Test
    void whatIsThereGetsItsCountsItsParentsAndWhatItWaitsFor() {
        Database database = TestDatabases.empty();
        TestSql sql = new TestSql(database);
        Flyway.configure()
                .dataSource(
                        database.url().jdbcUrl(), database.url().user(), database.url().password())
                .locations("classpath:db/migration")
                .target("1")
                .load()
                .migrate();
        sql.execute(
                """
                insert into account (name, account_token, created) values ('a', 'a', now());
                insert into domain (account_id, name, parent_id, top_level, origin, added_date)
                values (1, 'example.com', null, true, 'd', now()),
                    (1, 'a.example.com', 1, false, 'd', now()),
                    (1, 'b.a.example.com', 2, false, 'd', now()),
                    (1, 'c.example.com', 1, true, 'm', now());
                insert into daily values
                    (1, 1, '2026-11-01', 0, 1, 10, 0, 0, 0, 0, 0),
                    (1, 1, '2026-11-01', 7, 1, 1, 0, 0, 0, 0, 0),
                    (1, 1, '2026-11-01', 0, 4, 100, 0, 0, 0, 0, 0),
                    (1, 2, '2026-11-02', 0, 2, 20, 0, 0, 0, 0, 0),
                    (1, 2, '2026-11-02', 0, 3, 30, 0, 0, 0, 0, 0);
                insert into import (account_id, origin, created, updated)
                values (1, 'upload', now(), now());
                insert into ledger_entry (account_id, import_id, name, state, received)
                values (1, 1, 'x', 'done', now());
                insert into ledger_remark (account_id, entry_id, import_id, outcome, file, code, reason)
                values (1, 1, 1, 'waiting', 'x', 'unknown_domain',
                        'The account does not have the domain other.example. It waits until it is added.'),
                    (1, 1, 1, 'waiting', 'x', 'tls_report', 'It is a TLS report.');
                """);
        database.migrate();
        assertThat(
                        sql.rows(
                                """
                                select d.name, p.name, f.name, g.name from domain d
                                left join domain p on p.id = d.parent_id
                                left join domain f on f.id = d.follows
                                join domain g on g.id = d.groups_of order by d.id
                                """))
                .containsExactly(
                        "example.com|null|null|example.com",
                        "a.example.com|example.com|example.com|example.com",
                        "b.a.example.com|example.com|example.com|example.com",
                        "c.example.com|example.com|null|c.example.com");
        assertThat(
                        sql.rows(
                                """
                                select account_id, domain_id, day, capable, non_compliant, forwarded, threat
                                from domain_day order by domain_id
                                """))
                .containsExactly("1|1|2026-11-01|11|0|0|100", "1|2|2026-11-02|0|20|30|0");
        assertThat(sql.rows("select code, domain from ledger_remark order by id"))
                .containsExactly("unknown_domain|other.example", "tls_report|null");
    }
}
