package org.mailvane.api.connections;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.settings.Networks;

/** What happens to connections beyond the limit. */
class WatchedEndpointTest {

    private static final ConnectionLimits NO_PLACE =
            new ConnectionLimits(0, 0, 1, Duration.ofSeconds(30), Duration.ofSeconds(20), 1_000);

    @Test
    void aConnectionWithoutAPlaceIsClosed() throws IOException {
        WatchedEndpoint endpoint = new WatchedEndpoint();
        endpoint.bound(new Connections(NO_PLACE, Networks.parse(""), address -> address, () -> 0L));
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(any);
                Socket client = new Socket(any.getAddress(), server.socket().getLocalPort());
                SocketChannel accepted = server.accept()) {
            assertThat(endpoint.setSocketOptions(accepted)).isFalse();
            assertThat(accepted.isOpen()).isFalse();
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }
}
