package org.mailvane.mailauth.spf;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.Level;

/** One term of a record (RFC 7208, section 4.6.1). */
public sealed interface Term {

    /** Returns the term as written in the record. */
    String text();

    /** Returns where it begins in the record, in characters from 0. */
    int position();

    /** Returns the parser's findings about it. */
    List<Finding> findings();

    /** Whether it keeps the grammar. */
    default boolean isValid() {
        for (Finding finding : findings()) {
            if (finding.level() == Level.ERR) {
                return false;
            }
        }
        return true;
    }

    /**
     * A term that matches hosts (section 5).
     *
     * @param text the term as written in the record
     * @param position where it begins in the record
     * @param qualifier the result for the hosts that it matches
     * @param kind the mechanism
     * @param name its name as written, without the qualifier
     * @param domain the domain that it is about; null if none is written, in which case the domain
     *     of the record applies, and if it can't be parsed
     * @param network the network of {@code ip4} and {@code ip6}; null for others, and if it can't
     *     be parsed
     * @param prefix4 for {@code a} and {@code mx}: the prefix length for IPv4 addresses
     * @param prefix6 for {@code a} and {@code mx}: the prefix length for IPv6 addresses
     * @param findings the parser's findings about it
     */
    record Mechanism(
            String text,
            int position,
            Qualifier qualifier,
            MechanismKind kind,
            String name,
            @Nullable DomainSpec domain,
            @Nullable IpNetwork network,
            int prefix4,
            int prefix6,
            List<Finding> findings)
            implements Term {

        /** A mechanism. */
        public Mechanism {
            findings = List.copyOf(findings);
        }

        /** Returns its domain as written, without macros expanded; empty if there is none. */
        public String domainSpec() {
            return domain == null ? "" : domain.text();
        }
    }

    /**
     * A term that applies to the whole record (section 6).
     *
     * @param text the term as written in the record
     * @param position where it begins in the record
     * @param kind the modifier
     * @param name its name as written
     * @param value the text after the equals sign, for any modifier
     * @param domain the same for {@code redirect} and {@code exp}, as the domain that it names;
     *     null for others, and if it can't be parsed
     * @param findings the parser's findings about it
     */
    record Modifier(
            String text,
            int position,
            ModifierKind kind,
            String name,
            String value,
            @Nullable DomainSpec domain,
            List<Finding> findings)
            implements Term {

        /** A modifier. */
        public Modifier {
            findings = List.copyOf(findings);
        }
    }
}
