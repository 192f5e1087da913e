package org.mailvane.detailreport.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.mailvane.detailreport.QueueFixture;
import org.mailvane.detailreport.Stage;
import org.mailvane.detailreport.queue.DetailQueueTable.Written;
import org.mailvane.testing.Awaiting;

/** What is said of how far a report is. */
class ReportProgressTest {

    private final List<String> said = new CopyOnWriteArrayList<>();
    private final AtomicLong nanos = new AtomicLong(-5);
    private volatile Written answer = Written.DONE;

    private final ReportProgress progress =
            new ReportProgress(
                    (stage, percent) -> {
                        said.add(stage + " " + percent);
                        return answer;
                    },
                    nanos::get);

    @Test
    void onlyNewsIsSaidAndTheNewestOfIt() {
        progress.write();
        progress.reached(Stage.READING, 0);
        progress.write();
        assertThat(said).isEmpty();
        progress.reached(Stage.READING, 10);
        progress.reached(Stage.READING, 40);
        progress.write();
        progress.write();
        assertThat(said).containsExactly("READING 40");
    }

    @Test
    void itNeverGoesBack() {
        progress.reached(Stage.READING, 80);
        progress.reached(Stage.READING, 40);
        progress.write();
        progress.reached(Stage.ARRANGING, 80);
        progress.write();
        progress.reached(Stage.READING, 80);
        progress.write();
        progress.reached(Stage.STORING, 90);
        progress.reached(Stage.ARRANGING, 80);
        progress.write();
        assertThat(said).containsExactly("READING 80", "ARRANGING 80", "STORING 90");
    }

    @Test
    void theSameIsSaidAgainSoThatTheReportIsKept() {
        nanos.addAndGet(ReportProgress.KEEP.toNanos() - 1);
        progress.write();
        assertThat(said).isEmpty();
        nanos.addAndGet(1);
        progress.write();
        progress.write();
        assertThat(said).containsExactly("READING 0");
    }

    @Test
    void whatCouldNotBeSaidIsSaidTheNextTime() {
        answer = Written.NOT_NOW;
        progress.reached(Stage.READING, 10);
        progress.write();
        assertThat(progress.isLost()).isFalse();
        answer = Written.DONE;
        progress.write();
        progress.write();
        assertThat(said).containsExactly("READING 10", "READING 10");
    }

    @Test
    void aReportThatIsAnothersIsLost() {
        answer = Written.LOST;
        progress.reached(Stage.READING, 10);
        progress.write();
        assertThat(progress.isLost()).isTrue();
    }

    @Test
    void itIsSaidNowAndThenHoweverMuchThereIsToSay() {
        long begin = System.nanoTime();
        ReportProgress often =
                new ReportProgress(
                        (stage, percent) -> {
                            said.add(stage + " " + percent);
                            return Written.DONE;
                        },
                        System::nanoTime);
        try (often) {
            often.start();
            int[] percent = {0};
            Awaiting.until(
                    "it is said three times",
                    QueueFixture.LIMIT,
                    () -> {
                        often.reached(Stage.READING, ++percent[0]);
                        return said.size() == 3;
                    });
        }
        assertThat(System.nanoTime() - begin)
                .isGreaterThanOrEqualTo(3 * ReportProgress.EVERY.toNanos());
    }
}
