package org.mailvane.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;
import org.springframework.util.FileSystemUtils;

/**
 * Makes temporary folders below {@code target} that root's PostgreSQL can get through to its files.
 */
public final class TargetFolders implements TempDirFactory {

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
            throws IOException {
        return create();
    }

    /** Makes one that {@link #delete} removes. */
    static Path create() throws IOException {
        Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
        Path folder = Files.createTempDirectory(target, "command-test-");
        if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        }
        return folder;
    }

    /** Removes a folder and all that is in it. */
    static void delete(Path folder) throws IOException {
        FileSystemUtils.deleteRecursively(folder);
    }
}
