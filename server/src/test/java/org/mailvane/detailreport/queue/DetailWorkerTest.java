package org.mailvane.detailreport.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.detailreport.DetailReports;
import org.mailvane.detailreport.QueueFixture;
import org.mailvane.detailreport.QueueFixture.Held;
import org.mailvane.detailreport.QueueFixture.User;
import org.mailvane.detailreport.ReportCriteria;
import org.mailvane.detailreport.Stage;
import org.mailvane.detailreport.queue.DetailQueue.Lane;
import org.mailvane.detailreport.queue.DetailQueueTable.Claim;
import org.mailvane.detailreport.queue.DetailQueueTable.Written;
import org.mailvane.detailreport.snapshot.SnapshotBuilder;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.KeptDays;
import org.mailvane.sources.evidence.SendingAddresses;
import org.mailvane.testing.Awaiting;
import org.mailvane.traffic.blocks.ReportedRows;

/** How reports are worked, and what becomes of them when that goes wrong. */
// Locks are kept until the end of a block that does not mention them again.
@SuppressWarnings("try")
@Tag("slow")
class DetailWorkerTest {

    private static final long HEAVY = DetailReports.LIGHT_ROWS + 1;

    private static final QueueFixture house = new QueueFixture();

    @AfterAll
    static void close() {
        house.close();
    }

    @AfterEach
    void forget() {
        house.forget();
    }

    private final List<Thread> threads = new ArrayList<>();

    private void inBackground(Runnable work) {
        threads.add(Thread.ofVirtual().start(work));
    }

    private void awaitBackground() throws InterruptedException {
        for (Thread thread : threads) {
            assertThat(thread.join(QueueFixture.LIMIT)).isTrue();
        }
    }

    @Test
    void aLightReportIsReadyWhileAHeavyOneIsWorked() {
        User user = house.owner("a");
        DomainId large = user.domain("large.example", QueueFixture.OCTOBER, 3, 1);
        DomainId small = user.domain("small.example", QueueFixture.NOVEMBER, 5, 1);
        long heavy = user.asks(HEAVY, QueueFixture.OCTOBER, large);
        long next;
        try (Held held = house.new Held(QueueFixture.OCTOBER)) {
            house.worker().start();
            house.awaitWaiting(1);
            next = user.asks(HEAVY, QueueFixture.NOVEMBER, small);
            long light = user.asks(1, QueueFixture.NOVEMBER, small);
            house.queue().announce();
            house.awaitState(light, "ready");
            assertThat(house.report(light, "found")).isEqualTo("5");
            assertThat(house.state(heavy)).isEqualTo("running");
            assertThat(house.state(next)).isEqualTo("queued");
        }
        house.awaitState(heavy, "ready");
        house.awaitState(next, "ready");
        assertThat(house.report(heavy, "found")).isEqualTo("3");
    }

    @Test
    void aSmallReportIsReadyAtOnce() {
        User user = house.owner("a");
        DomainId domain = user.domain("now.example", QueueFixture.NOVEMBER, 4, 1);
        long id = user.asks(1, QueueFixture.NOVEMBER, domain);
        house.queue().workNow(user.scope, id);
        assertThat(house.report(id, "state, progress, found, attempts")).isEqualTo("ready|100|4|1");
        house.queue().workNow(user.scope, id);
        assertThat(house.report(id, "state, attempts")).isEqualTo("ready|1");
    }

    @Test
    void whatFailsAtOnceWaitsInTheQueue() {
        User user = house.owner("a");
        DomainId domain = user.domain("broken.example", QueueFixture.NOVEMBER, 4, 1);
        long id = user.asks(1, QueueFixture.NOVEMBER, domain);
        house.sql.execute("alter table auth_result rename to away");
        try {
            house.queue().workNow(user.scope, id);
        } finally {
            house.sql.execute("alter table away rename to auth_result");
        }
        assertThat(house.report(id, "state, stage, progress, attempts"))
                .isEqualTo("queued|queued|0|1");
        house.clock.advance(DetailWork.PAUSES.getFirst());
        assertThat(house.workNext()).isTrue();
        assertThat(house.state(id)).isEqualTo("ready");
    }

    @Test
    void withSomeWorkedAtOnceFourConnectionsReadAndAHeavyReportHasOneOfThem() throws Exception {
        User user = house.owner("a");
        DomainId one = user.domain("one.example", QueueFixture.OCTOBER, 1, 3_000);
        DomainId other = user.domain("other.example", QueueFixture.OCTOBER, 2, 3_000);
        List<Long> small = new ArrayList<>();
        long heavy;
        try (Held held = house.new Held(QueueFixture.OCTOBER)) {
            for (int i = 0; i < DetailQueue.INLINE; i++) {
                long id = user.asks(1, QueueFixture.OCTOBER, one);
                small.add(id);
                inBackground(() -> house.queue().workNow(user.scope, id));
            }
            house.awaitWaiting(DetailQueue.INLINE);
            heavy = user.asks(HEAVY, QueueFixture.OCTOBER, one, other);
            long tooMany = user.asks(1, QueueFixture.OCTOBER, one);
            small.add(tooMany);
            house.sql.execute(
                    "update detail_report set leased_until = '%s' where id = %d"
                            .formatted(house.clock.instant().plus(DetailWork.LEASE), tooMany));
            house.queue().workNow(user.scope, tooMany);
            assertThat(house.state(tooMany)).isEqualTo("queued");
            house.worker().start();
            house.awaitState(heavy, "running");
            house.awaitState(tooMany, "running");
            house.awaitWaiting(4);
        }
        awaitBackground();
        house.awaitState(heavy, "ready");
        assertThat(house.report(heavy, "found")).isEqualTo("3");
        for (long id : small) {
            house.awaitState(id, "ready");
        }
    }

    @Test
    void aHeavyReportIsReadByTwoWhichLeavesOneToBeWorkedAtOnce() throws Exception {
        User user = house.owner("a");
        DomainId one = user.domain("one.example", QueueFixture.OCTOBER, 7, 3_000);
        DomainId other = user.domain("other.example", QueueFixture.OCTOBER, 8, 3_000);
        long heavy = user.asks(HEAVY, QueueFixture.OCTOBER, one, other);
        try (Held held = house.new Held(QueueFixture.OCTOBER)) {
            inBackground(house::workNext);
            house.awaitWaiting(2);
            long light = user.asks(DetailReports.LIGHT_ROWS, QueueFixture.OCTOBER, one, other);
            inBackground(() -> house.queue().workNext(Lane.LIGHT, QueueFixture.NEVER));
            house.awaitState(light, "running");
            house.awaitWaiting(3);
            long small = user.asks(1, QueueFixture.OCTOBER, one);
            inBackground(() -> house.queue().workNow(user.scope, small));
            house.awaitWaiting(4);
            long tooMany = user.asks(1, QueueFixture.OCTOBER, one);
            house.queue().workNow(user.scope, tooMany);
            assertThat(house.state(tooMany)).isEqualTo("queued");
        }
        awaitBackground();
        assertThat(house.report(heavy, "state, found")).isEqualTo("ready|15");
        // What they had is free again.
        long next = user.asks(1, QueueFixture.OCTOBER, one);
        house.queue().workNow(user.scope, next);
        assertThat(house.report(next, "state, found")).isEqualTo("ready|7");
    }

    @Test
    void aReportThatIsWorkedAtOnceHasASecondReaderFromSoManyRowsOn() throws Exception {
        User user = house.owner("a");
        DomainId one = user.domain("one.example", QueueFixture.OCTOBER, 7, 300);
        DomainId other = user.domain("other.example", QueueFixture.OCTOBER, 8, 300);
        try (Held held = house.new Held(QueueFixture.OCTOBER)) {
            long alone =
                    user.asks(DetailQueue.SECOND_READER_ROWS, QueueFixture.OCTOBER, one, other);
            inBackground(() -> house.queue().workNow(user.scope, alone));
            house.awaitWaiting(1);
            // There is room for one that it has not taken.
            long beside = user.asks(1, QueueFixture.OCTOBER, one);
            inBackground(() -> house.queue().workNow(user.scope, beside));
            house.awaitState(beside, "running");
            house.awaitWaiting(2);
        }
        awaitBackground();
        try (Held held = house.new Held(QueueFixture.OCTOBER)) {
            long large =
                    user.asks(DetailQueue.SECOND_READER_ROWS + 1, QueueFixture.OCTOBER, one, other);
            inBackground(() -> house.queue().workNow(user.scope, large));
            house.awaitWaiting(2);
            long tooMany = user.asks(1, QueueFixture.OCTOBER, one);
            house.queue().workNow(user.scope, tooMany);
            assertThat(house.state(tooMany)).isEqualTo("queued");
        }
        awaitBackground();
        assertThat(house.sql.rows("select state, found from detail_report order by id"))
                .containsExactly("ready|15", "ready|7", "ready|15", "queued|0");
        long next = user.asks(1, QueueFixture.OCTOBER, one);
        house.queue().workNow(user.scope, next);
        assertThat(house.report(next, "state, found")).isEqualTo("ready|7");
    }

    @Test
    void whatAnEarlierRunHasLeftInTheQueueIsWorked() {
        User user = house.owner("a");
        DomainId domain = user.domain("restart.example", QueueFixture.NOVEMBER, 4, 1);
        long id = user.asks(1, QueueFixture.NOVEMBER, domain);
        house.restart();
        house.awaitState(id, "ready");
        assertThat(house.report(id, "found")).isEqualTo("4");
    }

    @Test
    void aReportThatFailsIsTriedAgainAndThenHasFailed() {
        User user = house.owner("a");
        DomainId domain = user.domain("failing.example", QueueFixture.NOVEMBER, 4, 1);
        long id = user.asks(1, QueueFixture.NOVEMBER, domain);
        house.sql.execute("alter table auth_result rename to away");
        try {
            for (int i = 0; i < DetailWork.MAX_ATTEMPTS - 1; i++) {
                assertThat(house.workNext()).isTrue();
                assertThat(house.report(id, "state, problem, attempts"))
                        .isEqualTo("queued||" + (i + 1));
                house.clock.advance(DetailWork.PAUSES.get(i).minusMillis(1));
                assertThat(house.workNext()).isFalse();
                house.queue().workNow(user.scope, id);
                assertThat(house.report(id, "attempts")).isEqualTo(Integer.toString(i + 1));
                house.clock.advance(Duration.ofMillis(1));
            }
            assertThat(house.workNext()).isTrue();
        } finally {
            house.sql.execute("alter table away rename to auth_result");
        }
        assertFailed(id, DetailWork.DEFECT);
        assertThat(house.workNext()).isFalse();
    }

    private void assertFailed(long id, String problem) {
        assertThat(house.report(id, "state, stage, problem, leased_until"))
                .isEqualTo("failed|failed|" + problem + "|null");
        assertThat(
                        house.report(
                                id,
                                "expires = timestamptz '%s'"
                                        .formatted(
                                                house.clock
                                                        .instant()
                                                        .plus(DetailWork.KEPT_WHEN_FAILED))))
                .isEqualTo("t");
    }

    @Test
    void aReportThatEndsItsServerEachTimeHasFailed() {
        User user = house.owner("a");
        long id = user.asks(1);
        for (int i = 0; i < DetailWork.MAX_ATTEMPTS; i++) {
            house.take(Lane.ALL);
            house.clock.advance(DetailWork.LEASE);
        }
        assertThat(house.workNext()).isTrue();
        assertFailed(id, DetailWork.DEFECT);
    }

    @Test
    void moreThanAReportHoldsIsSaidAtOnce() {
        User user = house.owner("a");
        DomainId domain = user.domain("much.example", QueueFixture.NOVEMBER, 4, 1);
        long fits = user.asks(1, QueueFixture.NOVEMBER, domain);
        work(house.take(Lane.ALL), 4);
        assertThat(house.state(fits)).isEqualTo("ready");
        long tooMuch = user.asks(1, QueueFixture.NOVEMBER, domain);
        work(house.take(Lane.ALL), 3);
        assertFailed(
                tooMuch,
                "The report is too large: more than 3 rows. Choose fewer days, fewer domains or a"
                        + " narrower filter.");
    }

    private static void work(Claim claim, int maxRows) {
        var service = house.service;
        ReportWorks works =
                new ReportWorks(
                        service.part(Db.class),
                        service.part(ReportedRows.class),
                        service.part(SendingAddresses.class),
                        service.part(PublicSuffixes.class),
                        service.part(KeptDays.class),
                        () -> new SnapshotBuilder(maxRows, maxRows + 1, 100_000),
                        ReportWork.Bounds.USUAL);
        new DetailWork(house.table(), works, service.part(DetailResults.class), house.clock)
                .work(claim, 1, QueueFixture.NEVER);
    }

    @Test
    void whatIsWorkedWhenTheServiceEndsIsBegunAnew() {
        User user = house.owner("a");
        DomainId domain = user.domain("stopped.example", QueueFixture.NOVEMBER, 4, 1);
        long id = user.asks(1, QueueFixture.NOVEMBER, domain);
        house.queue().workNext(Lane.ALL, new StopSign(() -> true));
        assertThat(house.report(id, "state, stage, progress, attempts"))
                .isEqualTo("queued|queued|0|0");
        assertThat(house.workNext()).isTrue();
        assertThat(house.state(id)).isEqualTo("ready");
    }

    @Test
    void theServiceEndsThoughAReportIsWorked() {
        User user = house.owner("a");
        DomainId domain = user.domain("ending.example", QueueFixture.OCTOBER, 4, 1);
        long id = user.asks(1, QueueFixture.OCTOBER, domain);
        AtomicBoolean ended = new AtomicBoolean();
        try (Held held = house.new Held(QueueFixture.OCTOBER)) {
            house.worker().start();
            house.awaitWaiting(1);
            inBackground(() -> {
                house.worker().stop();
                ended.set(true);
            });
            Awaiting.until(
                    "it is told to end", QueueFixture.LIMIT, () -> !house.worker().isRunning());
        }
        Awaiting.until("it has ended", QueueFixture.LIMIT, ended::get);
        assertThat(house.report(id, "state, attempts")).isEqualTo("queued|0");
    }

    @Test
    void workEndsWhenTheReportIsLost() {
        User user = house.owner("a");
        DomainId domain = user.domain("lost.example", QueueFixture.NOVEMBER, 4, 1);
        long id = user.asks(1, QueueFixture.NOVEMBER, domain);
        Claim claim = house.take(Lane.ALL);
        ReportProgress lost = new ReportProgress((stage, percent) -> Written.LOST, () -> 0);
        lost.reached(Stage.READING, 1);
        lost.write();
        house.service.part(DetailWork.class).work(claim, 1, lost, QueueFixture.NEVER);
        // It could have been stored.
        assertThat(house.state(id)).isEqualTo("queued");
    }

    @Test
    void ofAReportThatIsDeletedWhileItIsWorkedNothingIsLeft() throws Exception {
        User user = house.owner("a");
        DomainId domain = user.domain("deleted.example", QueueFixture.OCTOBER, 4, 1);
        user.asks(1, QueueFixture.OCTOBER, domain);
        try (Held held = house.new Held(QueueFixture.OCTOBER)) {
            inBackground(house::workNext);
            house.awaitWaiting(1);
            house.sql.execute("delete from detail_report");
        }
        awaitBackground();
        assertThat(house.sql.value("select count(*) from detail_snapshot")).isEqualTo("0");
        assertThat(house.sql.value("select count(*) from detail_report_domain")).isEqualTo("0");
        assertThat(house.workNext()).isFalse();
    }

    @Test
    void aReportWhoseDomainGoesWhileItIsWorkedIsWorkedAgain() throws Exception {
        User user = house.owner("a");
        DomainId stays = user.domain("stays.example", QueueFixture.OCTOBER, 4, 1);
        DomainId goes = user.domain("goes.example", QueueFixture.OCTOBER, 5, 1);
        long id = user.asks(1, QueueFixture.OCTOBER, stays, goes);
        try (Held held = house.new Held(QueueFixture.OCTOBER)) {
            inBackground(house::workNext);
            house.awaitWaiting(1);
            // It has begun to read, and sees the data as they were.
            house.sql.execute("delete from domain where id = " + goes.value());
        }
        awaitBackground();
        assertThat(house.report(id, "state, attempts")).isEqualTo("queued|1");
        assertThat(house.workNext()).isTrue();
        assertThat(house.report(id, "state, found")).isEqualTo("ready|4");
    }

    @Test
    void aLargeReportSaysThatItIsBeingStored() throws Exception {
        User user = house.owner("a");
        DomainId domain = user.domain("stored.example", QueueFixture.NOVEMBER, 4, 1);
        long id = user.asks(DetailReports.INLINE_ROWS + 1, QueueFixture.NOVEMBER, domain);
        try (Held held = house.new Held("detail_snapshot")) {
            inBackground(house::workNext);
            Awaiting.until(
                    "it is being stored",
                    QueueFixture.LIMIT,
                    () -> house.report(id, "stage, progress").equals("storing|90"));
        }
        awaitBackground();
        assertThat(house.report(id, "stage, progress")).isEqualTo("ready|100");
    }

    @Test
    void progressIsWhatWasReadOfAllThereIsToRead() {
        User user = house.owner("a");
        List<DomainId> domains = new ArrayList<>();
        int[] sums = {400, 300, 250, 200, 100, 50};
        for (int i = 0; i < sums.length; i++) {
            domains.add(user.domain("part" + i + ".example", QueueFixture.NOVEMBER, 10, sums[i]));
        }
        for (int readers = 1; readers <= 2; readers++) {
            List<String> said = Collections.synchronizedList(new ArrayList<>());
            ReportWorks.Result result =
                    house.service
                            .part(ReportWorks.class)
                            .work(
                                    user.scope,
                                    ReportCriteria.all(
                                            List.of(),
                                            QueueFixture.NOVEMBER,
                                            QueueFixture.NOVEMBER),
                                    domains,
                                    readers,
                                    (stage, percent) -> said.add(stage + " " + percent),
                                    QueueFixture.NEVER);
            assertThat(result.snapshot().rows().count()).isEqualTo(60);
            if (readers == 1) {
                // Of 1,300, the largest first; the two smallest do not make a part alone.
                assertThat(said)
                        .containsExactly(
                                "READING 0",
                                "READING 24",
                                "READING 43",
                                "READING 58",
                                "READING 70",
                                "READING 80",
                                "ARRANGING 80",
                                "STORING 90");
            } else {
                assertThat(said).hasSize(8).startsWith("READING 0").contains("READING 80");
                assertThat(said.subList(6, 8)).containsExactly("ARRANGING 80", "STORING 90");
            }
        }
    }
}
