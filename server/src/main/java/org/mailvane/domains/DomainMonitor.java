package org.mailvane.domains;

import org.mailvane.platform.store.Scope;

/** A capability above that asks DNS about domains. */
public interface DomainMonitor {

    /**
     * Looks everything known of this domain up again, and notes what it finds before it answers.
     * What does not answer in time is not known.
     */
    void refresh(Scope scope, DomainId domain);

    /**
     * What is to be looked up of this domain was changed, within the transaction that runs on this
     * thread.
     */
    void changed(Scope scope, DomainId domain);

    /** Begins to find out whether this domain is the account's; answers at once. */
    void verify(Scope scope, DomainId domain);
}
