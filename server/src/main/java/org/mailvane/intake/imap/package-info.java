/** Mailboxes that reports are read from, by IMAP (RFC 9051, RFC 3501). */
@NullMarked
package org.mailvane.intake.imap;

import org.jspecify.annotations.NullMarked;
