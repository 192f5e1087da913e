package org.mailvane.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/**
 * PostgreSQL's data directory with the password of its only user: made once, under a temporary
 * name, so that it is either whole or not there.
 */
record Cluster(ClusterHome home, Binaries binaries, String password) {

    /** The only database user, who may do everything. */
    static final String USER = "mailvane";

    /** The database that initdb makes; another one beside it would add nothing. */
    static final String DATABASE = "postgres";

    static final String HOST = "127.0.0.1";

    private static final int PASSWORD_BYTES = 24;

    /**
     * SCRAM iterations for each connection. More would protect a weak password; this one is 24
     * random bytes. It also applies to roles that somebody adds to the cluster.
     */
    private static final int SCRAM_ITERATIONS = 1;

    /** Sees that what lies in the place of the cluster is one that we can run, or nothing. */
    static void check(ClusterHome home) throws ClusterException {
        try {
            if (!isEmpty(home.data())) {
                checkVersion(home.data());
                readPassword(home);
            }
        } catch (IOException e) {
            throw unusable(home, e);
        }
    }

    /** Finds the cluster, or makes it. */
    static Cluster prepare(ClusterHome home, Binaries binaries) throws ClusterException {
        check(home);
        try {
            OwnedFiles.deleteTree(home.unfinishedData());
            return isEmpty(home.data())
                    ? create(home, binaries)
                    : new Cluster(home, binaries, readPassword(home));
        } catch (IOException e) {
            throw unusable(home, e);
        }
    }

    /**
     * Sends a signal to a PostgreSQL process. Java alone knows SIGTERM and SIGKILL only, neither of
     * which we want.
     */
    void signal(String name, long pid) throws ClusterException {
        home.launcher().run(List.of(binaries.program("pg_ctl"), "kill", name, Long.toString(pid)));
    }

    private static Cluster create(ClusterHome home, Binaries binaries)
            throws ClusterException, IOException {
        String password = randomPassword();
        OwnedFiles.writePrivate(home.password(), password + "\n");
        Path data = home.unfinishedData();
        // Beside the cluster until it is made: initdb wants an empty folder, and its user can't
        // read ours.
        Path passwordForInitdb = home.path().resolve("password.initdb");
        try {
            OwnedFiles.createFolder(data, OwnedFiles.PRIVATE_FOLDER);
            OwnedFiles.writePrivate(passwordForInitdb, password + "\n");
            if (home.launcher().account().isPresent()) {
                Account account = home.launcher().account().get();
                OwnedFiles.give(data, account.uid(), account.gid());
                OwnedFiles.give(passwordForInitdb, account.uid(), account.gid());
            }
            Launcher.Result result = home.launcher().run(initdb(binaries, data, passwordForInitdb));
            if (result.exit() != 0) {
                throw new ClusterException(
                        "PostgreSQL's initdb could not create a database in "
                                + home.data()
                                + ": "
                                + result.output().replace('\n', ' ')
                                + ". Fix the problem and start again. The incomplete database was removed.");
            }
            Files.deleteIfExists(home.data());
            Files.move(data, home.data(), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(passwordForInitdb);
            OwnedFiles.deleteTree(data);
        }
        return new Cluster(home, binaries, password);
    }

    private static List<String> initdb(Binaries binaries, Path data, Path password) {
        return List.of(
                binaries.program("initdb"),
                "-D",
                data.toString(),
                "-U",
                USER,
                "-E",
                "UTF8",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
                "--locale=C",
                "--data-checksums",
                "-A",
                "scram-sha-256",
                "--set=scram_iterations=" + SCRAM_ITERATIONS,
                "--pwfile=" + password);
    }

    private static void checkVersion(Path data) throws ClusterException, IOException {
        Path versionFile = data.resolve("PG_VERSION");
        if (!Files.exists(versionFile)) {
            throw new ClusterException(
                    "The folder "
                            + data
                            + " contains files, but no PostgreSQL database (PG_VERSION is missing)."
                            + " Move the folder away, or restore it from a copy.");
        }
        String version = Files.readString(versionFile).strip();
        if (!version.equals(Binaries.MAJOR_VERSION)) {
            throw new ClusterException(
                    "The database in "
                            + data
                            + " was created by PostgreSQL "
                            + version
                            + ", but this Mailvane runs PostgreSQL "
                            + Binaries.MAJOR_VERSION
                            + ". Use the version of Mailvane that created it, or set another data"
                            + " directory with MAILVANE_DATA_DIR.");
        }
    }

    private static String readPassword(ClusterHome home) throws ClusterException, IOException {
        String password =
                Files.exists(home.password()) ? Files.readString(home.password()).strip() : "";
        if (password.isEmpty()) {
            throw new ClusterException(
                    "The password of the embedded database is missing: "
                            + home.password()
                            + ". Restore this file from a copy of the data directory. Without it, the"
                            + " database can't be opened.");
        }
        return password;
    }

    private static boolean isEmpty(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return true;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    private static String randomPassword() {
        byte[] bytes = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static ClusterException unusable(ClusterHome home, IOException cause) {
        return new ClusterException(
                "The embedded database in "
                        + home.path()
                        + " can't be prepared: "
                        + cause
                        + ". Check that the disk is neither full nor read-only, and that the"
                        + " folder belongs to the user who runs mailvane.",
                cause);
    }
}
