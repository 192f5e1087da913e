package org.mailvane.forensic;

import java.util.Collection;
import org.mailvane.store.Scope;

/** The capability above that keeps the messages in which failure reports came. */
public interface FailureMessages {

    /**
     * Removes those of these messages that no stored or waiting report needs, within the
     * transaction that runs on this thread.
     */
    void delete(Scope scope, Collection<Long> messages);
}
