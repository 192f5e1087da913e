/**
 * Records that are lists of tags, {@code name=value; name=value}: what DMARC, DKIM, BIMI, MTA-STS
 * and TLS-RPT have in common.
 */
@NullMarked
package org.mailvane.mailauth.tag;

import org.jspecify.annotations.NullMarked;
