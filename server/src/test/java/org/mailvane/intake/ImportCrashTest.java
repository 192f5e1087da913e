package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.cli.CommandRun;
import org.mailvane.cli.MailvaneProcess;
import org.mailvane.cli.TargetFolders;
import org.mailvane.settings.DatabaseUrl;
import org.mailvane.settings.Setting;
import org.mailvane.settings.Settings;
import org.mailvane.settings.SettingsReader;
import org.mailvane.store.Database;
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

    /** More records than are held in memory: it is read again while it is written. */
    private static final int STREAMED = 4 * EnvelopeReader.HELD_RECORDS + 1_000;

    @TempDir(factory = TargetFolders.class)
    static Path temp;

    private static Path data;
    private static Path folder;
    private static ReportFolder reports;

    @BeforeAll
    static void makeReports() throws IOException {
        data = temp.resolve("data");
        folder = temp.resolve("reports");
        // In the order in which they are read: the large one is a batch of its own.
        reports =
                new ReportFolder(folder)
                        .large("a-large", STREAMED)
                        .files("b-small", 350)
                        .mailbox("c-mailbox", 60)
                        .archive("d-archive", 20)
                        .files("e-small", 200);
    }

    @Test
    void killedAtAnyMoment() throws Exception {
        long account = account("killed");
        // In the middle of the first large report, when a part of its rows is written.
        killWaitingFor("detail", 0, account);
        // With all rows of a batch written, but not their sums.
        killWaitingFor("daily", 1, account);
        // With everything written but what the ledger says of it.
        killWaitingFor("ledger_entry", 200, account);
        // And wherever it happens to be.
        try (MailvaneProcess running = startImport(account);
                Connection database = connect(running)) {
            awaitReports(database, account, 400);
            assertThat(running.kill()).isNotZero();
        }

        assertCompletedBy(importAll(account), account);
        assertAllDuplicate(importAll(account), account);
    }

    @Test
    void postgresqlKilled() throws Exception {
        long account = account("database-killed");
        try (MailvaneProcess running = startImport(account);
                Connection database = connect(running)) {
            awaitReports(database, account, 101);
            lock(database, "daily");
            awaitWaitingFor(database, "daily");
            postmaster(database).destroyForcibly();
            assertThat(running.awaitExit()).isEqualTo(1);
            assertThat(running.out()).isEmpty();
            assertThat(running.err())
                    .contains("PostgreSQL ended unexpectedly")
                    .contains("The connection to the database was lost", "Run the command again.")
                    .doesNotContain("The command failed");
        }

        assertCompletedBy(importAll(account), account);
    }

    @Test
    void toldToStop() throws Exception {
        long account = account("stopped");
        JsonNode stopped;
        try (MailvaneProcess running = startImport(account);
                Connection database = connect(running)) {
            assumeTrue(running.canBeTerminated(), "there are no signals on this system");
            awaitReports(database, account, 1);
            lock(database, "daily");
            awaitWaitingFor(database, "daily");
            running.terminate();
            running.awaitErr("Stopping");
            database.rollback();
            int terminated = 128 + 15;
            assertThat(running.awaitExit()).isEqualTo(terminated);
            assertThat(running.err()).contains("Stopped. What was read by now is stored");
            stopped = new JsonMapper().readTree(running.out());
        }
        assertThat(stopped.get("imported").asInt()).isBetween(1, reports.reports() - 1);
        assertThat(stopped.get("failed").asInt()).isZero();
        try (Database database = open();
                Connection connection = connect(database)) {
            assertThat(number(connection, "select count(*) from report", account))
                    .isEqualTo(stopped.get("imported").asLong());
            assertThat(text(connection, "select state from import", account)).isEqualTo("failed");
        }

        JsonNode rest = importAll(account);
        assertCompletedBy(rest, account);
        assertThat(rest.get("imported").asInt())
                .isEqualTo(reports.reports() - stopped.get("imported").asInt());
    }

    @Test
    void twoAtTheSameTime() throws Exception {
        long account = account("two");
        try (MailvaneProcess one = startImport(account);
                MailvaneProcess other = startImport(account)) {
            assertThat(one.awaitExit()).as(one.err()).isZero();
            assertThat(other.awaitExit()).as(other.err()).isZero();
            List<JsonNode> both =
                    List.of(
                            new JsonMapper().readTree(one.out()),
                            new JsonMapper().readTree(other.out()));
            assertThat(sum(both, "imported")).isEqualTo(reports.reports());
            assertThat(sum(both, "duplicate")).isEqualTo(reports.reports());
            assertThat(sum(both, "records")).isEqualTo(reports.records());
        }
        assertExact(account);
    }

    @Test
    void ownerOfTheDatabaseKilledUnderAnother() throws Exception {
        long account = account("owner-killed");
        try (MailvaneProcess owner = startImport(account);
                Connection database = connect(owner)) {
            lock(database, "daily");
            awaitWaitingFor(database, "daily");
            try (MailvaneProcess joined = startImport(account)) {
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
                assertThat(joined.err()).contains("The connection to the database was lost");
            }
        }

        assertCompletedBy(importAll(account), account);
    }

    private static long account(String name) {
        CommandRun created =
                CommandRun.of(
                        "account",
                        "create",
                        "--json",
                        "--name",
                        name,
                        "--owner",
                        name + "@example.com",
                        "--data-dir",
                        data.toString());
        assertThat(created.code()).as(created.err()).isZero();
        return created.json().get("account_id").asLong();
    }

    private static MailvaneProcess startImport(long account) throws IOException {
        return MailvaneProcess.start(temp, arguments(account));
    }

    private static JsonNode importAll(long account) {
        CommandRun run = CommandRun.of(arguments(account));
        assertThat(run.code()).as(run.err()).isZero();
        return run.json();
    }

    private static String[] arguments(long account) {
        return new String[] {
            "import",
            "--json",
            "--account",
            Long.toString(account),
            "--data-dir",
            data.toString(),
            folder.toString()
        };
    }

    /**
     * Runs the import until that many reports are stored and it waits for a table, and kills it.
     */
    private static void killWaitingFor(String table, int stored, long account) throws Exception {
        try (MailvaneProcess running = startImport(account);
                Connection database = connect(running)) {
            awaitReports(database, account, stored);
            lock(database, table);
            awaitWaitingFor(database, table);
            assertThat(running.kill()).isNotZero();
        }
    }

    private static void assertCompletedBy(JsonNode counts, long account) throws SQLException {
        assertThat(counts.get("found").asInt()).isEqualTo(reports.reports());
        assertThat(counts.get("imported").asInt()).isPositive();
        assertThat(counts.get("imported").asInt() + counts.get("duplicate").asInt())
                .isEqualTo(reports.reports());
        assertExact(account);
    }

    private static void assertAllDuplicate(JsonNode counts, long account) throws SQLException {
        assertThat(counts.get("found").asInt()).isEqualTo(reports.reports());
        assertThat(counts.get("imported").asInt()).isZero();
        assertThat(counts.get("records").asInt()).isZero();
        assertThat(counts.get("duplicate").asInt()).isEqualTo(reports.reports());
        assertExact(account);
    }

    /** Nothing is missing and nothing is there twice. */
    private static void assertExact(long account) throws SQLException {
        try (Database database = open();
                Connection connection = connect(database)) {
            assertNumber(connection, "select count(*) from report", account, reports.reports());
            assertNumber(connection, "select sum(records) from report", account, reports.records());
            assertNumber(
                    connection, "select sum(messages) from report", account, reports.messages());
            assertNumber(connection, "select count(*) from fact", account, reports.records());
            assertNumber(connection, "select sum(messages) from fact", account, reports.messages());
            assertNumber(
                    connection, "select sum(messages) from daily", account, reports.messages());
            assertNumber(
                    connection, "select count(*) from raw_message", account, reports.envelopes());
            assertNumber(
                    connection,
                    "select sum(imported) from ledger_entry",
                    account,
                    reports.reports());
            assertNumber(
                    connection,
                    "select sum(records) from ledger_entry",
                    account,
                    reports.records());
            assertSumsAreThoseOfTheFacts(connection, account);
            assertEveryFactHasItsReportAndDetail(connection, account);
        }
    }

    private static void assertSumsAreThoseOfTheFacts(Connection connection, long account)
            throws SQLException {
        String kept =
                """
                select domain_id, day, source, category, messages, dmarc, dkim, spf, quarantined,
                    rejected
                from daily where account_id = %1$d
                """
                        .formatted(account);
        String computed =
                """
                select domain_id, day, source, category, sum(messages),
                    coalesce(sum(messages) filter (where dkim_aligned or spf_aligned), 0),
                    coalesce(sum(messages) filter (where dkim_aligned), 0),
                    coalesce(sum(messages) filter (where spf_aligned), 0),
                    coalesce(sum(messages) filter (where disposition = 1), 0),
                    coalesce(sum(messages) filter (where disposition = 2), 0)
                from fact where account_id = %1$d
                group by domain_id, day, source, category
                """
                        .formatted(account);
        for (String difference :
                List.of(kept + " except " + computed, "(" + computed + ") except " + kept)) {
            assertThat(number(connection, "select count(*) from (" + difference + ") d"))
                    .as("sums that differ from the facts")
                    .isZero();
        }
    }

    private static void assertEveryFactHasItsReportAndDetail(Connection connection, long account)
            throws SQLException {
        String unlinked =
                """
                select count(*) from fact f where account_id = %d and (
                    not exists (select from detail d
                        where d.domain_id = f.domain_id and d.hash = f.detail)
                    or not exists (select from report r where r.id = f.report_id))
                """
                        .formatted(account);
        assertThat(number(connection, unlinked)).as("facts without report or detail").isZero();
    }

    private static void assertNumber(
            Connection connection, String query, long account, long expected) throws SQLException {
        assertThat(number(connection, query, account)).as(query).isEqualTo(expected);
    }

    private static long sum(List<JsonNode> counts, String name) {
        return counts.stream().mapToLong(one -> one.get(name).asLong()).sum();
    }

    /** The database while nobody else uses it. */
    private static Database open() {
        Settings settings =
                SettingsReader.read(Map.of(Setting.DATA_DIR, data.toString()), Map.of(), null);
        return Database.forCommand(settings, notice -> {});
    }

    private static Connection connect(Database database) throws SQLException {
        DatabaseUrl url = database.url();
        return DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
    }

    /**
     * The database that a command runs, as soon as it does. Without joining it: whoever joins is
     * waited for.
     */
    private static Connection connect(MailvaneProcess running) throws Exception {
        Path file = data.resolve("connection");
        String prefix = running.pid() + " ";
        Awaiting.until(
                "the command has a database",
                MailvaneProcess.LIMIT,
                () -> content(file).startsWith(prefix));
        String[] parts = content(file).strip().split(" ", 3);
        Connection connection =
                DriverManager.getConnection(
                        "jdbc:postgresql://127.0.0.1:" + parts[1] + "/postgres",
                        "mailvane",
                        parts[2]);
        connection.setAutoCommit(true);
        return connection;
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException notThere) {
            return "";
        }
    }

    private static void awaitReports(Connection database, long account, int stored) {
        Awaiting.until(
                stored + " reports are stored",
                MailvaneProcess.LIMIT,
                () ->
                        unchecked(
                                        database,
                                        "select count(*) from report where account_id = " + account)
                                >= stored);
    }

    private static void lock(Connection database, String table) throws SQLException {
        database.setAutoCommit(false);
        try (Statement statement = database.createStatement()) {
            statement.execute("lock table " + table + " in share mode");
        }
    }

    private static void awaitWaitingFor(Connection database, String table) {
        Awaiting.until(
                "the import waits for " + table,
                MailvaneProcess.LIMIT,
                () ->
                        unchecked(
                                        database,
                                        "select count(*) from pg_locks where not granted and relation = '"
                                                + table
                                                + "'::regclass")
                                > 0);
    }

    private static ProcessHandle postmaster(Connection database) throws Exception {
        Path directory = Path.of(text(database, "select current_setting('data_directory')"));
        String first = Files.readAllLines(directory.resolve("postmaster.pid")).getFirst();
        return ProcessHandle.of(Long.parseLong(first.strip())).orElseThrow();
    }

    private static long unchecked(Connection connection, String query) {
        try {
            return number(connection, query);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static long number(Connection connection, String query, long account)
            throws SQLException {
        return number(connection, query + " where account_id = " + account);
    }

    private static long number(Connection connection, String query) throws SQLException {
        return Long.parseLong(text(connection, query));
    }

    private static String text(Connection connection, String query, long account)
            throws SQLException {
        return text(connection, query + " where account_id = " + account);
    }

    private static String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            assertThat(result.next()).isTrue();
            return String.valueOf(result.getString(1));
        }
    }
}
