package org.mailvane.postgres;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** What the program with the owner lock does: starts the cluster, lets others join, ends it. */
final class Ownership {

    private final DataDirectory directory;
    private final Options options;
    private final FileLocks.Held lock;
    private final Cluster cluster;
    private final Postmaster postmaster;
    private final AtomicBoolean ended = new AtomicBoolean();

    private Ownership(
            DataDirectory directory,
            Options options,
            FileLocks.Held lock,
            Cluster cluster,
            Postmaster postmaster) {
        this.directory = directory;
        this.options = options;
        this.lock = lock;
        this.cluster = cluster;
        this.postmaster = postmaster;
    }

    /** Starts the cluster under a lock just taken, which is given back when that fails. */
    static Ownership start(DataDirectory directory, Options options, FileLocks.Held lock)
            throws ClusterException {
        boolean started = false;
        try {
            ConnectionFile.delete(directory);
            ClusterHome home = ClusterHome.locate(directory, options.notices());
            Cluster.check(home);
            FreeSpace.requireForStart(home);
            Binaries binaries = Binaries.unpack(home.path());
            Cluster cluster = Cluster.prepare(home, binaries);
            Postmaster postmaster =
                    Postmaster.start(cluster, options.settings(), options.notices());
            Ownership ownership = new Ownership(directory, options, lock, cluster, postmaster);
            try {
                binaries.deleteOthers();
                ConnectionFile.write(directory, ownership.connection());
                started = true;
                return ownership;
            } catch (IOException e) {
                throw directory.unusable(e);
            } finally {
                if (!started) {
                    postmaster.stop();
                }
            }
        } finally {
            if (!started) {
                lock.close();
            }
        }
    }

    /** How to reach the cluster. */
    ConnectionFile.Connection connection() {
        return new ConnectionFile.Connection(postmaster.port(), cluster.password());
    }

    /** See {@link EmbeddedPostgres#lost}. */
    CompletableFuture<ClusterException> lost() {
        return postmaster.lost();
    }

    /** See {@link EmbeddedPostgres#close}. */
    void end() {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        // Held until the cluster is down: whoever wants to join now waits, and then owns the
        // cluster itself.
        Optional<FileLocks.Held> alone = Optional.empty();
        try {
            if (options.role() == Role.COMMAND) {
                alone = waitForJoiners();
            }
            ConnectionFile.delete(directory);
        } catch (ClusterException | IOException e) {
            options.notices().accept(String.valueOf(e.getMessage()));
        } finally {
            postmaster.stop();
            alone.ifPresent(FileLocks.Held::close);
            lock.close();
        }
    }

    private Optional<FileLocks.Held> waitForJoiners() throws ClusterException, IOException {
        boolean noticed = false;
        while (true) {
            Optional<FileLocks.Held> alone = FileLocks.tryExclusive(directory.usersLock(), "");
            if (alone.isPresent()) {
                return alone;
            }
            if (!noticed) {
                options.notices()
                        .accept(
                                "Done. The database keeps running until the other commands that use it"
                                        + " have finished.");
                noticed = true;
            }
            Waiting.step();
        }
    }
}
