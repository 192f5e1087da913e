package org.mailvane.monitor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.monitor.WatchedDomainTable.Next;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.platform.jobs.LeaseQueueContract;
import org.mailvane.traffic.sums.SeenSelectors.Seen;

/** Domains to look up as a queue. */
class WatchedDomainLeaseTest extends LeaseQueueContract<WatchedDomain> {

    private final WatchedDomainTable table = service.part(WatchedDomainTable.class);

    @BeforeEach
    void stop() {
        service.part(MonitorWorker.class).stop();
    }

    @Override
    protected void add(int rows) {
        service.part(Domains.class)
                .add(
                        service.account("Watched").account().scope(),
                        IntStream.range(0, rows)
                                .mapToObj(i -> new DomainName("d" + i + ".example"))
                                .toList());
    }

    @Override
    protected List<WatchedDomain> claim() {
        return table.claim(8, clock.instant(), clock.instant().plus(term()));
    }

    @Override
    protected Lease lease(WatchedDomain domain) {
        return domain.lease();
    }

    @Override
    protected Duration term() {
        return Monitor.LEASE;
    }

    @Override
    protected boolean finish(WatchedDomain domain) {
        Instant tomorrow = clock.instant().plus(Duration.ofDays(1));
        Next next = new Next(tomorrow, tomorrow, new Seen(List.of(), false), false);
        return table.giveBack(domain, next, clock.instant());
    }

    @Override
    protected void release(WatchedDomain domain) {
        table.release(domain);
    }

    @Override
    protected void fail(WatchedDomain domain) {
        // It is tried again when its lease ends.
    }

    @Override
    protected List<Duration> pauses() {
        return List.of(term());
    }

    @Override
    protected boolean givesUp() {
        return false;
    }

    @Override
    protected void endLeases() {
        table.endLeases();
    }
}
