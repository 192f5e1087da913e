package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestSql;

/** What the schema's fourth version makes of what the third has kept. */
class IntakeMigrationTest {

    @Test
    void reportsThatCouldNotBeReadBeforeAreReadNow() {
        Database database = TestDatabases.empty();
        TestSql sql = new TestSql(database);
        Flyway.configure()
                .dataSource(
                        database.url().jdbcUrl(), database.url().user(), database.url().password())
                .locations("classpath:db/migration")
                .target("3")
                .load()
                .migrate();
        sql.execute(
                """
                insert into account (name, account_token, created) values ('a', 'a', now());
                insert into import (account_id, origin, created, updated)
                values (1, 'upload', now(), now());
                insert into raw_message (account_id, content_hash, size, deflated, received)
                values (1, '\\x01', 1, '\\x00', now());
                insert into ledger_entry (account_id, import_id, name, raw_id, state, received,
                    finished, found, waiting, attempts)
                values (1, 1, 'tls', 1, 'done', now(), now(), 1, 1, 1),
                    (1, 1, 'failure', 1, 'done', now(), now(), 2, 2, 1),
                    (1, 1, 'not kept', null, 'done', now(), now(), 1, 1, 1),
                    (1, 1, 'unknown', 1, 'done', now(), now(), 1, 1, 1);
                insert into ledger_remark (account_id, entry_id, import_id, outcome, file, code, reason)
                values (1, 1, 1, 'waiting', 'x', 'tls_report', 'It is a TLS report.'),
                    (1, 2, 1, 'waiting', 'x', 'failure_report', 'It is a failure report.'),
                    (1, 2, 1, 'waiting', 'x', 'unknown_domain', 'It waits.'),
                    (1, 3, 1, 'waiting', 'x', 'tls_report', 'It is a TLS report.'),
                    (1, 4, 1, 'waiting', 'x', 'unknown_domain', 'It waits.');
                """);
        database.migrate();
        assertThat(
                        sql.rows(
                                "select name, state, attempts, finished is null from ledger_entry order by id"))
                .containsExactly(
                        "tls|queued|0|t",
                        "failure|queued|0|t",
                        "not kept|done|1|f",
                        "unknown|done|1|f");
        assertThat(sql.rows("select entry_id, code from ledger_remark order by id"))
                .containsExactly("3|tls_report", "4|unknown_domain");
    }
}
