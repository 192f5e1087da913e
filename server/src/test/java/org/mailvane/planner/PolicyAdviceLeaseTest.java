package org.mailvane.planner;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.planner.PlannedDomain.Remembered;
import org.mailvane.planner.PolicyAdviceTable.Taken;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.platform.jobs.LeaseQueueContract;

/** Domains to judge as a queue. */
class PolicyAdviceLeaseTest extends LeaseQueueContract<Taken> {

    private final PolicyAdviceTable table = service.part(PolicyAdviceTable.class);
    private final AdviceWorker worker = service.part(AdviceWorker.class);

    @BeforeEach
    void stop() {
        worker.stop();
    }

    @Override
    protected void add(int rows) {
        service.part(Domains.class)
                .add(
                        service.account("Planned").account().scope(),
                        IntStream.range(0, rows)
                                .mapToObj(i -> new DomainName("d" + i + ".example"))
                                .toList());
    }

    @Override
    protected List<Taken> claim() {
        return table.claim(clock.instant(), clock.instant().plus(term()), 8);
    }

    @Override
    protected Lease lease(Taken taken) {
        return taken.lease();
    }

    @Override
    protected Duration term() {
        return AdviceWorker.LEASE;
    }

    @Override
    protected boolean finish(Taken taken) {
        return table.finish(
                taken,
                PolicyAdvice.NOT_JUDGED,
                Remembered.NOTHING,
                clock.instant(),
                clock.instant().plus(Duration.ofDays(1)));
    }

    @Override
    protected void release(Taken taken) {
        table.release(taken, clock.instant());
    }

    @Override
    protected void fail(Taken taken) {
        worker.failed(taken, new IllegalStateException("no"));
    }

    @Override
    protected List<Duration> pauses() {
        return List.of(AdviceWorker.PAUSE);
    }

    @Override
    protected boolean givesUp() {
        return false;
    }

    @Override
    protected void endLeases() {
        table.endLeases(clock.instant());
    }
}
