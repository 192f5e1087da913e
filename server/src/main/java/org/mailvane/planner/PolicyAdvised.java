package org.mailvane.planner;

import org.mailvane.domains.DomainId;
import org.mailvane.store.Scope;

/** A capability above that goes on from what was found out about a domain's policy. */
public interface PolicyAdvised {

    /**
     * A domain was judged, within the transaction that runs on this thread, in which its row is
     * locked. It is told each time, whether or not anything is new.
     */
    void advised(Scope scope, DomainId domain, PolicyAdvice advice);
}
