/**
 * Outgoing mail: a queue in the database, and the worker that delivers it.
 *
 * <p>{@link org.mailvane.platform.outbox.Mailer} takes a mail in within the caller's transaction,
 * so that it is sent if and only if the event that it reports has happened.
 */
@NamedInterface("outbox")
@NullMarked
package org.mailvane.platform.outbox;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
