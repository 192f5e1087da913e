package org.mailvane.intake.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.mailvane.intake.Installation.awaitReports;
import static org.mailvane.intake.Installation.awaitWaitingFor;
import static org.mailvane.intake.Installation.connect;
import static org.mailvane.intake.Installation.lock;
import static org.mailvane.intake.Installation.number;
import static org.mailvane.intake.Installation.postmaster;
import static org.mailvane.intake.Installation.text;
import static org.mailvane.intake.Installation.unchecked;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.cli.CommandRun;
import org.mailvane.cli.MailvaneProcess;
import org.mailvane.cli.TargetFolders;
import org.mailvane.intake.Installation;
import org.mailvane.intake.ReportFolder;
import org.mailvane.intake.reading.EnvelopeReader;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.Awaiting;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An import that dies, whatever kills it, is run again: then every report is there once.
 *
 * <p>The moment of death is not left to chance: a table is locked, and the import killed when it
 * waits for that table in the middle of a transaction.
 */
@Tag("slow")
class ImportCrashTest {

    /** More records than are kept in memory: it is read again while it is written. */
    private static final int STREAMED = 4 * EnvelopeReader.HELD_RECORDS + 1_000;

    @TempDir(factory = TargetFolders.class)
    static Path temp;

    private static Installation installation;
    private static ReportFolder many;
    private static ReportFolder small;

    @BeforeAll
    static void makeReports() throws IOException {
        installation = new Installation(temp.resolve("data"));
        // In the order in which they are read: the large one is a separate batch.
        many =
                new ReportFolder(temp.resolve("many"))
                        .large("a-large", STREAMED)
                        .files("b-small", 350)
                        .mailbox("c-mailbox", 60)
                        .archive("d-archive", 20)
                        .files("e-small", 200);
        small = new ReportFolder(temp.resolve("small")).mailbox("a-mailbox", 50).files("b", 450);
    }

    @Test
    void killedAtAnyMoment() throws Exception {
        long account = account("killed");
        // In the middle of the first large report, when a part of its rows is written.
        killWaitingFor("auth_result", 0, account);
        // With all rows of a batch written, but not their sums.
        killWaitingFor("daily", 1, account);
        // With everything written but what the ledger says of it.
        killWaitingFor("ledger_entry", 200, account);
        // And wherever it happens to be.
        try (MailvaneProcess running = startImport(many, account);
                Connection database = installation.connect(running)) {
            awaitReports(database, account, 400);
            assertThat(running.kill()).isNotZero();
        }

        assertCompletedBy(many, importAll(many, account), account);
        assertAllDuplicate(many, importAll(many, account), account);
    }

    @Test
    void postgresqlKilled() throws Exception {
        long account = account("database-killed");
        try (MailvaneProcess running = startImport(small, account);
                Connection database = installation.connect(running)) {
            awaitReports(database, account, 100);
            lock(database, "daily");
            awaitWaitingFor(database, "daily");
            postmaster(database).destroyForcibly();
            assertThat(running.awaitExit()).isEqualTo(1);
            assertThat(running.out()).isEmpty();
            assertThat(running.err())
                    .contains("PostgreSQL exited unexpectedly")
                    .contains("Lost the connection to the database", "Run the command again.")
                    .doesNotContain("The command failed");
        }

        assertCompletedBy(small, importAll(small, account), account);
    }

    @Test
    void toldToStop() throws Exception {
        long account = account("stopped");
        JsonNode stopped;
        try (MailvaneProcess running = startImport(small, account);
                Connection database = installation.connect(running)) {
            assumeTrue(running.canBeTerminated(), "there are no signals on this system");
            awaitReports(database, account, 1);
            lock(database, "daily");
            awaitWaitingFor(database, "daily");
            running.terminate();
            running.awaitErr("Stopping");
            database.rollback();
            int terminated = 128 + 15;
            assertThat(running.awaitExit()).isEqualTo(terminated);
            assertThat(running.err()).contains("Stopped. Everything read so far is stored");
            stopped = new JsonMapper().readTree(running.out());
        }
        assertThat(stopped.get("imported").asInt()).isBetween(1, small.reports() - 1);
        assertThat(stopped.get("failed").asInt()).isZero();
        try (Database database = installation.open();
                Connection connection = connect(database)) {
            assertThat(number(connection, "select count(*) from report", account))
                    .isEqualTo(stopped.get("imported").asLong());
            assertThat(text(connection, "select state from import", account)).isEqualTo("failed");
        }

        JsonNode rest = importAll(small, account);
        assertCompletedBy(small, rest, account);
        assertThat(rest.get("imported").asInt())
                .isEqualTo(small.reports() - stopped.get("imported").asInt());
    }

    @Test
    void twoAtTheSameTime() throws Exception {
        long account = account("two");
        try (MailvaneProcess one = startImport(small, account);
                MailvaneProcess other = startImport(small, account)) {
            assertThat(one.awaitExit()).as(one.err()).isZero();
            assertThat(other.awaitExit()).as(other.err()).isZero();
            List<JsonNode> both =
                    List.of(
                            new JsonMapper().readTree(one.out()),
                            new JsonMapper().readTree(other.out()));
            assertThat(sum(both, "imported")).isEqualTo(small.reports());
            assertThat(sum(both, "duplicate")).isEqualTo(small.reports());
            assertThat(sum(both, "records")).isEqualTo(small.records());
        }
        installation.assertExact(small, account);
    }

    @Test
    void ownerOfTheDatabaseKilledUnderAnother() throws Exception {
        long account = account("owner-killed");
        try (MailvaneProcess owner = startImport(small, account);
                Connection database = installation.connect(owner)) {
            lock(database, "daily");
            awaitWaitingFor(database, "daily");
            try (MailvaneProcess joined = startImport(small, account)) {
                Awaiting.until(
                        "both imports wait",
                        MailvaneProcess.LIMIT,
                        () ->
                                unchecked(
                                                database,
                                                "select count(distinct pid) from pg_locks where not granted")
                                        == 2);
                assertThat(owner.kill()).isNotZero();
                assertThat(joined.awaitExit()).isEqualTo(1);
                assertThat(joined.out()).isEmpty();
                assertThat(joined.err()).contains("Lost the connection to the database");
            }
        }

        assertCompletedBy(small, importAll(small, account), account);
    }

    private static long account(String name) {
        return installation.account(name).get("account_id").asLong();
    }

    private static MailvaneProcess startImport(ReportFolder reports, long account)
            throws IOException {
        return MailvaneProcess.start(temp, arguments(reports, account));
    }

    private static JsonNode importAll(ReportFolder reports, long account) {
        CommandRun run = CommandRun.of(arguments(reports, account));
        assertThat(run.code()).as(run.err()).isZero();
        return run.json();
    }

    private static String[] arguments(ReportFolder reports, long account) {
        return new String[] {
            "import",
            "--json",
            "--account",
            Long.toString(account),
            "--data-dir",
            installation.data(),
            reports.folder().toString()
        };
    }

    /**
     * Runs the import until that many reports are stored and it waits for a table, and kills it.
     */
    private static void killWaitingFor(String table, int stored, long account) throws Exception {
        try (MailvaneProcess running = startImport(many, account);
                Connection database = installation.connect(running)) {
            awaitReports(database, account, stored);
            lock(database, table);
            awaitWaitingFor(database, table);
            assertThat(running.kill()).isNotZero();
        }
    }

    private static void assertCompletedBy(ReportFolder reports, JsonNode counts, long account)
            throws SQLException {
        assertThat(counts.get("found").asInt()).isEqualTo(reports.reports());
        assertThat(counts.get("imported").asInt()).isPositive();
        assertThat(counts.get("imported").asInt() + counts.get("duplicate").asInt())
                .isEqualTo(reports.reports());
        installation.assertExact(reports, account);
    }

    private static void assertAllDuplicate(ReportFolder reports, JsonNode counts, long account)
            throws SQLException {
        assertThat(counts.get("found").asInt()).isEqualTo(reports.reports());
        assertThat(counts.get("imported").asInt()).isZero();
        assertThat(counts.get("records").asInt()).isZero();
        assertThat(counts.get("duplicate").asInt()).isEqualTo(reports.reports());
        installation.assertExact(reports, account);
    }

    private static long sum(List<JsonNode> counts, String name) {
        return counts.stream().mapToLong(one -> one.get(name).asLong()).sum();
    }
}
