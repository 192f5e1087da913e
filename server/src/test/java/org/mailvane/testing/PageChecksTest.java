package org.mailvane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What pages are looked at for is found where it is wrong. */
@NeedsChromium
class PageChecksTest {

    private static final String PAGE =
            """
            <!doctype html><html lang="en"><head><title>Page</title>
            <meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head>
            <body><main><h1>Page</h1>SHOWN</main></body></html>
            """;

    private static HttpServer server;
    private static Chromium chromium;
    private static volatile String shown = "";

    @BeforeAll
    static void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    boolean page = exchange.getRequestURI().getPath().equals("/");
                    byte[] bytes = PAGE.replace("SHOWN", shown).getBytes(StandardCharsets.UTF_8);
                    exchange.getResponseHeaders().set("Content-Type", "text/html;charset=UTF-8");
                    exchange.getResponseHeaders()
                            .set(
                                    "Content-Security-Policy",
                                    "img-src data: 'self' http://elsewhere.example;"
                                            + " connect-src 'none'");
                    exchange.sendResponseHeaders(page ? 200 : 404, bytes.length);
                    exchange.getResponseBody().write(bytes);
                    exchange.close();
                });
        server.start();
        chromium = new Chromium(address());
    }

    private static String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterAll
    static void close() {
        chromium.close();
        server.stop(0);
    }

    @Test
    void goodPagePasses() {
        shown = "<p>Good</p>";
        PageChecks.check(chromium, "/", 200);
        assertThat(chromium.picture()).startsWith(0x89, 'P', 'N', 'G');
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<img src='http://elsewhere.example/x.png' alt='x'> | leaves this host",
                "<img src='/missing.png' alt='x'> | 404",
                "<script>fetch('/blocked')</script> | Content Security Policy",
                "<script>console.error('said')</script> | said",
                "<script>throw new Error('thrown')</script> | thrown",
                "<div style='width: 600px; height: 1em'>x</div> | scrolls sideways",
                "<p style='color: #aaa; background: #fff'>Some words</p> | light] ",
                "<style>@media (prefers-color-scheme: dark) { p { color: #aaa; background: #fff }}</style><p>Some words</p> | dark] ",
                "<input> | label",
                "<p id='x'></p><script>document.getElementById('x').textContent = 'scripted'</script> | only with scripts",
                "<details class='mv-menu'><summary>x</summary><div style='position: absolute; width: 500px'>x</div></details> | [/, menu] ",
                "<details><summary>x</summary><img src='data:,' width='3' height='3'></details> | light] "
            })
    void whatIsWrongIsFound(String html, String said) {
        shown = html;
        assertThatThrownBy(() -> PageChecks.check(chromium, "/", 200))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(said);
    }

    @Test
    void browserThatWasClosedRemembersNothing() {
        shown = "";
        String left =
                """
                return [document.cookie, localStorage.length, history.length, innerWidth,
                    matchMedia('(prefers-color-scheme: dark)').matches,
                    Intl.DateTimeFormat().resolvedOptions().timeZone === 'Asia/Tokyo'].join(' ')
                """;
        try (Chromium used = new Chromium(address())) {
            used.width(Chromium.NARROW);
            used.dark(true);
            used.zone("Asia/Tokyo");
            used.open("/");
            used.open("/?again");
            used.run("document.cookie = 'a=b'; localStorage.setItem('a', 'b')");
            assertThat(used.run(left)).isEqualTo("a=b 1 3 360 true true");
            used.scripts(false);
        }
        shown = "<p id='x'></p><script>document.getElementById('x').textContent = 'y'</script>";
        try (Chromium next = new Chromium(address())) {
            assertThat(next.open("/").wrong()).isEmpty();
            assertThat(next.run(left)).isEqualTo(" 0 2 1280 false false");
            assertThat(next.find("#x").getText()).as("scripts run").isEqualTo("y");
        }
    }

    @Test
    void statusIsLookedAt() {
        shown = "";
        assertThatThrownBy(() -> PageChecks.check(chromium, "/other", 200))
                .isInstanceOf(AssertionError.class);
        PageChecks.check(chromium, "/other", 404);
    }
}
