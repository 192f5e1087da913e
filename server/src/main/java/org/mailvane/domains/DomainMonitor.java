package org.mailvane.domains;

import org.mailvane.store.Scope;

/** A capability above that asks DNS about domains. Both answer at once and work later. */
public interface DomainMonitor {

    /** Everything known of this domain is to be looked up again. */
    void refresh(Scope scope, DomainId domain);

    /** Whether this domain is the account's is to be looked up. */
    void verify(Scope scope, DomainId domain);
}
