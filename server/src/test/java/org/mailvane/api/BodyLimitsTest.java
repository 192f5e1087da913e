package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.api.binding.BodyReader;
import org.mailvane.api.binding.UploadBody;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.springframework.core.env.Environment;
import org.springframework.mock.web.MockHttpServletRequest;

/** Bodies at a limit and one beyond. */
class BodyLimitsTest {

    private static final String BOUNDARY = "limit";

    private static TestService service;
    private static String token;

    @BeforeAll
    static void start() {
        service = TestService.shared();
        token = service.account("One").apiToken();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** What Tomcat is told in its settings is what texts and the document say. */
    @Test
    void tomcatHasTheLimitsThatAreSaid() {
        Environment environment = service.part(Environment.class);
        assertThat(environment.getProperty("server.tomcat.max-part-count"))
                .isEqualTo("" + ApiConfiguration.MAX_PARTS);
        assertThat(environment.getProperty("server.tomcat.max-part-header-size"))
                .isEqualTo(ApiConfiguration.PART_HEAD_LIMIT_KB + "KB");
    }

    @Test
    void formHasOnlySoManyParts() {
        String part = part("f.txt");
        assertThat(upload(part.repeat(ApiConfiguration.MAX_PARTS)).status()).isEqualTo(202);
        Answer refused = upload(part.repeat(ApiConfiguration.MAX_PARTS + 1));
        assertThat(refused.status()).isEqualTo(413);
        assertThat(refused.json().get("code").asString()).isEqualTo("too_many");
    }

    @Test
    void headOfAPartHasOnlySoManyBytes() {
        int others = part("").length();
        int longest = (ApiConfiguration.PART_HEAD_LIMIT_KB << 10) - others;
        assertThat(upload(part("n".repeat(longest))).status()).isEqualTo(202);
        Answer refused = upload(part("n".repeat(longest + others)));
        assertThat(refused.status()).isEqualTo(413);
        assertThat(refused.json().get("code").asString()).isEqualTo("name_too_long");
    }

    private static String part(String fileName) {
        return """
        --%s
        Content-Disposition: form-data; name="file"; filename="%s"

        x
        """
                .formatted(BOUNDARY, fileName)
                .replace("\n", "\r\n");
    }

    private static Answer upload(String parts) {
        return service.call(
                "POST",
                token,
                "/api/v1/imports/",
                BodyPublishers.ofString(parts + "--" + BOUNDARY + "--\r\n"),
                Map.of("Content-Type", "multipart/form-data; boundary=" + BOUNDARY));
    }

    @Test
    void uploadHasOnlySoManyBytes() throws IOException {
        assertThat(UploadBody.MAX_BYTES).isEqualTo((long) ApiConfiguration.UPLOAD_LIMIT_MB << 20);
        assertThat(read(UploadBody.MAX_BYTES)).isEqualTo(UploadBody.MAX_BYTES);
        assertThatThrownBy(() -> read(UploadBody.MAX_BYTES + 1))
                .isInstanceOfSatisfying(
                        ApiProblem.class,
                        problem ->
                                assertThat(problem.getMessage())
                                        .contains(UploadBody.MAX_MB + " MB"));
    }

    /** Reads a body that does not say how long it is. */
    private static long read(long bytes) throws IOException {
        HttpServletRequest request =
                new MockHttpServletRequest() {
                    @Override
                    public ServletInputStream getInputStream() {
                        return new Zeros(bytes);
                    }
                };
        try (InputStream body = UploadBody.limited(request)) {
            byte[] buffer = new byte[1 << 20];
            long read = 0;
            for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
                read += n;
            }
            return read;
        }
    }

    /** Zeros, handed out as fast as they are asked for. */
    private static final class Zeros extends ServletInputStream {

        private long left;

        Zeros(long bytes) {
            left = bytes;
        }

        @Override
        public int read() {
            return left-- > 0 ? 0 : -1;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            if (left == 0) {
                return -1;
            }
            int n = (int) Math.min(left, length);
            left -= n;
            return n;
        }

        @Override
        public boolean isFinished() {
            return left == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void ignoredPropertyIsNamedUpToALength() {
        String longest = "n".repeat(BodyReader.MAX_NAME_SHOWN);
        assertThat(ignored(longest)).isEqualTo(longest);
        assertThat(ignored(longest + "n")).isEqualTo(longest + "...");
    }

    private static String ignored(String name) {
        return service.send(
                        "POST",
                        token,
                        "/api/v1/domain-groups/",
                        "{\"label\": \"%s\", \"%s\": 1}".formatted(name.hashCode(), name))
                .header("x-ignored-properties");
    }
}
