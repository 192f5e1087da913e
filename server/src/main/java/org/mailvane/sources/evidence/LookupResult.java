package org.mailvane.sources.evidence;

import org.mailvane.mailauth.dns.IpAddress;

/** What came of looking an address up. */
record LookupResult(IpAddress address, ReverseName name) {}
