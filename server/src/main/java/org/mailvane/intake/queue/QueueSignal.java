package org.mailvane.intake.queue;

import org.mailvane.platform.jobs.Signal;
import org.springframework.stereotype.Component;

/** Says within this process that something was put into the queue of messages. */
@Component
public class QueueSignal {

    private final Signal signal = new Signal();

    /** Wakes the worker. */
    public void give() {
        signal.give();
    }

    /** Returns the signal that the worker waits for. */
    Signal signal() {
        return signal;
    }
}
