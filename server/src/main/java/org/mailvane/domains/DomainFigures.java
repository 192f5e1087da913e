package org.mailvane.domains;

import java.util.Collection;
import java.util.Map;
import org.mailvane.store.Scope;

/** Figures about domains that a capability above knows from its rows. */
public interface DomainFigures {

    /**
     * Messages of a domain by category: its own, and those of subdomains that count with it.
     *
     * @param capable from sources that can pass DMARC
     * @param nonCompliant from sources that can't
     * @param forwarded from forwarders
     * @param threatOrUnknown from everybody else
     */
    record Counts(long capable, long nonCompliant, long forwarded, long threatOrUnknown) {

        /** No messages. */
        public static final Counts NONE = new Counts(0, 0, 0, 0);

        /** All of them. */
        long total() {
            return capable + nonCompliant + forwarded + threatOrUnknown;
        }
    }

    /** Counts over the past seven days, for those of the domains that have any. */
    Map<DomainId, Counts> lastSevenDays(Scope scope, Collection<DomainId> domains);
}
