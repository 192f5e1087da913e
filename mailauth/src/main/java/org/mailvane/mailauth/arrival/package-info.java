/** Authenticates the author domain of a mail: SPF, DKIM and DMARC together (RFC 9989). */
@NullMarked
package org.mailvane.mailauth.arrival;

import org.jspecify.annotations.NullMarked;
