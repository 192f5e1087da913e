package org.mailvane.platform.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.platform.settings.Settings;
import org.mailvane.postgres.ClusterException;
import org.mailvane.postgres.EmbeddedPostgres;
import org.mailvane.postgres.Options;
import org.mailvane.postgres.Role;

/**
 * The database of one run: the embedded one, or the server that the settings name. It is opened
 * before everything else and closed after it.
 */
public final class Database implements AutoCloseable {

    /** The oldest PostgreSQL that the schema runs on. */
    static final int MIN_SERVER_VERSION = 15;

    private final DatabaseUrl url;
    private final Optional<EmbeddedPostgres> embedded;

    private Database(DatabaseUrl url, Optional<EmbeddedPostgres> embedded) {
        this.url = url;
        this.embedded = embedded;
    }

    /**
     * Opens the database for the service, which owns the embedded one.
     *
     * @param notices receives sentences for the person who waits
     * @throws DatabaseException when it can't be used
     */
    public static Database forService(Settings settings, Consumer<String> notices) {
        return open(settings, Role.SERVER, notices);
    }

    /**
     * Opens the database for a command, which joins the one of a running service or runs it for as
     * long as the command lasts.
     *
     * @param notices receives sentences for the person who waits
     * @throws DatabaseException when it can't be used
     */
    public static Database forCommand(Settings settings, Consumer<String> notices) {
        return open(settings, Role.COMMAND, notices);
    }

    /** A database that is already there, as tests have it. */
    public static Database at(DatabaseUrl url) {
        return new Database(url, Optional.empty());
    }

    private static Database open(Settings settings, Role role, Consumer<String> notices) {
        Optional<DatabaseUrl> server = settings.database();
        if (server.isPresent()) {
            checkServer(server.get());
            return new Database(server.get(), Optional.empty());
        }
        try {
            Options options = Options.of(settings.dataDir(), role, notices);
            EmbeddedPostgres postgres =
                    role == Role.SERVER
                            ? EmbeddedPostgres.own(options)
                            : EmbeddedPostgres.joinOrOwn(options);
            return new Database(
                    new DatabaseUrl(postgres.jdbcUrl(), postgres.user(), postgres.password()),
                    Optional.of(postgres));
        } catch (ClusterException failed) {
            throw new DatabaseException(String.valueOf(failed.getMessage()), failed);
        }
    }

    /** Where it is. */
    public DatabaseUrl url() {
        return url;
    }

    /** Whether it is the embedded one, which one service has to itself. */
    public boolean isEmbedded() {
        return embedded.isPresent();
    }

    /**
     * Completes with the reason when the embedded database has gone and can't be brought back;
     * never where there is none.
     */
    public CompletableFuture<String> lost() {
        return embedded.map(postgres ->
                        postgres.lost().thenApply(reason -> String.valueOf(reason.getMessage())))
                .orElseGet(CompletableFuture::new);
    }

    /**
     * Brings the schema to this version's state. Several servers may do it at the same time.
     *
     * @throws DatabaseException when it can't, also when a newer version has changed the schema:
     *     this one would write what that does not expect
     */
    public void migrate() {
        try {
            Flyway flyway = flyway();
            requireKnown(flyway.info());
            flyway.migrate();
        } catch (FlywayException failed) {
            throw new DatabaseException(
                    "Could not migrate the database schema: " + failed.getMessage(), failed);
        }
    }

    /** Whether the schema is this version's. */
    public boolean current() {
        OptionalInt version = SchemaVersions.of(url);
        return version.isPresent() && version.getAsInt() == SchemaVersions.ofProgram();
    }

    /**
     * Makes sure that the schema is this version's.
     *
     * @throws DatabaseException with what to do when it is not
     */
    public void requireCurrent() {
        OptionalInt version = SchemaVersions.of(url);
        int program = SchemaVersions.ofProgram();
        if (version.orElse(0) > program) {
            throw newer();
        }
        if (version.orElse(0) < program) {
            throw new DatabaseException(
                    version.isEmpty()
                            ? "There is no account yet. Create one: mailvane account create --name"
                                    + " NAME --owner EMAIL"
                            : "The database schema is older than this version of Mailvane. Run"
                                    + " mailvane serve once to migrate it.");
        }
    }

    /** The time on the database's clock. */
    public Instant clock() {
        try (Connection connection =
                        DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select clock_timestamp()")) {
            result.next();
            return result.getObject(1, OffsetDateTime.class).toInstant();
        } catch (SQLException failed) {
            throw new DatabaseException("The database does not respond: " + failed, failed);
        }
    }

    private static void requireKnown(MigrationInfoService info) {
        if (!newestKnown(info)) {
            throw newer();
        }
    }

    private static DatabaseException newer() {
        return new DatabaseException(
                "The database was written by a newer version of Mailvane. Use that"
                        + " version, or restore a backup of this version.");
    }

    private static boolean newestKnown(MigrationInfoService info) {
        for (MigrationInfo applied : info.applied()) {
            if (!applied.getState().isResolved()) {
                return false;
            }
        }
        return true;
    }

    private Flyway flyway() {
        return Flyway.configure()
                .dataSource(url.jdbcUrl(), url.user(), url.password())
                .locations("classpath:" + SchemaVersions.FOLDER)
                .ignoreMigrationPatterns("*:future")
                .load();
    }

    private static void checkServer(DatabaseUrl server) {
        try (Connection connection =
                DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password())) {
            int version = connection.getMetaData().getDatabaseMajorVersion();
            if (version < MIN_SERVER_VERSION) {
                throw new DatabaseException(
                        "The database server is PostgreSQL %d. Version %d or newer is required."
                                .formatted(version, MIN_SERVER_VERSION));
            }
        } catch (SQLException failed) {
            throw new DatabaseException(
                    "The database at " + server + " can't be reached: " + failed.getMessage(),
                    failed);
        }
    }

    @Override
    public void close() {
        embedded.ifPresent(EmbeddedPostgres::close);
    }
}
