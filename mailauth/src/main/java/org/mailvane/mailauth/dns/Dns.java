package org.mailvane.mailauth.dns;

/**
 * Queries DNS: this library reaches DNS only through this interface. Its implementation decides
 * which servers to query, how long to wait, and what to cache.
 *
 * <p>A call waits for the answer. Parallel calls need one thread each; virtual threads make that
 * cheap.
 */
@FunctionalInterface
public interface Dns {

    /**
     * Asks for the records of a type at a name, following aliases. Never throws for what DNS says
     * or fails to say.
     */
    DnsAnswer ask(DnsName name, RecordType type);
}
