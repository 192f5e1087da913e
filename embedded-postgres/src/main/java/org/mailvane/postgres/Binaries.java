package org.mailvane.postgres;

import java.io.IOException;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/**
 * PostgreSQL's programs, unpacked from the archive on the class path into a folder that is named
 * after the archive's checksum, so that another version gets another folder.
 *
 * @param folder holds {@code bin}, {@code lib} and {@code share}
 */
record Binaries(Path folder) {

    /** The major version of the archive. A cluster can be used by its own major version only. */
    static final String MAJOR_VERSION = "17";

    private static final String FOLDER_PREFIX = "programs-" + MAJOR_VERSION + "-";

    /**
     * In the unpacked folder: its size in bytes. A power failure after the rename can leave empty
     * files.
     */
    private static final String SIZE_FILE = "unpacked-bytes";

    /** The path of one program. */
    String program(String name) {
        return folder.resolve("bin").resolve(name).toString();
    }

    /** Unpacks the programs for this platform into the home folder, unless they are there. */
    static Binaries unpack(Path home) throws ClusterException {
        return unpack(find(System.getProperty("os.name"), System.getProperty("os.arch")), home);
    }

    /** Unpacks the programs in an archive into the home folder, unless they are there. */
    static Binaries unpack(URL archive, Path home) throws ClusterException {
        try {
            String folderName = FOLDER_PREFIX + checksum(archive);
            Path folder = home.resolve(folderName);
            if (!isWhole(folder)) {
                FreeSpace.requireForUnpacking(home);
                OwnedFiles.deleteTree(folder);
                unpackInto(folder, archive);
            }
            return new Binaries(folder);
        } catch (IOException e) {
            throw new ClusterException(
                    "Could not unpack the PostgreSQL programs into "
                            + home
                            + ": "
                            + e.getMessage()
                            + ". Check that the disk is neither full nor read-only, or set another"
                            + " data directory with MAILVANE_DATA_DIR.",
                    e);
        }
    }

    /** Deletes the programs of other versions. Only once nothing runs from them any more. */
    void deleteOthers() throws IOException, ClusterException {
        try (DirectoryStream<Path> folders =
                Files.newDirectoryStream(folder.resolveSibling("."), "programs-*")) {
            for (Path other : folders) {
                if (!other.endsWith(folder.getFileName())) {
                    OwnedFiles.deleteTree(other);
                }
            }
        }
    }

    /** The archive for an operating system and a processor as Java names them. */
    static URL find(String system, String processor) throws ClusterException {
        String name = archiveName(system.toLowerCase(Locale.ROOT), processor);
        URL archive = Binaries.class.getResource("/" + name);
        if (archive == null) {
            throw new ClusterException(
                    "This build of Mailvane has no PostgreSQL for this machine ("
                            + system
                            + " on "
                            + processor
                            + "): "
                            + name
                            + " is missing. Set a PostgreSQL server with MAILVANE_DATABASE_URL, or"
                            + " build Mailvane on this machine.");
        }
        return archive;
    }

    private static String archiveName(String system, String processor) {
        String family =
                system.startsWith("windows")
                        ? "windows"
                        : system.startsWith("mac") ? "darwin" : system;
        String machine =
                switch (processor) {
                    case "amd64" -> "x86_64";
                    case "aarch64" -> "arm_64";
                    default -> processor;
                };
        return "postgres-" + family + "-" + machine + ".txz";
    }

    private static void unpackInto(Path folder, URL archive) throws IOException, ClusterException {
        Path fresh = folder.resolveSibling(folder.getFileName() + ".new");
        OwnedFiles.deleteTree(fresh);
        try {
            Archive.unpack(archive, fresh);
            Files.writeString(fresh.resolve(SIZE_FILE), Long.toString(size(fresh)));
            Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            OwnedFiles.deleteTree(fresh);
        }
    }

    private static boolean isWhole(Path folder) throws IOException {
        Path sizeFile = folder.resolve(SIZE_FILE);
        return Files.exists(sizeFile)
                && Files.readString(sizeFile).equals(Long.toString(size(folder)));
    }

    private static long size(Path folder) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += file.endsWith(SIZE_FILE) ? 0 : Files.size(file);
            }
        }
        return bytes;
    }

    /** The jar knows the checksum; outside a jar the archive is read once more. */
    private static String checksum(URL archive) throws IOException {
        URLConnection connection = archive.openConnection();
        if (connection instanceof JarURLConnection jar) {
            return Long.toHexString(jar.getJarEntry().getCrc());
        }
        try (CheckedInputStream bytes =
                new CheckedInputStream(connection.getInputStream(), new CRC32())) {
            bytes.transferTo(OutputStream.nullOutputStream());
            return Long.toHexString(bytes.getChecksum().getValue());
        }
    }
}
