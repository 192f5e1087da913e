package org.mailvane.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Data directories that can't be used: each is refused with a text that names the path and what to
 * do.
 */
class DataDirectoryTest {

    @TempDir(factory = DataFolders.class)
    Path temp;

    private final List<Path> mounts = new ArrayList<>();

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        for (Path mount : mounts) {
            assertThat(run("umount", mount.toString())).isZero();
        }
    }

    @Test
    void aFile() throws Exception {
        Path file = Files.createFile(temp.resolve("file"));
        assertRefused(file)
                .hasMessageContaining(file + " is a file")
                .hasMessageContaining("MAILVANE_DATA_DIR");
        assertThat(file).isEmptyFile();
    }

    @Test
    void belowAFile() throws Exception {
        Path file = Files.createFile(temp.resolve("file"));
        assertRefused(file.resolve("data"))
                .hasMessageContaining(file.resolve("data") + " can't be used");
    }

    @Test
    void readOnlyFolder() throws Exception {
        assumeFalse(OwnedFiles.runsAsRoot(), "modes don't bind root");
        OwnedFiles.mode(temp, PosixFilePermissions.fromString("r-xr-xr-x"));
        assertRefused(temp)
                .hasMessageContaining(temp + " of the user ")
                .hasMessageContaining("permission denied");
        OwnedFiles.mode(temp, OwnedFiles.PRIVATE_FOLDER);
        assertThat(temp).isEmptyDirectory();
    }

    @Test
    void readOnlyFileSystem() throws Exception {
        Path mount = mount("ro,size=1m");
        assertRefused(mount)
                .hasMessageContaining(mount + " of the user root can't be used by the user root")
                .hasMessageContaining("Read-only file system")
                .hasMessageContaining("MAILVANE_DATA_DIR");
        assertThat(mount).isEmptyDirectory();
    }

    @Test
    void fullDisk() throws Exception {
        Path mount = mount("size=150m,mode=0755");
        assertRefused(mount)
                .hasMessageContaining(mount.toString())
                .hasMessageContaining("has 149 MB free, and 200 MB are required")
                .hasMessageContaining("Free some space");
        assertThat(mount.resolve("postgres")).isEmptyDirectory();
    }

    @Test
    void fullDiskAtALaterStart() throws Exception {
        Path mount = mount("size=240m,mode=0755");
        Fixture fixture = Fixture.prepared(mount);
        Path filler = mount.resolve("filler");
        long free = Files.getFileStore(mount).getUsableSpace();
        Files.write(filler, new byte[(int) (free - FreeSpace.LATER_START_BYTES + 1)]);
        assertRefused(mount).hasMessageContaining("32 MB are required");
        Files.delete(filler);
        fixture.ownAsServer().close();
    }

    @Test
    void clusterOfAnotherMajorVersion() throws Exception {
        Fixture fixture = Fixture.prepared(temp);
        Files.writeString(fixture.data().resolve("PG_VERSION"), "16\n");
        assertRefused(temp)
                .hasMessageContaining(fixture.data() + " was created by PostgreSQL 16")
                .hasMessageContaining("runs PostgreSQL 17")
                .hasMessageContaining("MAILVANE_DATA_DIR");
    }

    @Test
    void dataOfAnotherPostgresql() throws Exception {
        Files.writeString(temp.resolve("PG_VERSION"), "15\n");
        assertRefused(temp)
                .hasMessageContaining(
                        temp + " is the data directory of a PostgreSQL server (version 15)")
                .hasMessageContaining("MAILVANE_DATABASE_URL");
        assertThat(temp.resolve("postgres")).doesNotExist();
    }

    @Test
    void foreignFilesInThePlaceOfTheCluster() throws Exception {
        Fixture fixture = Fixture.bare(temp);
        Files.createDirectory(fixture.data());
        Path foreign = Files.writeString(fixture.data().resolve("letter.txt"), "dear");
        assertRefused(temp)
                .hasMessageContaining(
                        fixture.data() + " contains files, but no PostgreSQL database");
        assertThat(foreign).hasContent("dear");
    }

    @Test
    void lostPassword() throws Exception {
        Fixture fixture = Fixture.prepared(temp);
        Files.delete(fixture.home().password());
        assertRefused(temp).hasMessageContaining("is missing: " + fixture.home().password());
    }

    @Test
    void clusterThatWasHalfMadeIsMadeAnew() throws Exception {
        Fixture fixture = Fixture.prepared(temp);
        OwnedFiles.deleteTree(fixture.data());
        Files.createDirectory(fixture.home().unfinishedData());
        Files.writeString(fixture.home().unfinishedData().resolve("PG_VERSION"), "17\n");
        try (EmbeddedPostgres postgres = fixture.ownAsServer()) {
            assertThat(Fixture.query(postgres, "select 1")).isEqualTo("1");
        }
        assertThat(fixture.home().unfinishedData()).doesNotExist();
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(Path directory) {
        return assertThatThrownBy(() -> Fixture.bare(directory).ownAsServer())
                .isInstanceOf(ClusterException.class)
                .hasMessageNotContaining("\n");
    }

    /** Mounts a separate, empty file system; the test is skipped if that isn't allowed. */
    private Path mount(String options) throws IOException, InterruptedException {
        assumeTrue(OwnedFiles.runsAsRoot(), "only root can mount");
        Path mount = Files.createDirectory(temp.resolve("mount"));
        OwnedFiles.mode(mount, OwnedFiles.PASSABLE_FOLDER);
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", options, "none", mount.toString()) == 0,
                "mount is not allowed here");
        mounts.add(mount);
        return mount;
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
