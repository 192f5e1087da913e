package org.mailvane.sources.custom;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.accounts.Accounts;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.SourceName;
import org.mailvane.sources.SourceNames;
import org.mailvane.sources.SourceNumbers;
import org.mailvane.sources.catalogue.CatalogueSender;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.testing.TestSql;
import tools.jackson.databind.JsonNode;

/** An account's own sources, by HTTP and as others see them. */
class CustomSourcesTest {

    private static final String PATH = "/api/v1/custom-sources/";
    private static final AtomicInteger ACCOUNTS = new AtomicInteger();

    private static final TestService SERVICE = TestService.shared();
    private static final TestSql SQL = SERVICE.sql();
    private Accounts.Created owner;
    private Scope scope;

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    @BeforeEach
    void newAccount() {
        owner = SERVICE.account("own" + ACCOUNTS.incrementAndGet());
        scope = owner.account().scope();
    }

    @Test
    void aSourceIsMadeWithWhatIsSaidOfItAndHasANumberOfItsOwn() {
        Answer answer =
                send(
                        "POST",
                        "",
                        """
                        {"name": "Our Shop", "networks": ["192.0.2.7/24", "2001:db8:1::/48", "192.0.2.0/24"],
                         "ptr_domains": ["Shop.Example"], "dkim_domains": ["sign.example", "*.sign.example"],
                         "spf_domains": ["b\\u00fccher.example"], "category": 1, "capable_spf": false,
                         "notes_dkim": "Ask Ann."}
                        """);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        JsonNode source = answer.json();
        assertThat(answer.header("location")).endsWith(PATH + source.get("id").asLong() + "/");
        assertThat(source.propertyNames())
                .containsExactly(
                        "_links",
                        "_permissions",
                        "id",
                        "number",
                        "name",
                        "slug",
                        "networks",
                        "ptr_domains",
                        "dkim_domains",
                        "spf_domains",
                        "category",
                        "capable_spf",
                        "capable_dkim",
                        "notes_spf",
                        "notes_dkim",
                        "notes_dmarc");
        assertThat(source.get("number").asInt())
                .isBetween(SourceNumbers.FIRST_CUSTOM, SourceNumbers.FIRST_ORGANIZATION - 1);
        assertThat(source.get("slug").asString()).isEqualTo("our-shop");
        assertThat(texts(source, "networks")).containsExactly("192.0.2.0/24", "2001:db8:1::/48");
        assertThat(texts(source, "ptr_domains")).containsExactly("shop.example");
        assertThat(texts(source, "dkim_domains")).containsExactly("sign.example", "*.sign.example");
        assertThat(texts(source, "spf_domains")).containsExactly("xn--bcher-kva.example");
        assertThat(source.get("capable_spf").asBoolean()).isFalse();
        assertThat(source.get("capable_dkim").asBoolean()).isTrue();
        assertThat(source.get("notes_dkim").asString()).isEqualTo("Ask Ann.");
        assertThat(get(source.get("id").asLong() + "/").json()).isEqualTo(source);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'networks': ['192.0.2.0/24']}|name|This field is required.",
                "{'name': 'x'}|non_field_errors|Nothing would be recognised",
                "{'name': 'x', 'networks': []}|non_field_errors|Nothing would be recognised",
                "{'name': 'x', 'networks': ['192.0.2.0/24', '10.0.0.0/7']}|networks.1|no larger than a network /8",
                "{'name': 'x', 'networks': ['0.0.0.0/0']}|networks.0|no larger than a network /8",
                "{'name': 'x', 'networks': ['2000::/15']}|networks.0|no larger than a network /16",
                "{'name': 'x', 'networks': ['192.0.2.0/33']}|networks.0|it must be an IPv4 or IPv6 address or network",
                "{'name': 'x', 'ptr_domains': ['mail.example.com', 'co.uk']}|ptr_domains.1|public suffix",
                "{'name': 'x', 'ptr_domains': ['*.example.com']}|ptr_domains.0|a domain name",
                "{'name': 'x', 'dkim_domains': ['*.com']}|dkim_domains.0|public suffix",
                "{'name': 'x', 'dkim_domains': ['mail.*.com']}|dkim_domains.0|*.example.com for all names below",
                "{'name': 'x', 'spf_domains': ['under_score.example']}|spf_domains.0|a domain name",
                "{'name': 'x', 'networks': ['192.0.2.1'], 'category': 4}|category|from 1 to 3",
                "{'name': 'x', 'networks': ['192.0.2.1'], 'category': 2, 'capable_dkim': true}|capable_dkim|can't pass DMARC",
                "{'name': 'x', 'networks': ['192.0.2.1'], 'capable_spf': false, 'capable_dkim': false}|category|neither SPF nor DKIM",
                "{'name': 'x', 'networks': ['192.0.2.1'], 'slug': 'A b'}|slug|lower case letters and digits",
                "{'name': 'a\\u0007b', 'networks': ['192.0.2.1']}|name|Control characters"
            })
    void whatCantBeIsSaidByFieldAndIndex(String body, String place, String text) {
        Answer answer = send("POST", "", body.replace('\'', '"'));
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        JsonNode at = answer.json().at("/" + place.replace('.', '/'));
        assertThat(at.get(0).asString()).contains(text);
    }

    @Test
    void namesAndSlugsAreUniqueInTheAccountAlone() {
        create("Alpha", "192.0.2.1");
        Answer again = send("POST", "", "{\"name\": \"ALPHA\", \"networks\": [\"192.0.2.2\"]}");
        assertThat(again.status()).isEqualTo(400);
        assertThat(again.json().get("name").get(0).asString()).contains("has this name");
        Answer slug =
                send(
                        "POST",
                        "",
                        "{\"name\": \"B\", \"slug\": \"alpha\", \"networks\": [\"192.0.2.2\"]}");
        assertThat(slug.json().get("slug").get(0).asString()).contains("has this slug");
        assertThat(create("Álpha!", "192.0.2.2").get("slug").asString()).isEqualTo("alpha-2");
        assertThat(create("???", "192.0.2.3").get("slug").asString()).isEqualTo("source");
        Accounts.Created other = SERVICE.account("other" + ACCOUNTS.incrementAndGet());
        assertThat(
                        SERVICE.send(
                                        "POST",
                                        other.apiToken(),
                                        PATH,
                                        "{\"name\": \"Alpha\", \"networks\": [\"192.0.2.1\"]}")
                                .status())
                .isEqualTo(201);
    }

    @Test
    void aChangeKeepsWhatIsLeftOutAndItsOwnName() {
        long id = create("Alpha", "192.0.2.1").get("id").asLong();
        JsonNode patched =
                done(send("PATCH", id + "/", "{\"name\": \"alpha\", \"notes_spf\": \"n\"}"));
        assertThat(patched.get("name").asString()).isEqualTo("alpha");
        assertThat(patched.get("slug").asString()).isEqualTo("alpha");
        assertThat(texts(patched, "networks")).containsExactly("192.0.2.1");
        JsonNode put =
                done(
                        send(
                                "PUT",
                                id + "/",
                                "{\"name\": \"Beta\", \"slug\": \"\", \"category\": 2}"));
        assertThat(put.get("slug").asString()).isEqualTo("beta");
        assertThat(put.get("capable_spf").asBoolean()).isFalse();
        assertThat(put.get("capable_dkim").asBoolean()).isFalse();
        assertThat(put.get("notes_spf").asString()).isEqualTo("n");
        assertThat(send("PATCH", id + "/", "{\"networks\": []}").status()).isEqualTo(400);
        assertThat(send("DELETE", id + "/", "").status()).isEqualTo(204);
        assertThat(send("DELETE", id + "/", "").status()).isEqualTo(404);
        assertThat(get(id + "/").status()).isEqualTo(404);
    }

    @Test
    void theVersionChangesWhenRowsMayBelongToSomebodyElseAndOnlyThen() {
        long none = version();
        long id = create("Alpha", "192.0.2.1").get("id").asLong();
        long made = version();
        assertThat(made).isNotEqualTo(none);
        done(send("PATCH", id + "/", "{\"name\": \"Beta\", \"notes_spf\": \"n\"}"));
        done(send("PATCH", id + "/", "{}"));
        send("PATCH", id + "/", "{\"networks\": [\"::/0\"]}");
        assertThat(version()).isEqualTo(made);
        done(send("PATCH", id + "/", "{\"spf_domains\": [\"a.example\"]}"));
        long changed = version();
        assertThat(changed).isNotEqualTo(made);
        send("DELETE", id + "/", "");
        assertThat(version()).isNotEqualTo(changed);
    }

    @Test
    void theIndexFollowsEveryChange() {
        CustomSources sources = SERVICE.part(CustomSources.class);
        IpAddress address = IpAddress.parse("192.0.2.77").orElseThrow();
        assertThat(sources.index(scope).byNetwork(address)).isNull();
        JsonNode wide = create("Wide", "192.0.2.0/24");
        JsonNode narrow = create("Narrow", "192.0.2.64/26");
        create("Late", "192.0.2.0/24");
        assertThat(number(sources.index(scope).byNetwork(address))).isEqualTo(number(narrow));
        send("DELETE", narrow.get("id").asLong() + "/", "");
        assertThat(number(sources.index(scope).byNetwork(address))).isEqualTo(number(wide));
        Accounts.Created other = SERVICE.account("other" + ACCOUNTS.incrementAndGet());
        assertThat(sources.index(other.account().scope()).byNetwork(address)).isNull();
    }

    @Test
    void aDeletedSourceKeepsAName() {
        JsonNode source = create("Gone", "192.0.2.1");
        SourceNames names = SERVICE.part(SourceNames.class);
        assertThat(names.of(scope, (int) number(source)).name()).isEqualTo("Gone");
        assertThat(names.of(scope, (int) number(source)).custom()).isTrue();
        send("DELETE", source.get("id").asLong() + "/", "");
        assertThat(names.of(scope, (int) number(source)).slug()).isEqualTo("former-source");
        SourceName nameless = names.of(scope, SourceNumbers.NAMELESS);
        assertThat(nameless.slug()).isEqualTo("unnamed-servers");
        assertThat(names.of(scope, SourceNumbers.SPF_IDENTIFIED).slug())
                .isEqualTo("spf-identified-servers");
    }

    @Test
    void anOrganisationKnownByItsReverseNamesIsCalledByItsDomain() {
        int number =
                Integer.parseInt(
                        SQL.value(
                                """
                                insert into ptr_organization (name) values ('hosts.example')
                                on conflict (name) do update set name = excluded.name
                                returning number
                                """));
        SourceName name = SERVICE.part(SourceNames.class).of(scope, number);
        assertThat(name.name()).isEqualTo("hosts.example");
        assertThat(name.slug()).isEqualTo("hosts-example");
        assertThat(name.custom()).isFalse();
    }

    @Test
    void anAccountHasSoManySourcesAtMost() {
        SQL.execute(
                """
                insert into custom_source (account_id, name, slug, networks, ptr_domains,
                    dkim_domains, spf_domains, category, capable_spf, capable_dkim, notes_spf,
                    notes_dkim, notes_dmarc, created)
                select %d, 'n' || n, 'n' || n, '{192.0.2.1}', '{}', '{}', '{}', 3, false, false,
                    '', '', '', now()
                from generate_series(1, %d) n
                """
                        .formatted(scope.accountId(), CustomSources.MAX_SOURCES - 1));
        create("the last", "192.0.2.1");
        Answer answer = send("POST", "", "{\"name\": \"more\", \"networks\": [\"192.0.2.1\"]}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("non_field_errors").get(0).asString())
                .contains("already has 1000 custom sources");
    }

    @Test
    void anAccountsSourcesHaveSoManyNetworksAndDomainsAtMost() {
        String values =
                IntStream.range(0, CustomSource.MAX_VALUES)
                        .mapToObj(i -> "\"10.%d.%d.0/24\"".formatted(i / 256, i % 256))
                        .collect(Collectors.joining(",", "[", "]"));
        SQL.execute(
                """
                insert into custom_source (account_id, name, slug, networks, ptr_domains,
                    dkim_domains, spf_domains, category, capable_spf, capable_dkim, notes_spf,
                    notes_dkim, notes_dmarc, created)
                select %d, 'many', 'many', '{}', '{}', array_agg('d' || n || '.example'), '{}', 3,
                    false, false, '', '', '', now()
                from generate_series(1, %d) n
                """
                        .formatted(
                                scope.accountId(),
                                CustomSources.MAX_VALUES - CustomSource.MAX_VALUES));
        Answer answer = send("POST", "", "{\"name\": \"full\", \"networks\": " + values + "}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        Answer more = send("POST", "", "{\"name\": \"more\", \"networks\": [\"192.0.2.1\"]}");
        assertThat(more.status()).isEqualTo(400);
        assertThat(more.text()).contains("would have 20001 networks and domains in all");
        String tooMany = values.replace("]", ",\"192.0.2.1\"]");
        Answer list = send("POST", "", "{\"name\": \"more\", \"networks\": " + tooMany + "}");
        assertThat(list.json().get("networks").get(0).asString()).contains("no more than 1000");
    }

    private long version() {
        return Long.parseLong(
                SQL.value(
                        "select version from account_sources where account_id = "
                                + scope.accountId()));
    }

    private static long number(@Nullable CatalogueSender sender) {
        assertThat(sender).isNotNull();
        return sender.number();
    }

    private static long number(JsonNode source) {
        return source.get("number").asLong();
    }

    private JsonNode create(String name, String network) {
        return done(
                send(
                        "POST",
                        "",
                        "{\"name\": \"%s\", \"networks\": [\"%s\"]}".formatted(name, network)));
    }

    private Answer get(String path) {
        return SERVICE.get(owner.apiToken(), PATH + path);
    }

    private Answer send(String method, String path, String json) {
        return SERVICE.send(method, owner.apiToken(), PATH + path, json);
    }

    private static JsonNode done(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isLessThan(300);
        return answer.json();
    }

    private static List<String> texts(JsonNode source, String member) {
        return source.get(member).valueStream().map(JsonNode::asString).toList();
    }

    @Test
    void textsOfASourceHaveOnlySoManyCharacters() {
        String name = "n".repeat(CustomSource.MAX_NAME);
        String slug = "s".repeat(CustomSource.MAX_SLUG);
        String notes = "o".repeat(CustomSource.MAX_NOTES);
        assertThat(withTexts(name, slug, notes).status()).isEqualTo(201);
        JsonNode refused = withTexts(name + "n", slug + "s", notes + "o").json();
        assertThat(refused.get("name").toString()).contains("" + CustomSource.MAX_NAME);
        assertThat(refused.get("slug").toString()).contains("" + CustomSource.MAX_SLUG);
        for (String kind : List.of("spf", "dkim", "dmarc")) {
            assertThat(refused.get("notes_" + kind).toString())
                    .contains("" + CustomSource.MAX_NOTES);
        }
    }

    private Answer withTexts(String name, String slug, String notes) {
        return send(
                "POST",
                "",
                """
                {"networks": ["192.0.2.0/24"], "name": "%1$s", "slug": "%2$s",
                 "notes_spf": "%3$s", "notes_dkim": "%3$s", "notes_dmarc": "%3$s"}
                """
                        .formatted(name, slug, notes));
    }
}
