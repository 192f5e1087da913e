package org.mailvane.failurereport;

import java.util.Collection;
import java.util.Optional;
import org.mailvane.platform.store.Scope;

/** The capability above that keeps the messages in which failure reports came. */
public interface FailureMessages {

    /**
     * Removes those of these messages that no stored or waiting report needs, within the
     * transaction that runs on this thread.
     */
    void delete(Scope scope, Collection<Long> messages);

    /**
     * Removes some of the messages whose failure reports wait for their domains, within the
     * transaction that runs on this thread.
     *
     * @param after the number after which to look
     * @param limit how many messages to go through
     * @return the last that was gone through; empty where there is none
     */
    Optional<Long> deleteWaiting(Scope scope, long after, int limit);
}
