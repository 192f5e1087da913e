package org.mailvane.mail;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/** Takes mails in, to be delivered in the background. */
@Service
public class Mailer {

    private final Db db;
    private final OutgoingMailTable table;
    private final Clock clock;
    private final Semaphore newInQueue = new Semaphore(0);

    Mailer(Db db, OutgoingMailTable table, Clock clock) {
        this.db = db;
        this.table = table;
        this.clock = clock;
    }

    /**
     * Puts a mail into the queue, within the transaction that runs on this thread. It is on its way
     * as soon as that is committed, and never if it is rolled back.
     *
     * @param scope the account that it is sent for
     */
    public void send(Scope scope, Mail mail) {
        table.insert(scope, mail, clock.instant());
        db.afterCommit(newInQueue::release);
    }

    /**
     * Waits until something is put into the queue here, or the time is over: other servers and
     * commands put something in too, without a word.
     */
    void awaitQueued(Duration atMost) throws InterruptedException {
        if (newInQueue.tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
            newInQueue.drainPermits();
        }
    }
}
