package org.mailvane.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.store.Database;
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
        assertThat(sql.value("select sum(messages) from daily where trust = 1")).isEqualTo("15");
    }

    @Test
    void trustFollowsFromWhatIsKnown() {
        TestSql sql = new TestSql(TestDatabases.migrated());
        String trust = "select report_trust('%s', 'dkim', '%s', %s, %s, '{%s}', %s)";
        assertThat(sql.value(trust.formatted("verified", "default", "null", false, "", false)))
                .isEqualTo("0");
        assertThat(
                        sql.value(
                                trust.replace("dkim", "person")
                                        .formatted(
                                                "verified", "default", "null", false, "", false)))
                .as("a person hands it over")
                .isEqualTo("1");
        assertThat(sql.value(trust.formatted("verified", "accepted", "'before'", false, "", false)))
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

    @Test
    void strangersAreToldApartAndTheirDomainsReclassified() {
        Database database = TestDatabases.empty();
        TestSql sql = new TestSql(database);
        Flyway.configure()
                .dataSource(
                        database.url().jdbcUrl(), database.url().user(), database.url().password())
                .locations("classpath:db/migration")
                .target("58")
                .load()
                .migrate();
        sql.execute(
                """
                insert into account (name, account_token, created) values ('a', 'a', now());
                insert into domain (account_id, name, top_level, origin, added_date)
                values (1, 'shop.example', true, 'm', now()), (1, 'from.example', true, 'm', now()),
                    (1, 'other.example', true, 'm', now()), (1, 'quiet.example', true, 'm', now());
                insert into domain (account_id, name, top_level, origin, added_date, parent_id)
                values (1, 'news.shop.example', false, 'm', now(), 1);
                insert into reporter (account_id, name, domain, trust, decided_by)
                values (1, 'Accepted', 'a.example', 'accepted', 'person'),
                    (1, 'Known', 'k.example', 'accepted', 'known'),
                    (1, 'Stranger', 's.example', 'default', null);
                insert into report (account_id, domain_id, reporter, report_id, begin_at, end_at,
                    content_hash, received, policy_domain, email, records, messages, skipped,
                    not_stored, remarks, errors, reporter_number, authentication, mechanism, trust,
                    fact_domains)
                select 1, r.domain, p.name, r.id, r.begin_at, r.begin_at + interval '1 day',
                    gen_random_uuid(), now(), 'x.example', '', 1, 5, 0, 0, '{}', '{}', p.id,
                    r.authentication, r.mechanism, r.trust, cast(r.others as bigint[])
                from (values
                    (1, 'strange', timestamptz '2026-10-03Z', 3, 'verified', 'dkim', 1, '{2}'),
                    (1, 'later', '2026-11-01Z', 3, 'verified', 'spf', 1, '{}'),
                    (3, 'by hand', '2026-11-01Z', 3, 'verified', 'person', 1, '{}'),
                    (3, 'accepted', '2026-11-01Z', 1, 'verified', 'dkim', 1, '{}'),
                    (3, 'known', '2026-11-01Z', 2, 'verified', 'dkim', 1, '{}'),
                    (3, 'totals', '2026-11-01Z', 3, 'unverified', 'none', 2, '{}'),
                    (3, 'held', '2026-11-01Z', 3, 'failed', 'none', 3, '{}'))
                    r(domain, id, begin_at, reporter, authentication, mechanism, trust, others)
                join reporter p on p.id = r.reporter;
                insert into daily (account_id, domain_id, day, source, category, advice, messages,
                    dmarc, dkim, spf, quarantined, rejected)
                values (1, 1, '2026-11-01', 0, 4, true, 15, 0, 0, 0, 0, 0),
                    (1, 1, '2026-11-01', 0, 4, false, 4, 0, 0, 0, 0, 0);
                insert into unsettled_domain (account_id, domain_id, stale, for_advice, since, due)
                values (1, 1, '[2026-11-05,2026-11-06)', false, now(), '2100-01-01');
                """);
        database.migrate();
        assertThat(sql.rows("select report_id, trust from report order by 1"))
                .containsExactly(
                        "accepted|1",
                        "by hand|1",
                        "held|3",
                        "known|1",
                        "later|0",
                        "strange|0",
                        "totals|2");
        assertThat(sql.rows("select trust, messages from daily order by 1"))
                .containsExactly("1|15", "2|4");
        assertThat(
                        sql.rows(
                                """
                                select d.name, lower(u.stale), u.for_advice, u.due <= now()
                                from reclassification_queue u join domain d on d.id = u.domain_id
                                order by 1
                                """))
                .as("until their facts have followed, these are not judged")
                .containsExactly(
                        "from.example|2026-10-03|t|t",
                        "news.shop.example|2026-10-03|t|t",
                        "shop.example|2026-10-03|t|t");
    }
}
