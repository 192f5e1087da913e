package org.mailvane.detail;

import java.util.Comparator;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.SendingAddresses.Known;

/**
 * An address with what was known of it on the days of some rows.
 *
 * @param address the address
 * @param known what was known of it
 */
record Sender(IpAddress address, Known known) {

    /** By address; equal ones in some order that is always the same. */
    static final Comparator<Sender> ORDER =
            Comparator.comparing(Sender::address)
                    .thenComparing(s -> s.known.reverseName())
                    .thenComparing(s -> s.known.confirmed())
                    .thenComparing(s -> s.known.organization())
                    .thenComparing(s -> s.known.country());
}
