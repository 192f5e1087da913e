/** TLS-RPT records: where a domain wants reports on encrypted delivery to be sent. */
@NullMarked
package org.mailvane.mailauth.tlsrpt;

import org.jspecify.annotations.NullMarked;
