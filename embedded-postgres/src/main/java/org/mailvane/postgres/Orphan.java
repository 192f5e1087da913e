package org.mailvane.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Clears away what an earlier owner left: a PostgreSQL that outlived it, or a pid file that would
 * keep the next one from starting. Only the holder of the owner lock may call this, so that nobody
 * else runs the cluster. An orphan is never adopted: its settings and programs may be those of
 * another version, and it would not end with us.
 */
final class Orphan {

    /** A fast shutdown writes all changed pages, so it takes as long as the disk needs. */
    private static final Duration FAST_STOP_LIMIT = Duration.ofSeconds(60);

    /** An immediate shutdown writes nothing. */
    private static final Duration IMMEDIATE_STOP_LIMIT = Duration.ofSeconds(10);

    private static final Duration LEFTOVERS_LIMIT = Duration.ofSeconds(10);

    private Orphan() {}

    /** Returns when nothing runs on the cluster and no pid file prevents a start. */
    static void clear(Cluster cluster, Consumer<String> notices) throws ClusterException {
        Path data = cluster.home().data();
        Optional<PidFile> file = PidFile.read(data);
        if (file.isPresent()) {
            long pid = file.get().pid();
            if (PostgresProcess.look(pid, data) == PostgresProcess.SERVING) {
                notices.accept(
                        "PostgreSQL was still running from an earlier start (process "
                                + pid
                                + "). Restarting it.");
                stop(cluster, pid);
            }
            removeStalePidFile(data);
        }
    }

    private static void stop(Cluster cluster, long pid) throws ClusterException {
        Path data = cluster.home().data();
        cluster.signal("INT", pid);
        if (!ended(pid, data, FAST_STOP_LIMIT)) {
            cluster.signal("QUIT", pid);
            if (!ended(pid, data, IMMEDIATE_STOP_LIMIT)) {
                throw new ClusterException(
                        "An old PostgreSQL (process "
                                + pid
                                + ") still runs on "
                                + data
                                + " and does not stop. End this process (kill -9 "
                                + pid
                                + ") and start again.");
            }
        }
    }

    private static boolean ended(long pid, Path data, Duration limit) throws ClusterException {
        Waiting waiting = Waiting.atMost(limit);
        while (PostgresProcess.look(pid, data) == PostgresProcess.SERVING) {
            if (waiting.isOver()) {
                return false;
            }
            Waiting.step();
        }
        return true;
    }

    /**
     * PostgreSQL overwrites the file of a dead process by itself, but not that of a zombie, which
     * in a container whose first process does not reap stays for ever, nor that of a stranger with
     * the same number and user. Leftovers of a dead postmaster end by themselves, and must have:
     * the file is what protects the data from a second server.
     */
    private static void removeStalePidFile(Path data) throws ClusterException {
        Waiting waiting = Waiting.atMost(LEFTOVERS_LIMIT);
        while (PostgresProcess.anyServing(data)) {
            if (waiting.isOver()) {
                throw new ClusterException(
                        "Processes of an earlier PostgreSQL are still running in "
                                + data
                                + ". End them (find them with: ps -ef | grep postgres) and start again.");
            }
            Waiting.step();
        }
        try {
            Files.deleteIfExists(PidFile.in(data));
        } catch (IOException e) {
            throw new ClusterException(
                    "The file "
                            + PidFile.in(data)
                            + " of a stopped PostgreSQL can't be deleted: "
                            + e.getMessage()
                            + ". Delete it and start again.",
                    e);
        }
    }
}
