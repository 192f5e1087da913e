package org.mailvane.detailreport.queue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.mailvane.detailreport.queue.DetailQueue.Lane;
import org.mailvane.platform.jobs.LeaseWorker;
import org.mailvane.platform.jobs.WorkLoop;
import org.mailvane.platform.jobs.WorkLoops;
import org.mailvane.platform.store.Database;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Works the queue of reports, of the accounts in turn, with a thread for each lane. */
@Component
@Profile("service")
public class DetailWorker extends LeaseWorker {

    /** How long work on a report may continue while the service stops; later it starts again. */
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

    private final DetailQueue queue;

    DetailWorker(Database database, DetailQueue queue, WorkLoops workLoops) {
        super(database, workLoops, STOP_PATIENCE);
        this.queue = queue;
    }

    @Override
    protected List<WorkLoop> threads() {
        return Arrays.stream(Lane.values())
                .map(lane ->
                        thread(
                                Thread.ofPlatform()
                                        .name("detail-" + lane.name().toLowerCase(Locale.ROOT)),
                                queue.news(lane),
                                () -> queue.workNext(lane, stopSign())))
                .toList();
    }

    @Override
    protected void endLeases() {
        queue.endLeases();
    }

    @Override
    public void stop() {
        super.stop();
        queue.stop(STOP_PATIENCE);
    }
}
