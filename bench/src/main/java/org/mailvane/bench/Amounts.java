package org.mailvane.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What a benchmark has read; JMH prints each as an amount a second.
 *
 * <p>{@link #cpuSeconds} is what share of a core the process got. On a machine that does other work
 * too, divide by it.
 */
@AuxCounters(AuxCounters.Type.OPERATIONS)
@State(Scope.Thread)
public class Amounts {

    /** Aggregate reports. */
    public long reports;

    /** Records of these. */
    public long records;

    /** Bytes of plain XML; zero where they are not counted. */
    public long xmlBytes;

    /** SPF evaluations. */
    public long evaluations;

    /** CPU time of the process, the garbage collector and the compilers included. */
    public double cpuSeconds;

    private final OperatingSystemMXBean process =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private long start;

    /** Before each pass. */
    @Setup(Level.Invocation)
    public void start() {
        start = process.getProcessCpuTime();
    }

    /** At the end of each pass. */
    void end() {
        cpuSeconds += (process.getProcessCpuTime() - start) / 1e9;
    }
}
