package org.mailvane.platform.jobs;

import java.time.Clock;
import java.time.Duration;

/**
 * Makes the loops of a service, which all look around at the same pace when there is nothing to do.
 *
 * @param clock tells when care is due
 * @param idle how long a loop waits when there is nothing to do, or something has gone wrong
 */
public record WorkLoops(Clock clock, Duration idle) {

    /** How long it is where nobody says otherwise. */
    public static final Duration IDLE = Duration.ofSeconds(1);

    /**
     * A loop that does not run yet.
     *
     * @param threads makes its thread
     * @param news says when there is something to do
     */
    public WorkLoop loop(Thread.Builder threads, WorkLoop.Work work, Signal news) {
        return new WorkLoop(threads, work, news, clock, idle);
    }
}
