package org.mailvane.detailreport.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.detailreport.DetailFixture.bytes;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.detailreport.DetailFixture;
import org.mailvane.detailreport.DetailFixture.Person;
import org.mailvane.detailreport.DetailReport;
import org.mailvane.detailreport.DetailReportTable;
import org.mailvane.detailreport.DetailReports;
import org.mailvane.detailreport.Stage;
import org.mailvane.detailreport.queue.DetailResults;
import org.mailvane.detailreport.queue.DetailWorker;
import org.mailvane.detailreport.queue.ReportWorks;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.platform.store.Db;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.sources.Category;
import org.mailvane.sources.evidence.SendingAddresses.Known;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.TestService;
import org.mailvane.traffic.blocks.RowKind;
import org.mailvane.traffic.store.ResultWord;

/** What reports have found: stored, read, kept in memory, and gone. */
@Tag("slow")
class SnapshotsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long GENERATION = 7;

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
        owner = house.owner("snapshots" + ++accounts).add("a.example", "b.example");
    }

    private static LocalDate someDay() {
        return house.today().minusDays(15);
    }

    private static SnapshotTable table() {
        return house.service.part(SnapshotTable.class);
    }

    private static DetailResults results() {
        return house.service.part(DetailResults.class);
    }

    private static Db db() {
        return house.service.part(Db.class);
    }

    /** A snapshot of so many rows, no two alike; an address takes some 30 bytes. */
    private static Snapshot snapshot(int rows) {
        SnapshotBuilder builder = new SnapshotBuilder();
        Random random = new Random(rows);
        int result =
                builder.results(
                        new ShownResults(
                                "Postbox One",
                                "",
                                "",
                                ResultWord.PASS,
                                "a.example",
                                List.of("s1"),
                                ShownResults.Says.ALIGNED,
                                ResultWord.FAIL,
                                "a.example",
                                ShownResults.Says.UNALIGNED,
                                "",
                                "",
                                "a.example"));
        RowKind kind = new RowKind(Category.of(1), 1, 7, Disposition.NONE, true, false);
        int from = builder.from("a.example");
        int kindNumber = builder.kind(kind);
        for (int i = 0; i < rows; i++) {
            int sender =
                    builder.sender(
                            new SendingHost(
                                    IpAddress.v6(random.nextLong(), random.nextLong()),
                                    Known.NOTHING));
            builder.add(from, sender, result, kindNumber, random.nextInt(1, 1_000_000));
        }
        return builder.build();
    }

    @Test
    void snapshotsAreStoredInPieces() {
        Snapshot large = snapshot(60_000);
        byte[] form = bytes(large);
        assertThat(form.length).isGreaterThan(2 * SnapshotTable.PIECE);
        DetailReport report = owner.report();
        long stored = db().inTransaction(() -> table().insert(owner.account(), report.id(), large));
        assertThat(stored).isEqualTo(form.length);
        List<String> pieces =
                house.sql.rows(
                        """
                        select piece, length(bytes) from detail_snapshot where report_id = %d
                        order by piece
                        """
                                .formatted(report.id()));
        int full = form.length / SnapshotTable.PIECE;
        assertThat(pieces).hasSize(full + 1);
        for (int piece = 0; piece < full; piece++) {
            assertThat(pieces.get(piece)).isEqualTo(piece + "|" + SnapshotTable.PIECE);
        }
        assertThat(pieces.get(full)).isEqualTo(full + "|" + form.length % SnapshotTable.PIECE);
        Snapshot read = table().find(owner.scope, report.id()).orElseThrow();
        assertThat(bytes(read)).isEqualTo(form);
        // A smaller one takes its place.
        db().inTransaction(() -> table().insert(owner.account(), report.id(), snapshot(1)));
        assertThat(house.pieces(report)).isEqualTo(1);
    }

    @Test
    void whatMissesAPieceIsNotRead() {
        DetailReport report = owner.report();
        db().inTransaction(() -> table().insert(owner.account(), report.id(), snapshot(60_000)));
        house.sql.execute(
                "delete from detail_snapshot where piece = 1 and report_id = " + report.id());
        assertThat(table().find(owner.scope, report.id())).isEmpty();
        table().delete(owner.scope, report.id());
        assertThat(house.pieces(report)).isZero();
        assertThat(table().find(owner.scope, report.id())).isEmpty();
    }

    @Test
    void anotherAccountReadsNothing() {
        DetailReport report = owner.report();
        Person stranger = house.owner("stranger" + accounts);
        assertThat(table().find(stranger.scope, report.id())).isEmpty();
        table().delete(stranger.scope, report.id());
        table().delete(stranger.scope, List.of(report.id()));
        assertThat(table().find(owner.scope, report.id())).isPresent();
    }

    @Test
    void thoseReadLatelyAreKeptInMemory() {
        DetailReport report = owner.report();
        Snapshot first = owner.snapshot(report);
        assertThat(owner.snapshot(report)).isSameAs(first);
        SnapshotCache empty = new SnapshotCache(table());
        Snapshot read = empty.find(owner.scope, report.id()).orElseThrow();
        assertThat(bytes(read)).isEqualTo(bytes(first));
        assertThat(empty.find(owner.scope, report.id()).orElseThrow()).isSameAs(read);
    }

    @Test
    void memoryHoldsOnlySoManyBytes() {
        Snapshot snapshot = snapshot(1_000);
        SnapshotCache cache = new SnapshotCache(table(), 2 * snapshot.bytes());
        cache.put(1, snapshot);
        cache.put(2, snapshot);
        assertThat(cache.bytes()).isEqualTo(2 * snapshot.bytes());
        cache.put(3, snapshot);
        assertThat(cache.bytes()).isEqualTo(2 * snapshot.bytes());
        cache.put(4, snapshot(10_000));
        assertThat(cache.bytes()).isLessThanOrEqualTo(2 * snapshot.bytes());
    }

    @Test
    void memoryForSnapshotsIsAPartOfTheHeapUpToALimit() {
        long heap = SnapshotCache.MAX_BYTES * SnapshotCache.SHARE;
        assertThat(SnapshotCache.maxBytes(heap / 2)).isEqualTo(SnapshotCache.MAX_BYTES / 2);
        assertThat(SnapshotCache.maxBytes(heap)).isEqualTo(SnapshotCache.MAX_BYTES);
        assertThat(SnapshotCache.maxBytes(2 * heap)).isEqualTo(SnapshotCache.MAX_BYTES);
    }

    @Test
    void anotherServerReadsWhatIsStored() {
        owner.sent("a.example", someDay(), 50);
        DetailReport report = owner.report();
        try (TestService other = TestService.start(Map.of(), house.database, house.clock)) {
            DetailReports reports = other.part(DetailReports.class);
            DetailReport found = reports.find(owner.scope, report.searchToken()).orElseThrow();
            assertThat(found).isEqualTo(report);
            assertThat(bytes(reports.snapshot(owner.scope, found).orElseThrow()))
                    .isEqualTo(bytes(owner.snapshot(report)));
        }
    }

    @Test
    void whatAnotherVersionHasStoredIsWorkedOutAgain() {
        owner.sent("a.example", someDay(), 50);
        DetailReport report = owner.report();
        byte[] before = bytes(owner.snapshot(report));
        house.sql.execute(
                """
                update detail_snapshot set bytes = set_byte(bytes, 3, 99)
                where piece = 0 and report_id = %d
                """
                        .formatted(report.id()));
        try (TestService other = TestService.start(Map.of(), house.database, house.clock)) {
            DetailReports reports = other.part(DetailReports.class);
            assertThat(reports.snapshot(owner.scope, report)).isEmpty();
            Awaiting.until("it is worked out again", PATIENCE, () -> owner.find(report).isReady());
            DetailReport again = owner.find(report);
            assertThat(again).isEqualTo(report);
            assertThat(bytes(reports.snapshot(owner.scope, again).orElseThrow())).isEqualTo(before);
        }
    }

    @Test
    void whatIsToBeWorkedOutAgainWaits() {
        DetailReport report = owner.report();
        DetailReportTable reports = house.service.part(DetailReportTable.class);
        db().inTransaction(() -> {
            assertThat(reports.requeue(owner.scope, report.id())).isTrue();
            assertThat(reports.requeue(owner.scope, report.id())).as("it waits").isFalse();
            DetailReport waiting = owner.find(report);
            assertThat(waiting.stage()).isEqualTo(Stage.QUEUED);
            assertThat(waiting.progress()).isZero();
        });
        DetailWorker worker = house.service.part(DetailWorker.class);
        worker.start();
        try {
            Awaiting.until("it is worked out again", PATIENCE, () -> owner.find(report).isReady());
        } finally {
            worker.stop();
        }
        assertThat(house.of(report, "generation")).isEqualTo("5");
    }

    private boolean finish(DetailReport report, Snapshot snapshot, DomainId... held) {
        return results()
                .finish(
                        new Lease(owner.account(), report.id(), GENERATION),
                        new ReportWorks.Result(snapshot, Set.of(held)));
    }

    @Test
    void whatAWorkerHasFoundIsStored() {
        DetailReport report = owner.report();
        house.setRunning(report, GENERATION);
        Snapshot snapshot = snapshot(100);
        assertThat(finish(report, snapshot, owner.id("a.example"))).isTrue();
        DetailReport ready = owner.find(report);
        assertThat(ready.stage()).isEqualTo(Stage.READY);
        assertThat(ready.progress()).isEqualTo(100);
        assertThat(ready.rows()).isEqualTo(100);
        assertThat(house.of(report, "state, bytes, leased_until"))
                .isEqualTo("ready|" + bytes(snapshot).length + "|null");
        assertThat(owner.snapshot(report)).as("it is in memory").isSameAs(snapshot);
        assertThat(bytes(table().find(owner.scope, report.id()).orElseThrow()))
                .isEqualTo(bytes(snapshot));
        assertThat(
                        house.sql.rows(
                                "select domain_id from detail_report_domain where report_id = "
                                        + report.id()))
                .containsExactly(String.valueOf(owner.id("a.example").value()));
    }

    @Test
    void onlyWhoHasAReportMayEndIt() {
        DetailReport report = owner.report();
        house.setRunning(report, GENERATION + 1);
        assertThat(finish(report, snapshot(1))).as("another worker's").isFalse();
        house.setRunning(report, GENERATION);
        house.set(report, "state = 'queued'");
        assertThat(finish(report, snapshot(1))).as("it waits").isFalse();
        assertThat(house.pieces(report)).isZero();
        house.sql.execute("delete from detail_report where id = " + report.id());
        assertThat(finish(report, snapshot(1))).as("it is gone").isFalse();
        assertThat(house.pieces(report)).isZero();
    }

    @Test
    void whatShowsADomainThatIsGoneIsNotStored() {
        DetailReport report = owner.report();
        house.setRunning(report, GENERATION);
        DomainId gone = owner.id("a.example");
        owner.delete("a.example");
        assertThat(finish(report, snapshot(1), gone, owner.id("b.example"))).isFalse();
        assertThat(house.of(report, "state, generation")).isEqualTo("running|" + GENERATION);
        assertThat(house.pieces(report)).isZero();
        assertThat(finish(report, snapshot(1), owner.id("b.example"))).isTrue();
    }

    @Test
    void aDomainThatIsDeletedWhileItsReportIsStoredTakesThatAlong() throws Exception {
        DetailReport report = owner.report();
        house.setRunning(report, GENERATION);
        DomainId held = owner.id("a.example");
        FutureTask<Boolean> deleting =
                new FutureTask<>(() -> {
                    owner.delete("a.example");
                    return true;
                });
        db().inTransaction(() -> {
            assertThat(finish(report, snapshot(1), held)).isTrue();
            Thread.ofVirtual().start(deleting);
            Awaiting.until(
                    "the deletion waits for the domain",
                    PATIENCE,
                    () ->
                            house.sql
                                    .value(
                                            """
                                            select count(*) from pg_stat_activity
                                            where datname = current_database()
                                                and wait_event_type = 'Lock'
                                                and query like '%from domain%for update%'
                                            """)
                                    .equals("1"));
        });
        assertThat(deleting.get()).isTrue();
        assertThat(house.isThere(report)).isFalse();
        assertThat(house.pieces(report)).isZero();
    }

    @Test
    void ofOneAccountOnlySoManyBytesAreStored() {
        DetailReport first = owner.report("a.example");
        DetailReport second = owner.report("b.example");
        DetailReport stranger = house.owner("large" + accounts).report();
        house.set(stranger, "bytes = " + DetailResults.MAX_BYTES);
        long each = Long.parseLong(house.of(second, "bytes"));
        house.set(first, "bytes = " + (DetailResults.MAX_BYTES - 2 * each));
        DetailReport running = owner.report("a.example", "b.example");
        assertThat(owner.finds(first)).as("exactly the limit").isTrue();
        house.setRunning(running, GENERATION);
        assertThat(finish(running, snapshot(100))).isTrue();
        assertThat(owner.finds(first)).isFalse();
        assertThat(house.pieces(first)).isZero();
        assertThat(owner.finds(second)).isTrue();
        assertThat(owner.finds(running)).isTrue();
        assertThat(house.isThere(stranger)).isTrue();
    }

    @Test
    void whatWasStoredLastStaysWhateverItsAge() {
        DetailReport oldest = owner.report("a.example");
        DetailReport newer = owner.report("b.example");
        house.setRunning(oldest, GENERATION);
        house.set(newer, "bytes = " + DetailResults.MAX_BYTES);
        assertThat(finish(oldest, snapshot(100))).isTrue();
        assertThat(owner.finds(oldest)).isTrue();
        assertThat(owner.finds(newer)).isFalse();
        assertThat(owner.snapshot(oldest).rows().count()).isEqualTo(100);
    }
}
