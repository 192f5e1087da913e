package org.mailvane.postgres;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The running PostgreSQL: a child process, started, watched and restarted by one dedicated thread.
 * This thread lives as long as this object, because the kernel tells PostgreSQL to stop when the
 * <em>thread</em> that started it ends, however it ends.
 */
final class Postmaster {

    /** This many deaths within {@link #RESTART_WINDOW} are survived. */
    static final int MAX_RESTARTS = 3;

    /** More deaths than {@link #MAX_RESTARTS} in this time are not an accident. */
    static final Duration RESTART_WINDOW = Duration.ofMinutes(10);

    private static final Duration FAST_STOP_LIMIT = Duration.ofSeconds(60);
    private static final Duration IMMEDIATE_STOP_LIMIT = Duration.ofSeconds(10);

    /**
     * After this time a signal is sent again: a process that has just been started may not take it.
     * As root we start it as root, until it has become PostgreSQL's user, who sends the signal; and
     * it ignores SIGINT where we do, until PostgreSQL has set its own handlers.
     */
    private static final Duration SIGNAL_AGAIN = Duration.ofSeconds(1);

    private final Cluster cluster;
    private final Consumer<String> notices;
    private final ServerStart start;
    private final CompletableFuture<Integer> port = new CompletableFuture<>();
    private final CompletableFuture<ClusterException> lost = new CompletableFuture<>();
    private final Thread thread;

    private final Object stopLock = new Object();
    private boolean stopping;
    private @Nullable Process process;

    private Postmaster(Cluster cluster, Map<String, String> settings, Consumer<String> notices) {
        this.cluster = cluster;
        this.notices = notices;
        this.start = new ServerStart(cluster, settings, notices, this::launch);
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
                    stop(cluster, running);
                }
                thread.join();
                break;
            } catch (InterruptedException e) {
                // Returning now would leave PostgreSQL running.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the server of a cluster, as gently as it lets us. */
    static void stop(Cluster cluster, Process running) throws InterruptedException {
        if (running.isAlive()
                && !(signalled(cluster, "INT", running, FAST_STOP_LIMIT)
                        || signalled(cluster, "QUIT", running, IMMEDIATE_STOP_LIMIT))) {
            running.destroyForcibly().waitFor();
        }
    }

    private static boolean signalled(
            Cluster cluster, String signal, Process running, Duration limit)
            throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        do {
            try {
                cluster.signal(signal, running.pid());
            } catch (ClusterException e) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                return false;
            }
            if (running.waitFor(SIGNAL_AGAIN.toMillis(), TimeUnit.MILLISECONDS)) {
                return true;
            }
        } while (System.nanoTime() - deadline < 0);
        return false;
    }

    private void supervise() {
        try {
            ServerStart.Started first = start.onFreePort();
            port.complete(first.port());
            Process running = first.process();
            Deque<Long> deaths = new ArrayDeque<>();
            while (true) {
                int exit = running.waitFor();
                if (isStopping()) {
                    return;
                }
                requireFewDeaths(deaths);
                notices.accept(
                        "PostgreSQL exited unexpectedly (exit code " + exit + "). Restarting it.");
                running = start.onSamePort(first.port());
            }
        } catch (ClusterException e) {
            report(e);
        } catch (InterruptedException | IOException | RuntimeException | Error e) {
            report(
                    new ClusterException(
                            "The PostgreSQL supervisor failed: " + e + ". Start again.", e));
        } finally {
            endProcess();
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
                    "PostgreSQL exited unexpectedly "
                            + deaths.size()
                            + " times within "
                            + RESTART_WINDOW.toMinutes()
                            + " minutes and is not restarted. Check "
                            + cluster.home().log()
                            + ", then start Mailvane again.");
        }
    }

    /** As the kernel does at the end of this thread, for systems whose kernel doesn't. */
    private void endProcess() {
        synchronized (stopLock) {
            if (process != null) {
                process.destroy();
            }
        }
    }

    /**
     * Starts a process, unless everything is to end: then no process may start without {@link
     * #stop} knowing of it.
     */
    private Process launch(ProcessBuilder server) throws ClusterException, IOException {
        synchronized (stopLock) {
            if (stopping) {
                throw new ClusterException(
                        "PostgreSQL was stopped before it was ready. Start again.");
            }
            Process started = server.start();
            process = started;
            return started;
        }
    }

    private boolean isStopping() {
        synchronized (stopLock) {
            return stopping;
        }
    }
}
