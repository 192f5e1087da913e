package org.mailvane.monitor;

import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Scope;

/** A capability above that follows what is known of domains' records. */
public interface DomainWatched {

    /**
     * What is known of this domain's records has changed, within the transaction that runs on this
     * thread, in which its row is locked.
     */
    void watched(Scope scope, DomainId domain);
}
