package org.mailvane.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.mailvane.store.Database;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestSql;

/** What the schema makes of reports that were stored before mails were authenticated. */
class TrustMigrationTest {

    @Test
    void reportersWithReportsAreAcceptedAndTheirReportsGoOnDrivingAdvice() {
        Database database = TestDatabases.empty();
        TestSql sql = new TestSql(database);
        Flyway.configure()
                .dataSource(
                        database.url().jdbcUrl(), database.url().user(), database.url().password())
                .locations("classpath:db/migration")
                .target("31")
                .load()
                .migrate();
        sql.execute(
                """
                insert into account (name, account_token, created) values ('a', 'a', now());
                insert into domain (account_id, name, top_level, origin, added_date)
                values (1, 'shop.example', true, 'm', now());
                insert into report (account_id, domain_id, reporter, report_id, begin_at, end_at,
                    content_hash, received, policy_domain, email, records, messages, skipped,
                    not_stored, remarks, errors)
                values (1, 1, 'One', 'a', '2026-11-01', '2026-11-02', gen_random_uuid(), now(),
                        'shop.example', 'x@One.example', 1, 5, 0, 0, '{}', '{}'),
                    (1, 1, 'One', 'b', '2026-11-01', '2026-11-02', gen_random_uuid(), now(),
                        'shop.example', 'y@one.example', 1, 5, 0, 0, '{}', '{}'),
                    (1, 1, 'Two', 'a', '2026-11-01', '2026-11-02', gen_random_uuid(), now(),
                        'shop.example', '', 1, 5, 0, 0, '{}', '{}');
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                    dkim, spf, quarantined, rejected)
                values (1, 1, '2026-11-01', 0, 4, 15, 0, 0, 0, 0, 0);
                """);
        database.migrate();
        assertThat(sql.rows("select name, domain, trust, decided_by from reporter order by name"))
                .containsExactly("One|one.example|accepted|before", "Two||accepted|before");
        assertThat(
                        sql.rows(
                                """
                                select r.reporter, r.report_id, p.name, r.authentication,
                                    r.mechanism, r.authentication_detail, r.trust
                                from report r join reporter p on p.id = r.reporter_number
                                order by 1, 2
                                """))
                .containsExactly(
                        "One|a|One|unverified|none|before|1",
                        "One|b|One|unverified|none|before|1",
                        "Two|a|Two|unverified|none|before|1");
        assertThat(sql.value("select sum(messages) from daily where advice")).isEqualTo("15");
    }

    @Test
    void trustFollowsFromWhatIsKnown() {
        TestSql sql = new TestSql(TestDatabases.migrated());
        String trust = "select report_trust('%s', '%s', %s, %s, '{%s}', %s)";
        assertThat(sql.value(trust.formatted("verified", "default", "null", false, "", false)))
                .isEqualTo("1");
        assertThat(sql.value(trust.formatted("unverified", "default", "null", false, "", false)))
                .isEqualTo("2");
        assertThat(
                        sql.value(
                                trust.formatted(
                                        "unverified", "accepted", "'before'", false, "", false)))
                .isEqualTo("1");
        assertThat(
                        sql.value(
                                trust.formatted(
                                        "unverified", "accepted", "'known'", false, "", false)))
                .as("of a known reporter, only what is verified is accepted")
                .isEqualTo("2");
        assertThat(sql.value(trust.formatted("failed", "accepted", "'before'", false, "x", false)))
                .as("who sent reports before may still be forged")
                .isEqualTo("3");
        assertThat(sql.value(trust.formatted("failed", "accepted", "'person'", false, "x", false)))
                .isEqualTo("1");
        assertThat(sql.value(trust.formatted("verified", "accepted", "'known'", false, "x", false)))
                .isEqualTo("1");
        assertThat(sql.value(trust.formatted("unverified", "default", "null", false, "x", false)))
                .isEqualTo("3");
        assertThat(sql.value(trust.formatted("unverified", "default", "null", false, "x", true)))
                .as("released, but still nobody vouches for it")
                .isEqualTo("2");
        assertThat(sql.value(trust.formatted("verified", "accepted", "'person'", true, "", true)))
                .isEqualTo("3");
        assertThat(sql.value(trust.formatted("verified", "ignored", "'person'", false, "", true)))
                .isEqualTo("3");
    }
}
