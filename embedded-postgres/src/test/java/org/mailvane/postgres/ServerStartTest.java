package org.mailvane.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ports that another program takes between the choice and the start. */
class ServerStartTest {

    @TempDir(factory = DataFolders.class)
    static Path temp;

    private Cluster cluster;
    private final List<ServerSocket> others = new ArrayList<>();

    @BeforeEach
    void prepare() throws ClusterException, IOException {
        cluster = Fixture.prepared(temp).cluster();
    }

    @AfterEach
    void closeSockets() throws IOException {
        for (ServerSocket socket : others) {
            socket.close();
        }
    }

    @Test
    void anotherPortIsChosen() throws Exception {
        ServerStart.Started started = startWithPortsTaken(2).onFreePort();
        cluster.signal("INT", started.process().pid());
        assertThat(started.process().waitFor(Fixture.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(others).hasSize(2).noneMatch(socket -> socket.getLocalPort() == started.port());
    }

    @Test
    void givesUpWhenEveryPortIsTaken() {
        ServerStart start = startWithPortsTaken(Integer.MAX_VALUE);
        assertThatThrownBy(start::onFreePort)
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("no free port on 127.0.0.1 in 5 attempts");
    }

    @Test
    void theSamePortIsWantedAfterADeath() throws Exception {
        takePort(0);
        int taken = others.getFirst().getLocalPort();
        assertThatThrownBy(() -> startWithPortsTaken(0).onSamePort(taken))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("has taken its port " + taken);
    }

    /** Another program is faster with the first ports. */
    private ServerStart startWithPortsTaken(int count) {
        return new ServerStart(
                cluster,
                TestPostgres.FAST_SETTINGS,
                notice -> {},
                server -> {
                    if (others.size() < count) {
                        String port = server.command().getLast().substring("port=".length());
                        takePort(Integer.parseInt(port));
                    }
                    return server.start();
                });
    }

    private void takePort(int port) throws IOException {
        others.add(new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1")));
    }
}
