package org.mailvane.sources;

import java.util.Collection;
import org.mailvane.jobs.StopSign;
import org.mailvane.mailauth.dns.IpAddress;

/** Looks addresses up in DNS and keeps what it says. */
public interface AddressResolver {

    /**
     * Looks up those of these addresses that are due: many at once, in no transaction. What came of
     * each is kept as it comes, also that a look-up failed.
     *
     * @param stop ends it early
     */
    void resolve(Collection<IpAddress> addresses, StopSign stop);
}
