package org.mailvane.domains;

import java.util.Collection;
import org.mailvane.platform.store.Scope;

/** A capability above whose answers about a domain depend on what people say of it. */
public interface DomainsDescribed {

    /**
     * People have said something else of these domains, such as that they send no mail, count for
     * themselves, or are signed for with other keys, within the transaction that runs on this
     * thread.
     */
    void described(Scope scope, Collection<DomainId> domains);
}
