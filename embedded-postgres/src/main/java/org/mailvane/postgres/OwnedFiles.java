package org.mailvane.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Files with the modes and owners that they need. What root makes in a folder of another user
 * belongs to that user, so that a command run by root does not lock the service out of the data
 * directory.
 */
final class OwnedFiles {

    static final Set<PosixFilePermission> PRIVATE_FILE =
            PosixFilePermissions.fromString("rw-------");
    static final Set<PosixFilePermission> PRIVATE_FOLDER =
            PosixFilePermissions.fromString("rwx------");

    /**
     * Others may pass through, but not look around: root's folders on the way to the cluster of an
     * unprivileged user.
     */
    static final Set<PosixFilePermission> PASSABLE_FOLDER =
            PosixFilePermissions.fromString("rwx--x--x");

    private static final Duration DYING_WRITERS_LIMIT = Duration.ofSeconds(10);

    private static final Set<String> VIEWS = FileSystems.getDefault().supportedFileAttributeViews();
    private static final boolean POSIX = VIEWS.contains("posix");
    private static final boolean UNIX = VIEWS.contains("unix");
    private static final Path OWN_PROCESS = Path.of("/proc/self");

    private OwnedFiles() {}

    /** Whether this process is root, who may do anything but run PostgreSQL. */
    static boolean runsAsRoot() {
        if (UNIX && Files.exists(OWN_PROCESS)) {
            try {
                return uid(OWN_PROCESS) == 0;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return ProcessHandle.current().info().user().filter("root"::equals).isPresent();
    }

    /** The numeric owner of a file. */
    static int uid(Path file) throws IOException {
        return (Integer) Files.getAttribute(file, "unix:uid");
    }

    /** The numeric group of a file. */
    static int gid(Path file) throws IOException {
        return (Integer) Files.getAttribute(file, "unix:gid");
    }

    /** Gives a file to a user. Only root can. */
    static void give(Path file, int uid, int gid) throws IOException {
        Files.setAttribute(file, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(file, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
    }

    /** Sets a mode where the file system has modes. */
    static void mode(Path file, Set<PosixFilePermission> mode) throws IOException {
        if (POSIX) {
            Files.setPosixFilePermissions(file, mode);
        }
    }

    /** Makes a folder and the missing ones above it. */
    static void createFolders(Path folder, Set<PosixFilePermission> mode) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, attributes(mode));
        }
    }

    /** Makes one folder that belongs to the owner of the folder around it. */
    static void createFolder(Path folder, Set<PosixFilePermission> mode) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectory(folder, attributes(mode));
            inheritOwner(folder);
        }
    }

    /** Makes an empty private file, unless there is one. */
    static void createIfMissing(Path file) throws IOException {
        if (Files.exists(file)) {
            return;
        }
        try {
            Files.createFile(file, attributes(PRIVATE_FILE));
            inheritOwner(file);
        } catch (FileAlreadyExistsException e) {
            // Another program was faster with the same file.
        }
    }

    /**
     * Writes a private file so that a reader sees the old or the new content and nothing between.
     */
    static void writePrivate(Path file, String content) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        createIfMissing(fresh);
        try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
            // Else a power failure after the rename can leave an empty file.
            channel.force(true);
        }
        Files.move(
                fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Deletes a folder with all that is in it; nothing happens when there is none. Links are not
     * followed. Programs of a killed owner may still tidy up in it, or write into it, for a moment:
     * initdb's helpers end only when they notice that initdb is dead.
     */
    static void deleteTree(Path folder) throws IOException, ClusterException {
        Waiting waiting = Waiting.atMost(DYING_WRITERS_LIMIT);
        while (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
            } catch (UncheckedIOException e) {
                if (!(e.getCause() instanceof NoSuchFileException) || waiting.isOver()) {
                    throw e.getCause();
                }
            } catch (DirectoryNotEmptyException | NoSuchFileException e) {
                if (waiting.isOver()) {
                    throw e;
                }
                Waiting.step();
            }
        }
    }

    private static void inheritOwner(Path file) throws IOException {
        Path folder = file.getParent();
        if (UNIX && folder != null && runsAsRoot()) {
            give(file, uid(folder), gid(folder));
        }
    }

    private static FileAttribute<?>[] attributes(Set<PosixFilePermission> mode) {
        return POSIX
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(mode)}
                : new FileAttribute<?>[0];
    }
}
