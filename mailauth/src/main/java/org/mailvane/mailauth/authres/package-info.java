/** Parses the fields in which a receiver records the authentication of a mail (RFC 8601). */
@NullMarked
package org.mailvane.mailauth.authres;

import org.jspecify.annotations.NullMarked;
