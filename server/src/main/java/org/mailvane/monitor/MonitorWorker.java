package org.mailvane.monitor;

import static java.util.stream.Collectors.groupingBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.mailvane.monitor.Monitor.Look;
import org.mailvane.platform.jobs.LeaseWorker;
import org.mailvane.platform.jobs.WorkLoop;
import org.mailvane.platform.jobs.WorkLoops;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.store.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Looks up domains that are due, many at the same time: nearly all of it is waiting. Accounts take
 * turns ({@link DueDomains}). Where the settings switch scheduled checks off, it looks up the
 * domains that people ask for.
 */
@Component
@Profile("service")
class MonitorWorker extends LeaseWorker {

    /** Domains that are looked up at the same time. */
    static final int AT_ONCE = 128;

    /** Domains that are taken together. */
    static final int BATCH = 32;

    /** How long what is being looked up may take on when the service is told to stop. */
    static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(MonitorWorker.class);

    private final Monitor monitor;
    private final boolean scheduled;
    private final Semaphore places = new Semaphore(AT_ONCE);
    private volatile ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    MonitorWorker(Database database, Monitor monitor, Settings settings, WorkLoops loops) {
        super(database, loops, STOP_PATIENCE);
        this.monitor = monitor;
        this.scheduled = settings.watchesDns();
    }

    @Override
    protected List<WorkLoop> threads() {
        Thread.Builder thread = Thread.ofPlatform().name("dns-monitor");
        return List.of(thread(thread, monitor.news(), () -> processBatch(scheduled)));
    }

    @Override
    protected void endLeases() {
        monitor.endLeases();
    }

    @Override
    public void stop() {
        super.stop();
        finish(STOP_PATIENCE);
        threads = Executors.newVirtualThreadPerTaskExecutor();
    }

    /** Waits for what is being looked up, and ends what takes longer. */
    private void finish(Duration patience) {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                threads.shutdownNow();
                threads.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException interrupted) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    /** Begins to look up some domains that are due; answers false when there is none. */
    private boolean processBatch(boolean all) throws InterruptedException {
        places.acquire();
        int free = 1 + drain(BATCH - 1);
        int used = 0;
        try {
            Map<Long, List<WatchedDomain>> due =
                    (all ? monitor.claim(free) : monitor.claimRequested(free))
                            .stream().collect(groupingBy(domain -> domain.scope().accountId()));
            for (List<WatchedDomain> ofAccount : due.values()) {
                for (Look look : looks(ofAccount)) {
                    threads.execute(() -> check(look, !all));
                    used++;
                }
            }
            return !due.isEmpty();
        } finally {
            places.release(free - used);
        }
    }

    private int drain(int most) {
        int taken = 0;
        while (taken < most && places.tryAcquire()) {
            taken++;
        }
        return taken;
    }

    private List<Look> looks(List<WatchedDomain> domains) {
        List<Look> looks = new ArrayList<>();
        attempt(
                domains,
                () -> looks.addAll(monitor.looks(domains)),
                this::release,
                MonitorWorker::failed);
        return looks;
    }

    private void check(Look look, boolean asked) {
        try {
            attempt(
                    List.of(look.domain()),
                    () -> monitor.check(look, asked),
                    this::release,
                    MonitorWorker::failed);
        } finally {
            places.release();
        }
    }

    private static void failed(WatchedDomain domain, Throwable defect) {
        // It is tried again when its lease ends: what always fails must not be tried always.
        log.error("Watching {} failed", domain.name(), defect);
    }

    private void release(WatchedDomain domain) {
        try {
            monitor.release(domain);
        } catch (RuntimeException gone) {
            log.debug("{} is not given back", domain.name(), gone);
        }
    }

    /** Looks up all that is due now, whatever the settings say, and waits until that is done. */
    void workAll() throws InterruptedException {
        while (processBatch(true)) {
            places.acquire(AT_ONCE);
            places.release(AT_ONCE);
        }
    }
}
