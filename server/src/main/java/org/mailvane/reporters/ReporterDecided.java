package org.mailvane.reporters;

import org.mailvane.store.Scope;

/** A capability above whose reports count or do not, depending on how far a reporter is trusted. */
public interface ReporterDecided {

    /** Somebody has decided on a reporter, within the transaction that runs on this thread. */
    void decided(Scope scope, long reporter);
}
