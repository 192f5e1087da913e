package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.testing.TestService;

/** Answers come compressed to who takes them so. */
class CompressionTest {

    private static final String LIST = "/api/v1/domain-groups/";

    private static TestService service;
    private static String token;

    @BeforeAll
    static void start() {
        service = TestService.shared();
        token = service.account("small").apiToken();
        for (int i = 0; i < 10; i++) {
            service.send("POST", token, LIST, "{\"label\": \"Group " + i + "\"}");
        }
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/sign-in", LIST})
    void isTheSameCompressed(String path) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = answer(path, "gzip");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("content-encoding")).contains("gzip");
        assertThat(answer.headers().allValues("vary").toString())
                .containsIgnoringCase("accept-encoding");
        byte[] whole = new GZIPInputStream(new ByteArrayInputStream(answer.body())).readAllBytes();
        assertThat(answer.body()).hasSizeLessThan(whole.length / 2);
        HttpResponse<byte[]> plain = answer(path, "identity");
        assertThat(plain.headers().firstValue("content-encoding")).isEmpty();
        // The token of a page's form looks different each time.
        assertThat(whole).hasSameSizeAs(plain.body());
    }

    @Test
    void tagsAreTheSameForBoth() throws IOException, InterruptedException {
        String tag = tag(answer(LIST, "gzip"));
        assertThat(tag).startsWith("W/").isEqualTo(tag(answer(LIST, "identity")));
    }

    private static String tag(HttpResponse<byte[]> answer) {
        return answer.headers().firstValue("etag").orElse("");
    }

    private static HttpResponse<byte[]> answer(String path, String encoding)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(service.address() + path))
                            .header("Authorization", "Token " + token)
                            .header("Accept-Encoding", encoding)
                            .build(),
                    BodyHandlers.ofByteArray());
        }
    }
}
