package org.mailvane.platform.jobs;

import java.time.Clock;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Service;

/** Has work done in the background. */
@Service
public class Jobs {

    private final Db db;
    private final JobTable table;
    private final Clock clock;
    private volatile Runnable runner = () -> {};

    Jobs(Db db, JobTable table, Clock clock) {
        this.db = db;
        this.table = table;
        this.clock = clock;
    }

    /**
     * Has a {@link Job} done for a thing, as soon as the transaction that runs on this thread is
     * committed, and not at all if it is rolled back. One that waits already is not begun twice.
     *
     * @param kind the job's
     * @param id the thing, of this account
     */
    public void start(String kind, Scope scope, long id) {
        table.insert(scope, kind, id, clock.instant());
        db.afterCommit(() -> runner.run());
    }

    /** Names who is to look at once when there is something to do. */
    void tell(Runnable newRunner) {
        this.runner = newRunner;
    }
}
