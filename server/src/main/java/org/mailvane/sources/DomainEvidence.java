package org.mailvane.sources;

import java.time.LocalDate;
import org.mailvane.mailauth.dns.IpAddress;

/** What is known of a domain's own ways to send: its SPF networks, who uses its selectors. */
public interface DomainEvidence {

    /** Nothing is known yet. */
    DomainEvidence NONE =
            new DomainEvidence() {
                @Override
                public boolean authorizes(IpAddress address, LocalDate day) {
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
    boolean authorizes(IpAddress address, LocalDate day);

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
