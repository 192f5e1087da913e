package org.mailvane.net;

import java.util.function.Predicate;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsName;

/** DNS that can be asked anew, past what is kept of its answers. */
public interface FreshDns extends Dns {

    /**
     * The same, which asks anew for some names instead of answering what it knows of them: for
     * whoever wants to see what has just been changed.
     *
     * @param names for which
     */
    Dns fresh(Predicate<DnsName> names);
}
