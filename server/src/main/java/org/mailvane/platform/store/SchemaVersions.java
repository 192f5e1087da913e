package org.mailvane.platform.store;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.OptionalInt;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.mailvane.platform.settings.DatabaseUrl;

/**
 * Versions of the schema: that of a database, and that of this program. Commands compare them at
 * each start, and Flyway takes longer to start than most of them to do their work.
 */
final class SchemaVersions {

    static final String FOLDER = "db/migration";

    /** One of the files. A jar need not have entries for folders. */
    private static final String FIRST = FOLDER + "/V1__accounts_domains_reports.sql";

    /** SQL state of a table that is not there. */
    private static final String NO_TABLE = "42P01";

    private static final Pattern FILE = Pattern.compile("(?:.*/)?V([0-9]+)__[^/]*\\.sql");

    private SchemaVersions() {}

    /** Returns the version that this program writes. */
    static int ofProgram() {
        URL first = SchemaVersions.class.getClassLoader().getResource(FIRST);
        if (first == null) {
            throw new IllegalStateException("no " + FIRST);
        }
        try {
            return first.openConnection() instanceof JarURLConnection jar
                    ? newest(jar)
                    : newest(Path.of(URI.create(first.toString())).resolveSibling(".").toFile());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static int newest(File folder) {
        String[] names = folder.list();
        return Arrays.stream(names == null ? new String[0] : names)
                .flatMapToInt(SchemaVersions::version)
                .max()
                .orElseThrow();
    }

    private static int newest(JarURLConnection file) throws IOException {
        // Kept open: it is the program's own.
        JarFile jar = file.getJarFile();
        int newest = 0;
        Enumeration<JarEntry> entries = jar.entries();
        while (entries.hasMoreElements()) {
            String name = entries.nextElement().getName();
            if (name.startsWith(FOLDER)) {
                newest = Math.max(newest, version(name).max().orElse(0));
            }
        }
        return newest;
    }

    private static IntStream version(String file) {
        Matcher matcher = FILE.matcher(file);
        return matcher.matches()
                ? IntStream.of(Integer.parseInt(matcher.group(1)))
                : IntStream.empty();
    }

    /**
     * Returns the version of a database; empty where it has no schema.
     *
     * @throws DatabaseException when it can't be asked
     */
    static OptionalInt of(DatabaseUrl database) {
        try (Connection connection =
                        DriverManager.getConnection(
                                database.jdbcUrl(), database.user(), database.password());
                Statement statement = connection.createStatement();
                ResultSet result =
                        statement.executeQuery(
                                "select max(cast(version as integer)) from flyway_schema_history"
                                        + " where success and version is not null")) {
            result.next();
            int version = result.getInt(1);
            return result.wasNull() ? OptionalInt.empty() : OptionalInt.of(version);
        } catch (SQLException failed) {
            if (NO_TABLE.equals(failed.getSQLState())) {
                return OptionalInt.empty();
            }
            throw new DatabaseException("The database does not respond: " + failed, failed);
        }
    }
}
