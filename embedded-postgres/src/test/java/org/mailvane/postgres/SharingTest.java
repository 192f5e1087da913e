package org.mailvane.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several programs on one data directory, in one JVM and in several. */
class SharingTest {

    private static final Executor THREADS = command -> Thread.ofPlatform().daemon().start(command);

    @TempDir(factory = DataFolders.class)
    static Path temp;

    private Fixture fixture;

    @BeforeEach
    void prepare() throws ClusterException, IOException {
        fixture = Fixture.prepared(temp);
    }

    @Test
    void secondServerIsRefusedAtOnce() throws Exception {
        try (ChildJvm first = ChildJvm.open("own", Role.SERVER, fixture.directory)) {
            assertThat(first.line()).startsWith("owned ");
            assertThatThrownBy(fixture::ownAsServer)
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("in use by mailvane serve, process " + first.pid())
                    .hasMessageContaining(fixture.directory.toString());
            first.finish();
        }
        fixture.ownAsServer().close();
    }

    @Test
    void secondServerInTheSameJvmIsRefusedAndDoesNoHarm() throws Exception {
        try (EmbeddedPostgres first = fixture.ownAsServer()) {
            assertThatThrownBy(fixture::ownAsServer)
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining(
                            "in use by mailvane serve, process " + ProcessHandle.current().pid());
            assertThat(Fixture.query(first, "select 1")).isEqualTo("1");
            // A POSIX lock is lost when its process closes the file a second time; another process
            // sees whether it was.
            try (ChildJvm other = ChildJvm.open("own", Role.SERVER, fixture.directory)) {
                assertThat(other.line()).startsWith("failed ").contains("in use by mailvane serve");
            }
        }
    }

    @Test
    void commandJoinsARunningServer() throws Exception {
        try (EmbeddedPostgres server = fixture.ownAsServer()) {
            try (ChildJvm command = ChildJvm.open("join", Role.COMMAND, fixture.directory)) {
                assertThat(command.line()).isEqualTo("joined " + server.jdbcUrl());
                command.finish();
            }
            assertThat(Fixture.query(server, "select 1"))
                    .as("after the command's end")
                    .isEqualTo("1");
        }
    }

    @Test
    void serverDoesNotWaitForJoinedCommands() throws Exception {
        EmbeddedPostgres server = fixture.ownAsServer();
        try (EmbeddedPostgres command = fixture.command()) {
            assertThat(command.owned()).isFalse();
            server.close();
            assertThat(PidFile.read(fixture.data())).isEmpty();
        }
    }

    @Test
    void commandThatOwnsWaitsForTheCommandThatJoined() throws Exception {
        EmbeddedPostgres owner = fixture.command();
        assertThat(owner.owned()).isTrue();
        EmbeddedPostgres third = fixture.command();
        try (ChildJvm second = ChildJvm.open("join", Role.COMMAND, fixture.directory)) {
            assertThat(second.line()).startsWith("joined ");
            CompletableFuture<Void> closing = CompletableFuture.runAsync(owner::close, THREADS);
            await().atMost(Fixture.LIMIT).until(() -> fixture.notices.size() == 1);
            assertThat(fixture.notices).singleElement().asString().contains("other commands");

            second.finish();
            assertThat(Fixture.query(third, "select 1")).isEqualTo("1");
            assertThat(closing).isNotDone();

            third.close();
            assertThat(closing).succeedsWithin(Fixture.LIMIT);
        }
        assertThat(PidFile.read(fixture.data())).isEmpty();
    }

    @Test
    void commandThatComesWhenTheOwnerEndsOwnsTheClusterItself() throws Exception {
        EmbeddedPostgres first = fixture.command();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(first::close, THREADS);
        try (EmbeddedPostgres second = fixture.command()) {
            assertThat(Fixture.query(second, "select 1")).isEqualTo("1");
        }
        assertThat(closing).succeedsWithin(Fixture.LIMIT);
    }

    @Test
    void serverWaitsForACommand() throws Exception {
        try (ChildJvm command = ChildJvm.open("join", Role.COMMAND, fixture.directory)) {
            assertThat(command.line()).startsWith("owned ");
            CompletableFuture<EmbeddedPostgres> server = inBackground(fixture::ownAsServer);
            await().atMost(Fixture.LIMIT).until(() -> !fixture.notices.isEmpty());
            assertThat(fixture.notices)
                    .singleElement()
                    .asString()
                    .contains("Waiting for a mailvane command, process " + command.pid());
            assertThat(server).isNotDone();

            command.finish();

            try (EmbeddedPostgres postgres = server.join()) {
                assertThat(postgres.owned()).isTrue();
            }
        }
    }

    @Test
    void serverWaitsForACommandOnlySoLong() throws Exception {
        try (EmbeddedPostgres command = fixture.command()) {
            assertThat(command.owned()).isTrue();
            Options impatient = fixture.options(Role.SERVER).withWaitLimit(Duration.ZERO);
            assertThatThrownBy(() -> EmbeddedPostgres.own(impatient))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("in use by a mailvane command, process ");
        }
    }

    @Test
    void commandWaitsForAServerThatIsStarting() throws Exception {
        DataDirectory directory = DataDirectory.prepare(fixture.directory);
        FileLocks.Held starting = OwnerLock.tryTake(directory, Role.SERVER).orElseThrow();
        Options impatient = fixture.options(Role.COMMAND).withWaitLimit(Duration.ZERO);
        assertThatThrownBy(() -> EmbeddedPostgres.joinOrOwn(impatient))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("being started or stopped by mailvane serve, process ");

        CompletableFuture<EmbeddedPostgres> command = inBackground(fixture::command);
        Ownership server = Ownership.start(directory, fixture.options(Role.SERVER), starting);
        try (EmbeddedPostgres joined = command.join()) {
            assertThat(joined.owned()).isFalse();
            assertThat(Fixture.query(joined, "select 1")).isEqualTo("1");
        } finally {
            server.end();
        }
    }

    @Test
    void detailsOfADeadOwnerAreNotBelieved() throws Exception {
        fixture.ownAsServer().close();
        DataDirectory directory = DataDirectory.prepare(fixture.directory);
        // As a killed owner leaves it.
        ConnectionFile.write(directory, new ConnectionFile.Connection(1, "unused"));
        try (EmbeddedPostgres command = fixture.command()) {
            assertThat(command.owned()).isTrue();
            assertThat(command.jdbcUrl()).doesNotContain(":1/");
        }
    }

    private static CompletableFuture<EmbeddedPostgres> inBackground(Opening opening) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return opening.open();
                    } catch (ClusterException e) {
                        throw new CompletionException(e);
                    }
                },
                THREADS);
    }

    @FunctionalInterface
    private interface Opening {
        EmbeddedPostgres open() throws ClusterException;
    }
}
