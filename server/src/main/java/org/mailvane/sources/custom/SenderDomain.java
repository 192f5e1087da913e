package org.mailvane.sources.custom;

import java.util.Optional;
import org.mailvane.mailauth.dns.DomainName;

/**
 * A domain that a sender signs with or has its return paths in, or all domains below one.
 *
 * @param name the domain
 * @param below whether all below it are meant, and not itself
 */
public record SenderDomain(DomainName name, boolean below) {

    /** The code of what a text must be, to follow "it must be". */
    public static final String ALLOWED = "errors.allowed.sender_domain";

    private static final String BELOW = "*.";

    /** Reads {@code example.com} or {@code *.example.com}, international labels too. */
    public static Optional<SenderDomain> parse(String text) {
        String given = text.strip();
        boolean below = given.startsWith(BELOW);
        return DomainName.parse(below ? given.substring(BELOW.length()) : given)
                .map(name -> new SenderDomain(name, below));
    }

    @Override
    public String toString() {
        return below ? BELOW + name : name.value();
    }
}
