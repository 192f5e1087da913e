package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.testing.TestService;

/** Clients that send or read as slowly as they can leave room for everybody else. */
@Tag("alone")
class SlowClientsTest {

    private static final int CLIENTS = 2_100;

    /** More than one address may have; each has the kernel hold much. */
    private static final int UNREAD = 530;

    /** More than one address may have, from so many addresses of this machine. */
    private static final int ADDRESSES = 8;

    private static final Pattern SHEET = Pattern.compile("/assets/bootstrap[^\"]+\\.css");

    private static final Duration AT_ONCE = Duration.ofSeconds(1);

    /**
     * Clients between two that are waited for: fewer than the kernel keeps for a server that has
     * not accepted them yet. A client beyond those would try again a second later.
     */
    private static final int AT_A_TIME = 50;

    private static TestService service;

    private final List<SocketChannel> clients = new ArrayList<>();

    @BeforeAll
    static void start() {
        service = TestService.shared();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private void open(String address, String sent) throws IOException {
        if (clients.size() % AT_A_TIME == AT_A_TIME - 1) {
            awaitAccepted();
        }
        URI to = URI.create(service.address());
        SocketChannel client = SocketChannel.open();
        client.setOption(StandardSocketOptions.SO_RCVBUF, 1 << 10);
        client.bind(new InetSocketAddress(address, 0));
        client.connect(new InetSocketAddress(to.getHost(), to.getPort()));
        client.configureBlocking(false);
        clients.add(client);
        try {
            client.write(ByteBuffer.wrap(sent.getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException cut) {
            // As it may be.
        }
    }

    /** Waits until a new client has its answer: the server accepts clients in their order. */
    private static void awaitAccepted() throws IOException {
        try (RawHttp http = RawHttp.to(service)) {
            http.send("GET /healthz HTTP/1.1", "Host: a", "Connection: close");
            assertThat(http.status()).isEqualTo(200);
        }
    }

    @AfterEach
    void close() throws IOException {
        for (SocketChannel client : clients) {
            client.close();
        }
    }

    @Test
    void serviceAnswersBesideThem() throws IOException {
        List<String> sent =
                List.of(
                        "GET /sign-in HTTP/1.1\r\nHost: a\r\nX: ",
                        "POST /sign-in HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n"
                                + "Content-Type: application/x-www-form-urlencoded\r\n\r\nemail=",
                        "");
        String token = service.account("Beside").apiToken();
        // The first call of a new service takes longer.
        service.get(token, "/api/v1/domains/");
        for (int i = 0; i < CLIENTS; i++) {
            open("127.0.0." + (2 + i % ADDRESSES), sent.get(i % sent.size()));
            if (i % 500 == 0) {
                answersAtOnce(token);
            }
        }
        answersAtOnce(token);
    }

    @Test
    void serviceAnswersBesideOneAddressWithAllOfThem() throws IOException {
        String token = service.account("One").apiToken();
        for (int i = 0; i < CLIENTS; i++) {
            open("127.0.0.1", "GET / HTTP/1.1\r\nX: ");
        }
        answersAtOnce(token);
    }

    @Test
    void serviceAnswersBesideThoseThatDoNotRead() throws IOException {
        String token = service.account("Unread").apiToken();
        Matcher sheet = SHEET.matcher(service.get(null, "/sign-in").text());
        assertThat(sheet.find()).isTrue();
        // Some hundred kilobytes each: more than fits between server and client.
        String requests = "GET %s HTTP/1.1\r\nHost: a\r\n\r\n".formatted(sheet.group()).repeat(4);
        for (int i = 0; i < UNREAD; i++) {
            open("127.0.0.2", requests);
        }
        // Until all of them wait for their clients, there is much to calculate.
        service.get(token, "/readyz");
        answersAtOnce(token);
    }

    private static void answersAtOnce(String token) {
        for (String path : List.of("/readyz", "/healthz", "/api/v1/domains/")) {
            long begun = System.nanoTime();
            assertThat(service.get(token, path).status()).isEqualTo(200);
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).as(path).isLessThan(AT_ONCE);
        }
    }
}
