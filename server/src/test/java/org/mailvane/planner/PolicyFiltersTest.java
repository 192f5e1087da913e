package org.mailvane.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.Accounts;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** Filters of policy domains; what all kinds have in common is tested with those of source data. */
class PolicyFiltersTest {

    private static final String FILTERS = "/api/v1/policy-domain-filters/";

    private static TestService service;
    private static String token;

    @BeforeAll
    static void start() {
        service = TestService.shared();
        Accounts.Created created = service.account("planner");
        token = created.apiToken();
        service.part(Domains.class)
                .add(
                        Scope.ofAccount(created.account().id()),
                        List.of(new DomainName("a.example"), new DomainName("b.example")));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static Answer create(String path, String domains) {
        return service.send("POST", token, path, "{\"domains\": " + domains + "}");
    }

    private static List<Long> ids(String path) {
        JsonNode results = service.get(token, path).json().path("results");
        return StreamSupport.stream(results.spliterator(), false)
                .map(filter -> filter.path("id").asLong())
                .toList();
    }

    @Test
    void aFilterHasAllThatTheReferenceNamesAndIsOfItsKindAlone() {
        Answer answer = create(FILTERS, "[\"b.example\", \"A.Example.\"]");
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        JsonNode filter = answer.json();
        assertThat(filter.propertyNames())
                .containsExactlyInAnyOrder("_links", "_permissions", "id", "domains", "created");
        assertThat(filter.path("domains").toString()).isEqualTo("[\"b.example\",\"a.example\"]");
        long id = filter.path("id").asLong();
        assertThat(answer.header("location"))
                .isEqualTo(filter.at("/_links/self").asString())
                .endsWith(FILTERS + id + "/");
        assertThat(service.get(token, FILTERS + id + "/").json()).isEqualTo(filter);

        long newer = create(FILTERS, "[]").json().path("id").asLong();
        long ofSources = create("/api/v1/source-filters/", "[]").json().path("id").asLong();
        assertThat(ids(FILTERS)).containsExactly(newer, id);
        assertThat(ids("/api/v1/source-filters/")).containsExactly(ofSources);
        assertThat(service.get(token, FILTERS + ofSources + "/").status()).isEqualTo(404);
        assertThat(service.get(token, "/api/v1/sources/?filter_id=" + id).status()).isEqualTo(200);
    }

    @Test
    void whatIsNoDomainOfTheCallerIsToldByIndex() {
        Answer answer = create(FILTERS, "[\"a.example\", \"z.example\", \"no domain\"]");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("domains").propertyNames()).contains("2");
        answer = create(FILTERS, "[\"a.example\", \"z.example\"]");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("domains").propertyNames()).containsExactly("1");
        assertThat(service.send("POST", token, FILTERS, "{}").status()).isEqualTo(400);
    }
}
