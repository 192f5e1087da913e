package org.mailvane.postgres;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/**
 * Unpacked programs and an empty cluster that is never started, only copied: making them takes
 * longer than most tests. The programs stay between runs; the cluster is new for every JVM, since
 * the code that makes it may have changed.
 */
record ClusterTemplate(ClusterHome home, Binaries binaries) {

    /** Creates the template in a separate data directory. */
    static ClusterTemplate make(Path dataDirectory) throws ClusterException, IOException {
        ClusterHome home = ClusterHome.locate(DataDirectory.prepare(dataDirectory), notice -> {});
        OwnedFiles.deleteTree(home.data());
        Binaries binaries = Binaries.unpack(home.path());
        Cluster.prepare(home, binaries);
        return new ClusterTemplate(home, binaries);
    }

    /** Copies programs and cluster. */
    void copyTo(ClusterHome other) throws IOException {
        copyTo(other, home.path());
    }

    /** Copies the programs only. */
    void copyProgramsTo(ClusterHome other) throws IOException {
        copyTo(other, binaries.folder());
    }

    private void copyTo(ClusterHome other, Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(file -> !file.equals(home.path())).toList()) {
                copy(file, other.path().resolve(home.path().relativize(file)));
            }
        }
    }

    /** Programs by hard links, where these are possible; what PostgreSQL changes as a real copy. */
    private void copy(Path from, Path to) throws IOException {
        if (!from.startsWith(home.data()) && Files.isRegularFile(from, LinkOption.NOFOLLOW_LINKS)) {
            try {
                Files.createLink(to, from);
                return;
            } catch (FileSystemException | UnsupportedOperationException e) {
                // Another file system, or one without links.
            }
        }
        Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    }
}
