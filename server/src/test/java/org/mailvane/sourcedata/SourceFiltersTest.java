package org.mailvane.sourcedata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.mailvane.domains.Domains;
import org.mailvane.domains.FilterCriteria;
import org.mailvane.domains.FilterCriteria.Kind;
import org.mailvane.domains.SavedFilter;
import org.mailvane.domains.SavedFilters;
import org.mailvane.domains.SavedFilters.Creation;
import org.mailvane.sourcedata.SendersApi.Person;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** Filters of source data, and what all kinds of saved filters have in common. */
class SourceFiltersTest {

    private static SendersApi api;
    private Person owner;

    @BeforeAll
    static void start() {
        api = new SendersApi();
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @BeforeEach
    void newAccount(TestInfo test) {
        owner = api.account("f" + test.getDisplayName().hashCode());
        owner.add("a.example", "b.example", "c.example");
    }

    private static SavedFilter saved(Person who, FilterCriteria criteria) {
        SavedFilters filters = api.service.part(SavedFilters.class);
        return filters.create(who.scope, criteria) instanceof Creation.Created(var filter)
                ? filter
                : fail("not created");
    }

    private static List<Long> ids(Person who) {
        return who.items("source-filters/").stream().map(f -> f.path("id").asLong()).toList();
    }

    @Test
    void aFilterHasAllThatTheReferenceNames() {
        Answer answer = owner.createFilter("b.example", "A.Example.", "b.example");
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        JsonNode filter = answer.json();
        assertThat(filter.propertyNames())
                .containsExactlyInAnyOrder("_links", "_permissions", "id", "domains", "created");
        assertThat(filter.path("domains").toString()).isEqualTo("[\"b.example\",\"a.example\"]");
        assertThat(filter.path("created").asString()).isEqualTo("2026-11-20T10:00:00Z");
        assertThat(filter.path("_permissions").toString()).isEqualTo("[\"retrieve\"]");
        assertThat(answer.header("location")).isEqualTo(filter.at("/_links/self").asString());
        assertThat(owner.get(answer.header("location")).json()).isEqualTo(filter);
    }

    @Test
    void daysNamesAndGroupsAreAskedForAloneAndWithAFilter() {
        owner.sent("a.example", "2026-11-20", 1, 1, 7);
        owner.sent("a.example", "2026-11-01", 1, 1, 20);
        owner.sent("b.example", "2026-09-01", 1, 1, 300);
        owner.colleague("g").reads("b.example");
        String group =
                api.sql.value(
                        "select id from domain_group where not is_default and account_id = "
                                + owner.scope.accountId());
        assertThat(owner.sources("")).containsExactly("1 1 7");
        assertThat(owner.sources("days=7")).containsExactly("1 1 7");
        assertThat(owner.sources("days=30")).containsExactly("1 1 27");
        assertThat(owner.sources("days=90")).containsExactly("1 2 327");
        assertThat(owner.sources("days=90&domain=b.EX")).containsExactly("1 1 300");
        assertThat(owner.sources("days=90&group_id=" + group)).containsExactly("1 1 300");
        assertThat(owner.sources("days=90&group_id=999999")).isEmpty();
        String filter = "&filter_id=" + owner.filter("a.example");
        assertThat(owner.sources("days=90" + filter)).containsExactly("1 1 27");
        assertThat(owner.sources("days=90&domain=a" + filter)).containsExactly("1 1 27");
        assertThat(owner.sources("days=90&group_id=" + group + filter)).isEmpty();
        assertThat(owner.get("sources/?days=8").status()).isEqualTo(400);
        JsonNode row =
                owner.get("sources/?days=90&domain=b.ex&group_id=" + group).json().at("/results/0");
        JsonNode domains = owner.get(row.at("/_links/source_domains").asString()).json();
        assertThat(domains.at("/results/0/domain").asString()).isEqualTo("b.example");
        assertThat(domains.at("/results/0/message_count").asInt()).isEqualTo(300);
        assertThat(domains.path("count").asInt()).isEqualTo(1);
    }

    @Test
    void theNewestIsFirstAndListsAreOfTheCaller() {
        Person colleague = owner.colleague("c").reads("a.example");
        long first = owner.filter("a.example");
        long second = owner.filter("b.example");
        long theirs = colleague.filter("a.example");
        assertThat(ids(owner)).containsExactly(second, first);
        assertThat(ids(colleague)).containsExactly(theirs);
        assertThat(owner.get("source-filters/" + theirs + "/").status()).isEqualTo(404);
        assertThat(colleague.get("source-filters/" + first + "/").status()).isEqualTo(404);
        JsonNode page = owner.get("source-filters/?limit=1&page=2").json();
        assertThat(page.path("count").asInt()).isEqualTo(2);
        assertThat(page.at("/results/0/id").asLong()).isEqualTo(first);
        assertThat(page.path("_permissions").toString()).isEqualTo("[\"create\",\"list\"]");
    }

    @Test
    void unknownAndInvisibleNamesAreToldByIndexAndAlike() {
        Person colleague = owner.colleague("c").reads("a.example");
        Answer answer = colleague.createFilter("a.example", "b.example", "z.example");
        assertThat(answer.status()).isEqualTo(400);
        String text = " is not valid: it must be a domain of the account that you can read.";
        JsonNode errors = answer.json().path("domains");
        assertThat(errors.propertyNames()).containsExactly("1", "2");
        assertThat(errors.at("/1/0").asString()).isEqualTo("\"b.example\"" + text);
        assertThat(errors.at("/2/0").asString()).isEqualTo("\"z.example\"" + text);
        assertThat(ids(colleague)).isEmpty();
    }

    @Test
    void domainsAreRequiredAndMayBeNone() {
        for (String wrong : List.of("{}", "{\"domains\": null}", "{\"domains\": \"a.example\"}")) {
            Answer answer = owner.send("POST", "source-filters/", wrong);
            assertThat(answer.status()).as(wrong).isEqualTo(400);
            assertThat(answer.json().has("domains")).as(wrong).isTrue();
        }
        owner.sent("a.example", "2026-11-20", 1, 1, 7);
        Person colleague = owner.colleague("c").reads("b.example");
        assertThat(owner.sources("filter_id=" + owner.filter())).containsExactly("1 1 7");
        assertThat(colleague.sources("filter_id=" + colleague.filter())).isEmpty();
    }

    @Test
    void aFilterHoldsFiveThousandNamesAtMost() {
        String[] names =
                IntStream.rangeClosed(0, Domains.MAX_NAMES)
                        .mapToObj(i -> "d" + i + ".example")
                        .toArray(String[]::new);
        Answer answer = owner.createFilter(names);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("domains").toString())
                .contains("5001 items", "no more than 5000");
        api.sql.execute(
                """
                insert into domain (account_id, name, top_level, origin, added_date)
                select %d, 'd' || n || '.example', true, 'm', now() from generate_series(1, 5000) n
                """
                        .formatted(owner.scope.accountId()));
        long id = owner.filter(Arrays.copyOfRange(names, 1, names.length));
        assertThat(owner.get("source-filters/" + id + "/").json().path("domains").size())
                .isEqualTo(5_000);
    }

    @Test
    void aFilterIsGoneWhileItsUserMayNotReadOneOfItsDomains() {
        Person colleague = owner.colleague("c").reads("a.example").reads("b.example");
        long both = colleague.filter("a.example", "b.example");
        long one = colleague.filter("a.example");
        colleague.seesNothing();
        assertThat(ids(colleague)).isEmpty();
        colleague.reads("a.example");
        assertThat(ids(colleague)).containsExactly(one);
        assertThat(colleague.get("source-filters/" + both + "/").status()).isEqualTo(404);
        assertThat(colleague.get("sources/?filter_id=" + both).status()).isEqualTo(400);
        colleague.reads("b.example");
        assertThat(ids(colleague)).containsExactly(one, both);
    }

    @Test
    void aFilterGoesWithAnyOfItsDomainsAndDoesNotComeBack() {
        long both = owner.filter("a.example", "b.example");
        long other = owner.filter("b.example");
        assertThat(owner.send("DELETE", "domains/" + owner.id("a.example") + "/", "").status())
                .isEqualTo(200);
        assertThat(ids(owner)).containsExactly(other);
        assertThat(api.sql.rows("select 1 from saved_filter_domain where filter_id = " + both))
                .isEmpty();
        owner.add("a.example");
        assertThat(owner.get("source-filters/" + both + "/").status()).isEqualTo(404);
        assertThat(owner.get("source-domains/?filter_id=" + both).status()).isEqualTo(400);
    }

    @Test
    void aDomainThatGoesWhileAFilterIsSavedTakesItAlongToo() {
        long id = owner.filter("a.example");
        // As if the deletion had looked for filters just before this one was committed.
        api.sql.execute("delete from domain where id = " + owner.id("a.example"));
        assertThat(ids(owner)).isEmpty();
        assertThat(owner.get("source-filters/" + id + "/").status()).isEqualTo(404);
    }

    @Test
    void ofFiltersTheNewestThousandOfAUserStay() {
        Person colleague = owner.colleague("c").reads("a.example");
        long theirs = colleague.filter("a.example");
        long oldest = owner.filter("a.example");
        // 1,000 are the limit: docs/api.md says so.
        api.sql.execute(
                """
                insert into saved_filter (account_id, user_id, kind, domains, created)
                select account_id, id, 'policy', 0, now() from account_user, generate_series(1, 998)
                where id = %d
                """
                        .formatted(owner.userId));
        long newer = owner.filter("a.example");
        assertThat(ids(owner)).containsExactly(newer, oldest);
        long newest = owner.filter("b.example");
        assertThat(ids(owner)).containsExactly(newest, newer);
        assertThat(ids(colleague)).containsExactly(theirs);
    }

    @Test
    void aUsersFiltersHoldAHundredThousandDomainsAtMost() {
        long oldest = owner.filter("a.example", "b.example");
        api.sql.execute(
                """
                insert into saved_filter (account_id, user_id, kind, domains, created)
                select account_id, id, 'event', 5000, now()
                from account_user, generate_series(1, 19) where id = %d;
                insert into saved_filter (account_id, user_id, kind, domains, created)
                select account_id, id, 'event', 4997, now() from account_user where id = %1$d
                """
                        .formatted(owner.userId));
        long atTheLimit = owner.filter("c.example");
        assertThat(ids(owner)).containsExactly(atTheLimit, oldest);
        long beyond = owner.filter("c.example");
        assertThat(ids(owner)).containsExactly(beyond, atTheLimit);
    }

    @Test
    void filtersOfAllKindsShareTheirNumbersAndAreListedByKind() {
        FilterCriteria events =
                new FilterCriteria(
                        Kind.EVENT,
                        SendersApi.domains("a.example"),
                        List.of("new_source"),
                        LocalDate.of(2026, 11, 1),
                        null);
        SavedFilter event = saved(owner, events);
        SavedFilter policy =
                saved(owner, FilterCriteria.of(Kind.POLICY, SendersApi.domains("b.example")));
        SavedFilters filters = api.service.part(SavedFilters.class);
        assertThat(event.criteria()).isEqualTo(events);
        assertThat(filters.find(owner.scope, Kind.EVENT, event.id())).contains(event);
        assertThat(filters.find(owner.scope, Kind.POLICY, event.id())).isEmpty();
        assertThat(filters.find(owner.scope, policy.id())).contains(policy);
        assertThat(filters.count(owner.scope, Kind.POLICY)).isEqualTo(1);
        assertThat(ids(owner)).isEmpty();
        assertThat(owner.get("source-filters/" + policy.id() + "/").status()).isEqualTo(404);
        owner.sent("b.example", "2026-11-20", 1, 1, 3);
        assertThat(owner.sources("filter_id=" + policy.id())).containsExactly("1 1 3");
        assertThat(owner.sources("filter_id=" + event.id())).isEmpty();
    }

    @Test
    void otherAccountsFiltersAreNone() {
        long id = owner.filter("a.example");
        Person stranger = api.account("stranger");
        stranger.add("a.example");
        assertThat(stranger.get("source-filters/" + id + "/").status()).isEqualTo(404);
        assertThat(stranger.get("sources/?filter_id=" + id).status()).isEqualTo(400);
        assertThat(ids(stranger)).isEmpty();
    }

    @Test
    void manyAtOnceLeaveNoMoreThanTheLimit() {
        api.sql.execute(
                """
                insert into saved_filter (account_id, user_id, kind, domains, created)
                select account_id, id, 'policy', 0, now() from account_user, generate_series(1, 1000)
                where id = %d
                """
                        .formatted(owner.userId));
        List<Integer> statuses =
                IntStream.range(0, 8)
                        .parallel()
                        .map(i -> owner.createFilter("a.example").status())
                        .boxed()
                        .collect(Collectors.toList());
        assertThat(statuses).containsOnly(201);
        assertThat(
                        api.sql.value(
                                "select count(*) from saved_filter where user_id = "
                                        + owner.userId))
                .isEqualTo("1000");
        assertThat(ids(owner)).hasSize(8);
    }
}
