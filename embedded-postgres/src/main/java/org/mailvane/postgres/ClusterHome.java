package org.mailvane.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * The folder with the programs, the cluster and its log, and the launcher for their user. Usually
 * {@code postgres} in the data directory; when root's unprivileged user can't get there (below
 * {@code /root} for instance), a folder in {@code /var/lib/mailvane}.
 */
record ClusterHome(Path path, Launcher launcher) {

    private static final Path OUTSIDE = Path.of("/var/lib/mailvane");
    private static final int ID_BYTES = 8;

    /** Finds where the cluster lies, or chooses where it will. */
    static ClusterHome locate(DataDirectory directory, Consumer<String> notices)
            throws ClusterException {
        try {
            return OwnedFiles.runsAsRoot()
                    ? locateAsRoot(directory, notices)
                    : locateAsUser(directory);
        } catch (IOException e) {
            throw directory.unusable(e);
        }
    }

    /** PostgreSQL's own folder, its data directory. */
    Path data() {
        return data(path);
    }

    /** A cluster that is still being made. */
    Path unfinishedData() {
        return path.resolve("data.new");
    }

    /** What PostgreSQL reports. */
    Path log() {
        return path.resolve("postgres.log");
    }

    /** The log before {@link #log}. */
    Path olderLog() {
        return path.resolve("postgres.log.1");
    }

    /** The password of the database user. */
    Path password() {
        return path.resolve("password");
    }

    /** Where the cluster of a data directory lies when it can't lie in it. */
    static Path outside(DataDirectory directory) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(directory.path().toString().getBytes(StandardCharsets.UTF_8));
            return OUTSIDE.resolve(HexFormat.of().formatHex(hash, 0, ID_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }

    private static Path data(Path home) {
        return home.resolve("data");
    }

    private static ClusterHome locateAsUser(DataDirectory directory)
            throws IOException, ClusterException {
        Path home = directory.postgres();
        OwnedFiles.createFolder(home, OwnedFiles.PRIVATE_FOLDER);
        Path data = data(home);
        if (Files.exists(data) && !Files.isReadable(data)) {
            throw new ClusterException(
                    "The database in "
                            + data
                            + " belongs to the user "
                            + Files.getOwner(data).getName()
                            + ". Run mailvane as that user or as root.");
        }
        return new ClusterHome(home, Launcher.forOwnUser());
    }

    private static ClusterHome locateAsRoot(DataDirectory directory, Consumer<String> notices)
            throws IOException, ClusterException {
        Path inside = directory.postgres();
        Path outside = outside(directory);
        boolean liesInside = Files.exists(data(inside));
        if (liesInside || !Files.exists(data(outside))) {
            OwnedFiles.createFolder(inside, OwnedFiles.PASSABLE_FOLDER);
            Account account = Account.choose(data(inside), directory.path());
            Launcher launcher = Launcher.forAccount(account);
            if (launcher.canEnter(inside)) {
                return new ClusterHome(inside, launcher);
            }
            if (liesInside) {
                throw new ClusterException(
                        "The database in "
                                + data(inside)
                                + " runs as user number "
                                + account.uid()
                                + ", which can no longer access it. Allow access through its parent"
                                + " folders (chmod o+x).");
            }
            OwnedFiles.deleteTree(inside);
        }
        OwnedFiles.createFolders(outside, OwnedFiles.PASSABLE_FOLDER);
        Account account = Account.choose(data(outside), directory.path());
        Launcher launcher = Launcher.forAccount(account);
        if (!launcher.canEnter(outside)) {
            throw new ClusterException(
                    "The unprivileged user number "
                            + account.uid()
                            + " that runs PostgreSQL for root can access neither "
                            + directory.path()
                            + " nor "
                            + outside
                            + ". Allow access through the parent folders of one of them (chmod o+x).");
        }
        notices.accept(
                "The embedded database of "
                        + directory.path()
                        + " is in "
                        + outside
                        + ", because the unprivileged user that runs it can't access the data"
                        + " directory.");
        return new ClusterHome(outside, launcher);
    }
}
