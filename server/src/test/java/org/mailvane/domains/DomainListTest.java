package org.mailvane.domains;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.domains.DomainApi.Person;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService.Answer;

/** Lists of domains: filters, orders, and who sees what. */
class DomainListTest {

    private static DomainApi api;
    private Person owner;

    @BeforeAll
    static void start() {
        api = new DomainApi(new TestClock(Instant.parse("2026-11-20T10:00:00Z")));
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @BeforeEach
    void newAccount(TestInfo test) {
        owner = api.account("a" + test.getDisplayName().hashCode());
    }

    @Test
    void howDomainsStandIsAskedFor() {
        owner.add("a.example", "b.example", "c.example");
        long group = owner.group("g", "a.example", "c.example");
        Person reader = owner.colleague("r").sees(group, false);
        api.sql.execute(
                "update policy_advice set due = '2100-01-01', leased_until = null, generation = generation + 1");
        api.sql.execute("delete from task");
        api.sql.execute(
                """
                insert into issue (account_id, domain_id, record, code, subject, level, problem, solution,
                    details, created)
                select account_id, id, 'spf', 'spf.x', '', case name when 'b.example' then 'warn' else 'err' end,
                    '', '', '', now()
                from domain where name <> 'c.example' and account_id = %d
                """
                        .formatted(owner.scope.accountId()));
        assertThat(owner.names("standing=fix")).containsExactly("a.example");
        assertThat(owner.names("standing=watch")).containsExactly("b.example");
        assertThat(owner.names("standing=unknown")).containsExactly("c.example");
        assertThat(owner.names("standing=ok")).isEmpty();
        assertThat(owner.names("standing=watch&group_id=" + group)).isEmpty();
        assertThat(owner.names("standing=")).hasSize(3);
        assertThat(reader.names("standing=fix")).containsExactly("a.example");
        assertThat(reader.names("standing=watch")).isEmpty();
        assertThat(owner.get("?standing=bad").status()).isEqualTo(400);
    }

    @Test
    void theListIsByNameAndHoldsWhatTheReferenceNames() {
        owner.add("b.example", "a.example", "c.example");
        assertThat(owner.names("")).containsExactly("a.example", "b.example", "c.example");
        assertThat(owner.get("").json().path("results").get(0).propertyNames())
                .contains(
                        "_links",
                        "_permissions",
                        "id",
                        "domain",
                        "notes",
                        "is_verified",
                        "count_dmarc_capable",
                        "count_non_dmarc_capable",
                        "count_forwarded",
                        "count_threat_other",
                        "top_level",
                        "is_subdomain",
                        "subdomain_count",
                        "nxdomain",
                        "domain_state",
                        "state_dmarc",
                        "state_spf",
                        "state_dkim",
                        "states",
                        "origin",
                        "added_date",
                        "records_dmarc",
                        "records_spf",
                        "spf_lookup_count",
                        "last_upload_time",
                        "dmarc_count",
                        "dmarc_percentage");
    }

    @Test
    void domainIsPartOfTheNameWithoutCaseAndInternationalNamesAreAsked() {
        owner.add("Shop.Example", "workshop.example", "m\u00fcnchen.example", "100.example.org");
        assertThat(owner.names("domain=SHOP")).containsExactly("shop.example", "workshop.example");
        assertThat(owner.names("domain=m%C3%BCnchen")).containsExactly("xn--mnchen-3ya.example");
        assertThat(owner.names("domain=M%C3%9CNCHEN.example"))
                .containsExactly("xn--mnchen-3ya.example");
        assertThat(owner.names("domain=m%C3%BCnchen.ex")).hasSize(1);
        // An international label is found as a whole only.
        assertThat(owner.names("domain=m%C3%BCnch")).isEmpty();
        // No character means anything else than itself.
        assertThat(owner.names("domain=%25")).isEmpty();
        assertThat(owner.names("domain=_")).isEmpty();
        assertThat(owner.names("domain=%C3%BC..")).isEmpty();
        assertThat(owner.names("domain=")).hasSize(4);
    }

    @Test
    void domainExactIsTheWholeName() {
        owner.add("shop.example", "workshop.example", "m\u00fcnchen.example");
        assertThat(owner.names("domain_exact=SHOP.example")).containsExactly("shop.example");
        assertThat(owner.names("domain_exact=shop")).isEmpty();
        assertThat(owner.names("domain_exact=m%C3%BCnchen.example"))
                .containsExactly("xn--mnchen-3ya.example");
    }

    @Test
    void assignedTellsDomainsOfGroupsFromThoseOfDefaultAlone() {
        owner.add("in.example", "out.example");
        owner.discover("sub.in.example");
        owner.group("g", "in.example");
        assertThat(owner.names("assigned=true")).containsExactly("in.example", "sub.in.example");
        assertThat(owner.names("assigned=False")).containsExactly("out.example");
    }

    @Test
    void groupIdIsAGroupsDomainsAndNothingForAnUnknownGroup() {
        owner.add("in.example", "out.example");
        owner.discover("sub.in.example");
        long group = owner.group("g", "in.example");
        assertThat(owner.names("group_id=" + group))
                .containsExactly("in.example", "sub.in.example");
        assertThat(owner.names("group_id=" + group + ".0")).hasSize(2);
        assertThat(owner.names("group_id=9999999")).isEmpty();
        Person stranger = api.account("stranger");
        stranger.add("in.example");
        assertThat(stranger.names("group_id=" + group)).isEmpty();
        // Once a subdomain is assigned itself, its parent's groups are none of its business.
        owner.set("sub.in.example", "follows = null");
        assertThat(owner.names("group_id=" + group)).containsExactly("in.example");
    }

    @Test
    void defaultHoldsAllUnlessItHidesWhatOtherGroupsHold() {
        owner.add("in.example", "out.example");
        owner.discover("sub.in.example");
        owner.group("g", "in.example");
        String query = "group_id=" + owner.defaultGroup();
        assertThat(owner.names(query)).hasSize(3);
        api.sql.execute(
                "update domain_group set hide_assigned_domains = true where id = "
                        + owner.defaultGroup());
        assertThat(owner.names(query)).containsExactly("out.example");
        assertThat(owner.names("")).hasSize(3);
    }

    @Test
    void parentIdListsSubdomainsAndTreatAsTopLevelTellsThePromotedOnes() {
        owner.add("example.com", "promoted.example.com", "example.org");
        owner.discover("sub.example.com");
        String parent = "parent_id=" + owner.id("example.com");
        assertThat(owner.names(parent)).containsExactly("promoted.example.com", "sub.example.com");
        assertThat(owner.names(parent + "&treat_as_top_level=False"))
                .containsExactly("sub.example.com");
        assertThat(owner.names("treat_as_top_level=1"))
                .containsExactly("example.com", "example.org", "promoted.example.com");
        assertThat(owner.domain("example.com").path("subdomain_count").asInt()).isEqualTo(2);
        String link = owner.domain("example.com").path("_links").path("subdomains").asString();
        assertThat(api.service.get(owner.token, link).json().path("count").asInt()).isEqualTo(1);
    }

    @Test
    void originTellsHowADomainCameIn() {
        owner.add("m.example");
        owner.discover("d.example");
        assertThat(owner.names("origin=m")).containsExactly("m.example");
        assertThat(owner.names("origin=d")).containsExactly("d.example");
        assertThat(owner.names("origin=v")).isEmpty();
        assertThat(owner.domain("m.example").path("origin").toString())
                .isEqualTo("{\"code\":\"m\",\"label\":\"Manual add\"}");
    }

    @Test
    void theOtherFiltersCompareWhatIsStored() {
        owner.add("one.example", "two.example");
        owner.set(
                "one.example",
                "domain_state = 'active', has_errors = true, is_verified = true,"
                        + " last_seen_dmarc_policy = 'oq', spf_lookup_count = 7");
        for (String one :
                List.of(
                        "domain_state=active",
                        "has_errors=true",
                        "is_verified=True",
                        "last_seen_dmarc_policy=oq",
                        "spf_lookup_count_min=7",
                        "spf_lookup_count_min=1&spf_lookup_count_max=7.0")) {
            assertThat(owner.names(one)).as(one).containsExactly("one.example");
        }
        for (String two :
                List.of(
                        "domain_state=unknown",
                        "has_errors=0",
                        "is_verified=false",
                        "last_seen_dmarc_policy=",
                        "spf_lookup_count_max=6",
                        "spf_lookup_count_min=-2147483648&spf_lookup_count_max=0")) {
            assertThat(owner.names(two)).as(two).containsExactly("two.example");
        }
        assertThat(owner.names("domain_state=inactive")).isEmpty();
        assertThat(owner.names("spf_lookup_count_max=2147483647")).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "assigned=maybe, assigned",
        "domain_state=asleep, domain_state",
        "group_id=5.5, group_id",
        "group_id=one, group_id",
        "group_id=99999999999999999999, group_id",
        "has_errors=2, has_errors",
        "is_verified=yes, is_verified",
        "last_seen_dmarc_policy=z, last_seen_dmarc_policy",
        "origin=x, origin",
        "parent_id=a, parent_id",
        "spf_lookup_count_min=2147483648, spf_lookup_count_min",
        "spf_lookup_count_max=-2147483649, spf_lookup_count_max",
        "treat_as_top_level=True.0, treat_as_top_level",
        "ordering=colour, ordering",
        "limit=0, limit",
        "page=x, page"
    })
    void anInvalidFilterIsSaidByItsName(String query, String field) {
        Answer answer = owner.get("?" + query);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path(field).path(0).asString()).isNotEmpty();
    }

    @Test
    void aFilterOfAMegabyteIsRefusedAndOneWithAZeroByteToo() {
        assertThat(owner.get("?domain=" + "x".repeat(2_000)).status()).isEqualTo(400);
        assertThat(owner.get("?domain=%00").status()).isEqualTo(400);
        assertThat(owner.get("?domain_exact=%00").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "domain",
                "volume",
                "count_threat_other",
                "state_dmarc",
                "state_spf",
                "state_dkim",
                "mx_txt",
                "soa_txt",
                "added_date",
                "spf_lookup_count"
            })
    void eachOrderGoesUpAndDown(String ordering) {
        owner.add("a.example", "b.example", "c.example");
        int place = 0;
        for (String domain : List.of("c.example", "a.example", "b.example")) {
            place++;
            owner.set(
                    domain,
                    """
                    state_dmarc = '%1$d', state_spf = '%1$d', state_dkim = '%1$d', mx_txt = '%1$d',
                    soa_txt = '%1$d', spf_lookup_count = %1$d,
                    added_date = '2026-11-0%1$d'
                    """
                            .formatted(place));
            messages(domain, "2026-11-20", place);
        }
        if (ordering.equals("domain")) {
            assertThat(owner.names("ordering=domain"))
                    .containsExactly("a.example", "b.example", "c.example");
            assertThat(owner.names("ordering=-domain"))
                    .containsExactly("c.example", "b.example", "a.example");
        } else {
            assertThat(owner.names("ordering=" + ordering))
                    .containsExactly("c.example", "a.example", "b.example");
            assertThat(owner.names("ordering=-" + ordering))
                    .containsExactly("b.example", "a.example", "c.example");
        }
    }

    @Test
    void volumeIsThatOfSevenDaysWithTheSubdomainsThatCount() {
        owner.add("a.example", "b.example", "c.example", "d.example");
        owner.discover("x.a.example", "y.a.example");
        messages("a.example", "2026-11-13", 1_000);
        messages("a.example", "2026-11-14", 1);
        messages("x.a.example", "2026-11-20", 5);
        messages("y.a.example", "2026-11-20", 5);
        messages("b.example", "2026-11-20", 10);
        messages("c.example", "2026-11-21", 1_000);
        assertThat(owner.names("ordering=-volume,domain&treat_as_top_level=true"))
                .containsExactly("a.example", "b.example", "c.example", "d.example");
        assertThat(owner.names("ordering=-volume,-domain"))
                .containsExactly(
                        "a.example",
                        "b.example",
                        "y.a.example",
                        "x.a.example",
                        "d.example",
                        "c.example");
        assertThat(owner.domain("a.example").path("count_threat_other").asLong()).isEqualTo(11);
        assertThat(owner.domain("a.example").path("count_dmarc_capable").asLong()).isEqualTo(22);
    }

    @Test
    void whatPassedIsThatOfSevenDaysWithTheSubdomainsThatCount() {
        owner.add("a.example", "b.example", "c.example");
        owner.discover("x.a.example");
        messages("a.example", "2026-11-13", 1_000);
        messages("a.example", "2026-11-14", 1);
        messages("x.a.example", "2026-11-20", 5);
        messages("b.example", "2026-11-20", 2);
        api.sql.execute(
                "update domain_day set passed = 1 + capable - threat where account_id = "
                        + owner.scope.accountId());
        assertThat(owner.domain("a.example").path("dmarc_count").asLong()).isEqualTo(8);
        assertThat(owner.domain("a.example").path("dmarc_percentage").toString()).isEqualTo("44.4");
        assertThat(owner.domain("b.example").path("dmarc_percentage").toString()).isEqualTo("50.0");
        assertThat(owner.domain("c.example").path("dmarc_count").asLong()).isZero();
        assertThat(owner.domain("c.example").path("dmarc_percentage").toString()).isEqualTo("-999");
        // A domain without a percentage comes last.
        assertThat(owner.names("ordering=dmarc_percentage"))
                .containsExactly("x.a.example", "a.example", "b.example", "c.example");
        assertThat(owner.names("ordering=-dmarc_percentage&treat_as_top_level=true"))
                .containsExactly("c.example", "b.example", "a.example");
    }

    @Test
    void pagesOfAnyOrderHoldEachDomainOnce() {
        owner.add("a.example", "b.example", "c.example", "d.example", "e.example");
        for (String ordering : List.of("volume", "-state_spf", "mx_txt,-volume")) {
            List<String> all = new java.util.ArrayList<>();
            for (int page = 1; page <= 3; page++) {
                all.addAll(
                        owner.get("?limit=2&page=" + page + "&ordering=" + ordering)
                                .json()
                                .path("results")
                                .valueStream()
                                .map(d -> d.path("domain").asString())
                                .toList());
            }
            assertThat(all)
                    .containsExactly(
                            "a.example", "b.example", "c.example", "d.example", "e.example");
        }
    }

    @Test
    void aUserSeesTheDomainsOfTheirGroupsAndTheSubdomainsThatFollowThese() {
        owner.add("mine.example", "theirs.example", "both.example");
        owner.discover("sub.mine.example");
        long mine = owner.group("mine", "mine.example", "both.example");
        long theirs = owner.group("theirs", "theirs.example", "both.example");
        Person reader = owner.colleague("reader").sees(mine, false);
        assertThat(reader.names(""))
                .containsExactly("both.example", "mine.example", "sub.mine.example");
        assertThat(reader.get("").json().path("count").asInt()).isEqualTo(3);
        assertThat(reader.names("group_id=" + theirs)).isEmpty();
        assertThat(reader.names("group_id=" + owner.defaultGroup())).isEmpty();
        assertThat(reader.names("group_id=" + mine)).hasSize(3);
        assertThat(reader.names("domain=theirs")).isEmpty();
        assertThat(reader.names("ordering=-volume")).hasSize(3);
        assertThat(owner.colleague("nobody").names("")).isEmpty();
    }

    @Test
    void permissionsOfAnItemDependOnAccessToIt() {
        owner.add("read.example", "write.example");
        Person user =
                owner.colleague("user")
                        .sees(owner.group("r", "read.example"), false)
                        .sees(owner.group("w", "write.example"), true);
        Answer list = user.get("");
        List<List<String>> permissions =
                list.json()
                        .path("results")
                        .valueStream()
                        .map(d ->
                                d.path("_permissions")
                                        .valueStream()
                                        .map(p -> p.asString())
                                        .toList())
                        .toList();
        assertThat(permissions)
                .containsExactly(
                        List.of("retrieve"),
                        List.of(
                                "destroy",
                                "partial_update",
                                "refresh",
                                "retrieve",
                                "update",
                                "verify"));
    }

    @Test
    void theNumberOfSubdomainsIsThatOfThoseThatTheCallerSees() {
        owner.add("example.com", "a.example.com", "b.example.com");
        Person user =
                owner.colleague("user")
                        .sees(owner.group("g", "example.com", "a.example.com"), false);
        assertThat(user.domain("example.com").path("subdomain_count").asInt()).isEqualTo(1);
        assertThat(owner.domain("example.com").path("subdomain_count").asInt()).isEqualTo(2);
    }

    private void messages(String domain, String day, long threat) {
        api.sql.execute(
                """
                insert into domain_day (account_id, domain_id, day, capable, non_compliant, forwarded, threat, passed)
                values (%d, %d, '%s', %d, 0, 0, %d, 0)
                """
                        .formatted(
                                owner.scope.accountId(),
                                owner.id(domain),
                                day,
                                2 * threat,
                                threat));
    }
}
