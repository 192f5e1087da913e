package org.mailvane.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.THROWABLE;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever dies: what was committed is there at the next start, and nothing runs on. */
@Tag("slow")
class CrashTest {

    @TempDir(factory = DataFolders.class)
    static Path temp;

    private Fixture fixture;

    @BeforeEach
    void prepare() throws ClusterException, IOException {
        fixture = Fixture.durable(temp);
    }

    @Test
    void killedJvmTakesPostgresqlWithIt() throws Exception {
        try (ChildJvm jvm = openWithData()) {
            ProcessHandle postmaster = fixture.postmaster();
            jvm.kill();
            awaitEnd(postmaster);
            assertThat(PidFile.read(fixture.data()))
                    .as("pid file after a clean shutdown")
                    .isEmpty();
        }
        assertDataIsThere();
        assertThat(fixture.notices).isEmpty();
    }

    @Test
    void killedJvmDoesNotDisturbAnImmediateStart() throws Exception {
        try (ChildJvm jvm = openWithData()) {
            jvm.kill();
        }
        assertDataIsThere();
    }

    @Test
    void terminatedJvmTakesPostgresqlWithIt() throws Exception {
        try (ChildJvm jvm = openWithData()) {
            ProcessHandle postmaster = fixture.postmaster();
            jvm.terminate();
            awaitEnd(postmaster);
        }
        assertDataIsThere();
    }

    @Test
    void bothKilledAtOnceStartAtOnce() throws Exception {
        try (ChildJvm jvm = openWithData()) {
            ProcessHandle postmaster = fixture.postmaster();
            postmaster.destroyForcibly();
            jvm.kill();
        }
        assertDataIsThere();
    }

    @Test
    void orphanIsStoppedAndNotAdopted() throws Exception {
        fixture.ownAsServer().close();
        Process orphan = startOrphan();
        await().atMost(Fixture.LIMIT)
                .until(() -> PidFile.read(fixture.data()).filter(PidFile::ready).isPresent());

        assertThat(PostgresProcess.look(orphan.pid(), temp))
                .as("seen from another cluster")
                .isEqualTo(PostgresProcess.OTHER);

        try (EmbeddedPostgres postgres = fixture.ownAsServer()) {
            assertThat(orphan.waitFor(Fixture.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(orphan.exitValue()).as("exit code of a clean shutdown").isZero();
            assertThat(fixture.postmaster().pid()).isNotEqualTo(orphan.pid());
            assertThat(Fixture.query(postgres, "select 1")).isEqualTo("1");
        }
        assertThat(fixture.notices)
                .singleElement()
                .asString()
                .contains("still running from an earlier start", "process " + orphan.pid());
    }

    @Test
    void postgresqlIsStartedAgainOnItsPort() throws Exception {
        try (EmbeddedPostgres postgres = fixture.ownAsServer()) {
            Fixture.query(
                    postgres, "drop table if exists kept", "create table kept as select 42 as n");
            ProcessHandle killed = fixture.postmaster();

            killed.destroyForcibly();

            await().atMost(Fixture.LIMIT)
                    .ignoreExceptionsInstanceOf(SQLException.class)
                    .until(() -> Fixture.query(postgres, "select n from kept").equals("42"));
            assertThat(fixture.postmaster().pid()).isNotEqualTo(killed.pid());
            assertThat(postgres.lost()).isNotDone();
            assertThat(fixture.notices).singleElement().asString().contains("exited unexpectedly");
        }
    }

    @Test
    void postgresqlThatDiesAgainAndAgainIsReported() throws Exception {
        try (EmbeddedPostgres postgres = fixture.ownAsServer()) {
            for (int death = 0; death <= Postmaster.MAX_RESTARTS; death++) {
                int notices = death;
                await().atMost(Fixture.LIMIT)
                        .ignoreExceptionsInstanceOf(SQLException.class)
                        .until(() ->
                                fixture.notices.size() == notices
                                        && Fixture.query(postgres, "select 1").equals("1"));
                fixture.postmaster().destroyForcibly();
            }
            assertThat(postgres.lost())
                    .succeedsWithin(Fixture.LIMIT)
                    .asInstanceOf(THROWABLE)
                    .hasMessageContaining("4 times")
                    .hasMessageContaining(fixture.home().log().toString());
        }
        fixture.ownAsServer().close();
    }

    @Test
    void postgresqlThatCannotBeStartedAgainIsReported() throws Exception {
        Path needed = fixture.data().resolve("global/pg_control");
        Path moved = needed.resolveSibling("moved");
        try (EmbeddedPostgres postgres = fixture.ownAsServer()) {
            Files.move(needed, moved);
            fixture.postmaster().destroyForcibly();
            assertThat(postgres.lost())
                    .succeedsWithin(Fixture.LIMIT)
                    .asInstanceOf(THROWABLE)
                    .hasMessageContaining("did not start");
        } finally {
            Files.move(moved, needed);
        }
    }

    @Test
    void zombieWithTheOldNumberIsNoObstacle() throws Exception {
        fixture.ownAsServer().close();
        // The shell becomes a program that never asks for its dead child.
        Process parent =
                new ProcessBuilder("/bin/sh", "-c", "sleep 0 & echo $!; exec sleep 600").start();
        try {
            long zombie = Long.parseLong(parent.inputReader().readLine());
            await().atMost(Fixture.LIMIT)
                    .until(() ->
                            PostgresProcess.look(zombie, fixture.data()) == PostgresProcess.ZOMBIE);
            leavePidFile(zombie);
            assertStarts();
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void strangerWithTheOldNumberIsLeftInPeace() throws Exception {
        fixture.ownAsServer().close();
        ProcessBuilder sleep = fixture.home().launcher().server(List.of("/bin/sleep", "600"));
        Process stranger = sleep.start();
        try {
            leavePidFile(stranger.pid());
            assertStarts();
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    private ChildJvm openWithData() throws Exception {
        try (EmbeddedPostgres postgres = fixture.ownAsServer()) {
            Fixture.query(postgres, "drop table if exists kept", "create table kept (n int)");
        }
        ChildJvm jvm = ChildJvm.open("own", Role.SERVER, fixture.directory);
        assertThat(jvm.line()).startsWith("owned ");
        try (EmbeddedPostgres joined = fixture.command()) {
            assertThat(joined.owned()).isFalse();
            Fixture.query(joined, "insert into kept values (42)");
        }
        return jvm;
    }

    private void assertDataIsThere() throws Exception {
        try (EmbeddedPostgres postgres = fixture.ownAsServer()) {
            assertThat(Fixture.query(postgres, "select n from kept")).isEqualTo("42");
        }
    }

    private void assertStarts() throws Exception {
        try (EmbeddedPostgres postgres = fixture.ownAsServer()) {
            assertThat(Fixture.query(postgres, "select 1")).isEqualTo("1");
        }
        assertThat(fixture.notices).isEmpty();
    }

    /** As after a crash. */
    private void leavePidFile(long pid) throws Exception {
        Path file = PidFile.in(fixture.data());
        Files.writeString(file, pid + "\n" + fixture.data() + "\n1\n1\n\n127.0.0.1\n1 1\nready\n");
        OwnedFiles.give(file, OwnedFiles.uid(fixture.data()), OwnedFiles.gid(fixture.data()));
    }

    /** Started past the supervisor, and so without an owner that it would end with. */
    private Process startOrphan() throws Exception {
        Cluster cluster = fixture.cluster();
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        return cluster.home()
                .launcher()
                .server(ServerCommand.of(cluster, port, Map.of()))
                .redirectOutput(ServerLog.open(cluster.home()).redirect())
                .start();
    }

    private static void awaitEnd(ProcessHandle process) {
        await().atMost(Fixture.LIMIT).until(() -> !process.isAlive());
    }
}
