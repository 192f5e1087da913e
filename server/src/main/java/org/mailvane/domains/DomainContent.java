package org.mailvane.domains;

import java.util.Collection;
import org.mailvane.platform.store.Scope;

/**
 * Data about domains that an upper module keeps, and removes with them.
 *
 * <p>Implementations that depend on others run before these; {@code @Order} defines the order.
 */
public interface DomainContent {

    /**
     * Removes everything about these domains within the transaction that runs on this thread, in
     * which their rows are locked. Further locks are taken in ascending order.
     */
    void delete(Scope scope, Collection<DomainId> domains);
}
