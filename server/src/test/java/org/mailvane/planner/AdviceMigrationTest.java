package org.mailvane.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestSql;
import org.mailvane.text.Message;
import org.mailvane.text.MessageJson;
import org.mailvane.text.Passage;

/** What the schema's version 55 makes of advice that was stored as English texts. */
class AdviceMigrationTest {

    private static final String QUOTED = "Until 2026-11-09 the record was \"v=DMARC1; p={none}\".";

    @Test
    void textsStayAsTheyWereUntilTheDomainIsJudgedAgainAtOnce() {
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
                insert into domain (account_id, name, top_level, origin, added_date)
                values (1, 'shop.example', true, 'm', now()), (1, 'other.example', true, 'm', now());
                insert into policy_advice (account_id, domain_id, due, judged, blocking, met, notes)
                values (1, 1, '2100-01-01', '2026-11-20', array['One.', 'It''s two.'], array['%s'],
                        '{}'),
                    (1, 2, '2020-01-01', null, '{}', '{}', '{}');
                """
                        .formatted(QUOTED));
        database.migrate();
        assertThat(passages(sql, "blocking"))
                .containsExactly(
                        Passage.of(Message.verbatim("One.")),
                        Passage.of(Message.verbatim("It's two.")));
        assertThat(AdviceTexts.of(passages(sql, "met"))).containsExactly(QUOTED);
        assertThat(passages(sql, "notes")).isEmpty();
        assertThat(
                        sql.rows(
                                "select due <= now(), due = '2020-01-01' from policy_advice order by domain_id"))
                .containsExactly("t|f", "t|t");
    }

    private static List<Passage> passages(TestSql sql, String column) {
        return sql
                .rows("select unnest(%s) from policy_advice where domain_id = 1".formatted(column))
                .stream()
                .map(MessageJson::read)
                .toList();
    }
}
