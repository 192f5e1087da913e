package org.mailvane.sources;

import org.mailvane.mailauth.dns.IpAddress;

/** What came of looking an address up. */
record LookupResult(IpAddress address, ReverseName name) {}
