/**
 * Which domain vouches for a mail: SPF, DKIM and DMARC of mails that carry reports, on threads of
 * their own.
 */
@NullMarked
package org.mailvane.intake.authentication;

import org.jspecify.annotations.NullMarked;
