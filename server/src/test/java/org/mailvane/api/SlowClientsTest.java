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
import org.junit.jupiter.api.AfterEach;
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

    private final List<SocketChannel> clients = new ArrayList<>();

    private void open(TestService service, String address, String sent) throws IOException {
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
        try (TestService service = TestService.shared()) {
            String token = service.account("Beside").apiToken();
            // The first call of a new service takes longer.
            service.get(token, "/api/v1/domains/");
            for (int i = 0; i < CLIENTS; i++) {
                open(service, "127.0.0." + (2 + i % ADDRESSES), sent.get(i % sent.size()));
                if (i % 500 == 0) {
                    answersAtOnce(service, token);
                }
            }
            answersAtOnce(service, token);
        }
    }

    @Test
    void serviceAnswersBesideOneAddressWithAllOfThem() throws IOException {
        try (TestService service = TestService.shared()) {
            String token = service.account("One").apiToken();
            for (int i = 0; i < CLIENTS; i++) {
                open(service, "127.0.0.1", "GET / HTTP/1.1\r\nX: ");
            }
            answersAtOnce(service, token);
        }
    }

    @Test
    void serviceAnswersBesideThoseThatDoNotRead() throws IOException {
        try (TestService service = TestService.shared()) {
            String token = service.account("Unread").apiToken();
            Matcher sheet = SHEET.matcher(service.get(null, "/sign-in").text());
            assertThat(sheet.find()).isTrue();
            // Some hundred kilobytes each: more than fits between server and client.
            String requests =
                    "GET %s HTTP/1.1\r\nHost: a\r\n\r\n".formatted(sheet.group()).repeat(4);
            for (int i = 0; i < UNREAD; i++) {
                open(service, "127.0.0.2", requests);
            }
            // Until all of them wait for their clients, there is much to calculate.
            service.get(token, "/readyz");
            answersAtOnce(service, token);
        }
    }

    private static void answersAtOnce(TestService service, String token) {
        for (String path : List.of("/readyz", "/healthz", "/api/v1/domains/")) {
            long begun = System.nanoTime();
            assertThat(service.get(token, path).status()).isEqualTo(200);
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).as(path).isLessThan(AT_ONCE);
        }
    }
}
