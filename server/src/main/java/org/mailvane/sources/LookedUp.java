package org.mailvane.sources;

import org.mailvane.mailauth.dns.IpAddress;

/** What came of looking an address up. */
record LookedUp(IpAddress address, ReverseName name) {}
