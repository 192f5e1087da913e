package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.intake.Installation.awaitWaitingFor;
import static org.mailvane.intake.Installation.connect;
import static org.mailvane.intake.Installation.lock;
import static org.mailvane.intake.Installation.text;
import static org.mailvane.intake.Installation.unchecked;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.cli.CommandRun;
import org.mailvane.cli.MailvaneProcess;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.Awaiting;

/** Rows are classified again by services that are killed: the next one does the rest. */
@Tag("slow")
class ReclassificationCrashTest {

    private static final int REPORTS = 200;

    /** As if other rules had classified every row. */
    private static final String OTHER_RULES =
            """
            update fact set category = 2, source = 100, rule = 3;
            delete from daily;
            insert into daily (account_id, domain_id, day, source, category, messages, dmarc, dkim, spf,
                quarantined, rejected)
            select account_id, domain_id, day, source, category, sum(messages),
                coalesce(sum(messages) filter (where dkim_aligned or spf_aligned), 0),
                coalesce(sum(messages) filter (where dkim_aligned), 0),
                coalesce(sum(messages) filter (where spf_aligned), 0),
                coalesce(sum(messages) filter (where disposition = 1), 0),
                coalesce(sum(messages) filter (where disposition = 2), 0)
            from fact group by account_id, domain_id, day, source, category;
            update domain_day set capable = 0, forwarded = 0, threat = 0,
                non_compliant = capable + non_compliant + forwarded + threat;
            delete from reclassification_queue;
            insert into reclassification_queue (account_id, domain_id, stale, since, due)
            select account_id, id, '[2000-01-01,9999-01-01)', now(), now() from domain;
            """;

    private static final String ROWS =
            """
            select md5(string_agg(r, '|' order by r)) from (
                select concat_ws(' ', report_id, day, address, header_from, category, source, rule,
                    messages, detail) as r
                from fact) f
            """;

    private static final String WRONG = "select count(*) from fact where rule = 3";

    @TempDir Path temp;

    @Test
    void whateverIsKilledRowsAndSumsAgreeAndTheRestIsDone() throws Exception {
        Installation installation = new Installation(temp.resolve("data"));
        long account = installation.account("settling").get("account_id").asLong();
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
        String before;
        try (Database database = installation.open();
                Connection connection = connect(database)) {
            before = text(connection, ROWS);
            try (Statement statement = connection.createStatement()) {
                statement.execute(OTHER_RULES);
            }
        }

        killWaitingFor(installation, "daily");
        installation.assertExact(reports, account);
        killWaitingFor(installation, "domain_day");
        installation.assertExact(reports, account);
        try (MailvaneProcess service = serve(installation);
                Connection database = installation.connect(service)) {
            Awaiting.until(
                    "some rows are classified again",
                    MailvaneProcess.LIMIT,
                    () -> unchecked(database, WRONG) < reports.records());
            assertThat(service.kill()).isNotZero();
        }
        installation.assertExact(reports, account);

        try (MailvaneProcess service = serve(installation);
                Connection database = installation.connect(service)) {
            Awaiting.until(
                    "nothing is left to be classified again",
                    MailvaneProcess.LIMIT,
                    () ->
                            unchecked(
                                            database,
                                            "select count(*) from reclassification_queue"
                                                    + " where not isempty(stale) or not isempty(taken_stale)")
                                    == 0);
            assertThat(text(database, ROWS)).isEqualTo(before);
        }
        installation.assertExact(reports, account);
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

    /** Kills a service in the middle of a chunk. */
    private void killWaitingFor(Installation installation, String table) throws Exception {
        try (MailvaneProcess service = serve(installation);
                Connection database = installation.connect(service)) {
            lock(database, table);
            awaitWaitingFor(database, table);
            assertThat(service.kill()).isNotZero();
        }
    }
}
