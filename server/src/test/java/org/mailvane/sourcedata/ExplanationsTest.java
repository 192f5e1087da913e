package org.mailvane.sourcedata;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** Why an address is who it is, by HTTP. */
class ExplanationsTest {

    private static final String EXPLAIN = "/api/v1/sources/explain/?ip=";

    private static TestService service;
    private static String token;

    @BeforeAll
    static void start() {
        service = TestService.shared();
        token = service.account("asks").apiToken();
        Answer source =
                service.send(
                        "POST",
                        token,
                        "/api/v1/custom-sources/",
                        "{\"name\": \"Till\", \"networks\": [\"192.0.2.80/28\"]}");
        assertThat(source.status()).as(source.text()).isEqualTo(201);
        LocalDate yesterday = LocalDate.now(ZoneOffset.UTC).minusDays(1);
        byte[] report =
                SampleReport.about("shop.example")
                        .period(yesterday + "T00:00:00Z", yesterday + "T23:59:59Z")
                        .record("192.0.2.81", 7, "none", false, false)
                        .record("198.51.100.9", 5, "none", true, false)
                        .record("198.51.100.9", 2, "none", false, false)
                        .xml();
        String entry =
                "/api/v1/imports/"
                        + service.call(
                                        "POST",
                                        token,
                                        "/api/v1/imports/",
                                        BodyPublishers.ofByteArray(report),
                                        Map.of())
                                .json()
                                .get("id")
                                .asLong()
                        + "/";
        Awaiting.until(
                "the report is taken in",
                Duration.ofSeconds(60),
                () -> service.get(token, entry).json().get("state").asString().equals("done"));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void theRowsOfADomainTell() {
        JsonNode answer = explain("192.0.2.81&domain=shop.example");
        assertThat(answer.get("ip").asString()).isEqualTo("192.0.2.81");
        assertThat(answer.get("domain").asString()).isEqualTo("shop.example");
        assertThat(answer.at("/source/name").asString()).isEqualTo("Till");
        assertThat(answer.at("/source/slug").asString()).isEqualTo("till");
        assertThat(answer.get("category").asInt()).isEqualTo(1);
        assertThat(answer.at("/rule/number").asInt()).isEqualTo(1);
        assertThat(answer.get("message_count").asLong()).isEqualTo(7);
        assertThat(answer.get("evidence").valueStream().map(e -> e.get("kind").asString()))
                .contains("custom_source");
        assertThat(answer.get("others").size()).isZero();
    }

    @Test
    void howMostMessagesWereClassifiedStandsFirstAndTheRestBelow() {
        JsonNode answer = explain("198.51.100.9&domain=shop.example");
        assertThat(answer.get("message_count").asLong()).isEqualTo(5);
        assertThat(answer.get("category").asInt()).isNotEqualTo(4);
        JsonNode other = answer.at("/others/0");
        assertThat(other.get("message_count").asLong()).isEqualTo(2);
        assertThat(other.get("category").asInt()).isEqualTo(4);
        assertThat(other.at("/rule/number").asInt()).isEqualTo(8);
        assertThat(other.at("/source/slug").asString()).isEqualTo("unnamed-servers");
    }

    @Test
    void withoutRowsItIsSaidWhatAMessageWouldBeThatPassesNothing() {
        for (String query : new String[] {"192.0.2.90&domain=shop.example", "192.0.2.90"}) {
            JsonNode answer = explain(query);
            assertThat(answer.at("/source/name").asString()).isEqualTo("Till");
            assertThat(answer.get("message_count").asLong()).isZero();
        }
        JsonNode stranger = explain("203.0.113.7");
        assertThat(stranger.get("category").asInt()).isEqualTo(4);
        assertThat(stranger.get("domain").asString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'', ip",
        "192.0.2.256, ip",
        "192.0.2.1&domain=no domain, domain",
        "192.0.2.1&domain=other.example, domain"
    })
    void whatIsWrongIsSaidByField(String query, String field) {
        Answer answer = service.get(token, EXPLAIN + query.replace(" ", "%20"));
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.json().has(field)).isTrue();
    }

    @Test
    void theNameAloneIsFoundByTheAddress() {
        Answer answer = service.get(token, "/api/v1/find/source/192.0.2.81");
        assertThat(answer.json().get("192.0.2.81").asString()).isEqualTo("Till");
    }

    private static JsonNode explain(String query) {
        Answer answer = service.get(token, EXPLAIN + query);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json();
    }
}
