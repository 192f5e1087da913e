package org.mailvane.platform.outbox;

import java.time.Instant;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.platform.store.Scope;

/**
 * A mail that a worker has taken from the queue.
 *
 * @param lease the worker's lease of it
 * @param messageId what makes its Message-ID, the same at every try
 * @param mail the mail
 * @param created when it was put into the queue
 * @param attempts the tries so far, with this one
 */
record OutgoingMail(Lease lease, String messageId, Mail mail, Instant created, int attempts) {

    /** Returns its number in the queue. */
    long id() {
        return lease.id();
    }

    /** Returns the account that it is sent for. */
    Scope scope() {
        return lease.scope();
    }
}
