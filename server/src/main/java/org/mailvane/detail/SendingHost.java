package org.mailvane.detail;

import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.SendingAddresses.Known;

/**
 * An address with what was known of it on the days of some rows.
 *
 * @param address the address
 * @param known what was known of it
 */
record SendingHost(IpAddress address, Known known) {}
