package org.mailvane.platform.outbox;

import java.time.Clock;
import org.mailvane.platform.jobs.Signal;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Service;

/** Takes mails in, to be delivered in the background. */
@Service
public class Mailer {

    private final Db db;
    private final OutgoingMailTable table;
    private final Clock clock;
    private final Signal newInQueue = new Signal();

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
        db.afterCommit(newInQueue::give);
    }

    /** Says that something was put into the queue here. */
    Signal newInQueue() {
        return newInQueue;
    }
}
