package org.mailvane.api;

/** The virtual threads on which requests run. */
public final class RequestThreads {

    private RequestThreads() {}

    /**
     * Lets others run who wait for a processor, where this thread is a virtual one. Such a thread
     * gives its processor up only where it waits: without this, a few large bodies of clients that
     * are always ready would keep all other requests waiting.
     */
    // It is no hint to a scheduler here: without it, others do not run at all.
    @SuppressWarnings("ThreadPriorityCheck")
    public static void letOthersRun() {
        if (Thread.currentThread().isVirtual()) {
            Thread.yield();
        }
    }
}
