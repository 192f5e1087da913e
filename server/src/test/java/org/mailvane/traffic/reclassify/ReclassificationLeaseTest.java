package org.mailvane.traffic.reclassify;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.platform.jobs.LeaseQueueContract;
import org.mailvane.sources.classify.ClassificationContext.Version;

/** Domains whose rows are to be classified again as a queue. */
class ReclassificationLeaseTest extends LeaseQueueContract<ReclassificationClaim> {

    private static final Version VERSION = new Version(1, 0);

    private final ReclassificationQueueTable table = service.part(ReclassificationQueueTable.class);
    private final ReclassificationWorker worker = service.part(ReclassificationWorker.class);

    @BeforeEach
    void stop() {
        worker.stop();
    }

    @Override
    protected void add(int rows) {
        service.part(Domains.class)
                .add(
                        service.account("Traffic").account().scope(),
                        IntStream.range(0, rows)
                                .mapToObj(i -> new DomainName("d" + i + ".example"))
                                .toList());
        service.sql()
                .execute(
                        """
                        insert into reclassification_queue (account_id, domain_id, fresh, since, due)
                        select account_id, id, '[2026-11-01,2026-11-02)', '%1$s', '%1$s' from domain
                        """
                                .formatted(clock.instant()));
    }

    @Override
    protected List<ReclassificationClaim> claim() {
        return table.claim(VERSION, 0, clock.instant(), clock.instant().plus(term()), 8);
    }

    @Override
    protected Lease lease(ReclassificationClaim claim) {
        return claim.lease();
    }

    @Override
    protected Duration term() {
        return ReclassificationWork.LEASE;
    }

    @Override
    protected boolean finish(ReclassificationClaim claim) {
        String domains = "select count(*) from reclassification_queue";
        String before = service.sql().value(domains);
        table.finish(claim, null, new UnknownAddresses(0, 0), null, null, clock.instant());
        return !service.sql().value(domains).equals(before);
    }

    @Override
    protected void release(ReclassificationClaim claim) {
        table.release(claim, clock.instant());
    }

    @Override
    protected void fail(ReclassificationClaim claim) {
        worker.failed(claim, new IllegalStateException("no"));
    }

    @Override
    protected List<Duration> pauses() {
        return ReclassificationWorker.PAUSES;
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
