package org.mailvane.traffic.sums;

import org.mailvane.mailauth.dns.IpAddress;

/**
 * Messages that an address sent over some days, as reports count them.
 *
 * @param address the sender
 * @param own in the name of the domain that was asked about
 * @param others in the name of the caller's other domains
 */
public record AddressVolume(IpAddress address, long own, long others) {}
