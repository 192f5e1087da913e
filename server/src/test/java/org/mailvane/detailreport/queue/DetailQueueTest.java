package org.mailvane.detailreport.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mailvane.detailreport.DetailReports;
import org.mailvane.detailreport.QueueFixture;
import org.mailvane.detailreport.QueueFixture.User;
import org.mailvane.detailreport.Stage;
import org.mailvane.detailreport.queue.DetailQueue.Lane;
import org.mailvane.detailreport.queue.DetailQueueTable.Claim;
import org.mailvane.detailreport.queue.DetailQueueTable.Written;
import org.mailvane.detailreport.snapshot.SnapshotBuilder;

/** Tests whose report is next, and which worker has it while it is worked out. */
class DetailQueueTest {

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

    /** The numbers of reports in the order in which they are worked, one after the other. */
    private List<Long> workedInTurn() {
        List<Long> worked = new ArrayList<>();
        for (List<String> ready = ready(); house.workNext(); ready = ready()) {
            List<String> more = new ArrayList<>(ready());
            more.removeAll(ready);
            worked.add(Long.parseLong(more.getFirst()));
        }
        return worked;
    }

    private List<String> ready() {
        return house.sql.rows("select id from detail_report where state = 'ready'");
    }

    @Test
    void whoAsksForOneWaitsForNobodysTwenty() {
        User many = house.owner("many");
        User one = house.owner("one");
        IntStream.range(0, 20).forEach(i -> many.asks(1));
        for (int i = 0; i < 5; i++) {
            assertThat(house.workNext()).isTrue();
        }
        long wanted = one.asks(1);
        house.workNext();
        house.workNext();
        assertThat(house.state(wanted)).isEqualTo("ready");
        assertThat(workedInTurn()).hasSize(14);
    }

    @Test
    void accountsAreServedInTurnWhateverTheirNumbers() {
        User a = house.owner("a");
        User b = house.owner("b");
        User c = house.owner("c");
        List<Long> ofC = Stream.of(1, 2).map(i -> c.asks(1)).toList();
        List<Long> ofA = Stream.of(1, 2, 3).map(i -> a.asks(1)).toList();
        List<Long> ofB = Stream.of(1, 2).map(i -> b.asks(1)).toList();
        assertThat(workedInTurn())
                .containsExactly(
                        ofA.get(0),
                        ofB.get(0),
                        ofC.get(0),
                        ofA.get(1),
                        ofB.get(1),
                        ofC.get(1),
                        ofA.get(2));
    }

    @Test
    void whoHasFewerInWorkComesFirst() {
        User a = house.owner("a");
        User b = house.owner("b");
        a.asks(1);
        a.asks(1);
        house.take(Lane.ALL);
        b.asks(1);
        long second = b.asks(1);
        house.workNext();
        // Its last turn is longer ago, but it is not over.
        assertThat(house.take(Lane.ALL).id()).isEqualTo(second);
    }

    @Test
    void usersOfAnAccountAreServedInTurn() {
        User one = house.owner("a");
        User other = one.colleague("other");
        List<Long> ofOne = Stream.of(1, 2, 3).map(i -> one.asks(1)).toList();
        List<Long> ofOther = Stream.of(1, 2).map(i -> other.asks(1)).toList();
        assertThat(workedInTurn())
                .containsExactly(
                        ofOne.get(0), ofOther.get(0), ofOne.get(1), ofOther.get(1), ofOne.get(2));
    }

    @Test
    void aSecondHeavyOneOfAnAccountComesAfterAllElse() {
        User a = house.owner("a");
        User b = house.owner("b");
        b.asks(1);
        b.asks(1);
        house.take(Lane.ALL);
        house.take(Lane.ALL);
        a.asks(HEAVY);
        house.take(Lane.ALL);
        long secondOfA = a.asks(HEAVY);
        long ofB = b.asks(HEAVY);
        // It has two in work, and the other account only one, which is heavy.
        assertThat(house.take(Lane.ALL).id()).isEqualTo(ofB);
        // Nobody else waits.
        assertThat(house.take(Lane.ALL).id()).isEqualTo(secondOfA);
    }

    @Test
    void theLaneOfLightOnesTakesNoOthers() {
        User user = house.owner("a");
        user.asks(HEAVY);
        assertThat(house.claim(Lane.LIGHT)).isEmpty();
        long light = user.asks(DetailReports.LIGHT_ROWS);
        assertThat(house.take(Lane.LIGHT).id()).isEqualTo(light);
        assertThat(house.claim(Lane.LIGHT)).isEmpty();
        assertThat(house.claim(Lane.ALL)).isPresent();
        assertThat(house.claim(Lane.ALL)).isEmpty();
    }

    /** A request for a small report is answered with it, and does not wait for a lane. */
    @Test
    void lanesLeaveAloneForAWhileWhatItsUserWorksOut() {
        User user = house.owner("a");
        Instant end = house.clock.instant().plus(DetailWork.LEASE);
        long id = user.asksAtOnce(end);
        long other = user.asksAtOnce(end);
        assertThat(house.claim(Lane.LIGHT)).isEmpty();
        assertThat(house.claim(Lane.ALL)).isEmpty();
        house.table().letGo(user.scope, other);
        Claim taken = house.take(Lane.ALL);
        assertThat(taken.id()).isEqualTo(other);
        assertThat(finish(taken)).isTrue();
        house.queue().workNow(user.scope, id);
        assertThat(house.report(id, "state, attempts")).isEqualTo("ready|1");
        long lost = user.asksAtOnce(end);
        house.clock.advance(DetailWork.LEASE);
        assertThat(house.take(Lane.LIGHT).id()).isEqualTo(lost);
    }

    @Test
    void whatHasExpiredIsNotWorked() {
        house.owner("a").asks(1);
        house.clock.advance(Duration.ofDays(3));
        assertThat(house.claim(Lane.ALL)).isEmpty();
    }

    @Test
    void whenALeaseEndsAnotherWorkerHasTheReport() {
        long id = house.owner("a").asks(1);
        Claim first = house.take(Lane.ALL);
        house.clock.advance(DetailWork.LEASE.minusMillis(1));
        assertThat(house.claim(Lane.ALL)).isEmpty();
        house.clock.advance(Duration.ofMillis(1));
        Claim second = house.take(Lane.ALL);
        assertThat(second.id()).isEqualTo(id);
        assertThat(second.attempts()).isEqualTo(2);

        assertThat(finish(first)).isFalse();
        assertThat(progress(first, Stage.READING, 50)).isEqualTo(Written.LOST);
        house.table().release(first);
        house.table().fail(first, "no", house.clock.instant());
        assertThat(house.report(id, "state, progress, problem")).isEqualTo("running|0|");
        assertThat(finish(second)).isTrue();
        assertThat(house.report(id, "state, stage, progress")).isEqualTo("ready|ready|100");
        assertThat(progress(second, Stage.READING, 50)).isEqualTo(Written.LOST);
    }

    @Test
    void progressKeepsAReportAndNeverGoesBack() {
        long id = house.owner("a").asks(1);
        Claim claim = house.take(Lane.ALL);
        assertThat(house.report(id, "stage, progress")).isEqualTo("reading|0");
        house.clock.advance(DetailWork.LEASE.minusMillis(1));
        assertThat(progress(claim, Stage.READING, 50)).isEqualTo(Written.DONE);
        assertThat(progress(claim, Stage.READING, 40)).isEqualTo(Written.DONE);
        assertThat(house.report(id, "stage, progress")).isEqualTo("reading|50");
        house.clock.advance(DetailWork.LEASE.minusMillis(1));
        assertThat(house.claim(Lane.ALL)).isEmpty();
        house.clock.advance(Duration.ofMillis(1));
        assertThat(house.claim(Lane.ALL)).isPresent();
        assertThat(house.report(id, "stage, progress")).isEqualTo("reading|0");
    }

    @Test
    void progressOfAReportThatIsGoneIsLost() {
        house.owner("a").asks(1);
        Claim claim = house.take(Lane.ALL);
        house.sql.execute("delete from detail_report");
        assertThat(progress(claim, Stage.READING, 50)).isEqualTo(Written.LOST);
        assertThat(finish(claim)).isFalse();
        assertThat(house.sql.value("select count(*) from detail_snapshot")).isEqualTo("0");
    }

    @Test
    void aServerThatIsAloneTakesBackWhatAnEarlierRunHad() {
        long id = house.owner("a").asks(1);
        Claim first = house.take(Lane.ALL);
        house.queue().endLeases();
        assertThat(house.report(id, "state, stage")).isEqualTo("queued|queued");
        Claim second = house.take(Lane.ALL);
        assertThat(finish(first)).isFalse();
        assertThat(finish(second)).isTrue();
    }

    @Test
    void aServerThatIsAloneTakesWhatAnEarlierRunHeldForItsUser() {
        User user = house.owner("a");
        long id = user.asksAtOnce(house.clock.instant().plus(DetailWork.LEASE));
        assertThat(house.claim(Lane.ALL)).isEmpty();
        house.queue().endLeases();
        assertThat(house.take(Lane.ALL).id()).isEqualTo(id);
    }

    private Written progress(Claim claim, Stage stage, int percent) {
        return house.table()
                .progress(claim, stage, percent, house.clock.instant().plus(DetailWork.LEASE));
    }

    private boolean finish(Claim claim) {
        return house.service
                .part(DetailResults.class)
                .finish(
                        claim.lease(),
                        new ReportWorks.Result(new SnapshotBuilder().build(), Set.of()));
    }
}
