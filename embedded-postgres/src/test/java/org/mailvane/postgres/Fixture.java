package org.mailvane.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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
     * A data directory with programs and an empty cluster, or as the last test left it: tests that
     * end with a whole cluster share a directory, because its thousand files take a second to make
     * on some disks.
     */
    static Fixture prepared(Path directory) throws ClusterException, IOException {
        return copyOfTemplate(new Fixture(directory, TestPostgres.FAST_SETTINGS));
    }

    /** The same, with the settings of a real installation: commits survive a crash. */
    static Fixture durable(Path directory) throws ClusterException, IOException {
        return copyOfTemplate(new Fixture(directory, Map.of()));
    }

    /**
     * A data directory without a cluster. To unpack the programs takes three seconds of CPU time.
     */
    static Fixture withPrograms(Path directory) throws ClusterException, IOException {
        Fixture fixture = bare(directory);
        TestPostgres.shared().template().copyProgramsTo(fixture.home());
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

    private static Fixture copyOfTemplate(Fixture fixture) throws ClusterException, IOException {
        if (Files.notExists(fixture.data())) {
            TestPostgres.shared().template().copyTo(fixture.home());
        }
        return fixture;
    }
}
