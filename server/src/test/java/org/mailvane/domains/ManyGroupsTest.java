package org.mailvane.domains;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.domains.DomainApi.Person;
import org.mailvane.testing.Statements;
import tools.jackson.databind.JsonNode;

/** Lists of 500 groups with 10,000 domains. */
@Tag("slow")
class ManyGroupsTest {

    private static DomainApi api;
    private static GroupApi groups;
    private static Person owner;
    private static Person reader;

    @BeforeAll
    static void start() {
        api = new DomainApi();
        groups = new GroupApi(api.service);
        owner = api.account("many");
        long account = owner.scope.accountId();
        api.sql.execute(
                """
                insert into domain_group (account_id, label, is_default)
                select %1$d, 'group ' || lpad(i::text, 3, '0'), false from generate_series(1, 499) i;
                insert into domain (account_id, name, top_level, origin, added_date, domain_state)
                select %1$d, 'd' || i || '.example', true, 'm', now(),
                    case when i %% 499 < 250 then 'active' else 'inactive' end
                from generate_series(1, 10000) i;
                insert into domain_group_member (account_id, group_id, domain_id)
                select %1$d, g.id, d.id
                from (select id, row_number() over (order by id) - 1 as place
                    from domain_group where not is_default) g
                join (select id, substring(name from 2 for strpos(name, '.') - 2)::int as place
                    from domain) d on g.place = d.place %% 499;
                insert into domain_day
                select %1$d, id, (now() at time zone 'UTC')::date - day, id, 1, 1, 1, 0
                from domain, generate_series(0, 9) day;
                insert into issue (account_id, domain_id, record, code, subject, level, problem,
                    solution, details, created, solved_at, ignored)
                select %1$d, id, 'spf', 'spf.c', i, 'err', '', '', '', now(),
                    case when i %% 3 = 0 then now() end, i %% 5 = 0
                from domain, generate_series(0, 12) i where id %% 7 > 0;
                insert into task (account_id, domain_id, code, subject, category, details, created,
                    solved_at, ignored)
                select %1$d, id, 'c', i, 'spf', '', now(),
                    case when i %% 4 = 0 then now() end, i %% 3 = 0
                from domain, generate_series(0, 5) i where id %% 5 > 0;
                analyze
                """
                        .formatted(account));
        reader = owner.colleague("reader");
        api.sql.execute(
                "insert into group_access select account_id, id, %d, false from domain_group where label < 'group 300' and not is_default"
                        .formatted(reader.userId));
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static JsonNode list(Person who, String query) {
        return GroupApi.done(groups.get(who, "?" + query));
    }

    @Test
    void everyGroupHasTheFiguresOfItsOwnDomains() {
        JsonNode list = list(owner, "limit=500");
        assertThat(list.get("count").asInt()).isEqualTo(500);
        assertThat(list.get("results")).hasSize(500);
        assertThat(list.get("results").get(0).get("domain_count").asInt()).isEqualTo(10_000);
        assertThat(list.get("results").get(0).get("domain_state").asString()).isEqualTo("unknown");
        for (int i : new int[] {1, 250, 251, 499}) {
            JsonNode group = list.get("results").get(i);
            long id = group.get("id").asLong();
            assertThat(group.get("domain_count").asString())
                    .isEqualTo(
                            api.sql.value(
                                    "select count(*) from domain_group_member where group_id = "
                                            + id));
            assertThat(group.get("domain_state").asString())
                    .isEqualTo(i <= 250 ? "active" : "inactive");
            assertThat(group.get("max_volume_count").asString())
                    .isEqualTo(
                            api.sql.value(
                                    "select 7 * (max(domain_id) + 3) from domain_group_member where group_id = "
                                            + id));
            assertThat(groups.group(owner, id)).isEqualTo(group);
        }
    }

    @Test
    void everyGroupCountsWhatIsOpenAndNotIgnoredAboutItsDomains() {
        JsonNode list = list(owner, "limit=500");
        String issues = "select count(*) from issue where solved_at is null and not ignored";
        String tasks = "select count(*) from task where solved_at is null and not ignored";
        assertThat(list.at("/results/0/issues").asString()).isEqualTo(api.sql.value(issues));
        assertThat(list.at("/results/0/tasks").asString()).isEqualTo(api.sql.value(tasks));
        for (int i : new int[] {1, 250, 499}) {
            JsonNode group = list.get("results").get(i);
            String within =
                    " and domain_id in (select domain_id from domain_group_member where group_id = %s)"
                            .formatted(group.get("id"));
            assertThat(group.get("issues").asLong()).isPositive();
            assertThat(group.get("issues").asString()).isEqualTo(api.sql.value(issues + within));
            assertThat(group.get("tasks").asString()).isEqualTo(api.sql.value(tasks + within));
        }
    }

    @Test
    void filtersAndPagesAgree() {
        assertThat(list(owner, "domain_state=active").get("count").asInt()).isEqualTo(250);
        assertThat(list(owner, "domain_state=inactive").get("count").asInt()).isEqualTo(249);
        assertThat(list(owner, "domain_state=unknown").get("count").asInt()).isEqualTo(1);
        assertThat(list(owner, "search_exact=d17.example").get("count").asInt()).isEqualTo(2);
        assertThat(list(owner, "label=group%2049").get("count").asInt()).isEqualTo(10);
        assertThat(list(reader, "").get("count").asInt()).isEqualTo(299);
        assertThat(list(reader, "page=last&limit=100").get("results")).hasSize(99);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "domain_state=active&", "search=d1&", "search_exact=group 001&"})
    void theNumberOfStatementsDoesNotGrowWithThePage(String filter) {
        for (Person who : new Person[] {owner, reader}) {
            assertThat(statements(who, filter + "limit=500"))
                    .isEqualTo(statements(who, filter + "limit=1"))
                    // Statements for the owner of the token, the number of groups, which, and the
                    // open items of their domains.
                    .isLessThanOrEqualTo(6);
        }
    }

    private static int statements(Person who, String query) {
        String id = "many-" + query.replaceAll("\\W", "-");
        try (Statements statements = Statements.of(id)) {
            GroupApi.done(
                    api.service.call(
                            "GET",
                            who.token,
                            GroupApi.PATH + "?" + query.replace(" ", "%20"),
                            BodyPublishers.noBody(),
                            Map.of("X-Request-Id", id)));
            return statements.count();
        }
    }
}
