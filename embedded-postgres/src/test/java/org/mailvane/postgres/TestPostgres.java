package org.mailvane.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One PostgreSQL for all tests of a JVM, stopped at its exit. The programs are unpacked once below
 * {@code target}; the cluster is new for every JVM, since it runs without {@code fsync} and may be
 * damaged by a crash of the machine.
 */
public final class TestPostgres {

    /**
     * What tests don't need: to survive a power failure, and to have the many databases of a JVM,
     * most of which nobody uses any more, looked through one after the other.
     */
    public static final Map<String, String> FAST_SETTINGS =
            Map.of(
                    "fsync", "off",
                    "synchronous_commit", "off",
                    "full_page_writes", "off",
                    "autovacuum", "off");

    private static final Path FOLDER = Path.of("target", "test-postgres");
    private static final int MAX_JVMS = 16;

    private final EmbeddedPostgres postgres;
    private final ClusterTemplate template;
    private final AtomicInteger databases = new AtomicInteger();

    private TestPostgres(EmbeddedPostgres postgres, ClusterTemplate template) {
        this.postgres = postgres;
        this.template = template;
    }

    /** The PostgreSQL of this JVM, started by the first call. */
    public static TestPostgres shared() {
        return Shared.INSTANCE;
    }

    /**
     * Makes a database.
     *
     * @param template the name of a database that is copied, to which nobody may be connected
     *     meanwhile; null: an empty one
     */
    public Database createDatabase(@Nullable String template) {
        String name = "test_" + databases.incrementAndGet();
        try (Connection connection =
                        DriverManager.getConnection(
                                postgres.jdbcUrl(), postgres.user(), postgres.password());
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "create database "
                            + name
                            + " template "
                            + (template == null
                                    ? "template0"
                                    : statement.enquoteIdentifier(template, false))
                            // Half the time of a copy that is also logged (median 18 to 40 ms).
                            + " strategy file_copy");
        } catch (SQLException e) {
            throw new IllegalStateException("Database " + name, e);
        }
        String server = postgres.jdbcUrl().substring(0, postgres.jdbcUrl().lastIndexOf('/') + 1);
        return new Database(name, server + name, postgres.user(), postgres.password());
    }

    /**
     * Puts the programs and an empty cluster into a new data directory. The first start there does
     * the same, but needs seconds to unpack the programs and to run initdb.
     */
    public static void prepare(Path dataDirectory) {
        try {
            DataDirectory directory = DataDirectory.prepare(dataDirectory);
            shared().template().copyTo(ClusterHome.locate(directory, notice -> {}));
        } catch (IOException | ClusterException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What the PostgreSQL of this JVM is a copy of. */
    ClusterTemplate template() {
        return template;
    }

    private static TestPostgres start() {
        try {
            for (int number = 1; number <= MAX_JVMS; number++) {
                Path folder = FOLDER.resolve(Integer.toString(number)).toAbsolutePath();
                Files.createDirectories(folder);
                // Held until the JVM ends: another test JVM takes the next number.
                Optional<FileLocks.Held> lock =
                        FileLocks.tryExclusive(folder.resolve("jvm.lock"), "");
                if (lock.isPresent()) {
                    return start(folder);
                }
            }
            throw new IllegalStateException(
                    "All of " + MAX_JVMS + " folders in " + FOLDER + " are in use");
        } catch (IOException | ClusterException e) {
            throw new IllegalStateException(e);
        }
    }

    private static TestPostgres start(Path folder) throws IOException, ClusterException {
        ClusterTemplate template = ClusterTemplate.make(folder.resolve("template"));
        Path path = folder.resolve("data");
        DataDirectory directory = DataDirectory.prepare(path);
        ClusterHome home = ClusterHome.locate(directory, notice -> {});
        // A PostgreSQL of a killed test JVM may still be on its way down.
        Orphan.clear(new Cluster(home, template.binaries(), ""), notice -> {});
        OwnedFiles.deleteTree(home.path());
        template.copyTo(ClusterHome.locate(directory, notice -> {}));
        trustEverybody(home);
        EmbeddedPostgres postgres =
                EmbeddedPostgres.own(
                        Options.of(path, Role.SERVER, notice -> {}).withSettings(FAST_SETTINGS));
        Runtime.getRuntime().addShutdownHook(new Thread(postgres::close, "test-postgres-stop"));
        return new TestPostgres(postgres, template);
    }

    /** SCRAM computes thousands of hashes per connection, and a JVM opens many connections. */
    private static void trustEverybody(ClusterHome home) throws IOException {
        Files.writeString(home.data().resolve("pg_hba.conf"), "host all all 127.0.0.1/32 trust\n");
    }

    /**
     * How to reach a database.
     *
     * @param name for {@link #createDatabase} as template
     */
    public record Database(String name, String jdbcUrl, String user, String password) {

        /** Opens a connection. */
        public Connection connect() throws SQLException {
            return DriverManager.getConnection(jdbcUrl, user, password);
        }
    }

    private static final class Shared {
        private static final TestPostgres INSTANCE = TestPostgres.start();
    }
}
