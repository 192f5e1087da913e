package org.mailvane.traffic;

import org.mailvane.domains.DomainId;
import org.mailvane.store.Scope;

/** A capability above that has judged by rows, which are classified otherwise now. */
public interface RowsSettled {

    /**
     * Rows of a domain were classified again, and some got another source or category.
     *
     * @param changed their days, from the first to the last
     */
    void settled(Scope scope, DomainId domain, Days changed);
}
