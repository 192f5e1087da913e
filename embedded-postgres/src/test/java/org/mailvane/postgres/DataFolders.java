package org.mailvane.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Makes temporary folders that the unprivileged user of root's PostgreSQL can get into: below
 * {@code target}, on the same file system as the shared programs, or where that is closed to him in
 * the system's temporary folder.
 */
final class DataFolders implements TempDirFactory {

    private static final Path TARGET = Path.of("target").toAbsolutePath();

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
            throws IOException, ClusterException {
        Path folder =
                isOpen(TARGET)
                        ? Files.createTempDirectory(
                                Files.createDirectories(TARGET), "postgres-test-")
                        : Files.createTempDirectory("mailvane-postgres-test-");
        OwnedFiles.mode(folder, OwnedFiles.PASSABLE_FOLDER);
        return folder.toRealPath();
    }

    private static boolean isOpen(Path folder) throws IOException, ClusterException {
        return !OwnedFiles.runsAsRoot()
                || Launcher.forAccount(Account.choose(folder, folder)).canEnter(folder);
    }
}
