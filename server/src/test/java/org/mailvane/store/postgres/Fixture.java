package org.mailvane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** One data directory of a test, with what the test wants to know and do about it. */
final class Fixture {

    /** Longer than anything takes, even on a busy machine. */
    static final Duration LIMIT = Duration.ofSeconds(30);

    /** What was said to the person who waits. */
    final List<String> notices = new CopyOnWriteArrayList<>();

    final Path directory;

    private final Map<String, String> settings;

    private Fixture(Path directory, Map<String, String> settings) {
        this.directory = directory;
        this.settings = settings;
    }

    /**
     * A data directory in which the programs lie unpacked already: unpacking is the longest part of
     * a start.
     */
    static Fixture withPrograms(Path directory) throws ClusterException, IOException {
        return withPrograms(new Fixture(directory, TestPostgres.FAST_SETTINGS));
    }

    /** The same, with the settings of a real installation: commits survive a crash. */
    static Fixture durable(Path directory) throws ClusterException, IOException {
        return withPrograms(new Fixture(directory, Map.of()));
    }

    private static Fixture withPrograms(Fixture fixture) throws ClusterException, IOException {
        Path home = fixture.home().path();
        if (Files.notExists(fixture.data())) {
            copy(TestPostgres.shared().programs(), home);
        }
        return fixture;
    }

    /** An empty or missing data directory. */
    static Fixture bare(Path directory) {
        return new Fixture(directory, Map.of());
    }

    Options options(Role role) {
        return Options.of(directory, role, notices::add)
                .withSettings(settings)
                .withWaitLimit(LIMIT);
    }

    EmbeddedPostgres ownAsServer() throws ClusterException {
        return EmbeddedPostgres.own(options(Role.SERVER));
    }

    EmbeddedPostgres command() throws ClusterException {
        return EmbeddedPostgres.joinOrOwn(options(Role.COMMAND));
    }

    ClusterHome home() throws ClusterException {
        return ClusterHome.locate(DataDirectory.prepare(directory), notice -> {});
    }

    Path data() throws ClusterException {
        return home().data();
    }

    /** The cluster without anything running on it. */
    Cluster cluster() throws ClusterException {
        return Cluster.prepare(home(), Binaries.unpack(home().path()));
    }

    /** PostgreSQL's process, by its own file. */
    ProcessHandle postmaster() throws ClusterException {
        PidFile file = PidFile.read(data()).orElseThrow();
        assertThat(PostgresProcess.look(file.pid(), data())).isEqualTo(PostgresProcess.SERVING);
        return ProcessHandle.of(file.pid()).orElseThrow();
    }

    /** Runs statements and returns the first value of the last one. */
    static String query(EmbeddedPostgres postgres, String... statements) throws SQLException {
        String value = "";
        try (Connection connection =
                        DriverManager.getConnection(
                                postgres.jdbcUrl(), postgres.user(), postgres.password());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                if (statement.execute(sql)) {
                    ResultSet rows = statement.getResultSet();
                    assertThat(rows.next()).isTrue();
                    value = rows.getString(1);
                }
            }
        }
        return value;
    }

    /** By hard links, or where these are impossible as real copies. */
    private static void copy(Path programs, Path home) throws IOException {
        Path target = home.resolve(programs.getFileName());
        try (Stream<Path> files = Files.walk(programs)) {
            files.forEach(file -> copyOne(file, target.resolve(programs.relativize(file))));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void copyOne(Path from, Path to) {
        try {
            if (Files.isDirectory(from)) {
                OwnedFiles.createFolder(to, Files.getPosixFilePermissions(from));
                OwnedFiles.mode(to, Files.getPosixFilePermissions(from));
            } else if (Files.isSymbolicLink(from)) {
                Files.createSymbolicLink(to, Files.readSymbolicLink(from));
            } else {
                try {
                    Files.createLink(to, from);
                } catch (FileSystemException | UnsupportedOperationException e) {
                    Files.copy(from, to);
                    OwnedFiles.mode(to, Files.getPosixFilePermissions(from));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
