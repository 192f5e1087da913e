/**
 * Finds out which domain vouches for a mail with reports: SPF, DKIM and DMARC, on separate threads.
 */
@NullMarked
package org.mailvane.intake.authentication;

import org.jspecify.annotations.NullMarked;
