package org.mailvane.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file by which the owner tells commands how to join: one line with its process, the port and
 * the password. Not the name of the password's file: root, who may run commands in another user's
 * folder, should read no file that this user chooses.
 */
final class ConnectionFile {

    private static final Pattern LINE = Pattern.compile("(\\d{1,18}) (\\d{1,5}) (\\S+)\\s*");

    private ConnectionFile() {}

    /** Tells it; from now on commands may join. */
    static void write(DataDirectory directory, Connection connection) throws ClusterException {
        try {
            OwnedFiles.writePrivate(
                    directory.connection(),
                    ProcessHandle.current().pid()
                            + " "
                            + connection.port()
                            + " "
                            + connection.password()
                            + "\n");
        } catch (IOException e) {
            throw directory.unusable(e);
        }
    }

    /** Takes it back; nobody joins any more. */
    static void delete(DataDirectory directory) throws ClusterException {
        try {
            Files.deleteIfExists(directory.connection());
        } catch (IOException e) {
            throw directory.unusable(e);
        }
    }

    /**
     * How to join this owner; empty while it isn't ready, also when the file is of an earlier
     * owner.
     */
    static Optional<Connection> read(DataDirectory directory, OwnerLock.Owner owner)
            throws ClusterException {
        try {
            Matcher line = LINE.matcher(Files.readString(directory.connection()));
            return line.matches() && Long.parseLong(line.group(1)) == owner.pid()
                    ? Optional.of(new Connection(Integer.parseInt(line.group(2)), line.group(3)))
                    : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw directory.unusable(e);
        }
    }

    /** What a command needs to know. */
    record Connection(int port, String password) {

        /** The address for JDBC. */
        String jdbcUrl() {
            return "jdbc:postgresql://" + Cluster.HOST + ":" + port + "/" + Cluster.DATABASE;
        }
    }
}
