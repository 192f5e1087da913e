/**
 * Outgoing mail: a queue in the database, and the worker that delivers it.
 *
 * <p>{@link org.mailvane.mail.Mailer} takes a mail in within the caller's transaction, so that it
 * is sent if and only if the event that it reports has happened.
 */
@ApplicationModule(allowedDependencies = {"jobs", "settings", "store", "store :: system"})
@NullMarked
package org.mailvane.mail;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
