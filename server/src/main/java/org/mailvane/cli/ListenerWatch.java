package org.mailvane.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import org.mailvane.platform.settings.Settings;

/**
 * Asks the service's own listener whether it answers, as a client would. A process whose listener
 * is dead can tell nobody, so it ends, and whoever runs it starts it again.
 */
final class ListenerWatch implements AutoCloseable {

    /** Time between two questions. */
    static final Duration EVERY = Duration.ofSeconds(10);

    /** How long an answer may take. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    /**
     * Questions in a row without an answer after which the listener is dead. They are counted, not
     * timed: a machine that was asleep has missed none.
     */
    static final int MAX_UNANSWERED = 6;

    private static final byte[] QUESTION =
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII);

    private final InetSocketAddress listener;
    private final Duration every;
    private final Duration patience;
    private final Consumer<String> dead;
    private final Thread thread;

    /**
     * Starts to ask.
     *
     * @param listener its address as this machine reaches it
     * @param dead gets a sentence when it does not answer any more
     */
    ListenerWatch(InetSocketAddress listener, Consumer<String> dead) {
        this(listener, EVERY, PATIENCE, dead);
    }

    ListenerWatch(
            InetSocketAddress listener, Duration every, Duration patience, Consumer<String> dead) {
        this.listener = listener;
        this.every = every;
        this.patience = patience;
        this.dead = dead;
        thread = Thread.ofPlatform().daemon().name("listener-watch").start(this::watch);
    }

    /** The host at which this machine reaches its own listener. */
    static String host(Settings settings) {
        String host = settings.httpHost();
        return host.equals("0.0.0.0") || host.equals("::") ? "localhost" : host;
    }

    /** The listener of a service with these settings. */
    static InetSocketAddress address(Settings settings, int port) {
        String host = host(settings);
        return host.equals("localhost")
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                : new InetSocketAddress(host, port);
    }

    private void watch() {
        int unanswered = 0;
        try {
            while (unanswered < MAX_UNANSWERED) {
                Thread.sleep(every);
                unanswered = answers() ? 0 : unanswered + 1;
            }
        } catch (InterruptedException ending) {
            return;
        }
        dead.accept(
                "The HTTP listener at %s:%d did not answer %d times in a row. Mailvane exits so that its supervisor can restart it."
                        .formatted(listener.getHostString(), listener.getPort(), MAX_UNANSWERED));
    }

    /** Whether anything comes back; what it says is not asked here. */
    private boolean answers() {
        try (Socket socket = new Socket()) {
            if (listener.isUnresolved()) {
                throw new UnknownHostException(listener.getHostString());
            }
            socket.connect(listener, (int) patience.toMillis());
            socket.setSoTimeout((int) patience.toMillis());
            socket.getOutputStream().write(QUESTION);
            return socket.getInputStream().read() >= 0;
        } catch (IOException unanswered) {
            return false;
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
