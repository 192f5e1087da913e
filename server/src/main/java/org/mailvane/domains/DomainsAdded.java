package org.mailvane.domains;

import java.util.Collection;
import org.mailvane.platform.store.Scope;

/** A capability above that waits for domains to be added, or takes note of it. */
public interface DomainsAdded {

    /**
     * These domains were added, by people or as reports showed them, within the transaction that
     * runs on this thread. What waits for one of them, or for a name below one, can go on when it
     * is committed.
     */
    void added(Scope scope, Collection<AddedDomain> domains);
}
