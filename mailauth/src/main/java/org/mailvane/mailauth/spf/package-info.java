/** SPF (RFC 7208): which hosts may send mail that names a domain in its envelope. */
@NullMarked
package org.mailvane.mailauth.spf;

import org.jspecify.annotations.NullMarked;
