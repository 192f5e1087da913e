package org.mailvane.domains;

import java.util.Collection;
import org.mailvane.platform.store.Scope;

/** A capability above whose answers about a domain depend on the row above it. */
public interface DomainsMoved {

    /**
     * Reports that these domains have a new row above them or none, or no longer follow one, within
     * the transaction that runs on this thread, in which they are locked.
     */
    void moved(Scope scope, Collection<DomainId> domains);
}
