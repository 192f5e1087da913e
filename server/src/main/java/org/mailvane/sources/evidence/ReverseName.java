package org.mailvane.sources.evidence;

import java.util.List;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.RecordType;

/**
 * The reverse name of an address, according to DNS.
 *
 * @param known whether DNS answered all queries; otherwise the name is only what was learnt before
 *     it failed
 * @param name in lower case; empty where there is none
 * @param confirmed whether it leads back to the address
 */
record ReverseName(boolean known, String name, boolean confirmed) {

    /**
     * Names of one address that are asked for their addresses: anybody may give theirs as many as
     * they like. RFC 7208, section 4.6.4, lets SPF follow ten.
     */
    static final int MAX_NAMES = 5;

    /** DNS queries of one lookup. */
    static final int MAX_QUESTIONS = 1 + MAX_NAMES;

    /**
     * Asks for the names of an address, and of each for its addresses, until one leads back: the
     * {@code iprev} test of RFC 8601, section 3 (its results are those of section 2.7.3).
     *
     * <p>Answers have no order. Of many names it is always the same ones that are asked, so that an
     * address does not seem to change its name from day to day.
     */
    static ReverseName of(IpAddress address, Dns dns) {
        IpAddress plain = address.unmapped();
        DnsAnswer pointers = dns.ask(plain.reverseName(), RecordType.PTR);
        if (pointers.status().isFailure()) {
            return new ReverseName(false, "", false);
        }
        List<DnsName> names =
                pointers.names().stream()
                        .filter(ReverseName::isHostName)
                        .distinct()
                        .sorted()
                        .limit(MAX_NAMES)
                        .toList();
        boolean known = true;
        for (DnsName name : names) {
            DnsAnswer back = dns.ask(name, plain.isV4() ? RecordType.A : RecordType.AAAA);
            if (back.addresses().contains(plain)) {
                return new ReverseName(true, name.value(), true);
            }
            known &= !back.status().isFailure();
        }
        return new ReverseName(known, names.isEmpty() ? "" : names.getFirst().value(), false);
    }

    /** Octets beyond ASCII are none of a host's name, though people may write such names. */
    private static boolean isHostName(DnsName name) {
        return name.domain().map(DomainName::value).filter(name.value()::equals).isPresent();
    }
}
