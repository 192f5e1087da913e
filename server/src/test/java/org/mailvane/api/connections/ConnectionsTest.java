package org.mailvane.api.connections;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.settings.Networks;

/** Which connections get a place, which lose theirs, and what a client may take. */
class ConnectionsTest {

    private static final ConnectionLimits LIMITS =
            new ConnectionLimits(4, 1, 3, Duration.ofSeconds(30), Duration.ofSeconds(20), 1_000);

    private final List<SocketChannel> open = new ArrayList<>();
    private long now;

    private Connections connections(String trusted) {
        return new Connections(LIMITS, Networks.parse(trusted), address -> address, () -> now);
    }

    /** The server's end of a connection from this address of the machine. */
    private SocketChannel from(String address) throws IOException {
        try (ServerSocketChannel server =
                ServerSocketChannel.open()
                        .bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0))) {
            SocketChannel client = SocketChannel.open().bind(new InetSocketAddress(address, 0));
            client.connect(server.getLocalAddress());
            open.add(client);
            SocketChannel accepted = server.accept();
            open.add(accepted);
            return accepted;
        }
    }

    private static @Nullable Connection working(Connections all, SocketChannel channel)
            throws IOException {
        Connection admitted = all.admit(channel);
        if (admitted != null) {
            admitted.requestBegins();
        }
        return admitted;
    }

    @AfterEach
    void close() throws IOException {
        for (SocketChannel channel : open) {
            channel.close();
        }
    }

    private void pass(long seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
    }

    private Connection one() throws IOException {
        return Objects.requireNonNull(connections("").admit(from("127.0.0.1")));
    }

    @Test
    void headHasItsTimeHoweverItComes() throws IOException {
        Connection connection = one();
        for (int i = 0; i < 30; i++) {
            pass(1);
            connection.read(1);
            assertThat(connection.isTooSlow()).isFalse();
        }
        pass(1);
        assertThat(connection.isTooSlow()).isTrue();
        connection.requestBegins();
        assertThat(connection.isTooSlow()).as("the head has come").isFalse();
        connection.requestEnds();
        pass(30);
        assertThat(connection.isTooSlow()).isFalse();
        pass(1);
        assertThat(connection.isTooSlow()).as("the next one has not").isTrue();
    }

    @Test
    void bodyHasToComeAtARate() throws IOException {
        Connection connection = one();
        connection.requestBegins();
        connection.read(0);
        pass(20);
        assertThat(connection.isTooSlow()).isFalse();
        connection.read(5_000);
        pass(1_000);
        assertThat(connection.isTooSlow()).as("the server works, and waits for nothing").isFalse();
        connection.read(0);
        pass(5);
        assertThat(connection.isTooSlow()).as("five seconds for 5,000 bytes").isFalse();
        connection.read(1);
        connection.read(0);
        pass(1);
        assertThat(connection.isTooSlow()).as("a byte now and then").isTrue();
    }

    @Test
    void answerHasToBeReadAtARate() throws IOException {
        Connection connection = one();
        connection.requestBegins();
        connection.written(100_000);
        connection.written(0);
        pass(120);
        assertThat(connection.isTooSlow()).isFalse();
        pass(1);
        assertThat(connection.isTooSlow()).isTrue();
        connection.requestEnds();
        connection.requestBegins();
        connection.written(0);
        pass(20);
        assertThat(connection.isTooSlow()).as("each request anew").isFalse();
    }

    @Test
    void addressLosesWhatItLeavesWaitingAndNobodyElseDoes() throws IOException {
        Connections all = connections("");
        SocketChannel other = from("127.0.0.9");
        Connection others = Objects.requireNonNull(all.admit(other));
        others.requestBegins();
        others.read(0);
        pass(1);
        SocketChannel slow = from("127.0.0.2");
        Connection slowest = Objects.requireNonNull(all.admit(slow));
        slowest.requestBegins();
        slowest.read(0);
        pass(1);
        assertThat(working(all, from("127.0.0.2"))).isNotNull();
        assertThat(working(all, from("127.0.0.2"))).isNotNull();
        assertThat(working(all, from("127.0.0.2"))).as("in place of the slow one").isNotNull();
        assertThat(slowest.cut()).as("once").isFalse();
        assertThat(all.count()).isEqualTo(4);
        assertThat(all.admit(from("127.0.0.2"))).as("all are worked on").isNull();
        assertThat(others.isWorkedOn()).isFalse();
    }

    @Test
    void youngConnectionIsKeptWhereOthersAreSlow() throws IOException {
        Connection silent = one();
        pass(1);
        Connection slow = one();
        slow.requestBegins();
        slow.read(0);
        pass(1);
        Connection young = one();
        pass(1);
        assertThat(Connections.idlestFirst(List.of(young, slow, silent)))
                .containsExactly(silent, slow, young);
        now += Connections.GRACE.toNanos();
        assertThat(Connections.idlestFirst(List.of(young, slow, silent)))
                .as("it could have sent a request")
                .containsExactly(silent, young, slow);
    }

    @Test
    void onlyTheYoungestConnectionsAreKept() throws IOException {
        Connection slow = one();
        slow.requestBegins();
        slow.read(0);
        pass(1);
        List<Connection> flood = new ArrayList<>();
        for (int i = 0; i < 2 * Connections.YOUNG_SHARE; i++) {
            flood.add(one());
            now++;
        }
        List<Connection> all = new ArrayList<>(flood);
        all.add(slow);
        List<Connection> expected = new ArrayList<>(flood);
        expected.add(flood.size() - 2, slow);
        assertThat(Connections.idlestFirst(all)).containsExactlyElementsOf(expected);
    }

    @Test
    void healthChecksOfThisMachineHavePlacesOfTheirOwn() throws IOException {
        Connections all = connections("");
        for (int i = 0; i <= LIMITS.connections(); i++) {
            assertThat(working(all, from("127.0.0." + (i + 1)))).isNotNull();
        }
        assertThat(all.count()).isEqualTo(LIMITS.connections() + LIMITS.reserved());
        assertThat(working(all, from("127.0.0.99"))).isNull();
    }

    @Test
    void trustedProxyHasConnectionsOfMany() throws IOException {
        Connections all = connections("127.0.0.5/32");
        for (int i = 0; i < LIMITS.connections(); i++) {
            assertThat(working(all, from("127.0.0.5"))).isNotNull();
        }
    }

    @Test
    void closedConnectionLeavesItsPlace() throws IOException {
        Connections all = connections("");
        for (int i = 0; i < 3 * LIMITS.connections(); i++) {
            Connection connection = Objects.requireNonNull(working(all, from("127.0.0.3")));
            all.forget(connection);
            all.forget(connection);
        }
        assertThat(all.count()).isZero();
    }
}
