package org.mailvane.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Gets PostgreSQL from nothing to ready: past leftovers, taken ports and crash recovery, or to a
 * clear reason why not.
 */
final class ServerStart {

    /** Two programs may choose the same free port at the same time; hardly five times in a row. */
    private static final int PORT_ATTEMPTS = 5;

    /** Leftover processes of a killed PostgreSQL keep its shared memory until they notice. */
    private static final Duration LEFTOVERS_LIMIT = Duration.ofSeconds(10);

    /** Crash recovery of a large write-ahead log on a slow disk. */
    private static final Duration RECOVERY_LIMIT = Duration.ofMinutes(10);

    private static final Duration NOTICE_AFTER = Duration.ofSeconds(5);

    private static final String SAYS_PORT_TAKEN = "could not bind";
    private static final List<String> SAYS_LEFTOVERS =
            List.of(
                    "lock file \"postmaster.pid\" already exists",
                    "pre-existing shared memory block");

    private final Cluster cluster;
    private final Map<String, String> settings;
    private final Consumer<String> notices;
    private final Gate gate;

    ServerStart(
            Cluster cluster, Map<String, String> settings, Consumer<String> notices, Gate gate) {
        this.cluster = cluster;
        this.settings = settings;
        this.notices = notices;
        this.gate = gate;
    }

    /** The first start. */
    Started onFreePort() throws ClusterException, IOException {
        for (int attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
            int candidate = freePort();
            Optional<Process> running = tryStart(candidate);
            if (running.isPresent()) {
                return new Started(running.get(), candidate);
            }
        }
        throw new ClusterException(
                "PostgreSQL found no free port on "
                        + Cluster.HOST
                        + " in "
                        + PORT_ATTEMPTS
                        + " attempts. Check which programs use the ports, and start again.");
    }

    /** A later start, after a death: connection pools look for PostgreSQL where it was. */
    Process onSamePort(int port) throws ClusterException, IOException {
        return tryStart(port)
                .orElseThrow(() ->
                        new ClusterException(
                                "PostgreSQL exited unexpectedly, and another program has taken its port "
                                        + port
                                        + " meanwhile. Start Mailvane again."));
    }

    /** Starts PostgreSQL and waits until it is ready; nothing when the port is taken. */
    private Optional<Process> tryStart(int port) throws ClusterException, IOException {
        Waiting leftovers = Waiting.atMost(LEFTOVERS_LIMIT);
        while (true) {
            Orphan.clear(cluster, notices);
            ServerLog log = ServerLog.open(cluster.home());
            Process running =
                    gate.start(
                            cluster.home()
                                    .launcher()
                                    .server(ServerCommand.of(cluster, port, settings))
                                    .redirectOutput(log.redirect()));
            if (awaitReady(running)) {
                return Optional.of(running);
            }
            String said = log.sinceStart();
            if (said.contains(SAYS_PORT_TAKEN)) {
                return Optional.empty();
            }
            if (SAYS_LEFTOVERS.stream().noneMatch(said::contains) || leftovers.isOver()) {
                throw new ClusterException(
                        "PostgreSQL did not start on "
                                + cluster.home().data()
                                + ". It said: "
                                + (said.isEmpty() ? "nothing" : said.replace('\n', ' '))
                                + ". Fix the problem and start again. The log is "
                                + cluster.home().log()
                                + ".");
            }
            Waiting.step();
        }
    }

    /** Waits until PostgreSQL accepts connections; false when it has ended instead. */
    private boolean awaitReady(Process running) throws ClusterException {
        Waiting untilNotice = Waiting.atMost(NOTICE_AFTER);
        Waiting untilLimit = Waiting.atMost(RECOVERY_LIMIT);
        boolean noticed = false;
        while (running.isAlive()) {
            if (PidFile.read(cluster.home().data())
                    .filter(file -> file.ready() && file.pid() == running.pid())
                    .isPresent()) {
                return true;
            }
            if (!noticed && untilNotice.isOver()) {
                notices.accept(
                        "PostgreSQL is not ready yet. After a crash, it first recovers unwritten"
                                + " changes.");
                noticed = true;
            }
            if (untilLimit.isOver()) {
                running.destroyForcibly();
                throw new ClusterException(
                        "PostgreSQL was not ready after "
                                + RECOVERY_LIMIT.toMinutes()
                                + " minutes. Check its log in "
                                + cluster.home().log()
                                + ", then start again.");
            }
            Waiting.step();
        }
        return false;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral(Cluster.HOST))) {
            return socket.getLocalPort();
        }
    }

    /** Lets a process be started, or throws because nothing shall be started any more. */
    @FunctionalInterface
    interface Gate {
        /** Starts the process. */
        Process start(ProcessBuilder server) throws ClusterException, IOException;
    }

    /** A PostgreSQL that accepts connections. */
    record Started(Process process, int port) {}
}
