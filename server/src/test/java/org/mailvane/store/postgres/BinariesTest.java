package org.mailvane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinariesTest {

    @TempDir(factory = DataFolders.class)
    static Path temp;

    @Test
    void areOfTheMajorVersionThatTheCodeNames() throws Exception {
        Fixture fixture = Fixture.prepared(temp);
        Binaries binaries = Binaries.unpack(fixture.home().path());
        Launcher.Result version =
                fixture.home().launcher().run(List.of(binaries.program("postgres"), "--version"));
        assertThat(version.output()).contains(" " + Binaries.MAJOR_VERSION + ".");
    }

    @Test
    void areUnpackedOnce() throws Exception {
        Binaries binaries = Binaries.unpack(Fixture.prepared(temp).home().path());
        Path program = Path.of(binaries.program("postgres"));
        Object before = Files.readAttributes(program, "unix:ino,ctime");
        assertThat(Binaries.unpack(binaries.folder().resolveSibling("."))).isNotNull();
        assertThat(Files.readAttributes(program, "unix:ino,ctime")).isEqualTo(before);
    }

    @Test
    @Tag("slow")
    void damagedOrHalfUnpackedFoldersAreReplaced() throws Exception {
        Path home = Fixture.prepared(temp).home().path();
        Binaries binaries = Binaries.unpack(home);
        // A power failure leaves an empty file, a crash the folder with the temporary name.
        Path program = Path.of(binaries.program("postgres"));
        Files.delete(program);
        Files.createFile(program);
        Path unfinished =
                binaries.folder().resolveSibling(binaries.folder().getFileName() + ".new");
        Files.createDirectories(unfinished.resolve("bin"));

        assertThat(Binaries.unpack(home)).isEqualTo(binaries);

        assertThat(program).isNotEmptyFile().isExecutable();
        assertThat(unfinished).doesNotExist();
    }

    @Test
    void ofOtherVersionsAreDeleted() throws Exception {
        Fixture fixture = Fixture.prepared(temp);
        Path old =
                Files.createDirectories(fixture.home().path().resolve("programs-16-0123abcd/bin"));
        fixture.ownAsServer().close();
        assertThat(old.getParent()).doesNotExist();
    }

    @Test
    void areMissingForOtherMachines() {
        assertThatThrownBy(() -> Binaries.find("SunOS", "sparcv9"))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("(SunOS on sparcv9): postgres-sunos-sparcv9.txz is missing")
                .hasMessageContaining("MAILVANE_DATABASE_URL");
        assertThatThrownBy(() -> Binaries.find("Mac OS X", "aarch64"))
                .hasMessageContaining("postgres-darwin-arm_64.txz");
    }
}
