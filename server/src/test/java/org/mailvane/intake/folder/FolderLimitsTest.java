package org.mailvane.intake.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.intake.folder.FolderFiles.FolderFile;
import org.mailvane.intake.folder.FolderReader.Pending;

/** What a watched folder may hold, and one more. */
class FolderLimitsTest {

    @TempDir private Path folder;

    @Test
    void filesOfOneNameAreToldApartByOnlySoManyNumbers() throws IOException {
        FolderFiles files = new FolderFiles(folder, 2);
        for (String free : new String[] {"a.xml", "a-1.xml", "a-2.xml"}) {
            assertThat(files.move(file(), FolderFiles.DONE)).hasFileName(free);
        }
        Path more = file();
        assertThatThrownBy(() -> files.move(more, FolderFiles.DONE))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("there are more than 2 files of the name a.xml");
        assertThat(more).exists();
        assertThat(new FolderFiles(folder, FolderFiles.MAX_NUMBER).move(more, FolderFiles.DONE))
                .hasFileName("a-3.xml");
    }

    private Path file() throws IOException {
        return Files.write(folder.resolve("a.xml"), new byte[] {1});
    }

    @Test
    void onlySoManyReasonsAreWrittenBesideAFile() throws IOException {
        for (int count : new int[] {FolderReader.MAX_REASONS, FolderReader.MAX_REASONS + 1}) {
            Pending pending = new Pending(FolderFile.at(file()));
            Map<Long, Boolean> known = new HashMap<>();
            for (long entry = 0; entry < count; entry++) {
                pending.add(entry);
                known.put(entry, true);
            }
            pending.note(known);
            assertThat(pending.isFinished()).isTrue();
            assertThat(pending.failed()).hasSize(FolderReader.MAX_REASONS);
        }
    }
}
