/** What a receiver writes into a mail about its authentication (RFC 8601). */
@NullMarked
package org.mailvane.mailauth.authres;

import org.jspecify.annotations.NullMarked;
