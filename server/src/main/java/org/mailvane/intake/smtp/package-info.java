/**
 * Report mail by SMTP: a listener that takes mails for report addresses and nothing else, and
 * answers 250 when they are committed. Bounds on clients and their mails are in {@link
 * org.mailvane.intake.smtp.SmtpLimits}.
 */
@NamedInterface("smtp")
@NullMarked
package org.mailvane.intake.smtp;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
