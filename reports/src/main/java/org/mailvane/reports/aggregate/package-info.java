/** DMARC aggregate reports: RFC 7489, section 7.2 and appendix C, and RFC 9990. */
@NullMarked
package org.mailvane.reports.aggregate;

import org.jspecify.annotations.NullMarked;
