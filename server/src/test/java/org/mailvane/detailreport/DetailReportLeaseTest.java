package org.mailvane.detailreport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mailvane.detailreport.DetailReportTable.NewReport;
import org.mailvane.detailreport.queue.DetailQueue;
import org.mailvane.detailreport.queue.DetailQueue.Lane;
import org.mailvane.detailreport.queue.DetailQueueTable;
import org.mailvane.detailreport.queue.DetailQueueTable.Claim;
import org.mailvane.detailreport.queue.DetailResults;
import org.mailvane.detailreport.queue.DetailWork;
import org.mailvane.detailreport.queue.DetailWorker;
import org.mailvane.detailreport.queue.ReportWorks;
import org.mailvane.detailreport.snapshot.SnapshotBuilder;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.platform.jobs.LeaseQueueContract;
import org.mailvane.platform.store.Scope;

/** Detail reports as a queue. */
class DetailReportLeaseTest extends LeaseQueueContract<Claim> {

    private static final LocalDate DAY = LocalDate.of(2026, 11, 5);

    private final DetailQueueTable table = service.part(DetailQueueTable.class);

    @BeforeEach
    void stop() {
        service.part(DetailWorker.class).stop();
    }

    /** What fails after the result is stored must not end what can be read. */
    @Test
    void reportThatIsReadyStaysReady() {
        add(1);
        Claim claim = claim().getFirst();
        assertThat(finish(claim)).isTrue();
        fail(claim);
        release(claim);
        assertThat(
                        service.sql()
                                .value(
                                        "select state from detail_report where id = "
                                                + claim.lease().id()))
                .isEqualTo("ready");
    }

    @Override
    protected void add(int rows) {
        var created = service.account("Reports");
        Scope account = created.account().scope();
        Scope user =
                new Scope(
                        account.accountId(),
                        created.owner().id(),
                        account.reads(),
                        account.writes());
        Instant now = clock.instant();
        for (int i = 0; i < rows; i++) {
            NewReport report =
                    new NewReport(
                            "token%011d".formatted(i),
                            ReportCriteria.all(List.of(), DAY, DAY),
                            new byte[32],
                            List.of(),
                            List.of(),
                            1,
                            now,
                            now.plus(Duration.ofDays(3)),
                            null);
            service.part(DetailReportTable.class).insert(user, report);
        }
    }

    @Override
    protected List<Claim> claim() {
        return service.part(DetailQueue.class).claim(Lane.ALL).stream().toList();
    }

    @Override
    protected Lease lease(Claim claim) {
        return claim.lease();
    }

    @Override
    protected Duration term() {
        return DetailWork.LEASE;
    }

    @Override
    protected boolean finish(Claim claim) {
        return service.part(DetailResults.class)
                .finish(
                        claim.lease(),
                        new ReportWorks.Result(new SnapshotBuilder().build(), Set.of()));
    }

    @Override
    protected void release(Claim claim) {
        table.release(claim);
    }

    @Override
    protected void fail(Claim claim) {
        service.part(DetailWork.class)
                .failed(claim, new IllegalStateException("no"), System.nanoTime());
    }

    @Override
    protected List<Duration> pauses() {
        return DetailWork.PAUSES;
    }

    @Override
    protected boolean givesUp() {
        return true;
    }

    @Override
    protected void endLeases() {
        table.endLeases();
    }
}
