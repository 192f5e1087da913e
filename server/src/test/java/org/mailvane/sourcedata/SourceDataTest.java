package org.mailvane.sourcedata;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.sourcedata.SendersApi.Person;
import org.mailvane.testing.Statements;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** Sources, and sources by domain: what they show, of which messages, and in which order. */
class SourceDataTest {

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
        owner = api.account("s" + test.getDisplayName().hashCode());
        owner.add("a.example", "b.example", "c.example");
    }

    /** An own source of the account, whose number is answered. */
    private int custom(String name, boolean spf, boolean dkim) {
        return Integer.parseInt(
                api.sql.value(
                        """
                        insert into custom_source (account_id, name, slug, networks, ptr_domains,
                            dkim_domains, spf_domains, category, capable_spf, capable_dkim, notes_spf,
                            notes_dkim, notes_dmarc, created)
                        values (%d, '%s', lower('%2$s'), '{}', '{}', '{}', '{}', 1, %s, %s,
                            'spf note', 'dkim note', 'dmarc note', now())
                        returning number
                        """
                                .formatted(owner.scope.accountId(), name, spf, dkim)));
    }

    /** Names are looked for first, so those with the most messages may be among the others. */
    @Test
    void ofSendersThatAreKnownByReverseNamesOnlySoManyAreLookedFor() {
        api.sql.execute(
                """
                insert into ptr_organization (name)
                select 'many-' || lpad(n::text, 3, '0') || '.example' from generate_series(0, %1$d) n
                on conflict do nothing;
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                    spf, dkim, quarantined, rejected)
                select %2$d, %3$d, '%4$s', number, 4, 1, 0, 0, 0, 0, 0 from ptr_organization
                where starts_with(name, 'many-');
                insert into custom_source (account_id, name, slug, networks, ptr_domains,
                    dkim_domains, spf_domains, category, capable_spf, capable_dkim, notes_spf,
                    notes_dkim, notes_dmarc, created)
                select %2$d, 'Of many-' || n, 'm' || n, '{}', '{}', '{}', '{}', 1, true, true, '',
                    '', '', now()
                from generate_series(0, %1$d) n;
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                    spf, dkim, quarantined, rejected)
                select %2$d, %3$d, '%4$s', number, 1, 2, 0, 0, 0, 0, 0 from custom_source
                where account_id = %2$d
                """
                        .formatted(
                                Sources.MAX_LOOKED_UP,
                                owner.scope.accountId(),
                                owner.id("a.example"),
                                SendersApi.TODAY));
        List<String> found =
                api.service.part(Sources.class).like(owner.scope, "Many-", 7).stream()
                        .map(sent -> sent.name().name())
                        .toList();
        assertThat(found)
                .filteredOn(name -> name.startsWith("Of many-"))
                .as("the account's own are all found")
                .hasSize(Sources.MAX_LOOKED_UP + 1);
        assertThat(found)
                .filteredOn(name -> name.startsWith("many-"))
                .hasSize(Sources.MAX_LOOKED_UP)
                .contains("many-000.example")
                .doesNotContain("many-%03d.example".formatted(Sources.MAX_LOOKED_UP));
    }

    @Test
    void aSourceHasAllThatTheReferenceNames() {
        int number = custom("Ours", false, true);
        owner.sent("a.example", "2026-11-20", number, 1, 2, 2, 0, 1);
        owner.sent("b.example", "2026-11-19", number, 1, 1, 0, 0, 0);
        Answer answer = owner.get("sources/");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json().path("_permissions").toString()).isEqualTo("[\"list\"]");
        assertThat(answer.json().path("_permission").toString()).isEqualTo("[\"list\"]");
        JsonNode source = answer.json().at("/results/0");
        assertThat(source.propertyNames())
                .containsExactlyInAnyOrder(
                        "_links",
                        "_permissions",
                        "_permission",
                        "number",
                        "name",
                        "slug",
                        "domain_count",
                        "message_count",
                        "is_custom_source",
                        "spf_count",
                        "spf_percentage",
                        "dkim_count",
                        "dkim_percentage",
                        "dmarc_count",
                        "dmarc_percentage",
                        "capabilities");
        assertThat(source.path("number").asInt()).isEqualTo(number);
        assertThat(source.path("name").asString()).isEqualTo("Ours");
        assertThat(source.path("slug").asString()).isEqualTo("ours");
        assertThat(source.path("domain_count").asInt()).isEqualTo(2);
        assertThat(source.path("message_count").asInt()).isEqualTo(3);
        assertThat(source.path("is_custom_source").asBoolean()).isTrue();
        assertThat(source.path("spf_count").toString()).isEqualTo("0");
        assertThat(source.path("spf_percentage").toString()).isEqualTo("-999");
        assertThat(source.path("dkim_count").toString()).isEqualTo("1");
        assertThat(source.path("dkim_percentage").toString()).isEqualTo("33.3");
        assertThat(source.path("dmarc_count").toString()).isEqualTo("2");
        assertThat(source.path("dmarc_percentage").toString()).isEqualTo("66.7");
        assertThat(source.path("capabilities").toString())
                .isEqualTo(
                        "{\"capable_spf\":false,\"capable_dkim\":true,\"notes_dmarc\":\"dmarc note\","
                                + "\"notes_spf\":\"spf note\",\"notes_dkim\":\"dkim note\"}");
        assertThat(source.path("_permission")).isEqualTo(source.path("_permissions"));
    }

    @Test
    void aSourceAndADomainHaveAllThatTheReferenceNames() {
        int number = custom("Neither", false, false);
        owner.sent("a.example", "2026-11-20", number, 1, 8, 8, 6, 2);
        JsonNode row = owner.get("source-domains/").json().at("/results/0");
        assertThat(row.toString())
                .isEqualTo(
                        ("{\"source_number\":%d,\"source_name\":\"Neither\",\"source_slug\":\"neither\","
                                        + "\"domain\":\"a.example\",\"message_count\":8,\"spf_count\":6,"
                                        + "\"dkim_count\":2,\"dmarc_count\":8,\"spf_percentage\":-999,"
                                        + "\"dkim_percentage\":-999,\"dmarc_percentage\":-999}")
                                .formatted(number));
        owner.sent("b.example", "2026-11-20", 1, 1, 8, 8, 6, 2);
        row = owner.get("source-domains/?source_number=1").json().at("/results/0");
        assertThat(row.path("spf_percentage").toString()).isEqualTo("75.0");
        assertThat(row.path("dkim_percentage").toString()).isEqualTo("25.0");
        assertThat(row.path("dmarc_percentage").toString()).isEqualTo("100.0");
    }

    @Test
    void figuresAreOfTodayAndTheSixDaysBefore() {
        owner.sent("a.example", "2026-11-13", 1, 1, 1);
        owner.sent("a.example", "2026-11-14", 1, 1, 20);
        owner.sent("a.example", "2026-11-20", 1, 1, 300);
        owner.sent("a.example", "2026-11-21", 1, 1, 4000);
        assertThat(owner.sources("")).containsExactly("1 1 320");
        assertThat(owner.sourceDomains("")).containsExactly("1 a.example 320");
    }

    @Test
    void categoryOneIsShownUnlessAnotherIsAskedFor() {
        for (int category = 1; category <= 4; category++) {
            owner.sent("a.example", "2026-11-20", 10 * category, category, category);
        }
        assertThat(owner.sources("")).containsExactly("10 1 1");
        for (int category = 1; category <= 4; category++) {
            String query = "category=" + category;
            assertThat(owner.sources(query))
                    .containsExactly("%d 1 %d".formatted(10 * category, category));
            assertThat(owner.sourceDomains(query))
                    .containsExactly("%d a.example %d".formatted(10 * category, category));
        }
    }

    @Test
    void theSourceWithTheMostMessagesIsFirstAndOfEachTheDomainWithTheMost() {
        owner.sent("a.example", "2026-11-20", 7, 1, 5);
        owner.sent("b.example", "2026-11-20", 7, 1, 6);
        owner.sent("c.example", "2026-11-20", 3, 1, 10);
        owner.sent("a.example", "2026-11-19", 5, 1, 5);
        owner.sent("b.example", "2026-11-19", 5, 1, 5);
        assertThat(owner.sources("")).containsExactly("7 2 11", "3 1 10", "5 2 10");
        assertThat(owner.sourceDomains(""))
                .containsExactly(
                        "7 b.example 6",
                        "7 a.example 5",
                        "3 c.example 10",
                        "5 a.example 5",
                        "5 b.example 5");
        assertThat(owner.sourceDomains("source_number=5"))
                .containsExactly("5 a.example 5", "5 b.example 5");
        assertThat(owner.sourceDomains("source_number=4")).isEmpty();
    }

    @Test
    void aDiscoveredSubdomainCountsWithItsParentUntilItIsTopLevel() {
        owner.discover("news.a.example", "shop.a.example");
        owner.sent("a.example", "2026-11-20", 1, 1, 1);
        owner.sent("news.a.example", "2026-11-20", 1, 1, 20);
        owner.sent("shop.a.example", "2026-11-20", 1, 1, 300);
        assertThat(owner.sources("")).containsExactly("1 1 321");
        assertThat(owner.sourceDomains("")).containsExactly("1 a.example 321");
        owner.set("shop.a.example", "top_level = true");
        assertThat(owner.sources("")).containsExactly("1 2 321");
        assertThat(owner.sourceDomains(""))
                .containsExactly("1 shop.a.example 300", "1 a.example 21");
        assertThat(owner.sources("filter_id=" + owner.filter("a.example")))
                .containsExactly("1 1 21");
        assertThat(owner.sourceDomains("filter_id=" + owner.filter("news.a.example")))
                .containsExactly("1 news.a.example 20");
        assertThat(owner.sourceDomains("filter_id=" + owner.filter("news.a.example", "a.example")))
                .containsExactly("1 a.example 21");
    }

    @Test
    void whoReadsSomeGroupsSeesSumsOverTheirDomainsOnly() {
        owner.discover("news.a.example");
        owner.sent("a.example", "2026-11-20", 1, 1, 1);
        owner.sent("news.a.example", "2026-11-20", 1, 1, 20);
        owner.sent("b.example", "2026-11-20", 1, 1, 300);
        owner.sent("b.example", "2026-11-20", 9, 1, 4000);
        Person nobody = owner.colleague("nobody");
        assertThat(nobody.sources("")).isEmpty();
        assertThat(nobody.sourceDomains("")).isEmpty();
        Person some = owner.colleague("some").reads("a.example", "c.example");
        assertThat(some.sources("")).containsExactly("1 1 21");
        assertThat(some.sourceDomains("")).containsExactly("1 a.example 21");
        assertThat(some.sourceDomains("source_number=9")).isEmpty();
        some.reads("b.example");
        assertThat(some.sources("")).containsExactly("9 1 4000", "1 2 321");
    }

    @Test
    void otherAccountsSeeNothingOfIt() {
        owner.sent("a.example", "2026-11-20", 1, 1, 1);
        Person stranger = api.account("stranger");
        stranger.add("a.example");
        assertThat(stranger.sources("")).isEmpty();
        assertThat(stranger.sourceDomains("")).isEmpty();
    }

    @Test
    void aSourceLinksToItsDomainsOfTheSameFilterAndCategory() {
        long filter = owner.filter("a.example", "b.example");
        owner.sent("a.example", "2026-11-20", 4, 2, 5);
        owner.sent("b.example", "2026-11-20", 4, 2, 6);
        owner.sent("c.example", "2026-11-20", 4, 2, 7);
        owner.sent("a.example", "2026-11-20", 4, 1, 8);
        String link =
                owner.get("sources/?category=2&filter_id=" + filter)
                        .json()
                        .at("/results/0/_links/source_domains")
                        .asString();
        assertThat(owner.get(link).json().path("results").valueStream())
                .extracting(row -> row.path("domain").asString())
                .containsExactly("b.example", "a.example");
        JsonNode links = owner.get("sources/").json().at("/results/0/_links");
        assertThat(links.path("source_domains").asString())
                .isEqualTo(api.service.address() + "/api/v1/source-domains/?source_number=4");
        assertThat(owner.get(links.path("refresh").asString()).json().has("refreshed")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "sources, filter_id=7000, filter_id, must be the id of one of your filters",
        "sources, filter_id=x, filter_id, a whole number",
        "sources, category=0, category, from 1 to 4",
        "sources, category=5, category, from 1 to 4",
        "source-domains, filter_id=7000.0, filter_id, must be the id of one of your filters",
        "source-domains, category=capable, category, from 1 to 4",
        "source-domains, source_number=abc, source_number, a whole number",
        "source-domains, source_number=2147483648, source_number, a whole number",
        "source-domains, format=xml, format, one of csv",
    })
    void badParametersAreToldByName(String list, String query, String field, String text) {
        Answer answer = owner.get(list + "/?" + query);
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.json().path(field).toString()).contains(text);
    }

    /** More than CSV fetches at once. */
    private void manyRows() {
        api.sql.execute(
                """
                insert into domain (account_id, name, top_level, origin, added_date)
                select %1$d, 'd' || n || '.example', true, 'm', now() from generate_series(1, 300) n;
                insert into daily
                select account_id, id, '2026-11-20', s, 1, 1 + (id * s) %% 17, 0, 0, 0, 0, 0
                from domain, generate_series(1, 40) s
                where account_id = %1$d and name like 'd%%'
                """
                        .formatted(owner.scope.accountId()));
    }

    @Test
    @Tag("slow")
    void csvHasEachRowOnceInTheOrderOfThePages() {
        manyRows();
        List<String> csv = owner.get("source-domains/?format=csv").text().lines().toList();
        assertThat(csv.getFirst())
                .isEqualTo(
                        "source_number,source_name,source_slug,domain,message_count,spf_count,"
                                + "dkim_count,dmarc_count,spf_percentage,dkim_percentage,"
                                + "dmarc_percentage");
        List<String> rows = csv.subList(1, csv.size());
        assertThat(rows).hasSize(12_000).hasSizeGreaterThan(SumPages.AHEAD);
        assertThat(new HashSet<>(rows)).hasSize(12_000);
        List<String> paged = new ArrayList<>();
        String next = "source-domains/?limit=500";
        while (!next.isEmpty()) {
            JsonNode page = owner.get(next).json();
            assertThat(page.path("count").asInt()).isEqualTo(12_000);
            page.path("results")
                    .forEach(row ->
                            paged.add(
                                    row.path("source_number").asString()
                                            + " "
                                            + row.path("domain").asString()));
            next = page.at("/_links/next").asString();
        }
        assertThat(rows.stream().map(row -> row.split(",")).map(c -> c[0] + " " + c[3]).toList())
                .isEqualTo(paged);
    }

    @Test
    void csvOfSourcesHasAColumnForEachCapability() {
        owner.sent("a.example", "2026-11-20", 1, 1, 4, 3, 2, 1);
        List<String> csv = owner.get("sources/?format=csv").text().lines().toList();
        assertThat(csv.getFirst())
                .isEqualTo(
                        "number,name,slug,domain_count,message_count,is_custom_source,spf_count,"
                                + "spf_percentage,dkim_count,dkim_percentage,dmarc_count,"
                                + "dmarc_percentage,capabilities.capable_spf,"
                                + "capabilities.capable_dkim,capabilities.notes_dmarc,"
                                + "capabilities.notes_spf,capabilities.notes_dkim");
        assertThat(csv.get(1)).contains(",1,4,false,2,50.0,1,25.0,3,75.0,true,true,");
        assertThat(csv).hasSize(2);
    }

    @Test
    void theLastPageAndThoseBehindItAreAsInEveryList() {
        for (int source = 2; source < 7; source++) {
            owner.sent("a.example", "2026-11-20", source, 1, source);
        }
        JsonNode last = owner.get("sources/?limit=2&page=last").json();
        assertThat(last.path("current_page").asInt()).isEqualTo(3);
        assertThat(last.at("/results/0/number").asInt()).isEqualTo(2);
        assertThat(last.path("results").size()).isEqualTo(1);
        assertThat(owner.get("sources/?limit=2&page=2").json().at("/results/1/number").asInt())
                .isEqualTo(3);
        assertThat(owner.get("sources/?limit=2&page=4").status()).isEqualTo(404);
        assertThat(owner.get("sources/?page=2147483647").status()).isEqualTo(404);
        JsonNode empty = owner.get("sources/?category=3").json();
        assertThat(empty.path("count").asInt(-1)).isZero();
        assertThat(empty.path("pages").asInt()).isEqualTo(1);
    }

    @Test
    void anUnchangedListIsNotSentAgain() {
        owner.sent("a.example", "2026-11-20", 1, 1, 4);
        for (String list : List.of("sources/", "source-domains/", "source-filters/")) {
            String tag = owner.get(list).header("etag");
            assertThat(tag).startsWith("W/");
            assertThat(ifNoneMatch(list, tag).status()).as(list).isEqualTo(304);
        }
        String before = owner.get("sources/").header("etag");
        owner.sent("a.example", "2026-11-19", 1, 1, 1);
        assertThat(ifNoneMatch("sources/", before).status()).isEqualTo(200);
    }

    private Answer ifNoneMatch(String list, String tag) {
        return api.service.call(
                "GET",
                owner.token,
                SendersApi.V1 + list,
                BodyPublishers.noBody(),
                Map.of("If-None-Match", tag));
    }

    @Test
    void aPageTakesTheSameNumberOfStatementsWhateverItsSize() {
        owner.sent("a.example", "2026-11-20", custom("Own 0", true, true), 1, 1);
        for (String list : List.of("sources/", "source-domains/")) {
            int few = statements(list);
            for (int i = 0; i < 20; i++) {
                owner.sent(
                        "b.example",
                        "2026-11-20",
                        custom(list.length() + "x" + i, true, true),
                        1,
                        1);
            }
            assertThat(statements(list)).as(list).isEqualTo(few);
        }
    }

    private int statements(String list) {
        String id = "statements-" + System.nanoTime();
        try (Statements statements = Statements.of(id)) {
            Answer answer =
                    api.service.call(
                            "GET",
                            owner.token,
                            SendersApi.V1 + list,
                            BodyPublishers.noBody(),
                            Map.of("X-Request-Id", id));
            assertThat(answer.status()).isEqualTo(200);
            return statements.count();
        }
    }

    @Test
    void theRootsNameTheCollections() {
        JsonNode root = owner.get("").json();
        for (String name : List.of("sources", "source_domains", "source_filters")) {
            assertThat(owner.get(root.path(name).asString()).status()).as(name).isEqualTo(200);
        }
    }
}
