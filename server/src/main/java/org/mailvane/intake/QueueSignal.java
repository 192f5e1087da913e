package org.mailvane.intake;

import org.mailvane.jobs.Signal;
import org.springframework.stereotype.Component;

/** Says within this process that something was put into the queue of messages. */
@Component
class QueueSignal {

    private final Signal signal = new Signal();

    /** Wakes the worker. */
    void give() {
        signal.give();
    }

    /** Returns the signal that the worker waits for. */
    Signal signal() {
        return signal;
    }
}
