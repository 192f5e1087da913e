package org.mailvane.mailauth.dns;

/**
 * Asks DNS: the only way in which this library reaches it. Whoever gives one decides which servers
 * are asked, how long they are waited for, and what is kept.
 *
 * <p>A call waits for the answer. Many at once are many threads, which cost little when they are
 * virtual ones.
 */
@FunctionalInterface
public interface Dns {

    /**
     * Asks for the records of a type at a name, following aliases. Never throws for what DNS says
     * or fails to say.
     */
    DnsAnswer ask(DnsName name, RecordType type);
}
