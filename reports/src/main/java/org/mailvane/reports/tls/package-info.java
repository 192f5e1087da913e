/** SMTP TLS reports: RFC 8460. */
@NullMarked
package org.mailvane.reports.tls;

import org.jspecify.annotations.NullMarked;
