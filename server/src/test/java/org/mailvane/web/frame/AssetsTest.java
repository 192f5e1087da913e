package org.mailvane.web.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService;

/** What pages load: small, kept for good, and from here. */
class AssetsTest {

    /** Bytes of the first page, with all that it loads, as it comes over the line. */
    private static final int FIRST_PAGE_LIMIT = 150_000;

    private static TestService service;

    @BeforeAll
    static void open() {
        service = TestService.shared();
    }

    @AfterAll
    static void close() {
        service.close();
    }

    @Test
    void everyAssetIsThereUnderANameThatHoldsItsHash() throws Exception {
        Assets assets = service.part(Assets.class);
        assertThat(Assets.names()).contains("bootstrap.css", "mailvane.css", "app.js", "htmx.js");
        for (String name : Assets.names()) {
            String path = assets.path(name);
            assertThat(path).matches("/assets/[a-z]+-[0-9a-f]{12}\\.(css|js|svg)");
            HttpResponse<byte[]> plain = get(path, "");
            HttpResponse<byte[]> zipped = get(path, "br, gzip");
            assertThat(plain.statusCode()).isEqualTo(200);
            assertThat(header(plain, "cache-control"))
                    .isEqualTo("max-age=31536000, public, immutable");
            assertThat(header(plain, "x-content-type-options")).isEqualTo("nosniff");
            assertThat(header(plain, "content-security-policy")).isEqualTo(Pages.POLICY);
            assertThat(header(plain, "vary")).containsIgnoringCase("Accept-Encoding");
            assertThat(header(plain, "content-encoding")).isEmpty();
            assertThat(plain.headers().allValues("set-cookie")).isEmpty();
            assertThat(header(zipped, "content-encoding")).isEqualTo("gzip");
            assertThat(unzipped(zipped.body())).isEqualTo(plain.body());
        }
    }

    @Test
    void typesAreThoseOfTheFiles() throws Exception {
        Assets assets = service.part(Assets.class);
        assertThat(header(get(assets.path("app.js"), ""), "content-type"))
                .isEqualTo("text/javascript;charset=UTF-8");
        assertThat(header(get(assets.path("mailvane.css"), ""), "content-type"))
                .isEqualTo("text/css;charset=UTF-8");
        assertThat(header(get(assets.path("icon.svg"), ""), "content-type"))
                .isEqualTo("image/svg+xml");
    }

    @Test
    void nothingElseIsServed() throws Exception {
        for (String name :
                List.of(
                        "app.js",
                        "app-000000000000.js",
                        "bootstrap.min.css",
                        "%2e%2e%2fmessages.properties",
                        "bootstrap.LICENSE")) {
            assertThat(get("/assets/" + name, "").statusCode()).as(name).isIn(400, 404);
        }
    }

    @Test
    void firstPageIsSmallAndLoadsNothingFromElsewhere() throws Exception {
        Browser browser = new Browser(service);
        String html = browser.get("/sign-in").text();
        Document page = browser.page("/sign-in");
        int bytes = html.length();
        for (Element each : page.select("link[href], script[src], img[src]")) {
            String path = each.attr("href") + each.attr("src");
            assertThat(path).startsWith("/assets/");
            HttpResponse<byte[]> answer = get(path, "gzip");
            assertThat(answer.statusCode()).as(path).isEqualTo(200);
            bytes += answer.body().length;
        }
        assertThat(bytes).isLessThan(FIRST_PAGE_LIMIT);
    }

    private static HttpResponse<byte[]> get(String path, String encoding) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(service.address() + path));
        if (!encoding.isEmpty()) {
            request.header("Accept-Encoding", encoding);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), BodyHandlers.ofByteArray());
        }
    }

    private static String header(HttpResponse<?> response, String name) {
        return String.join(", ", response.headers().allValues(name));
    }

    private static byte[] unzipped(byte[] bytes) throws IOException {
        try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return gzip.readAllBytes();
        }
    }
}
