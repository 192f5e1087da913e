package org.mailvane.postgres;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

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
    void damagedOrHalfUnpackedFoldersAreReplaced() throws Exception {
        Path home = Files.createDirectory(temp.resolve("home"));
        URL archive = archiveOf("bin/postgres");
        Binaries binaries = Binaries.unpack(archive, home);
        // A power failure leaves an empty file, a crash the folder with the temporary name.
        Path program = Path.of(binaries.program("postgres"));
        Files.delete(program);
        Files.createFile(program);
        Path unfinished =
                binaries.folder().resolveSibling(binaries.folder().getFileName() + ".new");
        Files.createDirectories(unfinished.resolve("bin"));

        assertThat(Binaries.unpack(archive, home)).isEqualTo(binaries);

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

    /** Packs one program. PostgreSQL's take three seconds of CPU time to unpack. */
    private static URL archiveOf(String program) throws IOException {
        Path archive = temp.resolve("programs.txz");
        TarArchiveEntry entry = new TarArchiveEntry(program);
        byte[] content = "program".getBytes(US_ASCII);
        entry.setSize(content.length);
        entry.setMode(0755);
        try (OutputStream file = Files.newOutputStream(archive);
                OutputStream packed = new XZOutputStream(file, new LZMA2Options());
                TarArchiveOutputStream tar = new TarArchiveOutputStream(packed)) {
            tar.putArchiveEntry(entry);
            tar.write(content);
            tar.closeArchiveEntry();
        }
        return archive.toUri().toURL();
    }
}
