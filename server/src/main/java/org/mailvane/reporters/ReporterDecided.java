package org.mailvane.reporters;

import org.mailvane.platform.store.Scope;

/** A capability above whose reports count or do not, depending on how far a reporter is trusted. */
public interface ReporterDecided {

    /**
     * Somebody is about to decide on a reporter, within the transaction that runs on this thread,
     * which holds no locks yet: locks on domains come first.
     */
    void deciding(Scope scope, long reporter);

    /** Somebody has decided on a reporter, within the transaction that runs on this thread. */
    void decided(Scope scope, long reporter);
}
