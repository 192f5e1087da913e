package org.mailvane.platform.jobs;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Says within this process that there is something to do. Other servers and commands make work
 * without a word, so whoever waits for it looks now and then anyway.
 */
public final class Signal {

    private final Semaphore given = new Semaphore(0);

    /** Gives it, to one who waits or the next who does. */
    public void give() {
        given.release();
    }

    /** How many wait for it, about. */
    int waiting() {
        return given.getQueueLength();
    }

    /** Waits until it is given, or the time is over. */
    public void await(Duration atMost) throws InterruptedException {
        if (given.tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
            // However often it was given, looking once is enough.
            given.drainPermits();
        }
    }
}
