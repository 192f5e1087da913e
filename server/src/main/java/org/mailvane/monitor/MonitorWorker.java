package org.mailvane.monitor;

import static java.util.stream.Collectors.groupingBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.mailvane.jobs.BackgroundWork;
import org.mailvane.jobs.WorkLoop;
import org.mailvane.jobs.WorkLoops;
import org.mailvane.monitor.Monitor.Look;
import org.mailvane.settings.Settings;
import org.mailvane.store.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Looks up domains that are due, many at the same time: nearly all of it is waiting. Any number of
 * servers share the domains of one database; accounts take turns ({@link DueDomains}). Where the
 * settings switch scheduled checks off, it looks up the domains that people ask for.
 */
@Component
@Profile("service")
class MonitorWorker implements BackgroundWork, WorkLoop.Work {

    /** Domains that are looked up at the same time. */
    static final int AT_ONCE = 128;

    /** Domains that are taken together. */
    static final int BATCH = 32;

    /** How long what is being looked up may take on when the service is told to stop. */
    static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

    private static final Duration CARE = Duration.ofHours(1);

    private static final Logger log = LoggerFactory.getLogger(MonitorWorker.class);

    private final Database database;
    private final Monitor monitor;
    private final boolean scheduled;
    private final WorkLoop loop;
    private final Semaphore places = new Semaphore(AT_ONCE);
    private volatile ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    MonitorWorker(Database database, Monitor monitor, Settings settings, WorkLoops loops) {
        this.database = database;
        this.monitor = monitor;
        this.scheduled = settings.watchesDns();
        this.loop = loops.loop(Thread.ofPlatform().name("dns-monitor"), this, monitor.news());
    }

    @Override
    public void start() {
        loop.start();
    }

    @Override
    public void stop() {
        loop.stop(STOP_PATIENCE);
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

    @Override
    public boolean isRunning() {
        return loop.isRunning();
    }

    @Override
    public void begin() {
        if (database.isEmbedded()) {
            // Nobody else works here: what is leased was leased by a run that died.
            monitor.endLeases();
        }
    }

    @Override
    public Duration careEvery() {
        return CARE;
    }

    @Override
    public void maintain() {}

    /** Begins to look up some domains that are due; answers false when there is none. */
    @Override
    public boolean processBatch() throws InterruptedException {
        return processBatch(scheduled);
    }

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
        try {
            return monitor.looks(domains);
        } catch (RuntimeException | Error defect) {
            domains.forEach(domain -> failed(domain, defect));
            return List.of();
        }
    }

    private void check(Look look, boolean asked) {
        try {
            monitor.check(look, asked);
        } catch (InterruptedException stopped) {
            release(look.domain());
        } catch (RuntimeException | Error defect) {
            failed(look.domain(), defect);
        } finally {
            places.release();
        }
    }

    private void failed(WatchedDomain domain, Throwable defect) {
        // It is tried again when its lease ends: what always fails must not be tried always.
        if (isRunning()) {
            log.error("Watching {} failed", domain.name(), defect);
        } else {
            release(domain);
        }
    }

    private void release(WatchedDomain domain) {
        // Statements fail on an interrupted thread, and stopping interrupts.
        Thread.interrupted();
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
