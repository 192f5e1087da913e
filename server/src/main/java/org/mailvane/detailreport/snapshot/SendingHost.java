package org.mailvane.detailreport.snapshot;

import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.evidence.SendingAddresses.Known;

/**
 * An address with what was known of it on the days of some rows.
 *
 * @param address the address
 * @param known what was known of it
 */
public record SendingHost(IpAddress address, Known known) {}
