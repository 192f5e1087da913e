package org.mailvane.store.postgres;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The file by which the owner tells commands how to join: one line with its process, the port and
 * where the password lies.
 */
final class ConnectionFile {

    private ConnectionFile() {}

    /** Tells it; from now on commands may join. */
    static void write(DataDirectory directory, int port, Path password) throws ClusterException {
        try {
            OwnedFiles.writePrivate(
                    directory.connection(),
                    ProcessHandle.current().pid() + " " + port + " " + password + "\n");
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

    /** How to join this owner; empty while it isn't ready. */
    static Optional<Connection> read(DataDirectory directory, OwnerLock.Owner owner)
            throws ClusterException {
        try {
            List<String> words =
                    List.of(Files.readString(directory.connection()).strip().split(" ", 3));
            if (words.size() < 3 || Long.parseLong(words.get(0)) != owner.pid()) {
                // Of an earlier owner.
                return Optional.empty();
            }
            String password = Files.readString(Path.of(words.get(2))).strip();
            return Optional.of(new Connection(Integer.parseInt(words.get(1)), password));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (AccessDeniedException e) {
            throw new ClusterException(
                    "The database in "
                            + directory.path()
                            + " is in use by "
                            + owner.describe()
                            + ", and this user may not read "
                            + e.getFile()
                            + ". Run the command as the user that runs the server, or as root.",
                    e);
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
