package org.mailvane.detailreport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.detailreport.DetailFixture.created;
import static org.mailvane.detailreport.DetailFixture.existing;
import static org.mailvane.detailreport.DetailFixture.names;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.detailreport.DetailFixture.Person;
import org.mailvane.detailreport.DetailReports.Creation;
import org.mailvane.detailreport.queue.DetailQueue;
import org.mailvane.detailreport.snapshot.SnapshotCache;
import org.mailvane.detailreport.snapshot.SnapshotTable;
import org.mailvane.domains.Domains;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.StatementLimit;
import org.mailvane.platform.store.system.SystemDb;
import org.mailvane.testing.Awaiting;

/** Reports as their users see them: made once, found again, and gone. */
class DetailReportsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** More than the server has connections. */
    private static final int MANY = 20;

    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final Window ALL = new Window(1, 1, 500, 0);

    private static DetailFixture house;
    private static int accounts;
    private Person owner;

    @BeforeAll
    static void start() {
        house = new DetailFixture();
    }

    @AfterAll
    static void stop() {
        house.close();
    }

    @BeforeEach
    void newAccount() {
        owner = house.owner("reports" + ++accounts).add("a.example", "b.example");
    }

    private static LocalDate someDay() {
        return house.today().minusDays(15);
    }

    @Test
    void aSmallReportIsReadyWhenItIsAskedFor() {
        owner.sent("a.example", someDay(), 3).sent("b.example", someDay(), 4);
        DetailReport report = owner.report("a.example");
        assertThat(report.searchToken()).matches("[A-Za-z][A-Za-z0-9]{15}");
        assertThat(report.stage()).isEqualTo(Stage.READY);
        assertThat(report.isReady()).isTrue();
        assertThat(report.progress()).isEqualTo(100);
        assertThat(report.problem()).isEmpty();
        assertThat(report.rows()).isEqualTo(3);
        assertThat(report.criteria()).isEqualTo(house.someDays("a.example"));
        assertThat(report.created()).isEqualTo(house.clock.instant());
        assertThat(report.expires()).isEqualTo(house.clock.instant().plus(Duration.ofDays(3)));
        assertThat(owner.find(report)).isEqualTo(report);
        assertThat(owner.snapshot(report).rows().count()).isEqualTo(3);
        assertThat(house.of(report, "weight")).isEqualTo("3");
        assertThat(house.of(report, "bytes"))
                .isEqualTo(
                        house.sql.value(
                                "select sum(length(bytes)) from detail_snapshot where report_id = "
                                        + report.id()));
    }

    @Test
    void withoutNamesItIsAboutAllThatItsUserSees() {
        owner.sent("a.example", someDay(), 3).sent("b.example", someDay(), 4);
        assertThat(owner.report().rows()).isEqualTo(7);
        assertThat(owner.colleague("one").reads("b.example").report().rows()).isEqualTo(4);
        assertThat(owner.colleague("none").report().rows()).isZero();
    }

    /** Connections keep the plans of what they have run often, here with two domains. */
    @Test
    void manyDomainsCanBeAskedForWhenTheyHaveJustBeenAdded() {
        for (int day = 1; day <= 40; day++) {
            created(
                    owner.asks(
                            ReportCriteria.all(
                                    names("a.example", "b.example"),
                                    someDay().minusDays(day),
                                    someDay())));
        }
        String[] all =
                IntStream.range(0, Domains.MAX_NAMES)
                        .mapToObj(i -> "n%04d.example".formatted(i))
                        .toArray(String[]::new);
        owner.add(all);
        assertThat(StatementLimit.within(SECOND.multipliedBy(5), () -> owner.report(all)))
                .isNotNull();
    }

    /** A worker that stores the results waits for the lock. */
    @Test
    void whoAsksForASmallReportDoesNotWaitForLong() throws SQLException {
        owner.sent("a.example", someDay(), 3);
        DetailReport report;
        try (Connection blocking = house.connection()) {
            blocking.setAutoCommit(false);
            blocking.createStatement().execute("lock table detail_snapshot");
            long begin = System.nanoTime();
            report = owner.report("a.example");
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isBetween(DetailQueue.INLINE_TIME, PATIENCE);
            assertThat(report.isReady()).isFalse();
            assertThat(owner.find(report).stage()).isNotEqualTo(Stage.QUEUED);
        }
        Awaiting.until("it is ready", PATIENCE, () -> owner.find(report).isReady());
        assertThat(owner.find(report).rows()).isEqualTo(3);
    }

    @Test
    void subdomainsThatCountWithADomainComeAlong() {
        owner.discover("mail.a.example");
        owner.sent("a.example", someDay(), 3).sent("mail.a.example", someDay(), 4);
        assertThat(owner.report("a.example").rows()).isEqualTo(7);
        assertThat(owner.report("mail.a.example").rows()).isEqualTo(4);
        house.sql.execute(
                "update domain set top_level = true where id = "
                        + owner.id("mail.a.example").value());
        assertThat(owner.report("a.example").rows()).isEqualTo(3);
    }

    @Test
    void theSameIsHandedOutForThreeDays() {
        ReportCriteria criteria = house.someDays("a.example");
        DetailReport report = created(owner.asks(criteria));
        house.pass(DetailReports.KEPT.minus(SECOND));
        assertThat(existing(owner.asks(criteria))).isEqualTo(report);
        house.pass(SECOND);
        assertThat(created(owner.asks(criteria)).searchToken()).isNotEqualTo(report.searchToken());
        assertThat(owner.finds(report)).isFalse();
    }

    @Test
    void whatReachesIntoTheLastTwoDaysIsHandedOutForAnHour() {
        house.noon();
        LocalDate today = house.today();
        for (int age : List.of(-5, 0, 1)) {
            ReportCriteria criteria =
                    ReportCriteria.all(List.of(), today.minusDays(9), today.minusDays(age));
            DetailReport report = created(owner.asks(criteria));
            house.pass(DetailReports.RECENT.minus(SECOND));
            assertThat(existing(owner.asks(criteria))).isEqualTo(report);
            house.pass(SECOND);
            assertThat(created(owner.asks(criteria)).id()).isGreaterThan(report.id());
        }
        ReportCriteria over = ReportCriteria.all(List.of(), today.minusDays(9), today.minusDays(2));
        DetailReport report = created(owner.asks(over));
        house.pass(DetailReports.RECENT);
        assertThat(existing(owner.asks(over))).isEqualTo(report);
    }

    @Test
    void whatWasMadeWhileItsDaysWereOpenIsNotHandedOutWhenTheyAreOver() {
        LocalDate today = house.today();
        ReportCriteria criteria =
                ReportCriteria.all(List.of(), today.minusDays(9), today.minusDays(1));
        created(owner.asks(criteria));
        house.pass(Duration.ofDays(2));
        DetailReport whole = created(owner.asks(criteria));
        house.pass(Duration.ofDays(2));
        assertThat(existing(owner.asks(criteria))).isEqualTo(whole);
    }

    @Test
    void theSameInAnotherOrderIsTheSame() {
        ReportCriteria criteria = house.someDays("a.example", "b.example");
        DetailReport report = created(owner.asks(criteria));
        assertThat(existing(owner.asks(house.someDays("b.example", "a.example"))))
                .isEqualTo(report);
        ReportCriteria other = criteria.within(criteria.startDate(), criteria.startDate());
        assertThat(created(owner.asks(other)).id()).isNotEqualTo(report.id());
    }

    @Test
    void eachUserHasReportsOfTheirOwn() {
        DetailReport mine = owner.report("a.example");
        Person other = owner.admin("other");
        DetailReport theirs = other.report("a.example");
        assertThat(owner.finds(theirs)).isFalse();
        assertThat(other.finds(mine)).isFalse();
        assertThat(house.reports().count(owner.scope)).isEqualTo(1);
        Person stranger = house.owner("stranger" + accounts);
        assertThat(stranger.finds(mine)).isFalse();
        assertThat(house.reports().count(stranger.scope)).isZero();
    }

    @Test
    void anotherSetOfDomainsMakesAnotherReport() {
        DetailReport all = owner.report();
        DetailReport named = owner.report("a.example");
        owner.discover("mail.a.example");
        assertThat(owner.report().id()).as("all").isGreaterThan(all.id());
        assertThat(owner.report("a.example").id()).as("one below").isGreaterThan(named.id());
    }

    @Test
    void whatHasFailedIsWorkedOutAnew() {
        DetailReport report = owner.report();
        house.set(report, "state = 'failed', stage = 'failed', problem = 'too much'");
        assertThat(owner.find(report).problem()).isEqualTo("too much");
        assertThat(owner.report().id()).isGreaterThan(report.id());
    }

    @Test
    void whatWaitsIsTheSameToo() {
        DetailReport report = owner.report();
        house.setRunning(report, 5);
        DetailReport running = existing(owner.asks(house.someDays()));
        assertThat(running.id()).isEqualTo(report.id());
        assertThat(running.stage()).isEqualTo(Stage.READING);
        assertThat(house.reports().snapshot(owner.scope, running)).isEmpty();
    }

    @Test
    void twoWhoAskForTheSameAtOnceGetOneReport() throws Exception {
        List<FutureTask<Creation>> both = new ArrayList<>();
        house.service
                .part(Db.class)
                .inTransaction(() -> {
                    house.service.part(DetailReportTable.class).lockUser(owner.scope);
                    for (int i = 0; i < 2; i++) {
                        FutureTask<Creation> task =
                                new FutureTask<>(() -> owner.asks(house.someDays()));
                        both.add(task);
                        Thread.ofVirtual().start(task);
                    }
                    // Neither has found a report by then.
                    awaitWaiting(2, "account_user");
                });
        Set<String> kinds = new TreeSet<>();
        Set<Long> ids = new TreeSet<>();
        for (FutureTask<Creation> task : both) {
            switch (task.get()) {
                case Creation.Created(DetailReport report) -> {
                    kinds.add("created");
                    ids.add(report.id());
                }
                case Creation.Existing(DetailReport report) -> {
                    kinds.add("existing");
                    ids.add(report.id());
                }
                default -> throw new AssertionError();
            }
        }
        assertThat(kinds).containsExactly("created", "existing");
        assertThat(ids).hasSize(1);
        assertThat(house.reports().count(owner.scope)).isEqualTo(1);
    }

    private static void awaitWaiting(int number, String table) {
        Awaiting.until(
                number + " wait for a lock",
                PATIENCE,
                () ->
                        house.sql
                                .value(
                                        """
                                        select count(*) from pg_stat_activity
                                        where datname = current_database()
                                            and wait_event_type = 'Lock' and query like '%%%s%%'
                                        """
                                                .formatted(table))
                                .equals(String.valueOf(number)));
    }

    @Test
    void ofOneUserTheOldestThatIsDoneGoes() {
        DetailReport running = owner.report("b.example");
        house.setRunning(running, 1);
        DetailReport oldest = owner.report("a.example");
        owner.fill(DetailReports.MAX_REPORTS - 3, "ready");
        DetailReport last = owner.report();
        assertThat(house.reports().count(owner.scope)).isEqualTo(DetailReports.MAX_REPORTS);
        assertThat(owner.finds(oldest)).isTrue();
        assertThat(house.pieces(oldest)).isEqualTo(1);
        Person other = owner.admin("other");
        other.report();
        assertThat(owner.finds(oldest)).as("others have their own").isTrue();
        owner.report("a.example", "b.example");
        assertThat(house.reports().count(owner.scope)).isEqualTo(DetailReports.MAX_REPORTS);
        assertThat(owner.finds(oldest)).isFalse();
        assertThat(house.pieces(oldest)).isZero();
        assertThat(owner.finds(running)).isTrue();
        assertThat(owner.finds(last)).isTrue();
    }

    @Test
    void anAccountHasOnlySoManyReportsThatAreNotReady() {
        Person other = owner.admin("other");
        DetailReport there = owner.report("a.example");
        other.fill(DetailReports.MAX_OPEN - 1, "running");
        DetailReport report = owner.report("b.example");
        house.setRunning(report, 1);
        assertThat(owner.asks(house.someDays()))
                .isEqualTo(new Creation.TooMany(DetailReports.MAX_OPEN));
        assertThat(existing(owner.asks(house.someDays("a.example")))).isEqualTo(there);
        house.owner("free" + accounts).report();
        house.set(report, "state = 'failed'");
        owner.report();
    }

    @Test
    @Tag("slow")
    void onlySmallReportsAreWorkedOutAtOnce() {
        owner.sent("a.example", someDay(), (int) DetailReports.INLINE_ROWS)
                .sent("a.example", someDay().plusDays(1), 1)
                .sent("a.example", someDay().plusDays(2), (int) DetailReports.LIGHT_ROWS + 1);
        ReportCriteria criteria = house.someDays("a.example");
        DetailReport small = created(owner.asks(criteria.within(someDay(), someDay())));
        Awaiting.until("it is ready", PATIENCE, () -> owner.find(small).isReady());
        assertThat(house.of(small, "weight, found"))
                .isEqualTo("%1$d|%1$d".formatted(DetailReports.INLINE_ROWS));
        DetailReport large = created(owner.asks(criteria.within(someDay(), someDay().plusDays(1))));
        assertThat(large.stage()).isEqualTo(Stage.QUEUED);
        assertThat(large.progress()).isZero();
        assertThat(house.of(large, "weight"))
                .isEqualTo(String.valueOf(DetailReports.INLINE_ROWS + 1));
        DetailReport heavy = created(owner.asks(criteria.within(someDay(), someDay().plusDays(2))));
        assertThat(house.of(heavy, "weight"))
                .as("no more are counted")
                .isEqualTo(String.valueOf(DetailReports.LIGHT_ROWS + 1));
    }

    @Test
    void manyWhoAskTakeFewConnections() throws Exception {
        List<FutureTask<Creation>> asking = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            ReportCriteria criteria =
                    house.someDays("a.example").within(someDay(), someDay().plusDays(i));
            asking.add(new FutureTask<>(() -> owner.asks(criteria)));
        }
        Db db = house.service.part(Db.class);
        db.inTransaction(() -> {
            house.service.part(DetailReportTable.class).lockUser(owner.scope);
            asking.forEach(Thread.ofVirtual()::start);
            awaitWaiting(DetailReports.CREATED_AT_ONCE, "for no key update");
            assertThat(owner.status("/api/v1/domains/")).isEqualTo(200);
        });
        for (FutureTask<Creation> one : asking) {
            created(one.get());
        }
    }

    @Test
    void manyWhoReadTakeFewConnections() throws Exception {
        List<DetailReport> reports = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            reports.add(
                    created(
                            owner.asks(
                                    house.someDays("a.example")
                                            .within(someDay(), someDay().plusDays(i)))));
        }
        SnapshotCache cold = new SnapshotCache(house.service.part(SnapshotTable.class));
        List<FutureTask<Boolean>> reading =
                reports.stream()
                        .map(report ->
                                new FutureTask<>(
                                        () -> cold.find(owner.scope, report.id()).isPresent()))
                        .toList();
        Db db = house.service.part(Db.class);
        db.inTransaction(() -> {
            house.service
                    .part(SystemDb.class)
                    .sql("lock table detail_snapshot in access exclusive mode")
                    .update();
            reading.forEach(Thread.ofVirtual()::start);
            awaitWaiting(SnapshotCache.READ_AT_ONCE, "select bytes from detail_snapshot");
            assertThat(owner.status("/api/v1/domains/")).isEqualTo(200);
        });
        for (FutureTask<Boolean> one : reading) {
            assertThat(one.get()).isTrue();
        }
    }
}
