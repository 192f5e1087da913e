package org.mailvane.tls;

import static org.assertj.core.api.Assertions.assertThat;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestSql;

/** What the schema's version 51 makes of the TLS reports that were stored before. */
class TlsTrustMigrationTest {

    @Test
    void reportsCountAsBeforeAndPoliciesCountThem() {
        Database database = TestDatabases.empty();
        TestSql sql = new TestSql(database);
        Flyway.configure()
                .dataSource(
                        database.url().jdbcUrl(), database.url().user(), database.url().password())
                .locations("classpath:db/migration")
                .target("48")
                .load()
                .migrate();
        sql.execute(
                """
                insert into tls_report (account_id, domain_id, policy_domain, reporter, report_id,
                    begin_at, end_at, content_hash, received, contact_info, not_stored, remarks,
                    failed)
                select 1, 1, 'a.example', 'Postbox', id, '2026-11-01', '2026-11-02',
                    gen_random_uuid(), now(), '', 0, '{}', failed
                from (values ('1', false), ('1', true), ('2', true)) r(id, failed)
                """);
        sql.execute(
                """
                insert into tls_policy (account_id, domain_id, p_domain, p_type, sts_p_mode,
                    sum_success, sum_failed, results, last_seen)
                values (1, 1, 'a.example', 's', 'e', 1, 1, 2, '2026-11-05'),
                    (1, 1, 'a.example', 't', '', 0, 0, 1, '2026-11-05'),
                    (1, 1, 'a.example', 'n', '', 1, 1, 7, '2026-11-05')
                """);
        sql.execute(
                """
                insert into tls_result (account_id, domain_id, report_id, policy_id, begin_at, seen,
                    successful, failed)
                select 1, 1, r.id, p.id, '2026-11-01', date '2026-11-01' + cast(r.id as integer),
                    1, 1
                from tls_report r join tls_policy p on p.p_type = case r.report_id
                    when '1' then 's' else 't' end
                """);
        database.migrate();
        assertThat(sql.rows("select failed, verified from tls_report order by id"))
                .containsExactly("f|t", "t|f", "t|f");
        assertThat(
                        sql.rows(
                                """
                                select p_type, counted, cast(last_seen as date) from tls_policy
                                order by id
                                """))
                .containsExactly("s|1|2026-11-02", "t|0|2026-11-05", "n|7|2026-11-05");
    }
}
