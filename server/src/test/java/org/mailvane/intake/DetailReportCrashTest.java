package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.intake.Installation.lock;
import static org.mailvane.intake.Installation.text;
import static org.mailvane.intake.Installation.unchecked;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.cli.CommandRun;
import org.mailvane.cli.MailvaneProcess;
import org.mailvane.testing.Awaiting;

/**
 * Reports of the detail viewer are finished by the service that comes after one that was killed.
 */
@Tag("slow")
class DetailReportCrashTest {

    private static final int REPORTS = 100;

    private static final String ASK =
            """
            insert into detail_report (account_id, user_id, search_token, criteria, criteria_hash,
                domains, weight, state, stage, progress, created, expires)
            select u.account_id, u.id, '%s', '{"domains": [], "providers": [],
                "start_date": "2012-01-01", "end_date": "2100-01-01", "filter_option": "n",
                "ip_cidr": "", "country_code": [], "spf_result": [], "spf_policy": "",
                "dkim_result": [], "dkim_policy": "", "dmarc_policy": [], "rule_number": [],
                "spf_domain": "", "ptr": "", "override_comment": ""}',
                '', array(select id from domain), 1000000, 'queued', 'queued', 0, now(),
                now() + interval '3 days'
            from account_user u
            """;

    private static final String READING =
            """
            select count(*) from pg_stat_activity
            where wait_event_type = 'Lock' and query like 'select f.domain_id, f.header_from%'
            """;

    private static final String STORING =
            """
            select count(*) from pg_stat_activity
            where wait_event_type = 'Lock' and query like '%detail_snapshot%where account_id%'
            """;

    private static final String ROWS =
            """
            select count(*) from (
                select distinct header_from, address, category, source, rule, disposition,
                    dkim_aligned, spf_aligned, detail from fact) rows
            """;

    /** What was found, to the byte. */
    private static final String FOUND =
            """
            select r.found || ' ' || (select md5(string_agg(s.bytes, '' order by s.piece))
                from detail_snapshot s where s.report_id = r.id)
            from detail_report r where r.search_token = '%s'
            """;

    @TempDir Path temp;

    @Test
    void aReportIsFinishedThoughItsServicesAreKilled() throws Exception {
        Installation installation = new Installation(temp.resolve("data"));
        long account = installation.account("detail").get("account_id").asLong();
        ReportFolder reports = new ReportFolder(temp.resolve("reports")).files("report", REPORTS);
        CommandRun run =
                CommandRun.of(
                        "import",
                        "--account",
                        Long.toString(account),
                        "--data-dir",
                        installation.data(),
                        reports.folder().toString());
        assertThat(run.code()).as(run.err()).isZero();

        try (MailvaneProcess service = serve(installation);
                Connection database = installation.connect(service)) {
            awaitSettled(database);
            database.setAutoCommit(false);
            execute(database, "lock table fact in access exclusive mode");
            try (Connection other = installation.connect(service)) {
                execute(other, ASK.formatted("first"));
                Awaiting.until(
                        "its rows are read",
                        MailvaneProcess.LIMIT,
                        () -> unchecked(other, READING) > 0);
                assertThat(text(other, "select state from detail_report")).isEqualTo("running");
                assertThat(service.kill()).isNotZero();
            }
        }

        try (MailvaneProcess service = serve(installation);
                Connection database = installation.connect(service)) {
            lock(database, "detail_snapshot");
            try (Connection other = installation.connect(service)) {
                Awaiting.until(
                        "it is stored", MailvaneProcess.LIMIT, () -> unchecked(other, STORING) > 0);
                assertThat(service.kill()).isNotZero();
            }
        }

        try (MailvaneProcess service = serve(installation);
                Connection database = installation.connect(service)) {
            awaitReady(database, 1);
            assertThat(text(database, "select attempts from detail_report")).isEqualTo("3");
            execute(database, ASK.formatted("undisturbed"));
            awaitReady(database, 2);
            assertThat(text(database, FOUND.formatted("first")))
                    .isEqualTo(text(database, FOUND.formatted("undisturbed")));
            assertThat(text(database, "select min(found) from detail_report"))
                    .isEqualTo(text(database, ROWS));
        }
    }

    /** Rows stay as they are from then on. */
    private static void awaitSettled(Connection database) {
        Awaiting.until(
                "nothing is to be classified again",
                MailvaneProcess.LIMIT,
                () ->
                        unchecked(
                                        database,
                                        """
                                        select count(*) from reclassification_queue
                                        where due <= now() or leased_until is not null
                                        """)
                                == 0);
    }

    private static void awaitReady(Connection database, int number) {
        Awaiting.until(
                number + " reports are ready",
                MailvaneProcess.LIMIT,
                () ->
                        unchecked(
                                        database,
                                        "select count(*) from detail_report where state = 'ready'")
                                == number);
    }

    private static void execute(Connection database, String sql) throws SQLException {
        try (Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    private MailvaneProcess serve(Installation installation) throws IOException {
        return MailvaneProcess.start(
                temp,
                "serve",
                "--data-dir",
                installation.data(),
                "--http-address",
                "127.0.0.1:0",
                // Nobody answers there, so that rows stay as they were.
                "--dns-servers",
                "127.0.0.1:9");
    }
}
