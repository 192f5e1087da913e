package org.mailvane.sources.custom;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.accounts.Accounts;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.custom.SourceDecision.Decision;
import org.mailvane.sources.evidence.DomainEvidence;
import org.mailvane.sources.evidence.DomainKnowledge;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.testing.TestSql;
import tools.jackson.databind.JsonNode;

/** What people say of shared senders. */
class SourceDecisionsTest {

    private static final String PATH = "/api/v1/source-decisions/";
    private static final AtomicInteger ACCOUNTS = new AtomicInteger();

    private static final TestService SERVICE = TestService.shared();
    private static final TestSql SQL = SERVICE.sql();
    private Accounts.Created owner;
    private Scope scope;
    private DomainId shop;
    private int source;

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    @BeforeEach
    void newAccount() {
        owner = SERVICE.account("decides" + ACCOUNTS.incrementAndGet());
        scope = owner.account().scope();
        shop = domain("shop.example");
        source = custom("Sender");
    }

    @Test
    void aDecisionIsMadeReplacedListedAndTakenBack() {
        JsonNode made = decide("shop.example", source, "ours", 201);
        assertThat(made.propertyNames())
                .containsExactly(
                        "_permissions",
                        "id",
                        "domain",
                        "source_number",
                        "source_name",
                        "decision",
                        "created");
        assertThat(made.get("source_name").asString()).isEqualTo("Sender");
        JsonNode replaced = decide("SHOP.example.", source, "not_ours", 201);
        assertThat(replaced.get("id")).isEqualTo(made.get("id"));
        domain("other.example");
        decide("other.example", source, "ours", 201);
        assertThat(listed("")).containsExactly("other.example ours", "shop.example not_ours");
        assertThat(listed("?domain=shop.example")).containsExactly("shop.example not_ours");
        assertThat(listed("?decision=ours")).containsExactly("other.example ours");
        assertThat(listed("?source_number=5")).isEmpty();
        String own = PATH + made.get("id").asLong() + "/";
        assertThat(SERVICE.send("DELETE", owner.apiToken(), own, "").status()).isEqualTo(204);
        assertThat(SERVICE.send("DELETE", owner.apiToken(), own, "").status()).isEqualTo(404);
        assertThat(listed("")).containsExactly("other.example ours");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "missing.example|1000000|ours|domain|it must be a domain of the account",
                "shop.example|99|ours|source_number|it must be the number of a sender",
                "shop.example|0|ours|source_number|it must be the number of a sender",
                "shop.example|1|ours|source_number|it must be the number of a sender",
                "shop.example|9999999|ours|source_number|it must be the number of a sender",
                "shop.example|1000000|perhaps|decision|one of ours, not_ours"
            })
    void whatCantBeIsSaidByField(
            String domain, int number, String decision, String field, String text) {
        JsonNode answer = decide(domain, number, decision, 400);
        assertThat(answer.get(field).get(0).asString()).contains(text);
    }

    @Test
    void anotherAccountsSourceIsNone() {
        Accounts.Created other = SERVICE.account("other" + ACCOUNTS.incrementAndGet());
        int theirs = custom(other.account().scope(), "Theirs");
        decide("shop.example", theirs, "ours", 400);
    }

    @Test
    void anOrganisationIsNamedToThemOnlyForWhoseDomainsItSends() {
        int number =
                Integer.parseInt(
                        SQL.value(
                                """
                                insert into ptr_organization (name) values ('hosts%d.example')
                                returning number
                                """
                                        .formatted(scope.accountId())));
        decide("shop.example", number, "ours", 400);
        SQL.execute(
                """
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                    dkim, spf, quarantined, rejected)
                values (%d, %d, current_date, %d, 1, 1, 1, 1, 1, 0, 0)
                """
                        .formatted(scope.accountId(), shop.value(), number));
        assertThat(decide("shop.example", number, "ours", 201).get("source_name").asString())
                .isEqualTo("hosts" + scope.accountId() + ".example");
    }

    @Test
    void aDecisionCountsForSubdomainsThatFollowTheDomainUnlessTheyHaveTheirOwn() {
        DomainId news = domain("news.shop.example");
        DomainId app = domain("app.shop.example");
        SQL.execute(
                "update domain set follows = %d where id in (%d, %d)"
                        .formatted(shop.value(), news.value(), app.value()));
        decide("shop.example", source, "ours", 201);
        decide("app.shop.example", source, "not_ours", 201);
        assertThat(SERVICE.part(SourceDecisions.class).of(scope, List.of(shop, news, app)))
                .isEqualTo(
                        Map.of(
                                shop, Map.of(source, Decision.OURS),
                                news, Map.of(source, Decision.OURS),
                                app, Map.of(source, Decision.NOT_OURS)));
    }

    @Test
    void aSubdomainOfWhichNothingIsKnownYetHasTheDecisionsOfTheDomainItFollows() {
        decide("shop.example", source, "ours", 201);
        DomainId news = following("news.shop.example");
        assertThat(isOurs(news)).isTrue();
    }

    @Test
    void whatCeasesToFollowADomainIsClassifiedAgainWithoutItsDecisions() {
        DomainId news = following("news.shop.example");
        DomainId app = following("app.shop.example");
        decide("shop.example", source, "ours", 201);
        assertThat(isOurs(news)).isTrue();
        assertThat(isOurs(app)).isTrue();
        // Nobody works the marks meanwhile.
        SQL.execute("update known_version set rules = rules + 1");
        SQL.execute("delete from reclassification_queue");
        long group =
                SERVICE.send(
                                "POST",
                                owner.apiToken(),
                                "/api/v1/domain-groups/",
                                "{\"label\": \"News\"}")
                        .json()
                        .get("id")
                        .asLong();
        Answer added =
                SERVICE.send(
                        "POST",
                        owner.apiToken(),
                        "/api/v1/domain-groups/" + group + "/add-domains/",
                        "{\"domains\": [\"news.shop.example\"]}");
        assertThat(added.status()).as(added.text()).isLessThan(300);
        assertThat(isOurs(news)).isFalse();
        assertThat(isOurs(app)).isTrue();
        assertThat(stale()).containsExactly(String.valueOf(news.value()));
        SERVICE.send("DELETE", owner.apiToken(), "/api/v1/domains/" + shop.value() + "/", "");
        assertThat(isOurs(app)).isFalse();
        assertThat(stale())
                .containsExactly(String.valueOf(news.value()), String.valueOf(app.value()));
        SQL.execute("update known_version set rules = rules - 1");
    }

    /** Domains whose rows are to be classified again. */
    private static List<String> stale() {
        return SQL.rows(
                "select domain_id from reclassification_queue where not isempty(stale) order by 1");
    }

    /** A subdomain that counts for itself and follows the domain above it, as found in reports. */
    private DomainId following(String name) {
        DomainId id = domain(name);
        SQL.execute(
                "update domain set follows = %d where id = %d".formatted(shop.value(), id.value()));
        return id;
    }

    private boolean isOurs(DomainId id) {
        return SERVICE.part(DomainKnowledge.class)
                .of(scope, List.of(id))
                .getOrDefault(id, DomainEvidence.NONE)
                .isOurs(source);
    }

    @Test
    void whatIsKnownOfTheDomainChangesWithWhatIsOursOnly() {
        decide("shop.example", source, "not_ours", 201);
        assertThat(version()).isZero();
        decide("shop.example", source, "ours", 201);
        int ours = version();
        assertThat(ours).isNotZero();
        decide("shop.example", source, "ours", 201);
        assertThat(version()).isEqualTo(ours);
        JsonNode last = decide("shop.example", source, "not_ours", 201);
        int notOurs = version();
        assertThat(notOurs).isNotEqualTo(ours);
        SERVICE.send("DELETE", owner.apiToken(), PATH + last.get("id").asLong() + "/", "");
        assertThat(version()).isEqualTo(notOurs);
    }

    @Test
    void decisionsGoWithTheDomainAndWithTheSource() {
        int second = custom("Second");
        domain("other.example");
        decide("shop.example", source, "ours", 201);
        decide("other.example", source, "ours", 201);
        decide("other.example", second, "ours", 201);
        SERVICE.send("DELETE", owner.apiToken(), "/api/v1/domains/" + shop.value() + "/", "");
        assertThat(listed("")).containsExactly("other.example ours", "other.example ours");
        long row =
                Long.parseLong(SQL.value("select id from custom_source where number = " + source));
        SERVICE.part(CustomSources.class).delete(scope, row);
        assertThat(listed("")).containsExactly("other.example ours");
    }

    @Test
    void aDomainHasSoManyDecisionsAtMost() {
        SQL.execute(
                """
                insert into source_decision (account_id, domain_id, source, decision, created)
                select %d, %d, 20000000 + n, 'ours', now() from generate_series(1, %d) n
                """
                        .formatted(
                                scope.accountId(),
                                shop.value(),
                                SourceDecisions.MAX_DECISIONS - 1));
        decide("shop.example", source, "ours", 201);
        decide("shop.example", source, "not_ours", 201);
        JsonNode refused = decide("shop.example", custom("One more"), "ours", 400);
        assertThat(refused.get("non_field_errors").get(0).asString())
                .contains("has 2000 decisions");
    }

    private DomainId domain(String name) {
        DomainName domain = new DomainName(name);
        return SERVICE.part(Domains.class)
                .add(scope, List.of(domain))
                .created()
                .values()
                .iterator()
                .next();
    }

    private int custom(String name) {
        return custom(scope, name);
    }

    private static int custom(Scope scope, String name) {
        return Integer.parseInt(
                SQL.value(
                        """
                        insert into custom_source (account_id, name, slug, networks, ptr_domains,
                            dkim_domains, spf_domains, category, capable_spf, capable_dkim,
                            notes_spf, notes_dkim, notes_dmarc, created)
                        values (%d, '%2$s', '%2$s', '{192.0.2.1}', '{}', '{}', '{}', 1, true, true,
                            '', '', '', now()) returning number
                        """
                                .formatted(scope.accountId(), name)));
    }

    private int version() {
        return Integer.parseInt(
                SQL.value(
                        "select coalesce(max(version), 0) from domain_evidence where domain_id = "
                                + shop.value()));
    }

    private List<String> listed(String query) {
        return SERVICE.get(owner.apiToken(), PATH + query)
                .json()
                .get("results")
                .valueStream()
                .map(row -> row.get("domain").asString() + " " + row.get("decision").asString())
                .toList();
    }

    private JsonNode decide(String domain, int number, String decision, int status) {
        Answer answer =
                SERVICE.send(
                        "POST",
                        owner.apiToken(),
                        PATH,
                        "{\"domain\": \"%s\", \"source_number\": %d, \"decision\": \"%s\"}"
                                .formatted(domain, number, decision));
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        return answer.json();
    }
}
