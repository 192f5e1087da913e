package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.api.binding.UploadBody;
import org.mailvane.api.binding.UploadFolder;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;

/** Bodies that nobody may send, or that are too large, are not read. */
class UnwantedBodyTest {

    private static final long LIMIT = UploadBody.MAX_BYTES;
    private static final String MULTIPART = "multipart/form-data; boundary=b";

    private static final String CHUNKED = "Transfer-Encoding: chunked";

    private static TestService service;
    private static String token;
    private static Path spool;

    @BeforeAll
    static void start() {
        service = TestService.shared();
        token = service.account("uploader").apiToken();
        spool = UploadFolder.of(service.part(Settings.class).dataDir());
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /api/v1/imports/, 401",
        "POST, /api/v1/domains/, 401",
        "POST, /api/v1/find/source/192.0.2.1, 401",
        "POST, /api/v1/nothing, 404",
        "POST, /api/, 405",
        "POST, /setup/0/, 403",
        "POST, /healthz, 403",
        "POST, /error, 403",
        "POST, /nothing, 403",
        "PUT, /api/v1/imports/, 401",
        "PUT, /nothing, 403",
    })
    void aStrangersMultipartIsAnsweredBeforeItsBodyHasCome(String method, String path, int status)
            throws IOException {
        List<Path> before = spooled();
        try (RawHttp http = RawHttp.to(service)) {
            http.send(head(method, path, MULTIPART, LIMIT, null) + part());
            assertThat(http.status()).isEqualTo(status);
            assertThat(spooled()).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "PUT, /api/v1/imports/, 401",
        "PATCH, /nothing, 403",
        "POST, /sign-in, 403",
        "POST, /nothing, 403",
        "DELETE, /api/, 405"
    })
    void aStrangersFormIsAnsweredBeforeItsBodyHasCome(String method, String path, int status)
            throws IOException {
        try (RawHttp http = RawHttp.to(service)) {
            http.send(
                    head(method, path, "application/x-www-form-urlencoded", 8 * LIMIT, null) + "a");
            assertThat(http.status()).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/spf/inspect/, application/json, */*",
        "/sign-in, application/x-www-form-urlencoded, */*",
        "/sign-in, application/x-www-form-urlencoded, text/html",
        "/sign-in, " + MULTIPART + ", text/html",
        "/forgotten, application/x-www-form-urlencoded, text/html"
    })
    void aStrangersLargeBodyIs413AtOnce(String path, String type, String accept)
            throws IOException {
        String page = service.get(null, "/sign-in").header("set-cookie");
        String cookie = page.substring(0, page.indexOf(';'));
        for (String length :
                List.of("Content-Length: 131073", "Content-Length: 2000000", CHUNKED)) {
            try (RawHttp http = RawHttp.to(service)) {
                http.send(
                        "POST " + path + " HTTP/1.1",
                        "Host: localhost",
                        "Cookie: " + cookie,
                        "Content-Type: " + type,
                        "Accept: " + accept,
                        length,
                        "",
                        length.equals(CHUNKED) ? "20001\r\n{" + "x".repeat(1 << 17) : "{");
                boolean unknown = length.equals(CHUNKED) && !type.equals("application/json");
                assertThat(http.status()).as(length).isEqualTo(unknown ? 411 : 413);
            }
        }
        assertThat(spooled()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/imports, " + MULTIPART + ", text/html, 303",
        "/imports, " + MULTIPART + ", */*, 401",
        "/domains, application/x-www-form-urlencoded, text/html, 303",
        "/domains, application/x-www-form-urlencoded, */*, 401"
    })
    void aLargeFormAfterTheSessionHasEndedIsAskedToSignIn(
            String path, String type, String accept, int status) throws IOException {
        for (String length : List.of("Content-Length: 131073", CHUNKED)) {
            try (RawHttp http = RawHttp.to(service)) {
                http.send(
                        "POST " + path + " HTTP/1.1",
                        "Host: localhost",
                        "Cookie: mailvane_session=" + "a".repeat(40),
                        "Content-Type: " + type,
                        "Accept: " + accept,
                        length);
                assertThat(http.status()).as(length).isEqualTo(status);
            }
        }
    }

    @Test
    void aRefusalIsShownToABrowserBeforeTheBodyHasCome() throws IOException {
        try (RawHttp http = RawHttp.to(service)) {
            http.send(
                    "POST /sign-in HTTP/1.1",
                    "Host: localhost",
                    "Accept: text/html",
                    "Content-Type: application/x-www-form-urlencoded",
                    "Content-Length: 2000000");
            assertThat(http.status()).isEqualTo(403);
        }
    }

    @Test
    void aLargeBodyOfUnknownLengthIsReadOfWhoIsSignedIn() {
        String body = "{\"label\": \"Large\", \"x\": \"" + "x".repeat(100_000) + "\"}";
        InputStream bytes = new ByteArrayInputStream(body.getBytes(StandardCharsets.US_ASCII));
        Answer answer =
                service.call(
                        "POST",
                        token,
                        "/api/v1/domain-groups/",
                        BodyPublishers.ofInputStream(() -> bytes),
                        Map.of("Content-Type", "application/json"));
        assertThat(answer.status()).isEqualTo(201);
    }

    @Test
    void anUploadOverTheLimitIs413() throws IOException {
        try (RawHttp http = RawHttp.to(service)) {
            http.send(head("POST", "/api/v1/imports/", MULTIPART, LIMIT + 1, token) + part());
            assertThat(http.status()).isEqualTo(413);
            assertThat(http.json().get("code").asString()).isEqualTo("too_large");
        }
        assertThat(spooled()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /api/v1/imports/, application/octet-stream, 268435457",
        "POST, /api/v1/domain-groups/, application/json, 4194305",
        "POST, /api/v1/dmarc/inspect/, application/json, 4194305",
        "PATCH, /api/v1/users/%s/, application/json, 9000000000"
    })
    void aBodyThatSaysThatItIsTooLargeIs413AtOnce(
            String method, String path, String type, long length) throws IOException {
        long user = service.get(token, "/api/v1/users/").json().at("/results/0/id").asLong();
        long begun = System.nanoTime();
        try (RawHttp http = RawHttp.to(service)) {
            http.send(head(method, path.formatted(user), type, length, token) + "{");
            assertThat(http.status()).isEqualTo(413);
            assertThat(http.header("connection")).isEqualTo("close");
            assertThat(http.json().get("code").asString()).isEqualTo("too_large");
            assertThat(http.rest()).isEmpty();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begun))
                .isLessThan(Duration.ofSeconds(ApiConfiguration.PATIENCE_SECONDS));
        assertThat(spooled()).isEmpty();
    }

    @Test
    void aBodyOnItsWayHasNoName() throws IOException {
        try (RawHttp http = RawHttp.to(service)) {
            http.send(
                    head("POST", "/api/v1/imports/", "application/octet-stream", 300_000, token)
                            + "x".repeat(200_000));
            assertThat(spooled()).isEmpty();
            http.sendBytes("x".repeat(100_000).getBytes(StandardCharsets.US_ASCII));
            assertThat(http.status()).isEqualTo(202);
        }
        assertThat(spooled()).isEmpty();
    }

    @Test
    void whatAProcessThatDiedHasLeftIsRemoved() throws IOException {
        Files.createDirectories(spool);
        Path left = Files.writeString(spool.resolve("upload_x_00000001.tmp"), "left");
        Path coming = Files.writeString(spool.resolve("upload_y_00000002.tmp"), "coming");
        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(UploadFolder.ABANDONED)));
        Database shared = service.database();
        new UploadFolder(service.part(Settings.class), shared);
        assertThat(left).doesNotExist();
        assertThat(coming).as("another server's, where it shares the folder").exists();
        Files.delete(coming);
    }

    @Test
    void aMalformedMultipartIs400() throws IOException {
        for (String body : List.of("", "--b\r\nno", "no boundary", part())) {
            Answer answer =
                    service.call(
                            "POST",
                            token,
                            "/api/v1/imports/",
                            BodyPublishers.ofString(body),
                            Map.of("Content-Type", MULTIPART));
            assertThat(answer.status()).as(body).isEqualTo(400);
            assertThat(answer.json().get("code").asString()).isIn("parse_error", "invalid");
        }
        assertThat(spooled()).isEmpty();
    }

    private static String head(
            String method, String path, String type, long length, @Nullable String bearer) {
        return String.join(
                        "\r\n",
                        method + " " + path + " HTTP/1.1",
                        "Host: localhost",
                        bearer == null ? "X-None: 1" : "Authorization: Token " + bearer,
                        "Content-Type: " + type,
                        "Content-Length: " + length)
                + "\r\n\r\n";
    }

    /** The beginning of a file. */
    private static String part() {
        return "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n"
                + "x".repeat(100_000);
    }

    private static List<Path> spooled() throws IOException {
        try (Stream<Path> files = Files.walk(spool)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
