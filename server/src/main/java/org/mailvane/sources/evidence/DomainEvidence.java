package org.mailvane.sources.evidence;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;

/** What is known of a domain's own ways to send: its SPF networks, who uses its selectors. */
public interface DomainEvidence {

    /** Nothing is known yet. */
    DomainEvidence NONE =
            new DomainEvidence() {
                @Override
                public @Nullable IpNetwork authorizedBy(IpAddress address, LocalDate day) {
                    return null;
                }

                @Override
                public boolean knowsNetworks(LocalDate day) {
                    return false;
                }

                @Override
                public boolean hasSelectorOfOnly(int source, LocalDate day) {
                    return false;
                }

                @Override
                public boolean carriedByAuthorized(String domain, String selector, LocalDate day) {
                    return false;
                }

                @Override
                public boolean isOurs(int source) {
                    return false;
                }
            };

    /**
     * Whether its SPF record, or that of its organisational domain, let this address pass on that
     * day (RFC 7208), includes and all.
     */
    default boolean authorizes(IpAddress address, LocalDate day) {
        return authorizedBy(address, day) != null;
    }

    /** Returns the network by which it {@link #authorizes} an address; null where it does not. */
    @Nullable IpNetwork authorizedBy(IpAddress address, LocalDate day);

    /**
     * Whether its SPF record was looked up, so that an address which nothing authorises is known to
     * be in no record. A domain without a record is known too.
     */
    boolean knowsNetworks(LocalDate day);

    /**
     * Whether it has a selector with which, around that day, mail passed from hosts of this source
     * only.
     *
     * @param source number of the catalogue
     */
    boolean hasSelectorOfOnly(int source, LocalDate day);

    /**
     * Whether, around that day, hosts that its SPF record authorises carried at least 90 % of the
     * messages that passed with this selector.
     *
     * @param domain the signing domain
     */
    boolean carriedByAuthorized(String domain, String selector, LocalDate day);

    /** Whether people have said that what this shared sender sends for the domain is theirs. */
    boolean isOurs(int source);
}
