package org.mailvane.mailauth.mtasts;

import java.util.Optional;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DomainName;

/**
 * Hosts that a policy allows (RFC 8461, section 4.1).
 *
 * @param isWildcard whether it matches all hosts that have one label before the name
 * @param name the name of the host, or what follows the wildcard
 */
public record MxPattern(boolean isWildcard, DomainName name) {

    static final String WILDCARD = "*.";

    /** Reads a pattern of a policy: {@code ["*."] Domain} of RFC 5321, in A-labels. */
    public static Optional<MxPattern> parse(String text) {
        boolean isWildcard = text.startsWith(WILDCARD);
        String name = isWildcard ? text.substring(WILDCARD.length()) : text;
        // DomainName repairs blanks and U-labels; senders do not.
        return DomainName.parse(name)
                .filter(read -> read.value().equalsIgnoreCase(name))
                .map(read -> new MxPattern(isWildcard, read));
    }

    /** Whether the host of an MX record is one of them. */
    public boolean matches(DnsName host) {
        String wanted = name.value();
        if (!isWildcard) {
            return host.value().equals(wanted);
        }
        int before = host.value().length() - wanted.length() - 1;
        return before > 0 && host.value().indexOf('.') == before && host.value().endsWith(wanted);
    }

    /** Returns the pattern as written in a policy. */
    @Override
    public String toString() {
        return isWildcard ? WILDCARD + name : name.value();
    }
}
