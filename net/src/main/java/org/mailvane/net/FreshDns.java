package org.mailvane.net;

import java.util.function.Predicate;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.RecordType;

/** A DNS client that can ask again instead of using its cache. */
public interface FreshDns extends Dns {

    /**
     * Returns a client that asks again for some names instead of answering from the cache, for
     * callers that need to see what has just been changed.
     *
     * @param names the names to ask for again
     */
    Dns fresh(Predicate<DnsName> names);

    /** Returns whether the answer is kept, so that no server has to be asked for it. */
    default boolean isKnown(DnsName name, RecordType type) {
        return false;
    }
}
