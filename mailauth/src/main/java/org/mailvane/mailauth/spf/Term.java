package org.mailvane.mailauth.spf;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.Level;

/** One term of a record (RFC 7208, section 4.6.1). */
public sealed interface Term {

    /** The term as it stands in the record. */
    String text();

    /** Where it begins in the record, in characters from 0. */
    int position();

    /** What the parser has to say of it. */
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
     * A term that says something of hosts (section 5).
     *
     * @param text the term as it stands in the record
     * @param position where it begins in the record
     * @param qualifier what it says of the hosts that it matches
     * @param kind which mechanism it is
     * @param name its name as it is written, without the qualifier
     * @param domain the domain that it is about; null where none is written, so that it is about
     *     the domain of the record, and where what is written can't be read
     * @param network of {@code ip4} and {@code ip6}; null of others, and where it can't be read
     * @param prefix4 of {@code a} and {@code mx}: bits of an IPv4 address that count
     * @param prefix6 of {@code a} and {@code mx}: bits of an IPv6 address that count
     * @param findings what the parser has to say of it
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

        /** What is written as its domain, without macros expanded; empty where there is nothing. */
        public String domainSpec() {
            return domain == null ? "" : domain.text();
        }
    }

    /**
     * A term that says something of the record (section 6).
     *
     * @param text the term as it stands in the record
     * @param position where it begins in the record
     * @param kind which modifier it is
     * @param name its name as it is written
     * @param value what stands behind the equals sign, of any modifier
     * @param domain the same of {@code redirect} and {@code exp}, as the domain it means; null of
     *     others, and where it can't be read
     * @param findings what the parser has to say of it
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
