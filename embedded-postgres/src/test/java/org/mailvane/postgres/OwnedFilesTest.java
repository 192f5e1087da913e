package org.mailvane.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnedFilesTest {

    @TempDir Path temp;

    @Test
    void deletesAFolderIntoWhichSomebodyStillWrites() throws Exception {
        Path folder = Files.createDirectory(temp.resolve("folder"));
        CompletableFuture<Void> writer =
                CompletableFuture.runAsync(() -> writeFor(Duration.ofMillis(300), folder));
        await().atMost(Fixture.LIMIT).until(() -> Files.exists(folder.resolve("file0")));
        OwnedFiles.deleteTree(folder);
        assertThat(writer).succeedsWithin(Fixture.LIMIT);
        assertThat(folder).doesNotExist();
    }

    @Test
    void deletesALinkAndNotWhatItPointsTo() throws Exception {
        Path kept = Files.createFile(temp.resolve("kept"));
        Path folder = Files.createDirectory(temp.resolve("folder"));
        Files.createSymbolicLink(folder.resolve("link"), kept);
        OwnedFiles.deleteTree(folder);
        assertThat(folder).doesNotExist();
        assertThat(kept).exists();
    }

    @Test
    void replacesAPrivateFileAsAWhole() throws Exception {
        Path file = temp.resolve("file");
        OwnedFiles.writePrivate(file, "first and longer");
        OwnedFiles.writePrivate(file, "second");
        assertThat(file).hasContent("second");
        assertThat(temp).isDirectoryNotContaining(other -> !other.equals(file));
    }

    private static void writeFor(Duration time, Path folder) {
        Waiting waiting = Waiting.atMost(time);
        try {
            for (int number = 0; !waiting.isOver(); number++) {
                Files.createFile(folder.resolve("file" + number));
            }
        } catch (NoSuchFileException e) {
            // Deleted under our hands, as it should be.
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }
}
