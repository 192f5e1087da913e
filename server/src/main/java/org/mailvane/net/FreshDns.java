package org.mailvane.net;

import java.util.function.Predicate;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.RecordType;

/** DNS that can be asked anew, past what is kept of its answers. */
public interface FreshDns extends Dns {

    /**
     * The same, which asks anew for some names instead of answering what it knows of them: for
     * whoever wants to see what has just been changed.
     *
     * @param names for which
     */
    Dns fresh(Predicate<DnsName> names);

    /** Returns whether the answer is kept, so that no server has to be asked for it. */
    default boolean isKnown(DnsName name, RecordType type) {
        return false;
    }
}
