package org.mailvane.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is special when Mailvane runs as root, under which PostgreSQL refuses to run. */
@Tag("slow")
class RootTest {

    @TempDir(factory = DataFolders.class)
    Path temp;

    @BeforeEach
    void onlyAsRoot() {
        assumeTrue(OwnedFiles.runsAsRoot(), "this is about root");
    }

    @Test
    void postgresqlRunsAsAnotherUserWithoutRights() throws Exception {
        Fixture fixture = Fixture.prepared(temp);
        try (EmbeddedPostgres postgres = fixture.ownAsServer()) {
            assertThat(postgres.owned()).isTrue();
            Path process = Path.of("/proc", Long.toString(fixture.postmaster().pid()));
            assertThat(OwnedFiles.uid(process))
                    .isNotZero()
                    .isEqualTo(OwnedFiles.uid(fixture.data()));
            assertThat(Files.readString(process.resolve("status")))
                    .containsPattern("NoNewPrivs:\\s+1")
                    .containsPattern("CapEff:\\s+0+\\n")
                    .containsPattern("Groups:\\s*\\n");
            // Our environment may hold secrets.
            assertThat(Files.readString(process.resolve("environ"))).doesNotContain("HOME=");
        }
        assertThat(OwnedFiles.uid(fixture.home().path()))
                .as("owner of the programs and the log")
                .isZero();
    }

    @Test
    void clusterLiesElsewhereWhenItsUserCannotGetIn() throws Exception {
        Path closed = Files.createDirectory(temp.resolve("closed"));
        OwnedFiles.mode(closed, OwnedFiles.PRIVATE_FOLDER);
        Fixture fixture = Fixture.withPrograms(closed.resolve("data"));
        Path outside = ClusterHome.outside(DataDirectory.prepare(fixture.directory));
        try {
            try (EmbeddedPostgres postgres = fixture.ownAsServer()) {
                Fixture.query(postgres, "create table kept as select 42 as n");
                assertThat(fixture.notices)
                        .singleElement()
                        .asString()
                        .contains(fixture.directory.toString(), outside.toString());
                assertThat(outside.toString()).startsWith("/var/lib/mailvane/");
                assertThat(fixture.directory.resolve("postgres")).doesNotExist();
                try (EmbeddedPostgres command = fixture.command()) {
                    assertThat(command.owned()).isFalse();
                }
            }
            // The cluster stays where it is, whatever becomes of the folders.
            OwnedFiles.mode(closed, OwnedFiles.PASSABLE_FOLDER);
            try (EmbeddedPostgres postgres = fixture.ownAsServer()) {
                assertThat(Fixture.query(postgres, "select n from kept")).isEqualTo("42");
            }
        } finally {
            OwnedFiles.deleteTree(outside);
        }
    }

    @Test
    void clusterThatItsUserCanNoLongerReachIsNotReplacedByAnEmptyOne() throws Exception {
        Path folder = Files.createDirectory(temp.resolve("folder"));
        OwnedFiles.mode(folder, OwnedFiles.PASSABLE_FOLDER);
        Fixture fixture = Fixture.prepared(folder.resolve("data"));
        Path data = fixture.data();
        OwnedFiles.mode(folder, OwnedFiles.PRIVATE_FOLDER);
        assertThatThrownBy(fixture::ownAsServer)
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining(data.toString())
                .hasMessageContaining("chmod o+x");
    }

    @Test
    void ownerOfTheDataDirectoryKeepsEverythingInIt() throws Exception {
        int daemon = 1;
        OwnedFiles.give(temp, daemon, daemon);
        assumeTrue(
                Files.getOwner(temp).getName().equals("daemon"),
                "user 1 is daemon on most systems, not on this one");
        Fixture fixture = Fixture.bare(temp);
        try (EmbeddedPostgres postgres = fixture.ownAsServer()) {
            assertThat(Fixture.query(postgres, "select 1")).isEqualTo("1");
            for (Path file :
                    List.of(
                            temp.resolve("owner.lock"),
                            temp.resolve("connection"),
                            fixture.home().path(),
                            fixture.home().password(),
                            fixture.home().log(),
                            fixture.data())) {
                assertThat(OwnedFiles.uid(file)).as(file.toString()).isEqualTo(daemon);
            }
        }
    }

    @Test
    void ownerWithoutANameIsReplacedBecauseInitdbWantsOne() throws Exception {
        int nameless = 64321;
        OwnedFiles.give(temp, nameless, nameless);
        Account chosen = Account.choose(temp.resolve("data"), temp);
        assertThat(chosen.uid()).isNotIn(0, nameless);
        // A cluster that exists needs no name.
        Path cluster = Files.createDirectory(temp.resolve("data"));
        OwnedFiles.give(cluster, nameless, nameless);
        assertThat(Account.choose(cluster, temp)).isEqualTo(new Account(nameless, nameless));
    }
}
