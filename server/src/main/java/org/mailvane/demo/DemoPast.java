package org.mailvane.demo;

import org.springframework.context.SmartLifecycle;

/**
 * Has the demo live through its past when everything is there, and before anything begins to work
 * by itself: so nothing of it depends on who is faster.
 */
public final class DemoPast implements SmartLifecycle {

    private final Runnable past;
    private volatile boolean running;

    /** A past that this makes. */
    public DemoPast(Runnable past) {
        this.past = past;
    }

    /** After HTTP, whose address may be taken, and just before what works in the background. */
    @Override
    public int getPhase() {
        return DEFAULT_PHASE - 1;
    }

    @Override
    public void start() {
        past.run();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
