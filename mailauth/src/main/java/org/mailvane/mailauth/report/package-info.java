/** Where reports are to be sent: the addresses in DMARC and TLS-RPT records. */
@NullMarked
package org.mailvane.mailauth.report;

import org.jspecify.annotations.NullMarked;
