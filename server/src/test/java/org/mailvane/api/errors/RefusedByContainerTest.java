package org.mailvane.api.errors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.api.ApiConfiguration;
import org.mailvane.api.RawHttp;
import org.mailvane.testing.TestService;
import tools.jackson.databind.JsonNode;

/** Input that is not HTTP, or that the container refuses, is answered like every other mistake. */
class RefusedByContainerTest {

    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.shared();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GARBAGE",
                "GET",
                "GET /api/ HTTP/9.9",
                "GET /api/ FTP/1.1",
                "GET /api/\u00e4 HTTP/1.1\r\nHost: localhost",
                "GET /api/<x> HTTP/1.1\r\nHost: localhost",
                "GET /api/?a={b} HTTP/1.1\r\nHost: localhost",
                "GET /api/%zz/ HTTP/1.1\r\nHost: localhost",
                "GET /api/%/ HTTP/1.1\r\nHost: localhost",
                "GET /api/%c3%28/ HTTP/1.1\r\nHost: localhost",
                "GET /api/%ff/ HTTP/1.1\r\nHost: localhost",
                "GET /api/%00/ HTTP/1.1\r\nHost: localhost",
                "GET /api/%2f/ HTTP/1.1\r\nHost: localhost",
                "GET /../etc/passwd HTTP/1.1\r\nHost: localhost",
                "GET /api/ HTTP/1.1",
                "GET /api/ HTTP/1.1\r\nHost: a\r\nHost: b",
                "GET /api/ HTTP/1.1\r\nHost: bad host",
                "GET /api/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: nonsense",
                "GET /api/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: x",
                "GET /api/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1",
                "GET /api/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2",
                "G\u00c4T /api/ HTTP/1.1\r\nHost: localhost",
                "GET /api/ HTTP/1.1\r\nHost: localhost\r\nExpect: the-unexpected",
                "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443"
            })
    void whatCannotBeReadIsAnsweredInTheShapeOfErrors(String head) throws IOException {
        assertThat(status(head)).isBetween(400, 505);
    }

    @Test
    void aHeadThatIsTooLargeIsToldTheLimit() throws IOException {
        try (RawHttp http = RawHttp.to(service)) {
            http.send("GET /api/ HTTP/1.1", "Host: localhost", "X-Large: " + "x".repeat(60_000));
            assertThat(http.status()).isEqualTo(400);
            JsonNode body = http.json();
            assertThat(body.get("code").asString()).isEqualTo("bad_request");
            assertThat(body.get("detail").asString())
                    .contains(ApiConfiguration.HEAD_LIMIT_KB + " KB");
        }
    }

    @Test
    void aHeadUpToTheLimitIsRead() throws IOException {
        int room = ApiConfiguration.HEAD_LIMIT_KB * 1024 - 200;
        try (RawHttp http = RawHttp.to(service)) {
            http.send("GET /api/ HTTP/1.1", "Host: localhost", "X-Large: " + "x".repeat(room));
            assertThat(http.status()).isEqualTo(200);
        }
        try (RawHttp http = RawHttp.to(service)) {
            http.send(
                    "GET /api/ HTTP/1.1", "Host: localhost", "X-Large: " + "x".repeat(room + 200));
            assertThat(http.status()).isEqualTo(400);
        }
    }

    @Test
    void aCallersRequestIdIsTakenOverHereToo() throws IOException {
        try (RawHttp http = RawHttp.to(service)) {
            http.send("GET /api/%zz/ HTTP/1.1", "Host: localhost", "X-Request-Id: refused-2");
            assertThat(http.status()).isEqualTo(400);
            assertThat(http.header("x-request-id")).isEqualTo("refused-2");
            assertThat(http.json().get("request_id").asString()).isEqualTo("refused-2");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/?a=%zz",
                "/api/?a=%ff",
                "/api/?%",
                "/api/?a=%c3%28",
                "/api/v1/domains/?limit=%ff",
                "/api/v1/domains/?page=%zz",
                "/nothing?a=%zz"
            })
    void aQueryThatCannotBeReadIsNoFailureOfOurs(String path) throws IOException {
        try (RawHttp http = RawHttp.to(service)) {
            http.send("GET " + path + " HTTP/1.1", "Host: localhost");
            assertThat(http.status()).isIn(200, 400, 401, 404);
            assertThat(http.header("content-type")).startsWith("application/json");
        }
    }

    private static int status(String head) throws IOException {
        try (RawHttp http = RawHttp.to(service)) {
            http.sendBytes((head + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
            int status = http.status();
            assertThat(http.header("content-type")).startsWith("application/json");
            assertThat(http.header("x-content-type-options")).isEqualTo("nosniff");
            JsonNode body = http.json();
            assertThat(body.get("detail").asString()).isNotBlank();
            assertThat(body.get("code").asString()).matches("[a-z_]+");
            assertThat(body.get("request_id").asString())
                    .isEqualTo(http.header("x-request-id"))
                    .isNotEmpty();
            return status;
        }
    }
}
