package org.mailvane.detail;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.mailvane.detail.DetailQueue.Lane;
import org.mailvane.jobs.BackgroundWork;
import org.mailvane.jobs.StopSign;
import org.mailvane.jobs.WorkLoop;
import org.mailvane.jobs.WorkLoops;
import org.mailvane.store.Database;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Works the queue of reports by lease, of the accounts in turn, with a thread for each lane. Any
 * number of servers may do so on one database; a report whose server died is taken by another when
 * its lease ends.
 */
@Component
@Profile("service")
class DetailWorker implements BackgroundWork {

    private static final Duration CARE = Duration.ofHours(1);

    /** How long work on a report may continue while the service stops; later it starts again. */
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

    private final Database database;
    private final DetailQueue queue;
    private final List<WorkLoop> loops;
    private volatile boolean running;
    private boolean begun;

    DetailWorker(Database database, DetailQueue queue, WorkLoops workLoops) {
        this.database = database;
        this.queue = queue;
        this.loops =
                Arrays.stream(Lane.values())
                        .map(lane ->
                                workLoops.loop(
                                        Thread.ofPlatform()
                                                .name(
                                                        "detail-"
                                                                + lane.name()
                                                                        .toLowerCase(Locale.ROOT)),
                                        new Turns(lane),
                                        queue.news(lane)))
                        .toList();
    }

    @Override
    public void start() {
        running = true;
        loops.forEach(WorkLoop::start);
    }

    @Override
    public void stop() {
        running = false;
        WorkLoop.stopAll(loops, STOP_PATIENCE);
        queue.stop(STOP_PATIENCE);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    private synchronized void begin() {
        if (!begun && database.isEmbedded()) {
            // Nobody else works here: what is leased was leased by a run that died.
            queue.endLeases();
        }
        begun = true;
    }

    /** What the thread of a lane does. */
    private final class Turns implements WorkLoop.Work {

        private final Lane lane;

        Turns(Lane lane) {
            this.lane = lane;
        }

        @Override
        public void begin() {
            DetailWorker.this.begin();
        }

        @Override
        public Duration careEvery() {
            return CARE;
        }

        @Override
        public void maintain() {}

        @Override
        public boolean processBatch() {
            return queue.workNext(
                    lane, new StopSign(() -> !running || Thread.currentThread().isInterrupted()));
        }
    }
}
