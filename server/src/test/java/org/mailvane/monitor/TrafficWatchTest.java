package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.Accounts;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;
import org.mailvane.timeline.EventDetails;

/** What is unusual about domains' traffic becomes events. */
class TrafficWatchTest {

    /** The day that is judged: the last that ended three days ago. */
    private static final LocalDate DAY = LocalDate.of(2026, 6, 1);

    private final TestClock clock = new TestClock(Instant.parse("2026-06-05T00:00:00Z"));
    private final TestService service = TestService.shared(clock);
    private final Database database = service.database();
    private final TestSql sql = service.sql();
    private final Accounts.Created account = service.account("One");
    private final long account1 = account.account().id();

    TrafficWatchTest() {
        // The service's own run, which is due at its start, finds no domain.
        Awaiting.until(
                "the job has run",
                Duration.ofSeconds(30),
                () ->
                        sql.value(
                                        "select count(*) from scheduled_tasks where task_name ="
                                                + " 'traffic_watch' and last_success is not null")
                                .equals("1"));
        sql.execute(
                "insert into domain (account_id, name, top_level, origin, added_date) values ("
                        + account1
                        + ", 'shop.example', true, 'm', now())");
    }

    @AfterEach
    void stop() {
        service.close();
    }

    /** Messages of a source on a day, in both tables of sums. */
    private void sent(LocalDate day, int source, int category, long messages) {
        sql.execute(
                """
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc, dkim,
                    spf, quarantined, rejected)
                select account_id, id, '%1$s', %2$d, %3$d, %4$d, 0, 0, 0, 0, 0 from domain;
                insert into domain_day (account_id, domain_id, day, capable, non_compliant, forwarded, threat, passed)
                select account_id, id, '%1$s', %5$d, 0, 0, %6$d, 0 from domain
                on conflict (domain_id, day) do update set capable = domain_day.capable + excluded.capable,
                    threat = domain_day.threat + excluded.threat
                """
                        .formatted(
                                day,
                                source,
                                category,
                                messages,
                                category == 4 ? 0 : messages,
                                category == 4 ? messages : 0));
    }

    private void usual(int days) {
        DAY.minusDays(days)
                .datesUntil(DAY)
                .forEach(day -> {
                    sent(day, 5, 1, 200);
                    sent(day, 0, 4, 200);
                });
    }

    private void reported(LocalDate day, String reporter) {
        sql.execute(
                """
                insert into report (account_id, domain_id, reporter, report_id, begin_at, end_at,
                    content_hash, received, policy_domain, email, records, messages, skipped, not_stored,
                    remarks, errors, reporter_number)
                select account_id, id, '%2$s', '%1$s', '%1$s 00:00Z', '%1$s 23:59Z',
                    gen_random_uuid(), now(), name, '', 1, 1, 0, 0, '{}', '{}', 0 from domain
                """
                        .formatted(day, reporter));
    }

    private void judge() {
        service.part(TrafficWatch.class).run(new StopSign(() -> false));
    }

    private List<String> events() {
        return sql.rows("select change, old_value, new_value from timeline_event order by id");
    }

    @Test
    void aSourceThatNeverSentBeforeIsNew() {
        usual(20);
        sent(DAY, 5, 1, 200);
        sent(DAY, 6, 1, 30);
        sent(DAY, 7, 4, 30);
        judge();
        assertThat(sql.rows("select change from timeline_event")).containsExactly("new_source");
        assertThat(EventDetails.english(sql, "true").getFirst())
                .contains("shop.example", "2026-06-01", "30 messages, of which 0 passed DMARC.");
        judge();
        assertThat(events()).hasSize(1);
    }

    @Test
    void reportersThatWereMissedAreForgottenSoManyAtOnce() {
        sql.execute(
                """
                insert into silent_reporter (account_id, domain_id, reporter, last_day)
                select account_id, id, 'r' || n, '2020-01-01'
                from domain, generate_series(1, %d) n
                """
                        .formatted(TrafficWatchTable.FORGOTTEN_AT_ONCE + 1));
        MissedReporters missed = service.part(MissedReporters.class);
        LocalDate before = LocalDate.of(2020, 1, 2);
        assertThat(missed.forgetSome(before)).as("there may be more").isTrue();
        assertThat(sql.value("select count(*) from silent_reporter")).isEqualTo("1");
        assertThat(missed.forgetSome(before)).isFalse();
        assertThat(sql.value("select count(*) from silent_reporter")).isEqualTo("0");
    }

    @Test
    void toADomainThatIsHardlyKnownNobodyIsNew() {
        usual(TrafficWatch.KNOWN_DAYS - 1);
        sent(DAY, 6, 1, 30);
        judge();
        assertThat(events()).isEmpty();
    }

    @Test
    void aDayIsJudgedThreeDaysAfterItHasEnded() {
        usual(20);
        sent(DAY, 6, 1, 30);
        clock.advance(Duration.ofSeconds(-1));
        judge();
        assertThat(events()).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        judge();
        assertThat(events()).hasSize(1);
    }

    @Test
    void farMoreMailIsASpikeOnItsFirstDay() {
        usual(40);
        sent(DAY, 5, 1, 1_000);
        sent(DAY, 0, 4, 3_000);
        sql.execute("update daily set rejected = 2500 where category = 4 and messages = 3000");
        sent(DAY.plusDays(1), 5, 1, 1_000);
        judge();
        assertThat(events()).containsExactly("volume_spike|200|1000", "threat_spike|200|3000");
        assertThat(EventDetails.english(sql, "true"))
                .satisfiesExactly(
                        volume -> assertThat(volume).endsWith("On most days it is about 200."),
                        threat -> assertThat(threat).endsWith("Receivers rejected 2,500 of them."));
        clock.advance(Duration.ofDays(1));
        judge();
        assertThat(events()).hasSize(2);
    }

    @Test
    void daysThatWereMissedAreJudgedLater() {
        usual(40);
        judge();
        sent(DAY.plusDays(1), 6, 1, 30);
        sent(DAY.plusDays(2), 7, 1, 30);
        clock.advance(Duration.ofDays(3));
        judge();
        assertThat(sql.rows("select change from timeline_event"))
                .containsExactly("new_source", "new_source");
    }

    @Test
    void whatWasMissedForLongIsNobodysNewsAnyMore() {
        usual(40);
        judge();
        sent(DAY.plusDays(1), 6, 1, 30);
        sent(DAY.plusDays(2), 7, 1, 30);
        clock.advance(Duration.ofDays(TrafficWatch.MAX_MISSED + 1));
        judge();
        assertThat(sql.rows("select new_value from timeline_event")).hasSize(1);
    }

    @Test
    void reportsThatStopAndComeAgainAreTold() {
        DAY.minusDays(40).datesUntil(DAY.minusDays(4)).forEach(day -> reported(day, "one.example"));
        judge();
        assertThat(events()).containsExactly("reports_stopped||");
        assertThat(EventDetails.english(sql, "true").getFirst()).contains("2026-05-27");
        reported(DAY.plusDays(1), "one.example");
        clock.advance(Duration.ofDays(1));
        judge();
        assertThat(events()).containsExactly("reports_stopped||", "reports_resumed||");
    }

    @Test
    void ofSeveralReportersTheSilentOneIsTold() {
        DAY.minusDays(40).datesUntil(DAY.plusDays(1)).forEach(day -> reported(day, "one.example"));
        DAY.minusDays(40).datesUntil(DAY.minusDays(5)).forEach(day -> reported(day, "two.example"));
        judge();
        assertThat(events()).containsExactly("reports_stopped|two.example|");
        reported(DAY.plusDays(1), "two.example");
        clock.advance(Duration.ofDays(1));
        judge();
        assertThat(events())
                .containsExactly("reports_stopped|two.example|", "reports_resumed||two.example");
    }

    @Test
    void ofVeryManyReportersThoseThatReportMostOftenAreJudged() {
        DAY.minusDays(40).datesUntil(DAY.plusDays(1)).forEach(day -> reported(day, "one.example"));
        sql.execute(
                """
                insert into report (account_id, domain_id, reporter, report_id, begin_at, end_at,
                    content_hash, received, policy_domain, email, records, messages, skipped, not_stored,
                    remarks, errors, reporter_number)
                select account_id, d.id, 'r' || i, cast(day as text), day, day, gen_random_uuid(),
                    now(), name, '', 1, 1, 0, 0, '{}', '{}', 0
                from domain d, generate_series(1, %d) i,
                    generate_series(timestamptz '%s 00:00Z', '%s 00:00Z', '1 day') day
                """
                        .formatted(
                                TrafficWatch.MAX_REPORTERS + 5,
                                DAY.minusDays(40),
                                DAY.minusDays(5)));
        judge();
        // One of those that are judged reports still.
        assertThat(sql.rows("select 1 from timeline_event where change = 'reports_stopped'"))
                .hasSize(TrafficWatch.MAX_REPORTERS - 1);
    }

    @Test
    void onlySoManyNewSourcesAreTold() {
        usual(20);
        for (int i = 0; i < TrafficWatch.MAX_NEW_SOURCES + 5; i++) {
            sent(DAY, 100 + i, 1, 30);
        }
        judge();
        assertThat(sql.rows("select 1 from timeline_event where change = 'new_source'"))
                .hasSize(TrafficWatch.MAX_NEW_SOURCES);
    }

    private void addOther() {
        sql.execute(
                "insert into domain (account_id, name, top_level, origin, added_date) values ("
                        + account1
                        + ", 'other.example', true, 'm', now())");
    }

    /** A connection of somebody else, in a transaction with a lock. */
    private Connection holding(String lock) throws SQLException {
        DatabaseUrl url = database.url();
        Connection connection =
                DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute(lock);
        }
        return connection;
    }

    @Test
    void reportsAreTakenInWhileTrafficIsJudged() throws Exception {
        usual(20);
        sent(DAY, 6, 1, 30);
        byte[] report =
                SampleReport.about("shop.example")
                        .period(DAY + "T00:00:00Z", DAY + "T23:59:59Z")
                        .record("192.0.2.1", 4, "none", true, true)
                        .xml();
        CompletableFuture<Void> judging;
        // Only judging reads this table.
        try (Connection reading = holding("lock table silent_reporter in access exclusive mode")) {
            judging =
                    CompletableFuture.runAsync(this::judge, task -> Thread.ofVirtual().start(task));
            Awaiting.until(
                    "traffic is being read",
                    Duration.ofSeconds(30),
                    () ->
                            !sql.rows(
                                            "select 1 from pg_locks where not granted and relation ="
                                                    + " 'silent_reporter'::regclass")
                                    .isEmpty());
            assertThat(
                            service.call(
                                            "POST",
                                            account.apiToken(),
                                            "/api/v1/imports/",
                                            BodyPublishers.ofByteArray(report),
                                            Map.of())
                                    .status())
                    .isEqualTo(202);
            Awaiting.until(
                    "the report is taken in",
                    Duration.ofSeconds(30),
                    () -> sql.rows("select 1 from report").size() == 1);
            assertThat(judging.isDone()).isFalse();
            reading.rollback();
        }
        judging.join();
        assertThat(events()).hasSize(1);
    }

    @Test
    @Tag("slow")
    void aDomainThatSomebodyHoldsIsJudgedByTheNextRunAndTheOthersAreNotKept() throws SQLException {
        addOther();
        usual(20);
        sent(DAY, 6, 1, 30);
        String told = "select domain from timeline_event order by id";
        try (Connection importing =
                holding("select from domain where name = 'shop.example' for no key update")) {
            judge();
            assertThat(sql.rows(told)).containsExactly("other.example");
            importing.rollback();
        }
        judge();
        assertThat(sql.rows(told)).containsExactly("other.example", "shop.example");
    }

    @Test
    void aDomainWithoutNewsIsJudgedWhileReportsAboutItAreTakenIn() throws SQLException {
        usual(20);
        sent(DAY, 5, 1, 200);
        try (Connection importing = holding("select from domain for no key update")) {
            judge();
            assertThat(sql.value("select judged from watched_traffic")).isEqualTo(DAY.toString());
            importing.rollback();
        }
    }

    @Test
    void whatSomebodyElseHasJudgedMeanwhileIsNotToldTwice() {
        Scope scope = account.account().scope();
        TrafficWatchTable table = service.part(TrafficWatchTable.class);
        for (int i = 0; i < 2; i++) {
            LocalDate day = DAY.plusDays(i);
            List<TrafficWatchTable.Due> due = table.due(scope, day, new DomainId(0), 10);
            assertThat(table.setJudged(scope, due, day)).hasSize(1);
            assertThat(table.setJudged(scope, due, day)).isEmpty();
            assertThat(table.due(scope, day, new DomainId(0), 10)).isEmpty();
        }
    }

    @Test
    void moreDomainsThanAreJudgedTogetherAreJudged() {
        sql.execute(
                """
                insert into domain (account_id, name, top_level, origin, added_date)
                select %d, 'd' || i || '.example', true, 'm', now() from generate_series(1, %d) i
                """
                        .formatted(account1, 2 * TrafficWatch.BATCH));
        judge();
        assertThat(sql.value("select count(*) from watched_traffic where judged = '" + DAY + "'"))
                .isEqualTo(String.valueOf(2 * TrafficWatch.BATCH + 1));
    }

    @Test
    void aReporterThatStaysAwayIsMissedForAWhileAndThatNobodyReportsForAsLongAsItLasts() {
        // Else it would be found silent once more, by the same reports.
        assertThat(TrafficWatch.MISSED_DAYS)
                .isGreaterThan(ReporterSilence.DAYS + ReporterSilence.SILENT);
        DAY.minusDays(40).datesUntil(DAY.plusDays(1)).forEach(day -> reported(day, "one.example"));
        LocalDate last = DAY.minusDays(6);
        DAY.minusDays(40).datesUntil(last.plusDays(1)).forEach(day -> reported(day, "two.example"));
        judge();
        sql.execute(
                "insert into silent_reporter (account_id, domain_id, reporter, last_day)"
                        + " select account_id, id, '', '2020-01-01' from domain");
        String silent = "select reporter, last_day from silent_reporter order by reporter";
        clock.advance(
                Duration.ofDays(
                        ChronoUnit.DAYS.between(DAY, last.plusDays(TrafficWatch.MISSED_DAYS))));
        judge();
        assertThat(sql.rows(silent)).containsExactly("|2020-01-01", "two.example|" + last);
        clock.advance(Duration.ofDays(1));
        judge();
        assertThat(sql.rows(silent)).containsExactly("|2020-01-01");
        // It comes back as somebody new.
        reported(last.plusDays(TrafficWatch.MISSED_DAYS + 1L), "two.example");
        judge();
        assertThat(sql.rows("select change from timeline_event"))
                .containsExactly("reports_stopped");
        sql.execute("delete from domain");
        assertThat(sql.rows(silent)).isEmpty();
    }
}
