package org.mailvane.postgres;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folder that the operator named, and where our files lie in it. Everything here can be reached
 * by every program that may use the database; the cluster itself may lie elsewhere, see {@link
 * ClusterHome}.
 *
 * @param path absolute, without symbolic links, so that two names of one folder are one database
 */
record DataDirectory(Path path) {

    private static final String VERSION_FILE = "PG_VERSION";

    /** Finds or makes the folder and sees that this process can write to it. */
    static DataDirectory prepare(Path named) throws ClusterException {
        Path absolute = named.toAbsolutePath().normalize();
        if (Files.exists(absolute) && !Files.isDirectory(absolute)) {
            throw new ClusterException(
                    "The data directory "
                            + absolute
                            + " is a file. Set a folder with MAILVANE_DATA_DIR, or move the file away.");
        }
        try {
            OwnedFiles.createFolders(
                    absolute,
                    OwnedFiles.runsAsRoot()
                            ? OwnedFiles.PASSABLE_FOLDER
                            : OwnedFiles.PRIVATE_FOLDER);
            DataDirectory directory = new DataDirectory(absolute.toRealPath());
            if (Files.exists(directory.path.resolve(VERSION_FILE))) {
                throw new ClusterException(
                        "The data directory "
                                + absolute
                                + " is the data directory of a PostgreSQL server (version "
                                + Files.readString(directory.path.resolve(VERSION_FILE)).strip()
                                + "). Set an empty folder with MAILVANE_DATA_DIR, or connect to that"
                                + " server with MAILVANE_DATABASE_URL.");
            }
            return directory;
        } catch (IOException e) {
            throw new DataDirectory(absolute).unusable(e);
        }
    }

    /** Locked by the program that runs PostgreSQL. */
    Path ownerLock() {
        return path.resolve("owner.lock");
    }

    /** Locked together by the programs that joined. */
    Path usersLock() {
        return path.resolve("users.lock");
    }

    /** How to join. */
    Path connection() {
        return path.resolve("connection");
    }

    /** Where the cluster lies unless its user can't get there. */
    Path postgres() {
        return path.resolve("postgres");
    }

    /** Says for the operator that our files here can't be read or written. */
    ClusterException unusable(IOException cause) {
        String user = ProcessHandle.current().info().user().orElse("this user");
        return new ClusterException(
                "The data directory "
                        + path
                        + owner()
                        + " can't be used by the user "
                        + user
                        + ": "
                        + reason(cause)
                        + ". Run mailvane as the user that owns the folder, give the folder to "
                        + user
                        + ", or set another one with MAILVANE_DATA_DIR.",
                cause);
    }

    private String owner() {
        try {
            return " of the user " + Files.getOwner(path).getName();
        } catch (IOException e) {
            // It does not exist, or lies where we may not look.
            return "";
        }
    }

    private static String reason(IOException cause) {
        if (cause instanceof AccessDeniedException denied) {
            return "permission denied for " + denied.getFile();
        }
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }
}
