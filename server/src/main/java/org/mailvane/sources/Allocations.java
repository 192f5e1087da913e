package org.mailvane.sources;

import org.mailvane.mailauth.dns.IpAddress;
import org.springframework.stereotype.Component;

/** Knows by data files whose addresses are. */
@Component
class Allocations {

    Allocation of(IpAddress address) {
        return Allocation.UNKNOWN;
    }
}
