/** Who vouches for a mail that arrived: SPF, DKIM and DMARC together (RFC 9989). */
@NullMarked
package org.mailvane.mailauth.arrival;

import org.jspecify.annotations.NullMarked;
