package org.mailvane.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
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
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.WebServer;

/**
 * Strangers' records lead to this machine and its neighbours: nothing is connected to there. A
 * server on 127.0.0.2 is allowed; on 127.0.0.1, at the same port, and on ::1, listens a trap.
 */
class FetchTargetsTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final List<ServerSocket> traps = new ArrayList<>();
    private final AtomicInteger trapped = new AtomicInteger();
    private final List<DnsResolver> resolvers = new ArrayList<>();
    private WebServer web;
    private DnsServer dns;
    private HttpsFetcher https;

    @BeforeEach
    void start() {
        try {
            web = WebServer.at("127.0.0.2");
        } catch (UncheckedIOException none) {
            Assumptions.assumeFalse(
                    none.getCause() instanceof BindException, "this system has no 127.0.0.2");
            throw none;
        }
        dns = DnsServer.of("open.example.com A 127.0.0.2");
        trap("127.0.0.1", web.port());
        trap("127.0.0.1", web.plainPort());
        trap("::1", web.port());
        https = fetcher("127.0.0.2/32");
    }

    @AfterEach
    void close() throws IOException {
        for (ServerSocket trap : traps) {
            trap.close();
        }
        resolvers.forEach(DnsResolver::close);
        dns.close();
        web.close();
    }

    /** Counts who connects. */
    private void trap(String address, int port) {
        ServerSocket trap;
        try {
            trap = new ServerSocket(port, 50, WebServer.inet(address));
        } catch (IOException none) {
            // A system without IPv6, or somebody has that port: then the failures alone tell.
            return;
        }
        traps.add(trap);
        Thread.ofVirtual()
                .start(() -> {
                    while (!trap.isClosed()) {
                        try {
                            trap.accept().close();
                            trapped.incrementAndGet();
                        } catch (IOException closed) {
                            return;
                        }
                    }
                });
    }

    private HttpsFetcher fetcher(String allowed) {
        DnsResolver resolver = resolver();
        resolvers.add(resolver);
        return HttpsFetcher.of(options(allowed), resolver, web.plainPort());
    }

    private FetchOptions options(String allowed) {
        return new FetchOptions(
                web.port(),
                List.of(IpNetwork.parse(allowed).orElseThrow()),
                List.of(web.authority()));
    }

    private DnsResolver resolver() {
        return DnsResolver.of(List.of(dns.address()), LookupListener.NONE);
    }

    @Test
    void trapWorks() {
        dns.add("trap.example.com A 127.0.0.1");
        Fetched fetched = fetcher("127.0.0.1").get(request("https://trap.example.com/", 0));
        assertThat(fetched).isInstanceOf(NoResponse.class);
        assertThat(trapped).hasPositiveValue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "A 127.0.0.1",
                "A 127.255.255.254",
                "A 0.0.0.0",
                "A 10.0.0.1",
                "A 172.16.0.1",
                "A 192.168.1.1",
                "A 100.64.0.1",
                "A 169.254.169.254",
                "A 224.0.0.1",
                "A 255.255.255.255",
                "AAAA ::1",
                "AAAA ::",
                "AAAA ::ffff:127.0.0.1",
                "AAAA ::127.0.0.1",
                "AAAA fe80::1",
                "AAAA fc00::1",
                "AAAA fd00:ec2::254",
                "AAAA 64:ff9b::127.0.0.1",
                "AAAA 64:ff9b::169.254.169.254",
                "AAAA 64:ff9b:1::1",
                "AAAA 2002:7f00:1::",
                "AAAA 2002:a00:1::1",
                "AAAA ff02::1"
            })
    void nameOfAnAddressThatIsNotPublicLeadsNowhere(String record) {
        dns.add("trap.example.com " + record);
        assertRefused(https.get(request("https://trap.example.com/", 0)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.0.0.1",
                "169.254.169.254",
                "[::1]",
                "[0:0:0:0:0:0:0:1]",
                "[::ffff:127.0.0.1]",
                "[::ffff:7f00:1]",
                "[fd00:ec2::254]",
                "[64:ff9b::7f00:1]",
                "[2002:7f00:1::]"
            })
    void addressThatIsNotPublicLeadsNowhere(String host) {
        assertRefused(https.get(request("https://" + host + "/", 0)));
        assertRefused(https.get(new Request("http://" + host + "/", 1_000, SOON, 0, true)));
    }

    @ParameterizedTest
    @CsvSource({
        "https://127.0.0.1/, ADDRESS_REFUSED",
        "https://trap.example.com/, ADDRESS_REFUSED",
        "https://[::1]/, ADDRESS_REFUSED",
        "//169.254.169.254/latest/meta-data/, ADDRESS_REFUSED",
        "https://0x7f.1/, BAD_URL",
        "https://open.example.com@127.0.0.1/, BAD_URL"
    })
    void redirectLeadsNowhereEither(String location, Failure failure) {
        dns.add("trap.example.com A 127.0.0.1");
        web.say(
                "/",
                "HTTP/1.1 302 Found\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n");
        Fetched fetched = https.get(request("https://open.example.com/", 3));
        assertThat(((NoResponse) fetched).failure()).isEqualTo(failure);
        assertThat(web.requests()).containsExactly("open.example.com /");
        assertThat(trapped).hasValue(0);
    }

    @Test
    void plainRedirectLeadsNowhereEither() {
        web.say(
                "/",
                "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n");
        assertRefused(https.get(new Request("https://open.example.com/", 1_000, SOON, 3, true)));
    }

    @Test
    void connectedIsToTheAddressThatWasCheckedAndItIsAskedForOnce() {
        dns.add("moving.example.com 0 A 127.0.0.2 | 127.0.0.1");
        web.serve("/", "text/plain", "checked");
        Fetched fetched = https.get(request("https://moving.example.com/", 0));
        assertThat(((Response) fetched).body()).asString().isEqualTo("checked");
        assertThat(dns.asked()).containsExactly("moving.example.com A", "moving.example.com AAAA");
        assertThat(trapped).hasValue(0);
    }

    @Test
    void whoeverMovesBetweenRedirectsIsCheckedAnew() {
        dns.add("moving.example.com 0 A 127.0.0.2 | 127.0.0.1");
        web.say("/", "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n");
        // Without a cache, which would still have the first address.
        HttpsFetcher forgetful =
                HttpsFetcher.of(
                        options("127.0.0.2"),
                        (name, type) -> {
                            try (DnsResolver once = resolver()) {
                                return once.ask(name, type);
                            }
                        },
                        web.plainPort());
        assertRefused(forgetful.get(request("https://moving.example.com/", 3)));
        assertThat(web.requests()).containsExactly("moving.example.com /");
    }

    @Test
    void ofSeveralAddressesOnlyThePublicOnesAreConnectedTo() {
        dns.add(
                """
                mixed.example.com A 127.0.0.1
                mixed.example.com A 127.0.0.2
                mixed.example.com AAAA ::1
                """);
        web.serve("/", "text/plain", "open");
        Fetched fetched = https.get(request("https://mixed.example.com/", 0));
        assertThat(((Response) fetched).body()).asString().isEqualTo("open");
        assertThat(trapped).hasValue(0);
    }

    @Test
    void aliasToAnAddressThatIsNotPublicLeadsNowhere() {
        dns.add("alias.example.com CNAME localhost.example.com\nlocalhost.example.com A 127.0.0.1");
        assertRefused(https.get(request("https://alias.example.com/", 0)));
    }

    @Test
    void namesOfThisMachineAreNotResolvedByIt() {
        Fetched fetched = https.get(request("https://localhost/", 0));
        assertThat(((NoResponse) fetched).failure()).isEqualTo(Failure.NO_ADDRESS);
        assertThat(trapped).hasValue(0);
    }

    @Test
    void proxyOfTheEnvironmentIsNotUsed() {
        String before = System.getProperty("https.proxyHost", "");
        System.setProperty("https.proxyHost", "127.0.0.1");
        System.setProperty("https.proxyPort", String.valueOf(web.port()));
        try {
            web.serve("/", "text/plain", "direct");
            Fetched fetched = https.get(request("https://open.example.com/", 0));
            assertThat(((Response) fetched).body()).asString().isEqualTo("direct");
            assertThat(trapped).hasValue(0);
        } finally {
            System.clearProperty("https.proxyPort");
            if (before.isEmpty()) {
                System.clearProperty("https.proxyHost");
            } else {
                System.setProperty("https.proxyHost", before);
            }
        }
    }

    private void assertRefused(Fetched fetched) {
        assertThat(fetched).isInstanceOf(NoResponse.class);
        assertThat(((NoResponse) fetched).failure()).isEqualTo(Failure.ADDRESS_REFUSED);
        assertThat(trapped).hasValue(0);
    }

    private static Request request(String url, int redirects) {
        return new Request(url, 1_000, SOON, redirects, false);
    }
}
