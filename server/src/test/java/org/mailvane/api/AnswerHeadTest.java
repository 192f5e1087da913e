package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.api.binding.BodyReader;
import org.mailvane.api.binding.ListBody.PageLinks;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.springframework.http.HttpHeaders;
import tools.jackson.databind.JsonNode;

/** What a client sends never makes an answer's head larger than the server can send. */
class AnswerHeadTest {

    private static final String GROUPS = "/api/v1/domain-groups/";

    private static TestService service;
    private static String token;

    @BeforeAll
    static void start() {
        service = TestService.shared();
        token = service.account("heads").apiToken();
        for (int i = 0; i < 3; i++) {
            service.send("POST", token, GROUPS, "{\"label\":\"Group " + i + "\"}");
        }
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** What the header says of a last page without an address. */
    private static final String LAST = ", <>; rel=\"last\"";

    @Test
    void ignoredPropertiesAreNamedAsFarAsTheHeaderGoes() {
        List<String> names = new ArrayList<>(List.of("\"label\": \"Ignoring\""));
        for (int i = 0; i < BodyReader.MAX_IGNORED; i++) {
            names.add("\"" + "\u0444".repeat(58) + (10 + i) + "\": 1");
        }
        Answer made = service.send("POST", token, GROUPS, "{" + String.join(",", names) + "}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        String ignored = made.header("x-ignored-properties");
        assertThat(ignored).startsWith("%D1%84").endsWith(", ...");
        assertThat(ignored.length())
                .isBetween(BodyReader.MAX_IGNORED_BYTES / 2, BodyReader.MAX_IGNORED_BYTES);
    }

    @Test
    void linksAreInTheBodyAloneWhereTheyAreLong() {
        Answer some = list("x");
        assertThat(some.header("link")).contains("rel=\"prev\"", "rel=\"next\"");
        for (int length : new int[] {3_000, 12_000}) {
            String query = "x".repeat(length);
            Answer many = list(query);
            assertThat(many.status()).isEqualTo(200);
            assertThat(many.headers()).doesNotContainKey("link");
            JsonNode links = many.json().get("_links");
            for (String relation : List.of("first", "last", "next", "previous")) {
                assertThat(links.get(relation).asString()).contains(query);
            }
            assertThat(list(query + "&format=csv").status()).isEqualTo(200);
        }
    }

    @Test
    void linksAreInTheHeadUpToALength() {
        for (int excess : new int[] {0, 1}) {
            String first = "x".repeat(PageLinks.MAX_HEADER - "<>; rel=\"first\"".length() + excess);
            HttpHeaders headers = new HttpHeaders();
            // The last page has the address that is left over.
            new PageLinks(first.substring(LAST.length()), "", null, null).addTo(headers);
            assertThat(headers.containsHeader(HttpHeaders.LINK)).isEqualTo(excess == 0);
        }
    }

    private static Answer list(String query) {
        return service.get(token, GROUPS + "?limit=1&page=2&x=" + query);
    }
}
