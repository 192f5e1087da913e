/** DMARC failure reports: RFC 6591 and RFC 9991. */
@NullMarked
package org.mailvane.reports.failure;

import org.jspecify.annotations.NullMarked;
