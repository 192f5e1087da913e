package org.mailvane.domains;

import java.util.Collection;
import org.mailvane.store.Scope;

/**
 * What a capability above keeps about domains, and removes with them.
 *
 * <p>Those that stand on others are asked before these: they say so by {@code @Order}.
 */
public interface DomainContent {

    /**
     * Removes everything about these domains within the transaction that runs on this thread, in
     * which their rows are locked. Further locks are taken in ascending order.
     */
    void delete(Scope scope, Collection<DomainId> domains);
}
