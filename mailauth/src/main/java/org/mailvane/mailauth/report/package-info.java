/** Parses addresses for reports, in DMARC and TLS-RPT records. */
@NullMarked
package org.mailvane.mailauth.report;

import org.jspecify.annotations.NullMarked;
