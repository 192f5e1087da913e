/**
 * The queue of messages to read: {@link org.mailvane.intake.queue.MailIntake} adds them, {@link
 * org.mailvane.intake.queue.QueueWorker} leases and reads them, {@code QuotaGate} limits a sender's
 * share.
 */
@NullMarked
package org.mailvane.intake.queue;

import org.jspecify.annotations.NullMarked;
