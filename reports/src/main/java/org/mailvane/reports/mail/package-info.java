/** Mails and mailboxes that carry reports. */
@NullMarked
package org.mailvane.reports.mail;

import org.jspecify.annotations.NullMarked;
