package org.mailvane.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpResponse;

/** What a provider may take of us, however it answers. */
class ProviderCallsTest {

    private final CountDownLatch over = new CountDownLatch(1);

    private HttpServer server;

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                "/size/",
                exchange -> {
                    String path = exchange.getRequestURI().getPath();
                    int size = Integer.parseInt(path.substring("/size/".length()));
                    exchange.sendResponseHeaders(200, size);
                    try (OutputStream body = exchange.getResponseBody()) {
                        body.write(new byte[size]);
                    }
                });
        server.createContext(
                "/slow",
                exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    exchange.getResponseBody().write('{');
                    exchange.getResponseBody().flush();
                    await();
                    exchange.close();
                });
        server.createContext(
                "/elsewhere",
                exchange -> {
                    exchange.getResponseHeaders().set("Location", "/size/1");
                    exchange.sendResponseHeaders(302, -1);
                    exchange.close();
                });
        server.createContext(
                "/echo",
                exchange -> {
                    byte[] sent = exchange.getRequestBody().readAllBytes();
                    exchange.sendResponseHeaders(200, sent.length);
                    try (OutputStream body = exchange.getResponseBody()) {
                        body.write(sent);
                    }
                });
        server.start();
    }

    private void await() {
        try {
            over.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void close() {
        over.countDown();
        server.stop(0);
    }

    private ClientHttpRequest call(ProviderCalls calls, HttpMethod method, String path) {
        return calls.createRequest(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path), method);
    }

    private ClientHttpResponse get(ProviderCalls calls, String path) throws IOException {
        return call(calls, HttpMethod.GET, path).execute();
    }

    @Test
    void answerIsBoundedInSize() throws IOException {
        ProviderCalls calls = new ProviderCalls();
        int most = ProviderCalls.MAX_ANSWER;
        assertThat(get(calls, "/size/" + most).getBody().readAllBytes()).hasSize(most);
        assertThatThrownBy(() -> get(calls, "/size/" + (most + 1))).isInstanceOf(IOException.class);
    }

    @Test
    void answerIsBoundedInTimeToItsLastByte() {
        ProviderCalls calls = new ProviderCalls(Duration.ofMillis(300));
        long begin = System.nanoTime();
        assertThatThrownBy(() -> get(calls, "/slow")).isInstanceOf(IOException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(ProviderCalls.TIME);
    }

    @Test
    void nobodyIsFollowedElsewhere() throws IOException {
        assertThat(get(new ProviderCalls(), "/elsewhere").getStatusCode().value()).isEqualTo(302);
    }

    @Test
    void bodyIsSent() throws IOException {
        ClientHttpRequest request = call(new ProviderCalls(), HttpMethod.POST, "/echo");
        request.getHeaders().set("Content-Length", "5");
        request.getBody().write("hello".getBytes(StandardCharsets.UTF_8));
        assertThat(request.execute().getBody().readAllBytes())
                .isEqualTo("hello".getBytes(StandardCharsets.UTF_8));
    }
}
