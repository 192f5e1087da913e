package org.mailvane.postgres;

import java.io.IOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;

/**
 * The embedded database: a real PostgreSQL on a loopback port with a password, as a child process
 * of the program that owns the data directory. Other programs on the same data directory join it.
 * Needs no close to be safe: when this process dies, however it dies, PostgreSQL shuts down (at the
 * latest when the next owner finds it), and everything committed stays.
 */
public final class EmbeddedPostgres implements AutoCloseable {

    private final ConnectionFile.Connection connection;
    private final CompletableFuture<ClusterException> lost;
    private final boolean owned;
    private final Runnable onClose;

    private EmbeddedPostgres(
            ConnectionFile.Connection connection,
            CompletableFuture<ClusterException> lost,
            boolean owned,
            Runnable onClose) {
        this.connection = connection;
        this.lost = lost;
        this.owned = owned;
        this.onClose = onClose;
    }

    /**
     * For {@code serve} and {@code demo}: starts the cluster of a data directory, making it at the
     * first time. Waits while a command owns the cluster.
     *
     * @throws ClusterException when another server owns it, a command does so for longer than the
     *     wait limit, or it can't be started
     */
    public static EmbeddedPostgres own(Options options) throws ClusterException {
        DataDirectory directory = DataDirectory.prepare(options.dataDirectory());
        Waiting waiting = Waiting.atMost(options.waitLimit());
        boolean noticed = false;
        while (true) {
            Optional<FileLocks.Held> lock = OwnerLock.tryTake(directory, options.role());
            if (lock.isPresent()) {
                return start(directory, options, lock.get());
            }
            Optional<OwnerLock.Owner> owner = OwnerLock.holder(directory);
            if (owner.filter(other -> other.role() == Role.SERVER).isPresent()
                    || waiting.isOver()) {
                throw new ClusterException(
                        "The data directory "
                                + directory.path()
                                + " is in use by "
                                + owner.map(OwnerLock.Owner::describe).orElse("another program")
                                + ". Stop that program first, or set another data directory with"
                                + " MAILVANE_DATA_DIR.");
            }
            if (!noticed && owner.isPresent()) {
                options.notices()
                        .accept(
                                "Waiting for "
                                        + owner.get().describe()
                                        + ", which uses the database.");
                noticed = true;
            }
            Waiting.step();
        }
    }

    /**
     * For commands: joins the cluster when another program owns it, waiting until it is ready; else
     * owns it until {@link #close}.
     *
     * @throws ClusterException when the owner is not ready within the wait limit, when this user
     *     may not read how to join, or when nobody owns the cluster and it can't be started
     */
    public static EmbeddedPostgres joinOrOwn(Options options) throws ClusterException {
        DataDirectory directory = DataDirectory.prepare(options.dataDirectory());
        Waiting waiting = Waiting.atMost(options.waitLimit());
        while (true) {
            Optional<FileLocks.Held> lock = OwnerLock.tryTake(directory, options.role());
            if (lock.isPresent()) {
                return start(directory, options, lock.get());
            }
            Optional<OwnerLock.Owner> owner = OwnerLock.holder(directory);
            if (owner.isPresent()) {
                Optional<EmbeddedPostgres> joined = join(directory, owner.get());
                if (joined.isPresent()) {
                    return joined.get();
                }
            }
            if (waiting.isOver()) {
                throw new ClusterException(
                        "The database in "
                                + directory.path()
                                + " is being started or stopped by "
                                + owner.map(OwnerLock.Owner::describe).orElse("another program")
                                + " and was not ready within "
                                + options.waitLimit().toSeconds()
                                + " seconds. Check the output of that program, or stop it, and try again.");
            }
            Waiting.step();
        }
    }

    /** The address of the database for JDBC, without user and password. */
    public String jdbcUrl() {
        return connection.jdbcUrl();
    }

    /** The database user, who may do everything. */
    public String user() {
        return Cluster.USER;
    }

    /** The user's password; secret. */
    public String password() {
        return connection.password();
    }

    /** Whether this process runs PostgreSQL; false when it joined another program's. */
    public boolean owned() {
        return owned;
    }

    /**
     * Completes (never exceptionally) when PostgreSQL has died for good while this process owned
     * it; the service should show the text and exit. A single death is repaired before: PostgreSQL
     * is started again on the same port, so that a pool with a connection timeout of a few seconds
     * finds it again. Never completes after a {@link #close} or when joined: there, statements fail
     * when the owner ends.
     */
    public CompletableFuture<ClusterException> lost() {
        return lost.copy();
    }

    /**
     * Joined: leaves. Owned: shuts PostgreSQL down, cutting open connections, and returns when it
     * has ended; a command first waits for those who joined it, until this thread is interrupted. A
     * second call does nothing.
     */
    @Override
    public void close() {
        onClose.run();
    }

    private static EmbeddedPostgres start(
            DataDirectory directory, Options options, FileLocks.Held lock) throws ClusterException {
        Ownership ownership = Ownership.start(directory, options, lock);
        return new EmbeddedPostgres(ownership.connection(), ownership.lost(), true, ownership::end);
    }

    /** Joins; nothing while the owner isn't ready or is about to end. */
    private static Optional<EmbeddedPostgres> join(DataDirectory directory, OwnerLock.Owner owner)
            throws ClusterException {
        Optional<FileLocks.Held> membership;
        try {
            membership = FileLocks.tryShared(directory.usersLock());
        } catch (IOException e) {
            throw directory.unusable(e);
        }
        if (membership.isEmpty()) {
            // The owner waits for nobody any more.
            return Optional.empty();
        }
        FileLocks.Held held = membership.get();
        boolean joined = false;
        try {
            Optional<ConnectionFile.Connection> connection = ConnectionFile.read(directory, owner);
            joined = connection.isPresent() && answers(connection.get());
            return joined
                    ? Optional.of(
                            new EmbeddedPostgres(
                                    connection.get(),
                                    new CompletableFuture<>(),
                                    false,
                                    held::close))
                    : Optional.empty();
        } finally {
            if (!joined) {
                held.close();
            }
        }
    }

    private static boolean answers(ConnectionFile.Connection connection) {
        Properties login = new Properties();
        login.setProperty("user", Cluster.USER);
        login.setProperty("password", connection.password());
        login.setProperty("connectTimeout", "5");
        try (java.sql.Connection database =
                DriverManager.getConnection(connection.jdbcUrl(), login)) {
            return database.isValid(0);
        } catch (SQLException e) {
            return false;
        }
    }
}
