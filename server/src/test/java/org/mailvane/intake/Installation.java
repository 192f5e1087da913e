package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.mailvane.cli.CommandRun;
import org.mailvane.cli.MailvaneProcess;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.platform.store.Database;
import org.mailvane.postgres.TestPostgres;
import org.mailvane.testing.Awaiting;
import tools.jackson.databind.JsonNode;

/** A data directory whose programs are killed, and what is in it afterwards. */
public final class Installation {

    private final Path data;

    public Installation(Path data) {
        TestPostgres.prepare(data);
        this.data = data;
    }

    /** Where it lies. */
    public String data() {
        return data.toString();
    }

    /** Makes an account; answers what the command says of it. */
    public JsonNode account(String name) {
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
                        data());
        assertThat(created.code()).as(created.err()).isZero();
        return created.json();
    }

    /** Nothing is missing and nothing is there twice. */
    public void assertExact(ReportFolder reports, long account) throws SQLException {
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
            assertSumsAreThoseOfTheFacts(connection);
            assertEveryFactHasItsReportAndDetail(connection);
        }
    }

    /** The sums by day are those of the facts, whatever these count for. */
    static void assertSumsAreThoseOfTheFacts(Connection connection) throws SQLException {
        String kept =
                """
                select account_id, domain_id, day, source, category, trust, messages, dmarc, dkim, spf,
                    quarantined, rejected
                from daily
                """;
        String computed =
                """
                select account_id, domain_id, day, source, category, least(trust, 2),
                    coalesce(sum(messages) filter (where counts), 0),
                    coalesce(sum(messages) filter (where counts and (dkim_aligned or spf_aligned)), 0),
                    coalesce(sum(messages) filter (where counts and dkim_aligned), 0),
                    coalesce(sum(messages) filter (where counts and spf_aligned), 0),
                    coalesce(sum(messages) filter (where counts and disposition = 1), 0),
                    coalesce(sum(messages) filter (where counts and disposition = 2), 0)
                from (select *, trust < 3 as counts from fact) f
                group by account_id, domain_id, day, source, category, least(trust, 2)
                """;
        for (String difference :
                List.of(kept + " except " + computed, "(" + computed + ") except " + kept)) {
            assertThat(number(connection, "select count(*) from (" + difference + ") d"))
                    .as("sums that differ from the facts")
                    .isZero();
        }
    }

    static void assertEveryFactHasItsReportAndDetail(Connection connection) throws SQLException {
        String unlinked =
                """
                select count(*) from fact f where
                    not exists (select from auth_result d
                        where d.domain_id = f.domain_id and d.hash = f.detail)
                    or not exists (select from report r where r.id = f.report_id)
                """;
        assertThat(number(connection, unlinked)).as("facts without report or detail").isZero();
    }

    private static void assertNumber(
            Connection connection, String query, long account, long expected) throws SQLException {
        assertThat(number(connection, query, account)).as(query).isEqualTo(expected);
    }

    /** The database while nobody else uses it. */
    public Database open() {
        Settings settings =
                SettingsReader.read(Map.of(Setting.DATA_DIR, data.toString()), Map.of(), null);
        return Database.forCommand(settings, notice -> {});
    }

    /** A connection to it. */
    public static Connection connect(Database database) throws SQLException {
        DatabaseUrl url = database.url();
        return DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
    }

    /**
     * The database that a command runs, as soon as it does. Without joining it: the command waits
     * for those that join.
     */
    public Connection connect(MailvaneProcess running) throws Exception {
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

    /** Waits until an account has so many reports. */
    public static void awaitReports(Connection database, long account, int stored) {
        Awaiting.until(
                stored + " reports are stored",
                MailvaneProcess.LIMIT,
                () ->
                        unchecked(
                                        database,
                                        "select count(*) from report where account_id = " + account)
                                >= stored);
    }

    /** Locks a table until the connection is rolled back or closed. */
    public static void lock(Connection database, String table) throws SQLException {
        database.setAutoCommit(false);
        try (Statement statement = database.createStatement()) {
            statement.execute("lock table " + table + " in share mode");
        }
    }

    /** Waits until somebody waits for that table. */
    public static void awaitWaitingFor(Connection database, String table) {
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

    /** The process of PostgreSQL. */
    public static ProcessHandle postmaster(Connection database) throws Exception {
        Path directory = Path.of(text(database, "select current_setting('data_directory')"));
        String first = Files.readAllLines(directory.resolve("postmaster.pid")).getFirst();
        return ProcessHandle.of(Long.parseLong(first.strip())).orElseThrow();
    }

    /** The number that a query answers. */
    public static long unchecked(Connection connection, String query) {
        try {
            return number(connection, query);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    public static long number(Connection connection, String query, long account)
            throws SQLException {
        return number(connection, query + " where account_id = " + account);
    }

    public static long number(Connection connection, String query) throws SQLException {
        return Long.parseLong(text(connection, query));
    }

    public static String text(Connection connection, String query, long account)
            throws SQLException {
        return text(connection, query + " where account_id = " + account);
    }

    public static String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            assertThat(result.next()).isTrue();
            return String.valueOf(result.getString(1));
        }
    }
}
