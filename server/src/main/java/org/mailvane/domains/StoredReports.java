package org.mailvane.domains;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.mailvane.platform.store.Scope;

/** A capability above that stores reports about domains, each with the message it came in. */
public interface StoredReports extends Expiring {

    /**
     * Some of the messages in which reports about these domains came, in ascending order.
     *
     * @param after the last that is known already; 0: none
     * @param limit how many at most
     */
    List<Long> messages(Scope scope, Collection<DomainId> domains, long after, int limit);

    /** Those of these messages that hold reports about further domains. */
    Set<Long> messagesOfOthers(
            Scope scope, Collection<Long> messages, Collection<DomainId> domains);
}
