package org.mailvane.mailauth.spf;

/**
 * Void lookups (RFC 7208, section 4.6.4). Senders with IPv4 and with IPv6 addresses cause different
 * ones, because {@code a} queries addresses of the sender's family.
 */
record Voids(int ip4, int ip6) {

    static final Voids NONE = new Voids(0, 0);

    /** One that every sender sees. */
    static final Voids ONE = new Voids(1, 1);

    /** Returns the number that every sender causes, of either family. */
    int ofEverySender() {
        return Math.min(ip4, ip6);
    }

    Voids plus(Voids other) {
        return new Voids(Counts.sum(ip4, other.ip4), Counts.sum(ip6, other.ip6));
    }
}
