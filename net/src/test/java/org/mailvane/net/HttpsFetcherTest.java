package org.mailvane.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.https.Https.Failure;
import org.mailvane.mailauth.https.Https.Fetched;
import org.mailvane.mailauth.https.Https.NoResponse;
import org.mailvane.mailauth.https.Https.Request;
import org.mailvane.mailauth.https.Https.Response;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.WebServer;
import org.mailvane.testing.WebServer.Kind;

/** Fetching from a real server, from broken ones, and from ones that lie. */
@Tag("slow")
class HttpsFetcherTest {

    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(600);
    private static final int MAX_BYTES = 65_536;

    private final CountDownLatch end = new CountDownLatch(1);
    private final List<DnsResolver> resolvers = new ArrayList<>();
    private DnsServer dns;
    private WebServer web;
    private HttpsFetcher https;

    @BeforeEach
    void start() {
        web = WebServer.start();
        dns =
                DnsServer.of(
                        """
                        www.example.com   A 127.0.0.1
                        other.example.com A 127.0.0.1
                        """);
        https = fetcher(web.port(), web.authority());
    }

    @AfterEach
    void close() {
        end.countDown();
        resolvers.forEach(DnsResolver::close);
        dns.close();
        web.close();
    }

    private HttpsFetcher fetcher(int httpsPort, X509Certificate... authorities) {
        DnsResolver resolver = DnsResolver.of(List.of(dns.address()), LookupListener.NONE);
        resolvers.add(resolver);
        return HttpsFetcher.of(
                new FetchOptions(
                        httpsPort,
                        List.of(IpNetwork.parse("127.0.0.1").orElseThrow()),
                        List.of(authorities)),
                resolver,
                web.plainPort());
    }

    @Test
    void fileIsFetched() {
        web.serve("/file?a=b", "Text/Plain; charset=utf-8", "gr\u00fc\u00dfe");
        Response response = response("https://www.example.com/file?a=b#part");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.mediaType()).isEqualTo("text/plain");
        assertThat(response.location()).isEmpty();
        assertThat(response.body()).isEqualTo("gr\u00fc\u00dfe".getBytes(StandardCharsets.UTF_8));
        assertThat(web.requests()).containsExactly("www.example.com /file?a=b");
    }

    @Test
    void everyStatusIsAResponse() {
        web.say("/none", "HTTP/1.1 204 No Content\r\n\r\n");
        web.say("/sick", "HTTP/1.1 503 Sick\r\nContent-Length: 4\r\n\r\nsick");
        assertThat(response("https://www.example.com/none").status()).isEqualTo(204);
        assertThat(response("https://www.example.com/none").mediaType()).isEmpty();
        assertThat(response("https://www.example.com/sick").body()).hasSize(4);
        assertThat(response("https://www.example.com/missing").status()).isEqualTo(404);
    }

    @Test
    void bodiesInChunksAndUpToTheEndAreRead() {
        web.say(
                "/chunks",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n");
        web.say("/end", "HTTP/1.0 200 OK\r\n\r\nabc");
        assertThat(response("https://www.example.com/chunks").body()).asString().isEqualTo("abc");
        assertThat(response("https://www.example.com/end").body()).asString().isEqualTo("abc");
    }

    @Test
    void requestTellsWhoAsksAndNothingElse() {
        web.say(
                "/",
                "HTTP/1.1 302 Found\r\nLocation: /again\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n");
        web.serve("/again", "text/plain", "");
        get(request("https://www.example.com", 1));
        assertThat(web.heads())
                .hasSize(2)
                .allSatisfy(head ->
                        assertThat(head.lines().skip(1).map(line -> line.split(":", 2)[0]))
                                .containsExactlyInAnyOrder(
                                        "Host", "User-Agent", "Accept-Encoding", "Connection"))
                .allSatisfy(head ->
                        assertThat(head)
                                .contains("User-Agent: " + HttpsFetcher.userAgent() + "\n")
                                .contains("Accept-Encoding: identity\n"));
        assertThat(HttpsFetcher.userAgent()).startsWith("Mailvane/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "http://www.example.com/",
                "ftp://www.example.com/",
                "https:www.example.com",
                "https:///path",
                "https://",
                "//www.example.com/",
                "/path",
                "https://user@www.example.com/",
                "https://user:secret@www.example.com/",
                "https://www.example.com@127.0.0.1/",
                "https://www.example.com:25/",
                "https://www.example.com:99999/",
                "https://www.example.com\\@127.0.0.1/",
                "https://www.example.com /",
                "https://www.example.com/a b",
                "https://www.example.com/\r\nX: y",
                "https://www%2eexample.com/",
                "https://under_score.example.com/",
                "https://2130706433/",
                "https://0x7f000001/",
                "https://0x7f.1/",
                "https://0177.0.0.1/",
                "https://127.1/",
                "https://127.0.1/",
                "https://127.0.0.01/",
                "https://127.0.0.0x1/",
                "https://127.0.0.1./",
                "https://1.2.3.4.5/",
                "https://256.0.0.1/",
                "https://\uff11\uff12\uff17.0.0.1/",
                "https://[127.0.0.1]/",
                "https://[::1%25lo]/",
                "https://[v1.x]/",
                "https://[::1/"
            })
    void whatIsNoPlainAddressOfHttpsIsRefusedWithoutAsking(String url) {
        assertThat(failure(url)).isEqualTo(Failure.BAD_URL);
        assertThat(web.connections()).isZero();
        assertThat(dns.asked()).isEmpty();
    }

    @Test
    void addressIsOnlySoLong() {
        String begin = "https://www.example.com/";
        String longest = begin + "x".repeat(FetchUrl.MAX_LENGTH - begin.length());
        assertThat(response(longest).status()).isEqualTo(404);
        assertThat(failure(longest + "x")).isEqualTo(Failure.BAD_URL);
    }

    @Test
    void usualPortMayBeNamed() {
        web.serve("/", "text/plain", "");
        assertThat(response("https://www.example.com:443/").status()).isEqualTo(200);
        assertThat(response("https://www.example.com:/").status()).isEqualTo(200);
        assertThat(response("https://www.example.com:" + web.port()).status()).isEqualTo(200);
    }

    @Test
    void hostMayBeWrittenInAnyCaseAndScript() {
        dns.add("xn--bcher-kva.example.com A 127.0.0.1");
        web.serve("/", "text/plain", "");
        assertThat(response("HTTPS://WWW.Example.COM/").status()).isEqualTo(200);
        assertThat(response("https://B\u00dcCHER.example.com/").status()).isEqualTo(200);
        assertThat(web.requests())
                .containsExactly("www.example.com /", "xn--bcher-kva.example.com /");
    }

    @Test
    void hostWithoutAddressIsToldFromOneThatDnsDoesNotKnow() {
        dns.add("mail.example.com MX 0 .\nsick.example.com SERVFAIL");
        assertThat(failure("https://nowhere.example.com/")).isEqualTo(Failure.NO_ADDRESS);
        assertThat(failure("https://mail.example.com/")).isEqualTo(Failure.NO_ADDRESS);
        assertThat(failure("https://sick.example.com/")).isEqualTo(Failure.DNS_FAILURE);
    }

    @ParameterizedTest
    @CsvSource({
        "OTHER_NAME, CERTIFICATE_NAME",
        "COMMON_NAME_ONLY, CERTIFICATE_NAME",
        "PART_OF_LABEL, CERTIFICATE_NAME",
        "EXPIRED, CERTIFICATE_DATE",
        "FUTURE, CERTIFICATE_DATE",
        "SELF_SIGNED, CERTIFICATE_TRUST"
    })
    void badCertificatesAreToldApart(Kind kind, Failure failure) {
        web.certificate("www.example.com", kind);
        assertThat(failure("https://www.example.com/")).isEqualTo(failure);
        assertThat(web.requests()).isEmpty();
    }

    @Test
    void wildcardStandsForOneLabel() {
        web.certificate("www.example.com", Kind.WILDCARD);
        assertThat(response("https://www.example.com/").status()).isEqualTo(404);
    }

    @Test
    void authorityThatIsNotSetIsNotTrusted() {
        https = fetcher(web.port());
        assertThat(failure("https://www.example.com/")).isEqualTo(Failure.CERTIFICATE_TRUST);
    }

    @Test
    void whatIsNoTlsIsToldSo() throws IOException {
        try (ServerSocket plain = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual()
                    .start(() -> {
                        try (var client = plain.accept()) {
                            WebServer.write(
                                    client.getOutputStream(), "HTTP/1.1 200 OK\r\n\r\nhello");
                            while (client.getInputStream().read() >= 0) {
                                // Until the other side has had enough.
                            }
                        } catch (IOException gone) {
                            // As expected.
                        }
                    });
            https = fetcher(plain.getLocalPort(), web.authority());
            assertThat(failure("https://www.example.com/")).isEqualTo(Failure.TLS);
        }
    }

    @Test
    void whereNobodyListensThereIsNoConnection() throws IOException {
        // A port that is taken, so that nobody else listens there meanwhile, and not listened at.
        try (Socket taken = new Socket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            https = fetcher(taken.getLocalPort(), web.authority());
            assertThat(failure("https://www.example.com/")).isEqualTo(Failure.CONNECTION);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nothing of HTTP at all\r\n\r\n",
                "HTTP/1.1 abc OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Encoding: gzip\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nabc"
            })
    void whatIsNoResponseIsToldSo(String response) {
        web.say("/", response);
        assertThat(failure("https://www.example.com/")).isEqualTo(Failure.BAD_RESPONSE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"
            })
    void connectionThatBreaksIsToldSo(String response) {
        web.say("/", response);
        assertThat(failure("https://www.example.com/")).isEqualTo(Failure.CONNECTION);
    }

    @Test
    void headersAreOnlySoLongAndSoMany() {
        String head = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n";
        web.say("/many", head + "X: y\r\n".repeat(HttpsFetcher.MAX_HEADERS - 1) + "\r\n");
        web.say("/more", head + "X: y\r\n".repeat(HttpsFetcher.MAX_HEADERS) + "\r\n");
        int length = HttpsFetcher.MAX_HEADER_LENGTH;
        web.say("/long", head + "X: " + "y".repeat(length - 5) + "\r\n\r\n");
        web.say("/longer", head + "X: " + "y".repeat(length - 4) + "\r\n\r\n");
        assertThat(response("https://www.example.com/many").status()).isEqualTo(200);
        assertThat(failure("https://www.example.com/more")).isEqualTo(Failure.BAD_RESPONSE);
        assertThat(response("https://www.example.com/long").status()).isEqualTo(200);
        assertThat(failure("https://www.example.com/longer")).isEqualTo(Failure.BAD_RESPONSE);
    }

    @Test
    void bodyIsOnlySoLarge() {
        web.serve("/most", "text/plain", "x".repeat(MAX_BYTES));
        web.serve("/more", "text/plain", "x".repeat(MAX_BYTES + 1));
        web.say("/end", "HTTP/1.0 200 OK\r\n\r\n" + "x".repeat(MAX_BYTES + 1));
        assertThat(response("https://www.example.com/most").body()).hasSize(MAX_BYTES);
        assertThat(failure("https://www.example.com/more")).isEqualTo(Failure.TOO_LARGE);
        assertThat(failure("https://www.example.com/end")).isEqualTo(Failure.TOO_LARGE);
    }

    @Test
    void endlessBodyEndsWhereItIsTooLarge() {
        AtomicBoolean closed = new AtomicBoolean();
        web.answer(
                "/",
                out -> {
                    WebServer.write(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
                    try {
                        while (true) {
                            WebServer.write(out, "400\r\n" + "x".repeat(1_024) + "\r\n");
                        }
                    } finally {
                        closed.set(true);
                    }
                });
        assertThat(failure("https://www.example.com/")).isEqualTo(Failure.TOO_LARGE);
        Awaiting.until("the connection is closed", SOON, closed::get);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "HTTP/1.1 200 OK\r\nX", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na"})
    void whoStopsInTheMiddleIsNotWaitedForTooLong(String begin) {
        web.answer(
                "/",
                out -> {
                    WebServer.write(out, begin);
                    await();
                });
        assertTimeout("https://www.example.com/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nX: ",
                "HTTP/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 100 Continue\r\n\r\n"
            })
    void whoSendsOneByteAtATimeIsNotWaitedForTooLong(String begin) {
        web.answer(
                "/",
                out -> {
                    WebServer.write(out, begin);
                    while (!await(Duration.ofMillis(50))) {
                        WebServer.write(out, begin.contains("100") ? begin : "x");
                    }
                });
        assertTimeout("https://www.example.com/");
    }

    @Test
    void whoDoesNotEvenShakeHandsIsNotWaitedForTooLong() {
        web.fallSilent();
        assertTimeout("https://www.example.com/");
    }

    @Test
    void timeOfDnsCountsToo() {
        dns.add("lost.example.com DROP");
        assertTimeout("https://lost.example.com/");
    }

    @Test
    void timeOfRedirectsTogetherIsBounded() {
        web.answer(
                "/",
                out -> {
                    await(Duration.ofMillis(250));
                    WebServer.write(
                            out, "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n");
                });
        Fetched fetched =
                https.get(new Request("https://www.example.com/", MAX_BYTES, SHORT, 50, false));
        assertThat(((NoResponse) fetched).failure()).isEqualTo(Failure.TIMEOUT);
    }

    @Test
    void whoIsInterruptedGivesUp() throws InterruptedException {
        web.fallSilent();
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread asker =
                Thread.ofVirtual()
                        .start(() -> {
                            Fetched fetched = get(request("https://www.example.com/", 0));
                            interrupted.set(
                                    ((NoResponse) fetched).failure() == Failure.TIMEOUT
                                            && Thread.currentThread().isInterrupted());
                        });
        Awaiting.until("connected", SOON, () -> web.connections() == 1);
        asker.interrupt();
        assertThat(asker.join(SOON)).isTrue();
        assertThat(interrupted).isTrue();
    }

    @Test
    void onlySoManyAreFetchedAtOnce() throws InterruptedException {
        web.answer("/", out -> await());
        int more = 20;
        Thread[] askers = new Thread[HttpsFetcher.MAX_AT_ONCE + more];
        for (int i = 0; i < askers.length; i++) {
            askers[i] = Thread.ofVirtual().start(() -> get(request("https://www.example.com/", 0)));
        }
        Awaiting.until(
                "as many as may", SOON, () -> web.requests().size() >= HttpsFetcher.MAX_AT_ONCE);
        assertThat(web.connections()).isEqualTo(HttpsFetcher.MAX_AT_ONCE);
        end.countDown();
        for (Thread asker : askers) {
            assertThat(asker.join(SOON)).isTrue();
        }
        assertThat(web.connections()).isEqualTo(HttpsFetcher.MAX_AT_ONCE + more);
    }

    @Test
    void redirectIsTheResponseWhereNoneIsFollowed() {
        web.say(
                "/",
                "HTTP/1.1 301 Moved\r\nLocation: https://other.example.com/x\r\nContent-Length: 0\r\n\r\n");
        Response response = response("https://www.example.com/");
        assertThat(response.status()).isEqualTo(301);
        assertThat(response.location()).isEqualTo("https://other.example.com/x");
        assertThat(web.requests()).hasSize(1);
    }

    @Test
    void redirectsAreFollowedAsOftenAsTheyMayBe() {
        redirect("/1", 301, "https://other.example.com/2");
        redirect("/2", 302, "3?x");
        redirect("/3?x", 307, "//www.example.com/4");
        redirect("/4", 308, "/5");
        web.serve("/5", "text/plain", "there");
        Fetched there = get(request("https://www.example.com/1", 4));
        assertThat(((Response) there).body()).asString().isEqualTo("there");
        assertThat(web.requests())
                .containsExactly(
                        "www.example.com /1",
                        "other.example.com /2",
                        "other.example.com /3?x",
                        "www.example.com /4",
                        "www.example.com /5");
        Fetched notThere = get(request("https://www.example.com/1", 3));
        assertThat(((NoResponse) notThere).failure()).isEqualTo(Failure.BAD_RESPONSE);
    }

    @Test
    void redirectToSomethingElseThanHttpsIsRefused() {
        redirect("/plain", 301, "http://other.example.com/");
        redirect("/file", 301, "file:///etc/passwd");
        redirect("/port", 301, "https://other.example.com:22/");
        redirect("/odd", 301, "https://exa mple/");
        for (String path : new String[] {"/plain", "/file", "/port", "/odd"}) {
            Fetched fetched = get(request("https://www.example.com" + path, 3));
            assertThat(((NoResponse) fetched).failure()).as(path).isEqualTo(Failure.BAD_URL);
        }
        assertThat(web.connections()).isEqualTo(4);
    }

    @Test
    void plainHttpIsFetchedOnlyWhereItIsAllowed() {
        web.serve("/list.crl", "application/pkix-crl", "list");
        Request allowed = new Request("http://www.example.com/list.crl", MAX_BYTES, SOON, 0, true);
        assertThat(((Response) https.get(allowed)).body()).asString().isEqualTo("list");
        assertThat(failure("http://www.example.com/list.crl")).isEqualTo(Failure.BAD_URL);
    }

    private void redirect(String path, int status, String location) {
        web.say(
                path,
                "HTTP/1.1 "
                        + status
                        + " Moved\r\nLocation: "
                        + location
                        + "\r\nContent-Length: 0\r\n\r\n");
    }

    private void assertTimeout(String url) {
        long begin = System.nanoTime();
        Fetched fetched = https.get(new Request(url, MAX_BYTES, SHORT));
        assertThat(fetched).isInstanceOf(NoResponse.class);
        assertThat(((NoResponse) fetched).failure()).isEqualTo(Failure.TIMEOUT);
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .isBetween(SHORT, SHORT.plusSeconds(5));
    }

    private void await() {
        await(SOON);
    }

    private boolean await(Duration atMost) {
        try {
            return end.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private Response response(String url) {
        Fetched fetched = get(request(url, 0));
        assertThat(fetched).isInstanceOf(Response.class);
        return (Response) fetched;
    }

    private Failure failure(String url) {
        Fetched fetched = get(request(url, 0));
        assertThat(fetched).isInstanceOf(NoResponse.class);
        return ((NoResponse) fetched).failure();
    }

    private Fetched get(Request request) {
        return https.get(request);
    }

    private static Request request(String url, int redirects) {
        return new Request(url, MAX_BYTES, SOON, redirects, false);
    }
}
