package org.mailvane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.mailvane.testing.Awaiting;

/** When a listener is taken for dead. */
class ListenerWatchTest {

    private static final Duration EVERY = Duration.ofMillis(5);
    private static final Duration PATIENCE = Duration.ofMillis(50);

    private final AtomicInteger asked = new AtomicInteger();
    private final CompletableFuture<String> dead = new CompletableFuture<>();

    /** A listener that answers some of the questions, counted from 1. */
    private ServerSocket listener(IntPredicate answers) throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual()
                .start(() -> {
                    while (!server.isClosed()) {
                        try {
                            // Left open if it gets no answer.
                            Socket client = server.accept();
                            if (answers.test(asked.incrementAndGet())) {
                                client.getOutputStream()
                                        .write(
                                                "HTTP/1.1 503 \r\n\r\n"
                                                        .getBytes(StandardCharsets.US_ASCII));
                                client.close();
                            }
                        } catch (IOException closed) {
                            return;
                        }
                    }
                });
        return server;
    }

    private ListenerWatch watch(ServerSocket server) {
        return new ListenerWatch(
                (InetSocketAddress) server.getLocalSocketAddress(),
                EVERY,
                PATIENCE,
                dead::complete);
    }

    @Test
    void listenerThatNeverAnswersIsDead() throws Exception {
        try (ServerSocket server = listener(number -> false);
                ListenerWatch watch = watch(server)) {
            assertThat(watch).isNotNull();
            assertThat(dead.get(20, TimeUnit.SECONDS)).contains("did not answer 6 times in a row");
            assertThat(asked.get()).isEqualTo(ListenerWatch.MAX_UNANSWERED);
        }
    }

    @Test
    void listenerThatAnswersNowAndThenIsNot() throws Exception {
        try (ServerSocket server = listener(number -> number % ListenerWatch.MAX_UNANSWERED == 0);
                ListenerWatch watch = watch(server)) {
            assertThat(watch).isNotNull();
            Awaiting.until(
                    "it was asked often",
                    Duration.ofSeconds(60),
                    () -> asked.get() > 3 * ListenerWatch.MAX_UNANSWERED);
            assertThat(dead).isNotDone();
        }
    }

    @Test
    void listenerThatIsGoneIsDead() throws Exception {
        ServerSocket server = listener(number -> true);
        server.close();
        try (ListenerWatch watch =
                new ListenerWatch(
                        new InetSocketAddress(
                                InetAddress.getLoopbackAddress(), server.getLocalPort()),
                        EVERY,
                        PATIENCE,
                        dead::complete)) {
            assertThat(watch).isNotNull();
            assertThat(dead.get(20, TimeUnit.SECONDS)).contains("exits");
        }
    }
}
