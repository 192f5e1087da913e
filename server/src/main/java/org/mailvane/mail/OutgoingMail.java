package org.mailvane.mail;

import java.time.Instant;
import org.mailvane.store.Scope;

/**
 * A mail that a worker has taken from the queue.
 *
 * @param id its number in the queue
 * @param scope the account that it is sent for
 * @param messageId what makes its Message-ID, the same at every try
 * @param mail the mail
 * @param created when it was put into the queue
 * @param attempts the tries so far, with this one
 */
record OutgoingMail(
        long id, Scope scope, String messageId, Mail mail, Instant created, int attempts) {}
