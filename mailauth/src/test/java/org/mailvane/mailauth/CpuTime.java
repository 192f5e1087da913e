package org.mailvane.mailauth;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * How long this thread has computed: unlike time by the clock that does not depend on what else the
 * machine does.
 */
public final class CpuTime {

    private CpuTime() {}

    /** Returns nanoseconds from a point that stays the same for this thread. */
    public static long now() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Returns the time since this thread's {@link #now}. */
    public static Duration since(long start) {
        return Duration.ofNanos(now() - start);
    }
}
