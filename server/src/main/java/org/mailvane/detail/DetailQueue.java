package org.mailvane.detail;

import org.mailvane.jobs.Signal;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/** The reports that are to be worked out. Any number of servers share it. */
@Service
class DetailQueue {

    private final Signal news = new Signal();

    /** Says that something is in the queue; after the commit of the transaction on this thread. */
    void announce() {
        throw new UnsupportedOperationException();
    }

    /**
     * Works out a small report at once, on this thread and outside of a transaction; not where as
     * many as may are being worked out so already. Whatever goes wrong, the queue has it still.
     */
    void workNow(Scope account, long reportId) {
        throw new UnsupportedOperationException();
    }

    /** Given when something is new in the queue. */
    Signal news() {
        return news;
    }
}
