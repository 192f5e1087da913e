package org.mailvane.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.actions.TaskTexts;
import org.mailvane.domains.DomainId;
import org.mailvane.planner.PlannedDomain.Remembered;
import org.mailvane.planner.PlannerFixture.Person;
import org.mailvane.planner.PolicyAdviceTable.Taken;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.testing.Awaiting;
import org.mailvane.traffic.reclassify.Reclassification;
import tools.jackson.databind.JsonNode;

/** What happens as time passes: each test moves a separate clock. */
class AdviceWorkerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String NONE = "v=DMARC1; p=none; rua=mailto:a@shop.example";
    private static final LocalDate FIRST = LocalDate.of(2026, 10, 18);
    private static final LocalDate LAST = PlannerFixture.LAST;

    private PlannerFixture fixture;
    private Person owner;

    @BeforeEach
    void start() {
        fixture = new PlannerFixture();
        owner = fixture.owner().add("shop.example");
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void daysMoveOnAtMidnightByThemselves() {
        owner.sent("shop.example", LAST.plusDays(1).toString(), 1, 1, 7, 7);
        owner.publishes("shop.example", NONE);
        assertThat(owner.row("shop.example").path("message_count").asInt()).isZero();
        fixture.clock.advance(Duration.ofHours(12).plus(AdviceWork.SPREAD));
        JsonNode row = owner.row("shop.example");
        assertThat(row.path("message_count").asInt()).isEqualTo(7);
        assertThat(row.path("days_observed").asInt()).isEqualTo(1);
    }

    /** Reports go elsewhere, and are imported: the domain and those below it count. */
    @Test
    void reportsOfTheLastDaysShowThatReportsCome() {
        String yesterday = LAST.plusDays(3).toString();
        owner.add("news.shop.example", "other.example");
        owner.publishes("shop.example", NONE);
        owner.sent("other.example", yesterday, 1, 1, 5, 5);
        owner.sent("shop.example", LAST.toString(), 1, 1, 5, 5);
        owner.sent("shop.example", yesterday, 1, 1, 0, 0);
        assertThat(isReportedLately()).isFalse();
        owner.sent("shop.example", yesterday, 2, 1, 5, 5);
        assertThat(isReportedLately()).isTrue();
        fixture.sql.execute("update daily set trust = 2 where source = 2");
        assertThat(isReportedLately()).as("totals only").isFalse();
        owner.sent("news.shop.example", yesterday, 1, 1, 5, 5);
        assertThat(isReportedLately()).as("below it").isTrue();
        fixture.sql.execute("delete from daily where day <= '%s'".formatted(LAST));
        owner.changed("shop.example");
        fixture.judgeAll();
        assertThat(tasks())
                .anySatisfy(task ->
                        assertThat(task).contains("is collecting reports about shop.example"));
    }

    private boolean isReportedLately() {
        return fixture.service
                .part(PlannedDomainTable.class)
                .list(owner.scope, List.of(owner.id("shop.example")), fixture.clock.instant())
                .getFirst()
                .reportedLately();
    }

    @Test
    void aDomainWithoutARowGetsOneByAndBy() {
        fixture.judgeAll();
        fixture.sql.execute("delete from policy_advice");
        fixture.clock.advance(AdviceWorker.CARE);
        Awaiting.until(
                "it has one",
                PATIENCE,
                () ->
                        fixture.sql
                                .value(
                                        "select count(*) from policy_advice where judged is not null")
                                .equals("1"));
    }

    @Test
    void reportsThatComeHaveTheirDomainJudged() {
        owner.publishes("shop.example", NONE);
        // Else it may be judged, by a mailbox that is noticed then, at the instant of the report.
        fixture.service.part(AdvisedMailboxes.class).compare();
        assertThat(owner.row("shop.example").path("days_observed").asInt()).isZero();
        fixture.clock.advance(AdviceWorker.CARE);
        owner.report("shop.example", LAST, "shop.example", 5, 0);
        fixture.clock.advance(AdviceWorker.CARE);
        Awaiting.until(
                "it is judged",
                PATIENCE,
                () -> owner.row("shop.example").path("days_observed").asInt() == 1);
    }

    /** New rows are classified by what is known at once, and by what DNS says later. */
    @Test
    void rowsThatAreClassifiedAgainHaveTheirDomainJudgedSoon() {
        owner.publishes("shop.example", NONE);
        owner.report("shop.example", LAST, "shop.example", 5, 0);
        owner.report("shop.example", LAST.plusDays(1), "shop.example", 5, 0);
        fixture.settleAll();
        fixture.sql.execute("update fact set category = 4; update daily set category = 4");
        // Else it is noticed in between that the account's mailbox is a new one.
        fixture.service.part(AdvisedMailboxes.class).compare();
        owner.changed("shop.example");
        fixture.judgeAll();
        assertThat(forged()).isEqualTo(5);
        long judgements = changes();
        fixture.service.part(Reclassification.class).changed(owner.scope);
        awaitSettled();
        assertThat(changes()).isGreaterThan(judgements);
        Awaiting.until("it is judged by its rows as they are now", PATIENCE, () -> forged() == 0);
        // Nothing that is judged has changed.
        fixture.sql.execute(
                "update fact set category = 4 where day > '%s'".formatted(PlannerFixture.LAST));
        fixture.service.part(Reclassification.class).changed(owner.scope);
        Awaiting.until(
                "they are classified again",
                PATIENCE,
                () ->
                        fixture.sql
                                .value("select count(*) from fact where category = 4")
                                .equals("0"));
        awaitSettled();
        assertThat(forged()).isZero();
    }

    private void awaitSettled() {
        Awaiting.until(
                "nothing is left to classify",
                PATIENCE,
                () ->
                        fixture.sql
                                .value(
                                        "select count(*) from reclassification_queue where not isempty(stale) or leased_until is not null")
                                .equals("0"));
    }

    @Test
    void nothingIsJudgedWhileRowsAreClassified() {
        owner.sent("shop.example", FIRST.toString(), 1, 1, 1000, 1000);
        owner.publishes("shop.example", NONE);
        assertThat(owner.row("shop.example").path("recommendation").asString())
                .isEqualTo("quarantine");
        owner.report("shop.example", LAST, "shop.example", 100, 0);
        // As soon as rows are stored, and when the planner has noticed it.
        assertThat(isJudged()).isFalse();
        owner.changed("shop.example");
        fixture.awaitJudged();
        assertThat(isJudged()).isFalse();
        assertThat(fixture.sql.value("select settled from policy_advice")).isEqualTo("f");
        assertThat(owner.get("?policy_ready=true").json().path("count").asInt()).isZero();
        assertThat(owner.get("?recommendation=monitor").json().path("count").asInt()).isOne();
        assertThat(owner.row("shop.example").path("judged").asBoolean()).isTrue();
        assertThat(owner.row("shop.example").path("policy_ready").asBoolean()).isTrue();
    }

    private boolean isJudged() {
        JsonNode row =
                owner.get("?domain=shop.example")
                        .json()
                        .path("results")
                        .valueStream()
                        .filter(one -> one.path("domain").asString().equals("shop.example"))
                        .findFirst()
                        .orElseThrow();
        if (!row.path("judged").asBoolean()) {
            assertThat(row.path("policy_ready").asBoolean()).isFalse();
            assertThat(row.path("recommendation").asString()).isEqualTo("monitor");
            assertThat(row.at("/blocking/0").asString()).startsWith("Not judged yet");
            assertThat(row.path("recommended_record").asString()).isEmpty();
        }
        return row.path("judged").asBoolean();
    }

    /** Rows of a subdomain count too; days that are not judged do not. */
    @Test
    void rowsThatDoNotCountAreNotWaitedFor() {
        owner.add("news.shop.example");
        owner.sent("shop.example", FIRST.toString(), 1, 1, 1000, 1000);
        owner.publishes("shop.example", NONE);
        fixture.judgeAll();
        assertThat(isJudged()).isTrue();
        unsettled("news.shop.example", LAST.plusDays(1), "fresh", 0, "0 minutes");
        assertThat(isJudged()).isTrue();
        unsettled("news.shop.example", LAST, "fresh", 0, "0 minutes");
        assertThat(isJudged()).isFalse();
        unsettled("shop.example", LAST.minusDays(JudgedDays.LOOK_BACK), "stale", 0, "0 minutes");
        assertThat(isJudged()).isTrue();
        unsettled("shop.example", LAST, "taken_stale", 0, "0 minutes");
        assertThat(isJudged()).isFalse();
        fixture.sql.execute("update reclassification_queue set taken_for_advice = false");
        assertThat(isJudged()).as("rows of strangers").isTrue();
        unsettled("shop.example", LAST, "stale", 0, "0 minutes");
        fixture.sql.execute("update reclassification_queue set for_advice = false");
        assertThat(isJudged()).as("rows of strangers").isTrue();
    }

    /** A few addresses may never have an answer. */
    @Test
    void dnsIsWaitedForOnlySoLong() {
        owner.sent("shop.example", FIRST.toString(), 1, 1, 1000, 1000);
        owner.publishes("shop.example", NONE);
        fixture.judgeAll();
        unsettled("shop.example", LAST, "waiting", 3, "59 minutes");
        assertThat(isJudged()).isFalse();
        unsettled("shop.example", LAST, "waiting", 3, "60 minutes");
        assertThat(isJudged()).isTrue();
        unsettled("shop.example", LAST, "waiting", 0, "1 minute");
        assertThat(isJudged()).isTrue();
        // What could be looked up was.
        unsettled("shop.example", LAST, "waiting", 3, "1 minute");
        fixture.sql.execute(
                "update reclassification_queue set leased_until = null, due = due + interval '1 second'");
        assertThat(isJudged()).isTrue();
    }

    /** A mark that no worker takes, of so long ago. */
    private void unsettled(String name, LocalDate day, String what, int addresses, String ago) {
        fixture.sql.execute(
                """
                delete from reclassification_queue;
                insert into reclassification_queue (account_id, domain_id, %3$s, waiting_for_advice,
                    taken_for_advice, since, due, leased_until)
                values (%1$d, %2$d, daterange('%4$s', '%4$s', '[]'), %5$d, true,
                    timestamptz '%6$s' - interval '%7$s', '%6$s',
                    timestamptz '%6$s' + interval '1 day')
                """
                        .formatted(
                                owner.scope.accountId(),
                                owner.id(name).value(),
                                what,
                                day,
                                addresses,
                                fixture.clock.instant(),
                                ago));
    }

    private long forged() {
        return Long.parseLong(fixture.sql.value("select threat from policy_advice"));
    }

    private long changes() {
        return Long.parseLong(fixture.sql.value("select sum(changes) from policy_advice"));
    }

    @Test
    void tasksNameWhatTheMonitorHasRead() {
        owner.watched("shop.example", "missing", "", "{\"alias\": \"_dmarc.host.example\"}");
        fixture.judgeAll();
        assertThat(tasks())
                .singleElement(STRING)
                .contains("_dmarc.shop.example is an alias (CNAME) for _dmarc.host.example,");
        owner.found("shop.example", "tls_rpt", "", "error", "x");
        owner.found("shop.example", "spf", "", "missing", "");
        fixture.sql.execute(
                """
                update watched_record set findings = '[{"code": "x", "level": "warn", "problem": "W."},
                    {"code": "y", "level": "err", "problem": "P.", "details": "At a stands: b"}]'
                where kind = 'tls_rpt';
                insert into timeline_event (account_id, domain_id, domain, change, record_type,
                    old_value, new_value, details, created)
                select account_id, id, name, 'spf_removed', 'spf', r, '', '', day
                from domain, (values ('v=spf1 mx -all', date '2026-11-18'),
                    ('v=spf1 a -all', date '2026-11-19')) old(r, day)
                """);
        owner.publishes("shop.example", NONE);
        fixture.judgeAll();
        assertThat(tasks())
                .anySatisfy(task -> assertThat(task).contains("has errors. P. At a stands: b"))
                .anySatisfy(task ->
                        assertThat(task).contains("Until 2026-11-19 it was \"v=spf1 a -all\"."));
    }

    private List<String> tasks() {
        return TaskTexts.of(fixture.sql, "solved_at is null");
    }

    /** A command does it in another process, so that nobody here hears of it. */
    @Test
    void aFurtherReportAddressStandsInTheRecordsSoon() {
        owner.watched("shop.example", "missing", "", "{}");
        assertThat(record()).doesNotContain("reports.example");
        fixture.service
                .part(ReportAddresses.class)
                .add(owner.scope.accountId(), "Dmarc@Reports.Example");
        fixture.clock.advance(AdviceWorker.CARE);
        Awaiting.until(
                "the record names it",
                PATIENCE,
                () -> record().endsWith("rua=mailto:dmarc@reports.example"));
    }

    private String record() {
        return owner.row("shop.example").path("recommended_record").asString();
    }

    @Test
    void quarantineThatWasSeenToBeginMustHold() {
        owner.sent("shop.example", FIRST.toString(), 1, 1, 100, 100);
        owner.sent("shop.example", LAST.toString(), 1, 1, 100, 100);
        owner.publishes("shop.example", "v=DMARC1; p=quarantine; rua=mailto:a@shop.example");
        assertThat(owner.row("shop.example").path("recommendation").asString()).isEqualTo("reject");
        owner.publishes("shop.example", NONE);
        fixture.judgeAll();
        owner.publishes("shop.example", "v=DMARC1; p=quarantine; rua=mailto:a@shop.example");
        JsonNode row = owner.row("shop.example");
        assertThat(row.path("recommendation").asString()).isEqualTo("monitor");
        assertThat(row.at("/blocking/0").asString())
                .startsWith(
                        "Quarantine has been in force for 0 days. Keep it for 14 days before reject");
        fixture.clock.advance(Duration.ofDays(PolicyPlan.HELD_DAYS + 1));
        row = owner.row("shop.example");
        assertThat(row.path("recommendation").asString()).as(row.toString()).isEqualTo("reject");
    }

    @Test
    void aRowIsTakenByOneWorkerUntilItsLeaseEnds() {
        fixture.judgeAll();
        PolicyAdviceTable table = fixture.service.part(PolicyAdviceTable.class);
        // The worker's own clock does not move: nothing is due for it.
        Instant later = PlannerFixture.NOW.plus(Duration.ofDays(2));
        Instant end = later.plus(AdviceWorker.LEASE);
        Taken first = table.claim(later, end, 10).getFirst();
        assertThat(table.claim(later, end, 10)).isEmpty();
        assertThat(table.claim(end.minusMillis(1), end, 10)).isEmpty();
        Taken second = table.claim(end, end.plus(AdviceWorker.LEASE), 10).getFirst();
        // What the first one finds out now is not stored any more.
        assertThat(finish(table, first, later)).isFalse();
        assertThat(finish(table, second, later)).isTrue();
        assertThat(table.claim(later, end, 10)).isEmpty();
    }

    @Test
    void whatChangesWhileARowIsTakenHasItTakenAgain() {
        fixture.judgeAll();
        PolicyAdviceTable table = fixture.service.part(PolicyAdviceTable.class);
        Instant later = PlannerFixture.NOW.plus(Duration.ofDays(2));
        Instant end = later.plus(AdviceWorker.LEASE);
        Taken taken = table.claim(later, end, 10).getFirst();
        table.mark(owner.scope, List.of(taken.domain()), later, end.plus(AdviceMarks.SETTLED));
        assertThat(table.claim(later, end, 10)).isEmpty();
        // What it found out is stored, and not the latest any more.
        assertThat(finish(table, taken, later)).isFalse();
        Taken again = table.claim(later, end, 10).getFirst();
        assertThat(finish(table, again, later)).isTrue();
        // And once more, when rows have been classified again.
        assertThat(table.claim(end, end, 10)).isEmpty();
        assertThat(table.claim(end.plus(AdviceMarks.SETTLED), end, 10)).hasSize(1);
    }

    private static boolean finish(PolicyAdviceTable table, Taken taken, Instant now) {
        return table.finish(
                taken,
                PolicyAdvice.NOT_JUDGED,
                Remembered.NOTHING,
                now,
                now.plus(Duration.ofDays(1)));
    }

    /** Code that marks all domains of an account meets some that are being deleted. */
    @Test
    void aDomainThatIsDeletedMeanwhileIsPassedOver() throws SQLException {
        owner.add("gone.example");
        DomainId gone = owner.id("gone.example");
        fixture.judgeAll();
        PolicyAdviceTable table = fixture.service.part(PolicyAdviceTable.class);
        DatabaseUrl url = fixture.database.url();
        try (Connection deleting =
                        DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
                Statement statement = deleting.createStatement()) {
            deleting.setAutoCommit(false);
            statement.execute("delete from domain where name = 'gone.example'");
            Instant later = PlannerFixture.NOW.plus(Duration.ofDays(2));
            // It neither waits nor is refused because of the row that goes.
            assertThat(
                            CompletableFuture.runAsync(() -> {
                                table.markAll(owner.scope, later, later);
                                table.add(owner.scope, List.of(gone), later);
                                table.addMissing(later);
                            }))
                    .succeedsWithin(PATIENCE);
            deleting.commit();
        }
        assertThat(owner.names("")).containsExactly("shop.example");
    }

    @Test
    void aDomainThatCantBeJudgedKeepsNoOtherWaiting() {
        owner.add("broken.example");
        fixture.judgeAll();
        fixture.sql.execute(
                """
                insert into watched_record (account_id, domain_id, kind, state, details,
                    fingerprint, checked)
                values (%d, %d, 'dmarc', 'missing', '{"rua_here": "perhaps"}', 'x', now())
                """
                        .formatted(owner.scope.accountId(), owner.id("broken.example").value()));
        owner.watched("shop.example", "missing", "", "{}");
        owner.changed("shop.example", "broken.example");
        assertThat(owner.row("shop.example").path("recommendation").asString())
                .isEqualTo("publish");
        assertThat(owner.row("broken.example").path("recommendation").asString())
                .isEqualTo("monitor");
        fixture.sql.execute("delete from watched_record where details ->> 'rua_here' = 'perhaps'");
        owner.watched("broken.example", "missing", "", "{}");
        fixture.clock.advance(AdviceWorker.PAUSE);
        assertThat(owner.row("broken.example").path("recommendation").asString())
                .isEqualTo("publish");
    }

    @Test
    void daysAreSpreadOverTheHoursAfterMidnight() {
        Instant midnight = Instant.parse("2026-11-21T00:00:00Z");
        assertThat(
                        LongStream.range(1, 10_000)
                                .mapToObj(
                                        id -> AdviceWork.next(new DomainId(id), PlannerFixture.NOW))
                                .distinct())
                .hasSize(9_999)
                .allMatch(due ->
                        !due.isBefore(midnight) && due.isBefore(midnight.plus(AdviceWork.SPREAD)));
    }
}
