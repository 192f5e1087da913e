/**
 * Report mail by SMTP: {@link org.mailvane.intake.smtp.SmtpListener} accepts mails for report
 * addresses only, and answers 250 when they are committed. {@link
 * org.mailvane.intake.smtp.SmtpLimits} limits clients and their mails. The command {@code doctor}
 * recognises the listener by its greeting ({@code SmtpCheck}).
 */
@NamedInterface("smtp")
@NullMarked
package org.mailvane.intake.smtp;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
