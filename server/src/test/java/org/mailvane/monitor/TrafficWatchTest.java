package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.Accounts;
import org.mailvane.jobs.StopSign;
import org.mailvane.store.Database;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;

/** What is unusual about domains' traffic becomes events. */
class TrafficWatchTest {

    /** The day that is judged: the last that ended three days ago. */
    private static final LocalDate DAY = LocalDate.of(2026, 6, 1);

    private final TestClock clock = new TestClock(Instant.parse("2026-06-05T00:00:00Z"));
    private final Database database = TestDatabases.migrated();
    private final TestSql sql = new TestSql(database);
    private final TestService service = TestService.start(Map.of(), database, clock);
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
                insert into domain_day (account_id, domain_id, day, capable, non_compliant, forwarded, threat)
                select account_id, id, '%1$s', %5$d, 0, 0, %6$d from domain
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
                    remarks, errors)
                select account_id, id, '%2$s', '%1$s', '%1$s 00:00Z', '%1$s 23:59Z',
                    gen_random_uuid(), now(), name, '', 1, 1, 0, 0, '{}', '{}' from domain
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
        assertThat(sql.value("select details from timeline_event"))
                .contains("shop.example", "2026-06-01", "30 messages");
        judge();
        assertThat(events()).hasSize(1);
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
        sent(DAY.plusDays(1), 5, 1, 1_000);
        judge();
        assertThat(events()).containsExactly("volume_spike|200|1000", "threat_spike|200|3000");
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
        assertThat(sql.value("select details from timeline_event")).contains("2026-05-27");
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
                    remarks, errors)
                select account_id, d.id, 'r' || i, cast(day as text), day, day, gen_random_uuid(),
                    now(), name, '', 1, 1, 0, 0, '{}', '{}'
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
}
