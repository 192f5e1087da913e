package org.mailvane.api.errors;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.api.RawHttp;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Bodies that are not valid HTTP, or are incomplete, are mistakes of the client. */
@ExtendWith(OutputCaptureExtension.class)
class BrokenBodyTest {

    private static final String TIMEOUT = "server.tomcat.connection-timeout";

    private static final Logger LOG = (Logger) LoggerFactory.getLogger(ProblemHandler.class);

    private static TestService service;
    private static String token;

    /** Without these, a form is refused before anything of it is read. */
    private static Map<String, String> form;

    @BeforeAll
    static void start() {
        LOG.setLevel(Level.INFO);
        System.setProperty(TIMEOUT, "300ms");
        try {
            // Its own: with this timeout, and with a log that goes to where this class listens.
            service = TestService.fresh(Map.of(), Clock.systemUTC());
        } finally {
            System.clearProperty(TIMEOUT);
        }
        token = service.account("sender").apiToken();
        form = Browser.formHeaders(service);
    }

    @AfterAll
    static void stop() {
        service.close();
        LOG.setLevel(null);
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/domain-groups/, application/json",
        "/api/v1/domains/delete/, application/json",
        "/api/v1/imports/, application/xml",
        "/api/v1/imports/, multipart/form-data; boundary=b",
    })
    void aChunkThatIsNoneIsAMistakeOfTheClient(String path, String type, CapturedOutput output)
            throws IOException {
        try (RawHttp http = RawHttp.to(service)) {
            http.send(head(path, type, "Transfer-Encoding: chunked") + "ZZ\r\nab\r\n0\r\n\r\n");
            assertRefused(http, 400, "parse_error");
        }
        assertNoTrace(output);
    }

    /** Whoever is not signed in has to say how large a form is, since Tomcat reads it at once. */
    @ParameterizedTest
    @ValueSource(strings = {"/activate/abcdef/", "/setup/abc/", "/reset/abc/"})
    void aStrangersFormInChunksIsRefused(String path, CapturedOutput output) throws IOException {
        try (RawHttp http = RawHttp.to(service)) {
            String type = "application/x-www-form-urlencoded";
            http.send(head(path, type, "Transfer-Encoding: chunked") + "ZZ\r\nab\r\n0\r\n\r\n");
            assertRefused(http, 411, "length_required");
        }
        assertNoTrace(output);
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/domains/delete/, application/json",
        "/api/v1/imports/, application/xml",
        "/api/v1/imports/, multipart/form-data; boundary=b",
    })
    void aBodyThatDoesNotComeIsWaitedForOnce(String path, String type, CapturedOutput output)
            throws IOException {
        try (RawHttp http = RawHttp.to(service)) {
            http.send(head(path, type, "Content-Length: 500") + "a");
            assertRefused(http, 408, "request_timeout");
        }
        assertNoTrace(output);
    }

    @Test
    void whoHidesTheirTokenInABrokenFormIsRefusedToo(CapturedOutput output) throws IOException {
        try (RawHttp http = RawHttp.to(service)) {
            String type = "application/x-www-form-urlencoded";
            http.send(
                    head("/setup/abc/", type, "Transfer-Encoding: chunked")
                                    .replaceAll("X-CSRF-TOKEN: .*\r\n", "")
                            + "ZZ\r\nab\r\n0\r\n\r\n");
            assertThat(http.status()).isEqualTo(411);
        }
        assertNoTrace(output);
    }

    /** Tomcat, which reads forms itself, closes the connection then. */
    @Test
    void aFormThatDoesNotComeLeavesNoTrace(CapturedOutput output) throws IOException {
        try (RawHttp http = RawHttp.to(service)) {
            String form = "application/x-www-form-urlencoded";
            http.send(head("/activate/abcdef/", form, "Content-Length: 500") + "a");
            assertThat(http.rest()).isEmpty();
        }
        assertNoTrace(output);
    }

    @ParameterizedTest
    @CsvSource({
        "/activate/abcdef/, application/x-www-form-urlencoded",
        "/api/v1/domains/delete/, application/json",
        "/api/v1/imports/, application/xml",
        "/api/v1/imports/, multipart/form-data; boundary=b",
    })
    void aClientThatGoesAwayInItsBodyLeavesNoTrace(String path, String type, CapturedOutput output)
            throws IOException {
        try (RawHttp http = RawHttp.to(service)) {
            http.send(head(path, type, "Content-Length: 500") + "a");
            http.endOutput();
            http.rest();
        }
        assertNoTrace(output);
    }

    private static String head(String path, String type, String length) {
        return String.join(
                "\r\n",
                "POST " + path + " HTTP/1.1",
                "Host: localhost",
                "Authorization: Token " + token,
                "Cookie: " + form.get("Cookie"),
                "X-CSRF-TOKEN: " + form.get("X-CSRF-TOKEN"),
                "Content-Type: " + type,
                length,
                "\r\n");
    }

    private static void assertRefused(RawHttp http, int status, String code) throws IOException {
        assertThat(http.status()).isEqualTo(status);
        assertThat(http.json().get("code").asString()).isEqualTo(code);
    }

    private static void assertNoTrace(CapturedOutput output) {
        assertThat(output.getAll()).doesNotContain("\tat ", "ERROR", "Caused by");
        assertThat(
                        output.getAll()
                                .lines()
                                .filter(line -> line.contains(" WARN ") || line.contains(" INFO ")))
                .hasSizeLessThanOrEqualTo(1);
    }
}
