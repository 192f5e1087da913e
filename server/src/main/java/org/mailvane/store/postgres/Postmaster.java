package org.mailvane.store.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The running PostgreSQL: a child process, started, watched and started again by one thread of its
 * own. This thread lives as long as this object, because the kernel tells PostgreSQL to stop when
 * the <em>thread</em> that started it ends, however it ends.
 */
final class Postmaster {

    /** This many deaths within {@link #RESTART_WINDOW} are survived. */
    static final int MAX_RESTARTS = 3;

    /** More deaths than {@link #MAX_RESTARTS} in this time are not an accident. */
    static final Duration RESTART_WINDOW = Duration.ofMinutes(10);

    /** Two programs may choose the same free port at the same time; hardly five times in a row. */
    private static final int PORT_ATTEMPTS = 5;

    /** Leftover processes of a killed PostgreSQL keep its shared memory until they notice. */
    private static final Duration LEFTOVERS_LIMIT = Duration.ofSeconds(10);

    /** Crash recovery of a large write-ahead log on a slow disk. */
    private static final Duration RECOVERY_LIMIT = Duration.ofMinutes(10);

    private static final String SAYS_PORT_TAKEN = "could not bind";
    private static final List<String> SAYS_LEFTOVERS =
            List.of(
                    "lock file \"postmaster.pid\" already exists",
                    "pre-existing shared memory block");

    private static final Duration NOTICE_AFTER = Duration.ofSeconds(5);
    private static final Duration FAST_STOP_LIMIT = Duration.ofSeconds(60);
    private static final Duration IMMEDIATE_STOP_LIMIT = Duration.ofSeconds(10);

    private final Cluster cluster;
    private final Map<String, String> settings;
    private final Consumer<String> notices;
    private final CompletableFuture<Integer> port = new CompletableFuture<>();
    private final CompletableFuture<ClusterException> lost = new CompletableFuture<>();
    private final Thread thread;

    private final Object stopLock = new Object();
    private boolean stopping;
    private @Nullable Process process;

    private Postmaster(Cluster cluster, Map<String, String> settings, Consumer<String> notices) {
        this.cluster = cluster;
        this.settings = settings;
        this.notices = notices;
        this.thread =
                Thread.ofPlatform().daemon().name("postgres-supervisor").unstarted(this::supervise);
    }

    /** Starts PostgreSQL and returns when it accepts connections. */
    static Postmaster start(Cluster cluster, Map<String, String> settings, Consumer<String> notices)
            throws ClusterException {
        Postmaster postmaster = new Postmaster(cluster, settings, notices);
        postmaster.thread.start();
        try {
            postmaster.port.get();
            return postmaster;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ClusterException known
                    ? known
                    : new ClusterException("PostgreSQL could not be started: " + e.getCause(), e);
        } catch (InterruptedException e) {
            postmaster.stop();
            Thread.currentThread().interrupt();
            throw new ClusterException("The start of PostgreSQL was interrupted. Start again.", e);
        }
    }

    /** The port that PostgreSQL listens on; the same after it was started again. */
    int port() {
        return port.join();
    }

    /** The process number at the moment; changes when PostgreSQL was started again. */
    long pid() {
        synchronized (stopLock) {
            return process == null ? -1 : process.pid();
        }
    }

    /** Completes when PostgreSQL has died and is not started again. */
    CompletableFuture<ClusterException> lost() {
        return lost;
    }

    /**
     * Stops PostgreSQL: connections are cut, everything committed is safe. Returns when it has
     * ended.
     */
    void stop() {
        Process running;
        synchronized (stopLock) {
            stopping = true;
            running = process;
        }
        boolean interrupted = Thread.interrupted();
        while (true) {
            try {
                if (running != null) {
                    stop(running);
                }
                thread.join();
                break;
            } catch (InterruptedException e) {
                // Leaving now would leave PostgreSQL behind.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void stop(Process running) throws InterruptedException {
        if (running.isAlive()
                && !(signalled("INT", running, FAST_STOP_LIMIT)
                        || signalled("QUIT", running, IMMEDIATE_STOP_LIMIT))) {
            running.destroyForcibly().waitFor();
        }
    }

    private boolean signalled(String signal, Process running, Duration limit)
            throws InterruptedException {
        try {
            cluster.signal(signal, running.pid());
        } catch (ClusterException e) {
            return false;
        }
        return running.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void supervise() {
        try {
            Process running = startOnFreePort();
            Deque<Long> deaths = new ArrayDeque<>();
            while (true) {
                int exit = running.waitFor();
                if (isStopping()) {
                    return;
                }
                requireFewDeaths(deaths);
                notices.accept(
                        "PostgreSQL ended unexpectedly (exit code "
                                + exit
                                + ") and is started again.");
                running = startAgain(port());
            }
        } catch (ClusterException e) {
            report(e);
        } catch (InterruptedException | IOException | RuntimeException | Error e) {
            report(
                    new ClusterException(
                            "The supervisor of PostgreSQL failed: " + e + ". Start again.", e));
        }
    }

    /**
     * Before the first start has succeeded its caller is told, afterwards the owner, unless the
     * owner himself wants the end.
     */
    private void report(ClusterException e) {
        if (!port.completeExceptionally(e) && !isStopping()) {
            lost.complete(e);
        }
    }

    private void requireFewDeaths(Deque<Long> deaths) throws ClusterException {
        long now = System.nanoTime();
        deaths.addLast(now);
        while (now - deaths.getFirst() > RESTART_WINDOW.toNanos()) {
            deaths.removeFirst();
        }
        if (deaths.size() > MAX_RESTARTS) {
            throw new ClusterException(
                    "PostgreSQL ended unexpectedly "
                            + deaths.size()
                            + " times within "
                            + RESTART_WINDOW.toMinutes()
                            + " minutes and is not started again. See why in "
                            + cluster.home().log()
                            + ", then start Mailvane again.");
        }
    }

    private Process startOnFreePort() throws ClusterException, IOException {
        for (int attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
            int candidate = freePort();
            Optional<Process> running = tryStart(candidate);
            if (running.isPresent()) {
                port.complete(candidate);
                return running.get();
            }
        }
        throw new ClusterException(
                "PostgreSQL found no free port on "
                        + Cluster.HOST
                        + " in "
                        + PORT_ATTEMPTS
                        + " attempts. See which programs use the ports, and start again.");
    }

    private Process startAgain(int samePort) throws ClusterException, IOException {
        return tryStart(samePort)
                .orElseThrow(() ->
                        new ClusterException(
                                "PostgreSQL ended unexpectedly, and another program has taken its port "
                                        + samePort
                                        + " meanwhile. Start Mailvane again."));
    }

    /** Starts PostgreSQL and waits until it is ready; nothing when the port is taken. */
    private Optional<Process> tryStart(int candidate) throws ClusterException, IOException {
        Waiting leftovers = Waiting.atMost(LEFTOVERS_LIMIT);
        while (true) {
            Orphan.clear(cluster, notices);
            ServerLog log = ServerLog.open(cluster.home());
            Process running = launch(candidate, log);
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
                                + ". Repair what it names and start again; its log is "
                                + cluster.home().log()
                                + ".");
            }
            Waiting.step();
        }
    }

    private Process launch(int candidate, ServerLog log) throws ClusterException, IOException {
        synchronized (stopLock) {
            if (stopping) {
                throw new ClusterException(
                        "PostgreSQL was stopped before it was ready. Start again.");
            }
            Process started =
                    cluster.home()
                            .launcher()
                            .server(cluster.serverCommand(candidate, settings))
                            .redirectOutput(log.redirect())
                            .start();
            process = started;
            return started;
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
                        "PostgreSQL is not ready yet; after a crash it first repeats what was not written.");
                noticed = true;
            }
            if (untilLimit.isOver()) {
                running.destroyForcibly();
                throw new ClusterException(
                        "PostgreSQL was not ready after "
                                + RECOVERY_LIMIT.toMinutes()
                                + " minutes. See what it does in "
                                + cluster.home().log()
                                + ", then start again.");
            }
            Waiting.step();
        }
        return false;
    }

    private boolean isStopping() {
        synchronized (stopLock) {
            return stopping;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral(Cluster.HOST))) {
            return socket.getLocalPort();
        }
    }
}
