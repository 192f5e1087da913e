package org.mailvane.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One database through its life: made, used, closed, opened again. */
class EmbeddedPostgresTest {

    @TempDir(factory = DataFolders.class)
    static Path temp;

    @Test
    @Tag("slow")
    void firstStartMakesTheClusterAndTheSecondFindsItAgain() throws Exception {
        Fixture fixture = Fixture.bare(temp.resolve("not/there/yet"));
        Options options = Options.of(fixture.directory, Role.SERVER, fixture.notices::add);
        String firstUrl;
        try (EmbeddedPostgres postgres = EmbeddedPostgres.own(options)) {
            assertThat(postgres.owned()).isTrue();
            firstUrl = postgres.jdbcUrl();
            Fixture.query(postgres, "create table kept as select 42 as n");
            assertThat(Fixture.query(postgres, "show fsync")).isEqualTo("on");
            assertThat(Fixture.query(postgres, "show synchronous_commit")).isEqualTo("on");
            assertThat(Fixture.query(postgres, "show full_page_writes")).isEqualTo("on");
            assertThat(Fixture.query(postgres, "show data_checksums")).isEqualTo("on");
            assertThat(Fixture.query(postgres, "show server_encoding")).isEqualTo("UTF8");
            assertThat(Fixture.query(postgres, "show listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(
                            Fixture.query(
                                    postgres,
                                    "select datlocale from pg_database where datname = current_database()"))
                    .isEqualTo("C.UTF-8");
        }
        assertRefused(firstUrl);
        try (EmbeddedPostgres postgres = EmbeddedPostgres.own(options)) {
            assertThat(Fixture.query(postgres, "select n from kept")).isEqualTo("42");
        }
        assertThat(fixture.notices).isEmpty();
    }

    @Test
    void opensForThePasswordOnly() throws Exception {
        Fixture fixture = Fixture.prepared(temp);
        try (EmbeddedPostgres postgres = fixture.ownAsServer()) {
            assertThat(Fixture.query(postgres, "select current_user")).isEqualTo("mailvane");
            assertThatThrownBy(() ->
                            DriverManager.getConnection(
                                    postgres.jdbcUrl(), postgres.user(), "wrong"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("password authentication failed");
            // What a local user without any password gets: psql -h 127.0.0.1 -U mailvane.
            assertThatThrownBy(() ->
                            DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), null))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("no password was provided");
            assertThat(
                            Fixture.query(
                                    postgres,
                                    "select count(*) from pg_hba_file_rules where auth_method <> 'scram-sha-256'"))
                    .isEqualTo("0");
            assertThat(
                            Fixture.query(
                                    postgres,
                                    "select rolpassword from pg_authid where rolname = 'mailvane'"))
                    .startsWith("SCRAM-SHA-256$1:");
            assertThat(Fixture.query(postgres, "show unix_socket_directories")).isEmpty();
        }
    }

    @Test
    void keepsThePasswordOffCommandLinesAndOutOfLogs() throws Exception {
        Fixture fixture = Fixture.prepared(temp);
        try (EmbeddedPostgres postgres = fixture.ownAsServer()) {
            assertThat(fixture.postmaster().info().commandLine())
                    .get()
                    .asString()
                    .contains("fsync=off")
                    .doesNotContain(postgres.password());
            assertThat(fixture.home().log())
                    .content()
                    .isNotEmpty()
                    .doesNotContain(postgres.password());
            assertThat(postgres.password()).hasSizeGreaterThan(30);
        }
    }

    @Test
    void hasASessionOfItsOwnSoThatCtrlCReachesUsFirst() throws Exception {
        Fixture fixture = Fixture.prepared(temp);
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setsid")), "there is no setsid here");
        try (EmbeddedPostgres postgres = fixture.ownAsServer()) {
            assertThat(postgres.owned()).isTrue();
            long pid = fixture.postmaster().pid();
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            // After the name in brackets: state, parent, process group, session.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            assertThat(fields[1])
                    .as("parent")
                    .isEqualTo(Long.toString(ProcessHandle.current().pid()));
            assertThat(fields[3]).as("session").isEqualTo(Long.toString(pid));
        }
    }

    @Test
    void closesItsFilesToOthers() throws Exception {
        Fixture fixture = Fixture.prepared(temp);
        try (EmbeddedPostgres postgres = fixture.ownAsServer()) {
            assertThat(postgres.owned()).isTrue();
            for (Path file :
                    List.of(
                            fixture.home().password(),
                            fixture.home().log(),
                            fixture.directory.resolve("connection"),
                            fixture.directory.resolve("owner.lock"))) {
                assertThat(mode(file)).as(file.toString()).isEqualTo("rw-------");
            }
            assertThat(mode(fixture.data())).isEqualTo("rwx------");
        }
        assertThat(fixture.directory.resolve("connection")).doesNotExist();
        assertThat(fixture.home().path().resolve("password.initdb")).doesNotExist();
        assertThat(fixture.home().unfinishedData()).doesNotExist();
    }

    @Test
    void makesAClosedDataDirectory() throws Exception {
        Path directory = temp.resolve("new");
        DataDirectory.prepare(directory);
        assertThat(mode(directory)).isEqualTo(OwnedFiles.runsAsRoot() ? "rwx--x--x" : "rwx------");
    }

    @Test
    void closingTwiceIsClosingOnce() throws Exception {
        Fixture fixture = Fixture.prepared(temp);
        EmbeddedPostgres postgres = fixture.ownAsServer();
        postgres.close();
        try (EmbeddedPostgres next = fixture.ownAsServer()) {
            postgres.close();
            assertThat(Fixture.query(next, "select 1")).isEqualTo("1");
        }
        assertThat(postgres.lost()).isNotDone();
    }

    @Test
    void renamesALargeLogAndKeepsOneOlder() throws Exception {
        Fixture fixture = Fixture.prepared(temp);
        byte[] large = new byte[(int) ServerLog.ROTATE_BYTES + 1];
        Files.write(fixture.home().log(), large);
        fixture.ownAsServer().close();
        assertThat(fixture.home().olderLog()).hasSize(large.length);
        assertThat(fixture.home().log()).content().contains("ready to accept connections");
    }

    @Test
    void saysWhatPostgresqlSaidWhenASettingIsWrong() throws Exception {
        Fixture fixture = Fixture.prepared(temp);
        Options wrong =
                fixture.options(Role.SERVER).withSettings(Map.of("shared_buffers", "plenty"));
        assertThatThrownBy(() -> EmbeddedPostgres.own(wrong))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("invalid value for parameter \"shared_buffers\"")
                .hasMessageContaining(fixture.home().log().toString());
        fixture.ownAsServer().close();
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static void assertRefused(String url) {
        URI address = URI.create(url.substring("jdbc:".length()));
        assertThatThrownBy(() -> new Socket(address.getHost(), address.getPort()).close())
                .isInstanceOf(ConnectException.class);
    }
}
