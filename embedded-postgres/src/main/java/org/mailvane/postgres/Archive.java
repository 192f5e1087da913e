package org.mailvane.postgres;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** Unpacks a {@code .txz} so that every user can run what is in it, whatever our umask. */
final class Archive {

    private static final int BUFFER_BYTES = 256 * 1024;
    private static final int OWNER_MAY_RUN = 0100;
    private static final Set<PosixFilePermission> RUNNABLE =
            PosixFilePermissions.fromString("rwxr-xr-x");
    private static final Set<PosixFilePermission> READABLE =
            PosixFilePermissions.fromString("rw-r--r--");

    private Archive() {}

    /**
     * Unpacks into a new folder. One thread: the archive is a single compressed block, and most of
     * the time goes there.
     */
    static void unpack(URL archive, Path folder) throws IOException {
        OwnedFiles.createFolder(folder, RUNNABLE);
        OwnedFiles.mode(folder, RUNNABLE);
        try (InputStream packed = archive.openStream();
                InputStream buffered = new BufferedInputStream(packed, BUFFER_BYTES);
                InputStream unpacked =
                        new BufferedInputStream(new XZInputStream(buffered), BUFFER_BYTES);
                TarArchiveInputStream tar = new TarArchiveInputStream(unpacked)) {
            for (TarArchiveEntry entry = tar.getNextEntry();
                    entry != null;
                    entry = tar.getNextEntry()) {
                unpack(tar, entry, folder);
            }
        }
    }

    private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path folder)
            throws IOException {
        Path target = folder.resolve(entry.getName()).normalize();
        if (!target.startsWith(folder)) {
            throw new IOException(
                    "the archive names a path outside its folder: " + entry.getName());
        }
        Path parent = target.getParent();
        if (entry.isDirectory() || parent == null) {
            makeFolders(target);
            return;
        }
        makeFolders(parent);
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        } else {
            Files.copy(tar, target);
            OwnedFiles.mode(target, (entry.getMode() & OWNER_MAY_RUN) != 0 ? RUNNABLE : READABLE);
        }
    }

    private static void makeFolders(Path folder) throws IOException {
        Path parent = folder.getParent();
        if (!Files.isDirectory(folder) && parent != null) {
            makeFolders(parent);
            Files.createDirectory(folder);
            OwnedFiles.mode(folder, RUNNABLE);
        }
    }
}
